"""Laws that hold in every state.

They are told from the rulebook anew, not with the code that plays: they look at towers, stocks and cards as they lie
there. A state built by hand or read from a file must keep all of them; after every action they are checked in
verification. There most of a state is as it was, and what an action makes of the rest the laws of steps say: so each law
names what it reads, after which actions it follows from the laws of steps (`follows_on`; a comment says why; dealing, they
say, leaves the table alone), and what else is left to ask after an action.
"""

from __future__ import annotations

from towerup.kernel.invariants import StateLaws

from .board_laws import BOARD_LAWS
from .box_laws import BOX_LAWS
from .chip_laws import CHIP_LAWS
from .ending_laws import ENDING_LAWS
from .index_laws import INDEX_LAWS
from .player_laws import PLAYER_LAWS
from .setup_laws import SETUP_LAWS
from .state import State

STATE_LAWS: StateLaws[State] = StateLaws(
    [*BOX_LAWS, *INDEX_LAWS, *SETUP_LAWS, *BOARD_LAWS, *PLAYER_LAWS, *CHIP_LAWS, *ENDING_LAWS]
)
"""What holds in every state, told apart from the code that plays: `law.broken_by(state)` finds each breach."""
