"""The invariants: laws over states, over transitions and over what is on offer; and those of positions built by hand."""

from __future__ import annotations

from .offer_laws import OFFER_LAWS
from .reachability import REACHABILITY_LAWS, impossibilities
from .state_laws import STATE_LAWS
from .transition_laws import TRANSITION_LAWS

__all__ = ["OFFER_LAWS", "REACHABILITY_LAWS", "STATE_LAWS", "TRANSITION_LAWS", "impossibilities"]
