"""The invariants: laws over states and over transitions, by name; and those that only positions built by hand need."""

from __future__ import annotations

from .reachability import REACHABILITY_LAWS, impossibilities
from .state_laws import STATE_LAWS
from .transition_laws import TRANSITION_LAWS

__all__ = ["REACHABILITY_LAWS", "STATE_LAWS", "TRANSITION_LAWS", "impossibilities"]
