"""Laws of states about the chips of objectives: who has one, and which."""

from __future__ import annotations

from functools import lru_cache

from towerup.kernel.invariants import StateLaws, Told

from .actions import Deal, Found, Place
from .edition import Objective
from .objectives import RULE_OF_KIND, OwnRoofs, holds, may_fulfil
from .retelling import own_roofs, own_roofs_on, places_for_chips
from .setup import Setup
from .state import State, floors_of

CHIP_LAWS: StateLaws[State] = StateLaws()

_law, _after = CHIP_LAWS.law, CHIP_LAWS.after


@lru_cache(maxsize=512)
def _objectives(setup: Setup) -> tuple[Objective, ...]:
    """The objectives in play, looked up once for each setup."""
    return tuple(map(setup.edition.objective, setup.objectives))


# A starting floor has no roof.
@_law(
    "TU-GOAL-01",
    "TU-GOAL-03",
    "TU-GOAL-04",
    *RULE_OF_KIND.values(),
    reads=("setup", "players.chips", "towers"),
    follows_on=(Place,),
)
def chips_for_fulfilled_objectives(state: State) -> Told:
    """A player holds a chip of an objective exactly if it is fulfilled."""
    setup, edition = state.setup, state.setup.edition
    wrong: list[tuple[str, str]] = []
    for seat, player in enumerate(state.players if places_for_chips(state) else ()):
        roofs = own_roofs(state, seat)
        for objective, chip in zip(_objectives(setup), player.chips, strict=True):
            fulfilled = holds(edition, setup.board, objective, setup.rulings, roofs)
            if fulfilled != bool(chip):
                has, is_ = "has" if chip else "has no", "" if fulfilled else "not "
                wrong.append((
                    RULE_OF_KIND[objective.kind],
                    f"{setup.seats[seat]} {has} chip of {objective.id}, which is {is_}fulfilled",
                ))  # fmt: skip
    return wrong


@_after(chips_for_fulfilled_objectives, Found)
def _chips_for_the_new_roof(before: State, action: Found, after: State) -> Told:
    """The others have what they had. The founder fulfils what was fulfilled before, and maybe more, for nothing is gone."""
    setup, seat = after.setup, before.seat
    board, site = setup.board, setup.board.index[action.roof]
    old, chips = before.players[seat], after.players[seat].chips
    present = old.present | 1 << site
    level, first, buildings = floors_of(after.towers[site]), present != old.present, present.bit_count()
    roofs: OwnRoofs | None = None
    for number, objective in enumerate(_objectives(setup)):
        fulfilled = old.chips[number] > 0
        if not fulfilled and may_fulfil(board, objective, site, level, first, buildings):
            roofs = roofs or own_roofs_on(after, seat, _sites_of(present))
            fulfilled = holds(setup.edition, board, objective, setup.rulings, roofs)
        if fulfilled != (chips[number] > 0):
            return chips_for_fulfilled_objectives(after)
    return ()


def _sites_of(mask: int) -> list[int]:
    """The sites of a mask."""
    sites = []
    while mask:
        site = mask.bit_length() - 1
        sites.append(site)
        mask ^= 1 << site
    return sites


# A new chip is the highest that was left.
@_law("TU-GOAL-02", "TU-SETUP-09", reads=("setup", "players.chips"), follows_on=(Deal, Found))
def chips_from_the_highest(state: State) -> Told:
    """The chips handed out of an objective are its highest."""
    if not places_for_chips(state):
        return ()
    wrong: list[str] = []
    highest = sorted(state.setup.edition.chips[len(state.players)], reverse=True)
    for number, objective in enumerate(state.setup.objectives):
        held = sorted((player.chips[number] for player in state.players if player.chips[number]), reverse=True)
        if held != highest[: len(held)]:
            wrong.append(f"chips of {objective} worth {held} are out, not {highest[: len(held)]}")
    return wrong
