"""What all tests share: Hypothesis profiles, and games to start from."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, Phase, settings

# Explaining a failure takes Hypothesis longer than finding it; the shrunk example says enough.
_PHASES = [Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink]
_COMMON: dict[str, Any] = {
    "deadline": None,
    "phases": _PHASES,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}

settings.register_profile("dev", max_examples=20, **_COMMON)
settings.register_profile("ci", max_examples=80, **_COMMON)
settings.register_profile("campaign", max_examples=5_000, **_COMMON)
# For mutation testing: the same examples for each mutant, and no time spent on making a failure small.
settings.register_profile(
    "mutation",
    max_examples=10,
    derandomize=True,
    database=None,
    **_COMMON | {"phases": [Phase.explicit, Phase.generate]},
)
settings.load_profile(os.environ.get("TOWERUP_PROFILE", "dev"))
