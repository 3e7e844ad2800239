"""The invariants: laws over states and over transitions, by name."""

from __future__ import annotations

from .state_laws import STATE_LAWS, impossibilities
from .transition_laws import TRANSITION_LAWS

__all__ = ["STATE_LAWS", "TRANSITION_LAWS", "impossibilities"]
