"""Laws over what is on offer: the legal actions, told a third time.

Judge and generator agree on what is legal; if both had misread the rulebook alike, only this would tell. Written by
names and over the board's graph, straight from the rulebook, for reading rather than for speed: these laws are asked where
judge and generator are compared, not after every action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise

from towerup.kernel.invariants import StateLaws, Told

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .board import CORNERS, Board
from .cards import Kind
from .generating import chance_weights, legal_actions
from .state import State
from .table import Construction, table_of

OFFER_LAWS: StateLaws[State] = StateLaws()

_RULE_OF_TYPE: dict[type[Action], str] = {
    Corner: "PS-SETUP-03",
    Roll: "PS-TURN-04",
    Build: "PS-BUILD-02",
    Grow: "PS-GROW-01",
    Pass: "PS-BUILD-05",
    Draw: "PS-CARD-01",
    Walk: "PS-ACTION-02",
    Tax: "PS-ACTION-05",
    Shift: "PS-ACTION-11",
}

_RULE_OF_KIND: dict[str, str] = {kind.word: f"PS-ACTION-{kind + 1:02}" for kind in Kind}


@OFFER_LAWS.law(
    "PS-TURN-02", "PS-TURN-03", "PS-SETUP-03", "PS-SETUP-04", "PS-SETUP-05", "PS-SETUP-09", "PS-TURN-04",
    "PS-BUILD-01", "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-05", "PS-BUILD-07", "PS-GROW-01", "PS-GROW-02", "PS-GROW-03",
    "PS-GROW-04", "PS-TOWER-02", "PS-EXPERT-01", "PS-EXPERT-02", "PS-EXPERT-03", "PS-CARD-01", "PS-CARD-02", "PS-CARD-04",
    "PS-CARD-07", "PS-ACTION-01", "PS-ACTION-02", "PS-ACTION-04", "PS-ACTION-05", "PS-ACTION-07", "PS-ACTION-08",
    "PS-ACTION-09", "PS-ACTION-10", "PS-ACTION-11", "PS-ACTION-12", "PS-ACTION-13", "PS-FORM-01", "PS-FORM-02",
)  # fmt: skip
def what_is_legal_is_what_the_rulebook_allows(state: State) -> Told:
    """The legal actions are those that the rulebook allows, every one of them and no other."""
    offered, allowed = set(legal_actions(state)), set(allowed_actions(state))
    for action in sorted(offered ^ allowed, key=str):
        wrong = "is offered and is not allowed" if action in offered else "is allowed and is not offered"
        yield _rule(state, action), f"{action} {wrong}"


def _rule(state: State, action: Action) -> str:
    """The rule that an action breaks, or that it was thought to break."""
    table = table_of(state)
    if isinstance(action, Place | Remove | Swap):
        if table.card is not None:
            architect_touched = table.architect in (*getattr(action, "cells", ()), getattr(action, "cell", None))
            kind = state.setup.edition.cards[state.card].kind.word
            return "PS-CARD-04" if architect_touched else _RULE_OF_KIND[kind]
        return "PS-SETUP-05" if len(table.constructions) >= len(table.seats) else "PS-SETUP-04"
    if isinstance(action, Grow) and table.architect == action.raze:
        return "PS-GROW-04"
    if isinstance(action, Grow) and action.join is not None:
        return "PS-EXPERT-03" if table.architect == action.join else "PS-EXPERT-01"
    if isinstance(action, Build | Grow) and action.cell not in _ends(
        state.setup.board, table.architect or "", table.die or 0
    ):
        return "PS-BUILD-01"
    return _RULE_OF_TYPE[type(action)]


@OFFER_LAWS.law("PS-TURN-04", "PS-CARD-01", "PS-BOX-06", "PS-ACTION-01", "PS-ACTION-04")
def chance_is_fair(state: State) -> Told:
    """Each face of a die is as likely as any other, and so is each card that nobody has seen."""
    edition, table = state.setup.edition, table_of(state)
    weights = dict(zip(map(str, legal_actions(state)), chance_weights(state), strict=False))
    wanted: Mapping[str, int] = {}
    if table.phase == "draw":
        wanted = {f"draw {card}": count for card, count in table.unseen.items()} or {f"draw {table.used[0]}": 1}
    elif table.phase == "throw" and edition.cards[state.card].kind is Kind.THROW:
        wanted = Counter(f"roll {white}" for white in edition.white)
    elif table.phase in ("roll", "throw"):
        wanted = Counter(f"roll {white} {black}" for white in edition.white for black in edition.black)
    if weights != wanted:
        yield f"chance weighs {weights}, not {dict(wanted)}"


@lru_cache(maxsize=4096)
def _ends(board: Board, start: str, steps: int) -> frozenset[str]:
    """Where a move of so many steps from a cell can end: along the graph, straight or with one turn, over no cell twice."""
    graph = board.graph
    if start not in graph:
        return frozenset()

    def heading(here: str, there: str) -> tuple[int, int]:
        one, other = graph.nodes[here], graph.nodes[there]
        return other["column"] - one["column"], other["row"] - one["row"]

    found: set[str] = set()
    ways: list[tuple[str, ...]] = [(start,)]
    while ways:
        way = ways.pop()
        if len(way) == steps + 1:
            found.add(way[-1])
            continue
        for following in graph[way[-1]]:
            longer = (*way, following)
            headings = [heading(*pair) for pair in pairwise(longer)]
            turns = sum(one != other for one, other in pairwise(headings))
            if following not in way and turns <= 1:
                ways.append(longer)
    return frozenset(found) if steps else frozenset()


def allowed_actions(state: State) -> Iterator[Action]:
    """Every action that the rulebook allows now."""
    table, board, edition = table_of(state), state.setup.board, state.setup.edition
    built = table.constructions
    free = [cell for cell in board.names if cell not in built]
    if table.phase == "corner":
        yield from map(Corner, CORNERS)
    elif table.phase == "place":
        first = len(built) < len(table.seats)
        yield from (Place(cell) for cell in free if cell in board.centre or not first)
    elif table.phase == "roll":
        yield from (Roll(white, black) for white in edition.white for black in edition.black)
    elif table.phase == "draw":
        yield from map(Draw, table.unseen or table.used[:1])
    elif table.phase == "throw":
        if edition.cards[state.card].kind is Kind.THROW:
            yield from map(Roll, edition.white)
        else:
            yield from (Roll(white, black) for white in edition.white for black in edition.black)
    elif table.phase == "build":
        yield from _building(state)
    elif table.phase == "card":
        yield from _following(state, free)


def _building(state: State) -> Iterator[Action]:
    setup, table = state.setup, table_of(state)
    built, me = table.constructions, setup.seats[state.seat]
    seat = table.seats[state.seat]
    if not seat.floors and not table.spare and setup.rulings.out_of_floors != "as_many_as_needed":
        return
    futile = False
    for cell in _ends(setup.board, table.architect or "", table.die or 0):
        there = built.get(cell)
        if there is None:
            yield Build(cell)
        elif there.owner == me and there.floors < 3:
            grown = [*_growing(state, cell, there.floors + 1)]
            futile = futile or not grown
            yield from grown
    if futile and setup.rulings.futile_growth == "may_pass":
        yield Pass()


def _growing(state: State, cell: str, floors: int) -> Iterator[Action]:
    """Every way in which a construction that has grown to so many floors can raze something."""
    setup, table = state.setup, table_of(state)
    board, built, me = setup.board, table.constructions, setup.seats[state.seat]

    def razed(start: str, high: int) -> Iterator[str]:
        for target in _ends(board, start, high):
            there = built.get(target)
            if there is not None and there.owner != me and there.floors < high and target != table.architect:
                yield target

    yield from (Grow(cell, target) for target in razed(cell, floors))
    if setup.expert and floors == 2:
        for join in _ends(board, cell, 2):
            protected = join == table.architect and setup.rulings.architect_joined == "not_allowed"
            if built.get(join) == Construction(me, 1) and not protected:
                yield from (Grow(cell, target, join) for target in razed(join, 3))


def _following(state: State, free: list[str]) -> Iterator[Action]:
    """Every way to follow the card."""
    setup, table = state.setup, table_of(state)
    card, me = setup.edition.cards[state.card], setup.seats[state.drawer]
    open_to_cards = {cell: one for cell, one in table.constructions.items() if cell != table.architect}
    small = {cell: one for cell, one in open_to_cards.items() if one.floors < 3}
    if card.kind is Kind.RICHEST:
        rich = {seat.colour: seat.cash for seat in table.seats}
        if setup.rulings.richest == "fortune":
            for one in table.constructions.values():
                rich[one.owner] += setup.edition.bonus if one.floors == 3 else 0
        most = max(rich.values())
        yield from (Walk(colour, steps) for colour in rich if rich[colour] == most for steps in card.steps)
    elif card.kind is Kind.TAX:
        yield from map(Tax, setup.seats)
    elif card.kind is Kind.LEADER:
        towers = Counter(one.owner for one in table.constructions.values() if one.floors == 3)
        most = max(towers.values(), default=0)
        yield from (
            Remove(cell) for cell, one in open_to_cards.items() if one.floors == 3 and towers[one.owner] == most
        )
    elif card.kind is Kind.SWAP:
        yield from (
            Swap((cell, other))
            for cell, other in combinations(small, 2)
            if (small[cell].owner == me) != (small[other].owner == me)
        )
    elif card.kind is Kind.FLOOR:
        yield from map(Place, free)
    elif card.kind is Kind.SWAP_OTHERS:
        yield from (
            Swap((cell, other))
            for cell, other in combinations(open_to_cards, 2)
            if len({open_to_cards[cell].owner, open_to_cards[other].owner, me}) == 3
        )
    elif card.kind is Kind.SHIFT:
        yield from (Shift(cell, to) for cell, one in small.items() if one.owner == me for to in free)
    elif card.kind is Kind.RAZE:
        yield from map(Remove, small)
    elif card.kind is Kind.REMOVE:
        yield from (Remove(cell) for cell, one in open_to_cards.items() if one.owner == me)
