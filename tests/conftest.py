"""What all tests share: Hypothesis profiles."""

from __future__ import annotations

import os

from hypothesis import settings

from towerup.verify import profiles

profiles.register()
settings.load_profile(os.environ.get("TOWERUP_PROFILE", "dev"))
