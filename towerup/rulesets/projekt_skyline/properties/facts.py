"""What properties ask of a table again and again, worked out from names of cells and spaces and from the edition's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..actions import Action, Build, Grow, Place, Remove, Roll, Shift, Swap, Tax, Walk
from ..box.cards import Card, Kind
from ..state import Construction, Phase, Setup, State

SETUP = (Phase.CORNER, Phase.PLACE)
"""The phases before the first turn."""

# --- places


def all_cells(state: State) -> list[str]:
    """Every cell: the first letters for the columns, the numbers from 1 for the rows."""
    board = state.setup.edition.board
    return [f"{letter}{row + 1}" for row in range(board.rows) for letter in "ABCDEFGHI"[: board.columns]]


def far(one: str, other: str) -> int:
    """How many cells it is from one to the other, along columns and rows."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def street(state: State) -> list[str]:
    """The spaces of the street, clockwise from the top left."""
    board = state.setup.edition.board
    columns, rows = [*range(1, board.columns + 1)], [*range(1, board.rows + 1)]
    sides = {"NW": ("N", columns), "NE": ("E", rows), "SE": ("S", columns[::-1]), "SW": ("W", rows[::-1])}
    return [
        space for corner, (side, lines) in sides.items() for space in (corner, *(f"{side}-{line}" for line in lines))
    ]


def is_round(space: str | None) -> bool:
    """Whether a space is one of the round ones at the corners."""
    return space in ("NW", "NE", "SE", "SW")


def cell_beside(state: State, space: str) -> str:
    """The cell beside a space that is not round."""
    board, (side, line) = state.setup.edition.board, space.split("-")
    if side in ("N", "S"):
        return f"{'ABCDEFGHI'[int(line) - 1]}{1 if side == 'N' else board.rows}"
    return f"{'A' if side == 'W' else 'ABCDEFGHI'[board.columns - 1]}{line}"


# --- pieces


def own_cells(state: State, colour: str, *floors: int) -> list[str]:
    """The cells with constructions of a player: of any size, or with so many floors."""
    built = state.constructions.items()
    return [cell for cell, one in built if one.owner == colour and (not floors or one.floors in floors)]


def floors_out(state: State, colour: str) -> int:
    """The floors of a player on the board, those of skyscrapers left out."""
    return len(own_cells(state, colour, 1)) + 2 * len(own_cells(state, colour, 2))


def skyscrapers_taken(setup: Setup) -> int:
    """How many skyscrapers each player plays with."""
    by_rulebook = setup.edition.skyscrapers[len(setup.seats)]
    by_summary = setup.edition.skyscrapers_of_summary.get(len(setup.seats), by_rulebook)
    return by_summary if setup.rulings.skyscrapers == "summary" else by_rulebook


def spare_floors(setup: Setup) -> int:
    """How many floors there are of colours that nobody plays."""
    return setup.edition.floors * len([colour for colour in setup.edition.colours if colour not in setup.seats])


def borrowed(state: State) -> int:
    """How many floors are on the board that their owners had to borrow."""
    return sum(max(0, floors_out(state, colour) - state.setup.edition.floors) for colour in state.setup.seats)


def has_floor_left(state: State, seat: int) -> bool:
    """Whether a player can take one more floor from anywhere."""
    endless = state.setup.rulings.out_of_floors == "as_many_as_needed"
    in_reserve = floors_out(state, state.setup.seats[seat]) < state.setup.edition.floors
    return endless or in_reserve or borrowed(state) < spare_floors(state.setup)


def placing(setup: Setup) -> list[int]:
    """The seats in the order in which they place: round by round, from the first player to the right, or to and fro."""
    players = len(setup.seats)
    to_and_fro = setup.rulings.setup_direction == "alternating"
    return [
        (players - 1 - turn if number % 2 else turn) if to_and_fro else -turn % players
        for number in range(1 + setup.edition.starting_floors)
        for turn in range(players)
    ]


# --- money


def fortunes(state: State) -> list[int]:
    """How rich each player is, where that matters to a card."""
    worth = state.setup.edition.bonus if state.setup.rulings.richest == "fortune" else 0
    return [player.cash + worth * len(own_cells(state, player.colour, 3)) for player in state.players]


def estate(state: State, cell: str) -> set[str]:
    """The cells that rent is paid for: the one beside the pawn, and what is connected to it or adjoins it."""
    own, group = own_cells(state, state.constructions[cell].owner), {cell}
    while True:
        grown = {one for one in own if any(far(one, other) <= 1 for other in group)}
        if grown == group or state.setup.rulings.rent == "adjacent":
            return grown
        group = grown


def rent_due(state: State, seat: int, space: str) -> tuple[int, int] | None:
    """What a pawn that has come to a space owes: to which seat, and how much; None if nothing is owed."""
    cell = "" if is_round(space) else cell_beside(state, space)
    there = state.constructions.get(cell)
    if there is None or there.owner == state.setup.seats[seat]:
        return None
    sizes = [state.constructions[one].floors for one in estate(state, cell)]
    one, two, skyscraper = state.setup.edition.rents
    due = one * sizes.count(1) + two * sizes.count(2) + skyscraper * sizes.count(3)
    return state.setup.seats.index(there.owner), due


def walker(before: State, action: Action) -> tuple[int, int] | None:
    """Whose pawn an action moves, and how far."""
    if isinstance(action, Walk):
        return before.setup.seats.index(action.player), action.steps
    if isinstance(action, Roll) and before.phase is Phase.ROLL:
        return before.seat, action.white
    if isinstance(action, Roll) and action.black is None and before.drawer is not None:
        return before.drawer, action.white
    return None


def card_of(state: State, action: Action | None = None) -> Card | None:
    """The card that is being followed, or that an action draws."""
    id = getattr(action, "card", None) or state.card
    return next((card for card in state.setup.edition.cards if card.id == id), None)


def taxed(before: State, action: Action) -> tuple[int, int] | None:
    """Which seat an action taxes, and how much is due."""
    card = card_of(before, action)
    if card is None or not (isinstance(action, Tax) or card.kind is Kind.OWN_TAX) or before.drawer is None:
        return None
    seat = before.setup.seats.index(action.player) if isinstance(action, Tax) else before.drawer
    return seat, card.amount * len(own_cells(before, before.setup.seats[seat], 3))


# --- what can be done


def razeable(state: State, seat: int, start: str, floors: int) -> list[str]:
    """The cells whose construction so many floors of a player can raze from here."""
    return [
        cell
        for cell, one in state.constructions.items()
        if far(start, cell) == floors
        and one.owner != state.setup.seats[seat]
        and one.floors < floors
        and cell != state.architect
    ]


def growths_of(state: State, seat: int, cell: str) -> set[Grow]:
    """Every way in which an own construction of one or two floors can grow and raze something."""
    floors = state.constructions[cell].floors + 1
    found = {Grow(cell, raze) for raze in razeable(state, seat, cell, floors)}
    if state.setup.expert and floors == 2:
        for join in own_cells(state, state.setup.seats[seat], 1):
            allowed = join != state.architect or state.setup.rulings.architect_joined == "allowed"
            if far(cell, join) == 2 and allowed:
                found.update(Grow(cell, raze, join) for raze in razeable(state, seat, join, 3))
    return found


def buildings(state: State, seat: int, die: int) -> set[Action]:
    """All that a player can build with this black die."""
    if not has_floor_left(state, seat) or state.architect is None:
        return set()
    near = [cell for cell in all_cells(state) if far(cell, state.architect) == die]
    found: set[Action] = {Build(cell) for cell in near if cell not in state.constructions}
    for cell in own_cells(state, state.setup.seats[seat], 1, 2):
        if cell in near:
            found.update(growths_of(state, seat, cell))
    return found


def is_futile(state: State, seat: int, die: int) -> bool:
    """Whether the architect can reach an own construction whose growth would raze nothing."""
    assert state.architect is not None
    own = own_cells(state, state.setup.seats[seat], 1, 2)
    return any(far(cell, state.architect) == die and not growths_of(state, seat, cell) for cell in own)


def ways_to_follow(state: State, seat: int, card: Card) -> set[Action]:
    """Every way in which a player can follow a card that leaves something to choose."""
    return {*_ways(state, seat, card)}


def _ways(state: State, seat: int, card: Card) -> Iterator[Action]:
    me, built = state.setup.seats[seat], state.constructions
    touched = [cell for cell in built if cell != state.architect]
    low = [cell for cell in touched if built[cell].floors < 3]
    free = [cell for cell in all_cells(state) if cell not in built]
    if card.kind is Kind.RICHEST:
        rich = fortunes(state)
        richest = [colour for colour, own in zip(state.setup.seats, rich, strict=True) if own == max(rich)]
        yield from (Walk(colour, steps) for colour in richest for steps in card.steps)
    elif card.kind is Kind.TAX:
        yield from map(Tax, state.setup.seats)
    elif card.kind is Kind.LEADER:
        most = max(len(own_cells(state, colour, 3)) for colour in state.setup.seats)
        leaders = [colour for colour in state.setup.seats if len(own_cells(state, colour, 3)) == most]
        yield from (Remove(cell) for cell in touched if built[cell].floors == 3 and built[cell].owner in leaders)
    elif card.kind is Kind.SWAP:
        yield from (Swap(pair) for pair in combinations(low, 2) if [built[cell].owner for cell in pair].count(me) == 1)
    elif card.kind is Kind.FLOOR:
        yield from map(Place, free if has_floor_left(state, seat) else [])
    elif card.kind is Kind.SWAP_OTHERS:
        yield from (
            Swap(pair) for pair in combinations(touched, 2) if len({me, *(built[cell].owner for cell in pair)}) == 3
        )
    elif card.kind is Kind.SHIFT:
        yield from (Shift(cell, to) for cell in low if built[cell].owner == me for to in free)
    elif card.kind is Kind.RAZE:
        yield from map(Remove, low)
    elif card.kind is Kind.REMOVE:
        yield from (Remove(cell) for cell in touched if built[cell].owner == me)


def without(state: State, *cells: str) -> dict[str, Construction]:
    """The constructions of a state but those on these cells."""
    return {cell: one for cell, one in state.constructions.items() if cell not in cells}
