"""Moving the architect and building; growing, razing, skyscrapers; the variant for experts.

FR “3. Déplacer l'architecte et construire un plancher”, “4. Déplacer une construction et démanteler une construction d'un
adversaire”, “Comment les gratte-ciel entrent-ils en jeu ?”, “Variante pour joueurs expérimentés”; FR-S “Tour de jeu”.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attrs import evolve

from towerup.kernel.rules import Objection, Objections

from .actions import Build, Grow, Pass
from .box.board import place_of
from .ending import ended_by_last_skyscraper, has_built_all
from .reserves import given_back, has_floor, with_floors, without_floor
from .state import SKYSCRAPER, Construction, Phase, State
from .turns import next_turn, not_now
from .words import construction_in_words, number_of


def something_to_build(state: State, die: int) -> bool:
    """Whether the player on turn can build anything with this black die; if not, the turn is over (PS-BUILD-06)."""
    state = evolve(state, phase=Phase.BUILD, die=die)
    return any(chain(builds(state), growths(state)))


# --- a floor on an empty cell


def build(state: State, action: Build) -> State:
    """A floor on an empty cell, the architect on it, and the turn is over (PS-BUILD-04)."""
    constructions = state.constructions | {action.cell: Construction(state.player.colour)}
    players = state.with_player(state.seat, without_floor(state.player))
    return next_turn(evolve(state, constructions=constructions, players=players, architect=action.cell))


def objections_to_build(state: State, action: Build, seat: int) -> Objections:
    """What speaks against a floor on this cell."""
    if state.phase is not Phase.BUILD:
        yield not_now(state)
        return
    cell, there = action.cell, state.constructions.get(action.cell)
    yield from _no_floor(state, seat)
    yield from _too_far(state, cell)
    if there is None:
        return
    yield from _not_to_be_built_on(state, cell, seat)
    if there.owner == state.setup.seats[seat] and there.floors < SKYSCRAPER:
        # A floor on an own construction makes it grow.
        what = f"{cell} has {construction_in_words(state, cell)}"
        if _can_raze(state, cell, seat):
            yield Objection("PS-GROW-01", f"{what}, which would grow and must move: grow {cell} raze …")
        else:
            may_pass = state.setup.rulings.futile_growth == "may_pass"
            instead = "to choose it is to pass" if may_pass else "it is no target (ruling futile_growth is must_build)"
            yield Objection("PS-BUILD-05", f"{what}, which could raze nothing if it grew: {instead}")


def builds(state: State) -> Iterator[Build]:
    """Every empty cell where the architect can go, if there is a floor to build with (PS-BUILD-01, PS-BUILD-02, PS-BUILD-07)."""
    if has_floor(state, state.seat):
        yield from (Build(cell) for cell in _targets(state) if cell not in state.constructions)


# --- a construction that grows


def grow(state: State, action: Grow) -> State:
    """An own construction grows, moves, maybe joins another and moves on, and razes an opponent's."""
    seat, constructions = state.seat, dict(state.constructions)
    grown = constructions.pop(action.cell).floors + 1
    # In the variant two floors join one on the way, and are three (PS-EXPERT-01, PS-EXPERT-02).
    if action.join is not None:
        grown += constructions.pop(action.join).floors
    # What is razed goes back to its owner, and the construction takes its place (PS-GROW-01, PS-GROW-05).
    players = given_back(state.players, constructions[action.raze])
    constructions[action.raze] = Construction(state.player.colour, grown)
    player = without_floor(players[seat])
    # Three floors become a skyscraper, and go back to the reserve themselves (PS-TOWER-01, PS-BOX-01, PS-BOX-02).
    if grown == SKYSCRAPER:
        player = evolve(with_floors(player, grown), skyscrapers=player.skyscrapers - 1)
    players = (*players[:seat], player, *players[seat + 1 :])
    # Only now the architect leaves its old cell (PS-GROW-05).
    state = evolve(state, constructions=constructions, players=players, architect=action.raze)
    if grown == SKYSCRAPER and has_built_all(state, seat):
        return ended_by_last_skyscraper(state, seat)
    return next_turn(state)


def objections_to_grow(state: State, action: Grow, seat: int) -> Objections:
    """What speaks against this construction growing, moving and razing."""
    if state.phase is not Phase.BUILD:
        yield not_now(state)
        return
    cell, there = action.cell, state.constructions.get(action.cell)
    yield from _no_floor(state, seat)
    yield from _too_far(state, cell)
    if there is None:
        yield Objection("PS-GROW-01", f"{cell} is empty: nothing grows there, but a floor may be built")
    else:
        yield from _not_to_be_built_on(state, cell, seat)
    if action.join is not None:
        yield from _objections_to_join(state, cell, action.join, seat)
        yield from _objections_to_raze(state, action.join, action.raze, 3, seat, "PS-EXPERT-02")
    elif there is not None and there.floors < SKYSCRAPER:
        yield from _objections_to_raze(state, cell, action.raze, there.floors + 1, seat, "PS-GROW-01")


def growths(state: State) -> Iterator[Grow]:
    """Every growth that razes something, then those that join on the way (PS-BUILD-07)."""
    if not has_floor(state, state.seat):
        return
    own = [cell for cell in _targets(state) if _is_own_and_low(state, cell)]
    for cell in own:
        yield from _growths_of(state, cell)
    for cell in own:
        yield from _joins_of(state, cell)


def _growths_of(state: State, cell: str) -> Iterator[Grow]:
    """Every way in which an own construction grows, moves as far as it has floors, and razes something (PS-GROW-01)."""
    floors = state.constructions[cell].floors + 1
    yield from (Grow(cell, raze) for raze in state.setup.board.reach[cell][floors] if _is_prey(state, raze, floors))


def _joins_of(state: State, cell: str) -> Iterator[Grow]:
    """In the variant: every way in which one floor grows, joins another own floor, moves on and razes something.

    PS-EXPERT-01, PS-EXPERT-02
    """
    if not state.setup.expert or state.constructions[cell].floors != 1:
        return
    reach = state.setup.board.reach
    for join in reach[cell][2]:
        # PS-EXPERT-03
        protected = join == state.architect and state.setup.rulings.architect_joined == "not_allowed"
        if state.constructions.get(join) == Construction(state.player.colour, 1) and not protected:
            yield from (Grow(cell, raze, join) for raze in reach[join][3] if _is_prey(state, raze, 3))


def _is_prey(state: State, cell: str, floors: int) -> bool:
    """Whether so many floors can raze what is here: an opponent's, lower, without the architect."""
    there = state.constructions.get(cell)
    return (
        there is not None
        and there.owner != state.player.colour  # PS-GROW-02
        and there.floors < floors  # PS-GROW-03, PS-TOWER-02
        and cell != state.architect  # PS-GROW-04
    )


def _targets(state: State) -> tuple[str, ...]:
    """The cells where the architect can go with the black die (PS-BUILD-01)."""
    assert state.architect is not None
    assert state.die is not None
    return state.setup.board.reach[state.architect][state.die]


def _is_own_and_low(state: State, cell: str) -> bool:
    """Whether a construction of the player on turn stands here that can grow (PS-BUILD-02, PS-BUILD-03)."""
    there = state.constructions.get(cell)
    return there is not None and there.owner == state.player.colour and there.floors < SKYSCRAPER


# --- passing


def pass_turn(state: State, action: Pass) -> State:
    """Nothing is built (PS-BUILD-05)."""
    return next_turn(state)


def objections_to_pass(state: State, action: Pass, seat: int) -> Objections:
    """Whoever can build must build; only the ruling `futile_growth` lets a growth be chosen that razes nothing (PS-BUILD-05)."""
    if state.phase is not Phase.BUILD:
        yield not_now(state)
    elif state.setup.rulings.futile_growth == "must_build":
        yield Objection("PS-BUILD-05", "who can build must build (ruling futile_growth is must_build)")
    elif all(_can_raze(state, cell, seat) for cell in _within_die(state) if _stands_low(state, cell, seat)):
        yield Objection(
            "PS-BUILD-05", "every construction that the architect can reach could raze something if it grew"
        )


def passes(state: State) -> Iterator[Pass]:
    """Passing, where the ruling allows it and a construction within reach could raze nothing (PS-BUILD-05)."""
    if state.setup.rulings.futile_growth != "may_pass":
        return
    own = (cell for cell in _targets(state) if _is_own_and_low(state, cell))
    if any(not any(_growths_of(state, cell)) and not any(_joins_of(state, cell)) for cell in own):
        yield Pass()


# --- objections that several kinds of action share: they count columns and rows, and look at single cells


def _no_floor(state: State, seat: int) -> Objections:
    player, setup = state.players[seat], state.setup
    if not player.floors and not state.spare and setup.rulings.out_of_floors == "nothing_built":
        yield Objection("PS-BUILD-07", f"{player.colour} has no floor left, and none can be borrowed")


def _too_far(state: State, cell: str) -> Objections:
    """The architect cannot come here with this die (PS-BUILD-01)."""
    assert state.architect is not None
    far = distance(state.architect, cell)
    if far != state.die:
        way = f"from {state.architect} to {cell} it is {number_of(far, 'cell')}"
        yield Objection("PS-BUILD-01", f"{way}; the black die shows {state.die}")


def _not_to_be_built_on(state: State, cell: str, seat: int) -> Objections:
    there, what = state.constructions[cell], f"{cell} has {construction_in_words(state, cell)}"
    if there.owner != state.setup.seats[seat]:
        yield Objection("PS-BUILD-02", what)
    if there.floors == SKYSCRAPER:
        yield Objection("PS-BUILD-03", what)


def _objections_to_join(state: State, cell: str, join: str, seat: int) -> Objections:
    """What speaks against joining the construction here on the way."""
    there, joined = state.constructions.get(cell), state.constructions.get(join)
    if not state.setup.expert:
        yield Objection("PS-EXPERT-01", "nothing is joined but in the variant for experts")
    if there is not None and there.floors == 2:
        yield Objection("PS-EXPERT-01", f"{cell} has two floors: only one floor that grows to two can join")
    if joined is None or joined.owner != state.setup.seats[seat] or joined.floors != 1:
        what = construction_in_words(state, join)
        yield Objection("PS-EXPERT-01", f"{join} has {what}: only one floor of one's own is joined")
    far = distance(cell, join)
    if far != 2:
        yield Objection("PS-EXPERT-01", f"from {cell} to {join} it is {number_of(far, 'cell')}, not 2")
    if join == state.architect and state.setup.rulings.architect_joined == "not_allowed":
        yield Objection("PS-EXPERT-03", f"the architect stands on {join}")


def _objections_to_raze(state: State, cell: str, raze: str, floors: int, seat: int, rule: str) -> Objections:
    """What speaks against so many floors moving from a cell onto another; `rule` is the one about the distance."""
    far = distance(cell, raze)
    if far != floors:
        way = f"from {cell} to {raze} it is {number_of(far, 'cell')}"
        yield Objection(rule, f"{way}; {floors} floors move {floors}")
    there, what = state.constructions.get(raze), construction_in_words(state, raze)
    if there is None:
        yield Objection("PS-GROW-02", f"{raze} is empty: only an opponent's construction is razed")
    elif there.owner == state.setup.seats[seat]:
        yield Objection("PS-GROW-02", f"{raze} has {what}: only an opponent's construction is razed")
    elif there.floors == SKYSCRAPER:
        yield Objection("PS-TOWER-02", f"{raze} has {what}, which is never razed by building")
    elif there.floors >= floors:
        yield Objection("PS-GROW-03", f"{raze} has {what}, no lower than {floors} floors")
    if raze == state.architect:
        yield Objection("PS-GROW-04", f"the architect stands on {raze}")


def _can_raze(state: State, cell: str, seat: int) -> bool:
    """Whether the construction here could raze something if it grew, or join something and raze then."""
    cells, floors = state.setup.board.cells, state.constructions[cell].floors + 1
    if any(not any(_objections_to_raze(state, cell, raze, floors, seat, "PS-GROW-01")) for raze in cells):
        return True
    joins = [join for join in cells if not any(_objections_to_join(state, cell, join, seat))]
    return any(
        not any(_objections_to_raze(state, join, raze, 3, seat, "PS-EXPERT-02")) for join in joins for raze in cells
    )


def _stands_low(state: State, cell: str, seat: int) -> bool:
    there = state.constructions.get(cell)
    return there is not None and there.owner == state.setup.seats[seat] and there.floors < SKYSCRAPER


def _within_die(state: State) -> list[str]:
    assert state.architect is not None
    return [cell for cell in state.setup.board.cells if distance(state.architect, cell) == state.die]


def distance(one: str, other: str) -> int:
    """How many cells a move with one turn at most takes: on a full rectangle, the columns and rows between the two."""
    (column, row), (other_column, other_row) = place_of(one), place_of(other)
    return abs(column - other_column) + abs(row - other_row)
