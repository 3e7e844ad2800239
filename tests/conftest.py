"""What all tests share: Hypothesis profiles."""

from __future__ import annotations

import os

from hypothesis import Phase, settings

from towerup.verify import profiles

profiles.register()
# For mutation testing: the same examples for each mutant, and no time spent on making a failure small.
settings.register_profile(
    "mutation",
    parent=settings.get_profile("dev"),
    max_examples=10,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("TOWERUP_PROFILE", "dev"))
