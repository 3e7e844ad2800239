"""Positions made by hand: building one in a line or two, and everything that is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from towerup.kernel.frozen import Counts, FrozenDict, as_names, frozen_dict
from towerup.kernel.rules import ImpossiblePosition, Objection, Objections, Violation, violations

from .box.edition import Edition
from .history import objections_to_history
from .play import catalogue
from .properties import PROPERTIES
from .rulings import Rulings
from .setup import make_setup
from .state import CARD_PHASES, SKYSCRAPER, Construction, Ending, Phase, Player, Setup, State

MOST_MONEY = 10_000_000
"""No sum of money is more."""


def position(
    edition: str | Path | Edition,
    players: int | Sequence[str],
    *,
    constructions: Mapping[str, Construction] = FrozenDict(),
    architect: str | None = None,
    cash: Mapping[str, int] = FrozenDict(),
    pawns: Mapping[str, str] = FrozenDict(),
    phase: str = "roll",
    turn: str | None = None,
    die: int | None = None,
    card: str | None = None,
    drawer: str | None = None,
    used: Sequence[str] = (),
    unseen: Mapping[str, int] | None = None,
    ending: Ending | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """A position for a test or a question. Raises `ImpossiblePosition` with every reason why no game can reach it.

    >>> position("standard", 2, constructions={"C3": Construction("green", 3), "D3": Construction("red", 3)}, architect="C3")

    Players are named by their colours: `cash={"red": 300}`, `pawns={"red": "N-3"}`. `turn` is the player whose turn it is
    (default: the first), `drawer` the one who draws or follows a card (default: the one whose turn it is). What you leave out is
    filled in: reserves have whatever is not on the board, money and pawns are those of the start (the pawn of a player who builds
    is on the next space), and unseen cards are those that have not been used.
    """
    setup = make_setup(players, edition, expert, rulings)
    constructions, used = frozen_dict(constructions), as_names(used)
    for cell, one in constructions.items():
        if not isinstance(one, Construction):
            raise TypeError(f'on {cell} stands a Construction, as Construction("red", 2), not {one!r:.60}')
    turn = setup.seats[0] if turn is None else turn
    named = {"cash": cash, "pawns": pawns, "turn": [turn], "drawer": [] if drawer is None else [drawer]}
    _refuse(_unknown_players(setup, named))
    phase = Phase(phase)
    if phase is Phase.BUILD and turn not in pawns:
        # A player who builds is on no round space.
        pawns = {**pawns, turn: setup.board.spaces[1]}
    if drawer is None and phase in CARD_PHASES:
        drawer = turn
    return refuse_problems(
        State(
            setup=setup,
            phase=phase,
            seat=setup.seats.index(turn),
            constructions=constructions,
            players=tuple(
                _player(
                    setup,
                    colour,
                    cash.get(colour, setup.edition.money),
                    pawns.get(colour, setup.board.start),
                    constructions,
                )
                for colour in setup.seats
            ),
            unseen=_unseen(setup, used, card) if unseen is None else unseen,
            used=used,
            architect=architect,
            die=die,
            card=card,
            drawer=None if drawer is None else setup.seats.index(drawer),
            ending=ending,
        )
    )


def refuse_problems(state: State) -> State:
    """The state itself. Raises `ImpossiblePosition` if no game can reach it."""
    found = problems(state)
    if found:
        raise ImpossiblePosition(found)
    return state


def problems(state: State) -> tuple[Violation, ...]:
    """Every reason why no game can reach this state; empty if there is none."""
    for check in (_names, _contradictions, objections_to_history):
        found = violations(catalogue(), check(state))
        if found:
            return found
    return ()


# --- what is filled in


def _player(setup: Setup, colour: str, cash: int, pawn: str, constructions: Mapping[str, Construction]) -> Player:
    """A player with whatever is not on the board in the reserve."""
    own = [one.floors for one in constructions.values() if one.owner == colour]
    out = sum(floors for floors in own if floors < SKYSCRAPER)
    return Player(
        colour,
        cash,
        pawn,
        floors=max(0, setup.edition.floors - out),
        skyscrapers=max(0, setup.skyscrapers - own.count(SKYSCRAPER)),
        borrowed=max(0, out - setup.edition.floors),
    )


def _unseen(setup: Setup, used: Sequence[str], card: str | None) -> Counts:
    """The cards that are nowhere else. More than the deck has are named by `problems`."""
    gone = Counts.of([*used, *([] if card is None else [card])])
    return Counts({id: max(0, count - gone[id]) for id, count in setup.deck.items()})


# --- names and numbers


def _unknown_players(setup: Setup, named: Mapping[str, Iterable[str]]) -> Objections:
    for where, colours in named.items():
        for colour in colours:
            if colour not in setup.seats:
                yield Objection(
                    "PS-FORM-02", f"{where}: nobody plays {colour!r}; the players are {', '.join(setup.seats)}"
                )


def _refuse(objections: Objections) -> None:
    found = violations(catalogue(), objections)
    if found:
        raise ImpossiblePosition(found)


def _names(state: State) -> Objections:
    """Names that are not in this game, and numbers that nothing can have."""
    setup, edition, board, last = state.setup, state.setup.edition, state.setup.board, len(state.setup.seats) - 1
    if len(state.players) != len(setup.seats):
        players = f"there are {len(state.players)}, but the game is set up for {len(setup.seats)}"
        yield Objection("PS-FORM-02", f"players: {players}")
    for seat, (colour, player) in enumerate(zip(setup.seats, state.players, strict=False)):
        where = f"seat {seat} ({colour})"
        if player.colour != colour:
            yield Objection("PS-FORM-02", f"seat {seat} is {colour}, not {player.colour!r}")
        for what in ("cash", "floors", "borrowed", "skyscrapers"):
            yield from _out_of_range(f"{where}, {what}", getattr(player, what), 0, MOST_MONEY)
        if player.pawn is not None:
            yield from _unknown(f"{where}, pawn", [player.pawn], board.spaces)
    yield from _unknown("constructions", state.constructions, board.cells)
    for cell, construction in state.constructions.items():
        where = f"construction on {cell}"
        if not isinstance(construction, Construction):
            yield Objection("PS-FORM-02", f"{where}: {construction!r:.60} is not a Construction")
            continue
        yield from _unknown(where, [construction.owner], setup.seats)
        yield from _out_of_range(f"{where}, floors", construction.floors, 1, SKYSCRAPER)
    for where, cards in (("unseen", state.unseen), ("used", state.used)):
        yield from _unknown(where, cards, edition.cards_by_id)
    for where, name, known in (("architect", state.architect, board.cells), ("card", state.card, edition.cards_by_id)):
        yield from _unknown(where, [] if name is None else [name], known)
    yield from _out_of_range("seat", state.seat, 0, last)
    if state.die is not None:
        yield from _out_of_range("die", state.die, 1, 99)
    if (state.drawer is not None) != (state.phase in CARD_PHASES):
        yield Objection("PS-FORM-02", "drawer: it is a seat exactly while a card is drawn or followed")
    elif state.drawer is not None:
        yield from _out_of_range("drawer", state.drawer, 0, last)
    if state.ending is not None:
        yield from _out_of_range("ending, seat", state.ending.seat, 0, last)
        yield from _out_of_range("ending, debt", state.ending.debt, 0, MOST_MONEY)
        if state.ending.creditor is not None:
            yield from _out_of_range("ending, creditor", state.ending.creditor, 0, last)


def _unknown(where: str, names: Iterable[object], known: Iterable[str]) -> Objections:
    known = list(known)
    for name in names:
        if name not in known:
            yield Objection("PS-FORM-02", f"{where}: {name!r:.60} is not known; known are {', '.join(known)}")


def _out_of_range(where: str, value: object, least: int, most: int) -> Objections:
    if type(value) is not int or not least <= value <= most:
        yield Objection("PS-FORM-02", f"{where}: {value!r:.60} is not a number from {least} to {most}")


# --- contradictions


def _contradictions(state: State) -> Objections:
    """Pieces that are too many or too few; if they add up, the properties of every state that do not hold."""
    found = [*_wrong_counts(state)]
    yield from found or (Objection(one.rules[0], f"not so: {one.statement}") for one in PROPERTIES.broken_in(state))


def _wrong_counts(state: State) -> Objections:
    setup = state.setup
    for player in state.players:
        right = _player(setup, player.colour, player.cash, player.pawn or "", state.constructions)
        if (player.floors, player.borrowed) != (right.floors, right.borrowed):
            reserve = f"{right.floors} floors in the reserve and {right.borrowed} borrowed ones"
            yield Objection(
                "PS-BOX-01",
                f"{player.colour} has {reserve}, by what stands on the board, not {player.floors} and {player.borrowed}",
            )
        if player.skyscrapers != right.skyscrapers:
            yield Objection(
                "PS-BOX-02",
                f"{player.colour} has {right.skyscrapers} skyscrapers in the reserve, not {player.skyscrapers}",
            )
    cards = state.unseen + Counts.of([*state.used, *([] if state.card is None else [state.card])])
    for card in setup.edition.cards_by_id:
        if cards[card] != setup.deck[card]:
            rule = "PS-BOX-03" if setup.deck[card] else "PS-SETUP-09"
            yield Objection(rule, f"{cards[card]} cards {card}, but {setup.deck[card]} are in the game")
