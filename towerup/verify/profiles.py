"""Hypothesis profiles that suit games: how many, how far, and what to leave alone."""

from __future__ import annotations

from typing import Any

try:
    from hypothesis import HealthCheck, Phase, settings
except ModuleNotFoundError as missing:  # pragma: no cover  # tested in a process of its own
    raise ModuleNotFoundError("profiles need Hypothesis: pip install 'towerup[verify]'", name=missing.name) from None

PROFILES: dict[str, dict[str, Any]] = {
    "dev": {"max_examples": 20, "stateful_step_count": 40},
    "ci": {"max_examples": 80, "stateful_step_count": 500},
    "campaign": {"max_examples": 5_000, "stateful_step_count": 1_000},
}
"""`dev` looks at beginnings, quickly; in `ci` and `campaign` a state machine plays games to their end."""

_COMMON: dict[str, Any] = {
    # A game takes as long as it takes.
    "deadline": None,
    # Explaining a failure takes Hypothesis longer than finding it; the shrunk game says enough.
    "phases": [Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}


def register(prefix: str = "") -> None:
    """Makes the profiles known to Hypothesis, for `settings.load_profile("ci")`; with a prefix if those names are taken."""
    for name, numbers in PROFILES.items():
        settings.register_profile(f"{prefix}{name}", **numbers, **_COMMON)
