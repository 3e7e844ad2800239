"""The lab: players, tables of legal moves, counts of positions, tournaments. Works for any ruleset and knows none by name.

>>> import towerup as tu
>>> from towerup import lab
>>> game = lab.play(tu.new_game(2), [lab.player("mcts:100"), lab.player("greedy")], seed=1)
"""

from __future__ import annotations

from .depths import divide, perft
from .expectimax import Expectimax
from .games import play
from .mcts import Mcts
from .names import UnknownPlayer, player
from .players import Greedy, Player, Random
from .tables import Moves, moves, moves_of

__all__ = [
    "Expectimax",
    "Greedy",
    "Mcts",
    "Moves",
    "Player",
    "Random",
    "UnknownPlayer",
    "divide",
    "moves",
    "moves_of",
    "perft",
    "play",
    "player",
]
