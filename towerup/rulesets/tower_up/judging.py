"""Judging: one action on its own, against the rules by name.

Each judge goes through all rules that bear on its kind of action and reports every one that is broken, in words, with the
names of sites and colours. Written apart from the generator (`generating.py`): it looks at the towers, the roads and the
cards themselves, never at plots or prepared lists of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towerup.kernel import counts
from towerup.kernel.counts import FIELD, WIDTH
from towerup.kernel.rules import Finding

from .cards import Kind, left_after_printed
from .setup import ANY_COLOUR, Setup
from .space import BackMove, DealMove, DeclineMove, FoundMove, Move, PlaceMove, RevealMove, RevealStartMove, TakeMove
from .state import COLOUR, EXTRA, Phase, State

_DEAL, _REVEAL_START, _PLACE, _TURN = Phase.DEAL, Phase.REVEAL_START, Phase.PLACE, Phase.TURN
_REVEAL, _BACK, _OVER = Phase.REVEAL, Phase.BACK, Phase.OVER

Findings = list[Finding]


def judge(state: State, move: Move, seat: int) -> Findings:
    """Every rule that this move of this seat breaks now; empty if it is legal (whose turn it is, is judged apart)."""
    return JUDGES[type(move)](state, move, seat)


# --- words


def _floors(setup: Setup, packed: int) -> str:
    """Floors in words: `2 black, 1 white`."""
    held = counts.unpack(packed, setup.colours)
    named = [f"{count} {colour}" for colour, count in zip(setup.edition.colours, held, strict=True) if count]
    return ", ".join(named) or "nothing"


def _cards(setup: Setup, kinds: tuple[int, ...]) -> str:
    return ", ".join(setup.edition.kinds[kind].id for kind in kinds) or "no card"


def _alike(sites: list[str], colour: str) -> str:
    return f"{' and '.join(sites)}, which {'is' if len(sites) == 1 else 'are'} {colour} too"


def _number(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def wanted_now(state: State) -> str:
    """What the table waits for, in words."""
    who = state.setup.seats[state.seat]
    return (
        "the objectives to be dealt",
        "a card to be revealed",
        f"{who} to place a starting floor",
        f"{who} to take a card or found a building",
        "the market to be refilled",
        f"{who} to put back floors",
        "nothing: the game is over",
    )[state.phase]


def _out_of_place(state: State) -> Finding:
    """The action is of a kind that is not wanted now."""
    if state.phase is _OVER:
        return Finding("TU-TURN-03", "the game is over")
    if state.phase is _TURN:
        who = state.setup.seats[state.seat]
        also = (
            ", or decline the extra turn" if state.setup.may_decline_extra and state.run & EXTRA else ", nothing else"
        )
        return Finding("TU-TURN-02", f"it is {who}'s turn: take a card or found a building{also}")
    return Finding("TU-TURN-05", f"something else comes first: the table waits for {wanted_now(state)}")


# --- setup


def _judge_deal(state: State, move: DealMove, seat: int) -> Findings:
    if state.phase is not _DEAL:
        return [_out_of_place(state)]
    return _wrong_objectives(state.setup, move)


def _wrong_objectives(setup: Setup, move: DealMove) -> Findings:
    edition = setup.edition
    drawn = move.objectives
    if len(drawn) != edition.objectives_in_play or len(set(drawn)) < len(drawn):
        wrong = f"not {len(drawn)}" if len(drawn) != edition.objectives_in_play else f"not {', '.join(drawn)}"
        return [Finding("TU-SETUP-08", f"{edition.objectives_in_play} different objectives are drawn, {wrong}")]
    return []


def _judge_reveal_start(state: State, move: RevealStartMove, seat: int) -> Findings:
    card = state.setup.edition.cards[move.card]
    if state.phase is _REVEAL:
        return [Finding("TU-TAKE-07", f"after setup a card's bottom no longer matters: reveal {card.kind.id}")]
    if state.phase is not _REVEAL_START:
        return [_out_of_place(state)]
    if not state.pile[move.card]:
        return [Finding("TU-SETUP-02", f"no {card.id} is left in the draw pile")]
    return []


def _judge_reveal(state: State, move: RevealMove, seat: int) -> Findings:
    if state.phase is _REVEAL and state.pile[move.card]:
        return []
    kind = state.setup.edition.kinds[move.card]
    if state.phase is _REVEAL_START:
        bottoms = " or ".join(card.id for card in state.setup.edition.cards if card.kind == kind)
        return [Finding("TU-SETUP-03", f"in setup the bottom of the card matters: reveal {bottoms}")]
    if state.phase is not _REVEAL:
        return [_out_of_place(state)]
    return [Finding("TU-TAKE-05", f"no {kind.id} is left in the draw pile")]


def _judge_place(state: State, move: PlaceMove, seat: int) -> Findings:
    setup, towers = state.setup, state.towers
    names, colours = setup.board.names, setup.edition.colours
    site, colour = names[move.site], colours[move.colour]
    broken: Findings = []
    if state.phase is not _PLACE:
        broken.append(_out_of_place(state))
    else:
        wanted = state.starting[0]
        if wanted not in (ANY_COLOUR, move.colour):
            broken.append(Finding("TU-SETUP-03", f"the next starting floor is {colours[wanted]}, not {colour}"))
        elif not counts.count(state.container, move.colour):
            broken.append(Finding("TU-SETUP-04", f"there is no {colour} floor in the container"))
    if towers[move.site]:
        there = colours[(towers[move.site] & COLOUR) - 1]
        broken.append(Finding("TU-SETUP-05", f"{site} already has a {there} floor"))
    alike = [names[n] for n in setup.neighbours[move.site] if towers[n] & COLOUR == move.colour + 1]
    if alike:
        broken.append(Finding("TU-SETUP-06", f"{site} neighbours {_alike(alike, colour)}"))
    return broken


# --- a turn


def _judge_take(state: State, move: TakeMove, seat: int) -> Findings:
    setup = state.setup
    container, guard = state.container, setup.guard
    kind = setup.kinds[move.kind]
    in_plenty = ((container | guard) - kind.printed - move.floors) & guard == guard
    if in_plenty and move.size == kind.wild and move.kind in state.market and state.phase is _TURN:
        return []
    broken: Findings = []
    if state.phase is not _TURN:
        broken.append(_out_of_place(state))
    if move.kind not in state.market:
        broken.append(Finding("TU-TAKE-01", f"{kind.id} is not in the market, which has {_cards(setup, state.market)}"))
    left, short = left_after_printed(container, kind.printed, setup.colours)
    broken += _wrong_number(setup, kind, move.size, short, counts.total(left))
    if not counts.covers(left, move.floors, guard):
        broken.append(_not_to_be_had(setup, kind, container, left, short, move.floors))
    return broken


def _wrong_number(setup: Setup, kind: Kind, size: int, short: int, there: int) -> Findings:
    """Too many free choices, or too few (which the ruling `replacement` may allow)."""
    free, must = kind.wild + short, min(kind.wild + short, there)
    told = f"{_number(must, 'floor')} to choose, not {size}"
    if size > free:
        if short:
            return [Finding("TU-TAKE-08", f"{_number(short, 'floor')} of {kind.id} ran out: {told}")]
        return [Finding("TU-TAKE-03", f"{kind.id} shows {_number(kind.wild, 'multicolour floor')}: {told}")]
    if size < min(kind.wild, there):
        return [Finding("TU-TAKE-03", f"what a card shows is taken whole: {told}")]
    if size < must and setup.rulings.replacement == "compulsory":
        return [Finding("TU-TAKE-08", f"a floor that ran out must be replaced: {told}")]
    return []


def _not_to_be_had(setup: Setup, kind: Kind, container: int, left: int, short: int, floors: int) -> Finding:
    """Floors are chosen that the container does not have, or no longer once the printed ones are taken."""
    if counts.covers(container, floors, setup.guard):
        rule = "TU-TAKE-09"
    else:
        rule = "TU-TAKE-08" if short and not kind.wild else "TU-TAKE-03"
    has = f"after the printed floors the container has {_floors(setup, left)}"
    return Finding(rule, f"{has}: {_floors(setup, floors)} cannot be had")


def _judge_found(state: State, move: FoundMove, seat: int) -> Findings:
    setup, towers = state.setup, state.towers
    site, colour, roof, paint = move.site, move.colour, move.roof, setup.paint
    broken: Findings = []
    if state.phase is not _TURN:
        broken.append(_out_of_place(state))
    if towers[site]:
        there = setup.edition.colours[(towers[site] & COLOUR) - 1]
        broken.append(Finding("TU-FOUND-01", f"{setup.board.names[site]} already has a {there} building"))
    price = 0
    neighbours = setup.neighbours[site]
    for neighbour in neighbours:
        price += paint[towers[neighbour] & COLOUR]
    if not price:
        broken.append(Finding("TU-FOUND-02", f"{setup.board.names[site]} neighbours no building"))
    if (price >> (WIDTH * colour)) & FIELD:
        broken.append(_same_colour(state, move))
    player = state.players[seat]
    stock, guard = player.stock, setup.guard
    if ((stock | guard) - price - paint[colour + 1]) & guard != guard:
        broken += _cannot_pay(setup, stock, price, colour)
    if not player.roofs:
        broken.append(Finding("TU-FOUND-07", f"{setup.seats[seat]} has no roof left"))
    if roof != site and not (towers[roof] and roof in neighbours):
        broken.append(_roof_elsewhere(state, move))
    return broken


def _same_colour(state: State, move: FoundMove) -> Finding:
    setup, towers = state.setup, state.towers
    names = setup.board.names
    alike = [names[n] for n in setup.neighbours[move.site] if towers[n] & COLOUR == move.colour + 1]
    colour = setup.edition.colours[move.colour]
    return Finding("TU-FOUND-03", f"{names[move.site]} neighbours {_alike(alike, colour)}")


def _cannot_pay(setup: Setup, stock: int, price: int, colour: int) -> Findings:
    """The stock lacks the new floor, or floors of the price, or has too few for both."""
    broken: Findings = []
    name = setup.edition.colours[colour]
    if not counts.count(stock, colour):
        broken.append(
            Finding("TU-FOUND-04", f"there is no {name} floor in the stock, which has {_floors(setup, stock)}")
        )
    if not counts.covers(stock, price, setup.guard):
        broken.append(
            Finding("TU-FOUND-06", f"the price is {_floors(setup, price)}; the stock has {_floors(setup, stock)}")
        )
    if not broken:
        whole = price + setup.units[colour]
        broken.append(
            Finding(
                "TU-FOUND-06",
                f"new floor and price are {_floors(setup, whole)}; the stock has {_floors(setup, stock)}",
            )
        )
    return broken


def _roof_elsewhere(state: State, move: FoundMove) -> Finding:
    setup, towers = state.setup, state.towers
    names = setup.board.names
    paid = [names[n] for n in setup.neighbours[move.site] if towers[n]]
    return Finding(
        "TU-ROOF-01",
        f"no floor is placed on {names[move.roof]}: the roof goes on {' or '.join([names[move.site], *paid])}",
    )


def _judge_decline(state: State, move: DeclineMove, seat: int) -> Findings:
    if state.phase is _TURN and state.run & EXTRA:
        if state.setup.may_decline_extra:
            return []
        return [Finding("TU-STAR-05", "an extra turn must be played (ruling extra_turn is compulsory)")]
    return [_out_of_place(state)]


def _judge_back(state: State, move: BackMove, seat: int) -> Findings:
    setup = state.setup
    broken: Findings = []
    stock = state.players[seat].stock
    held = counts.total(stock)
    over = held - setup.stock_limit
    if state.phase is not _BACK:
        broken.append(_out_of_place(state))
    elif over <= 0:
        broken.append(Finding("TU-STOCK-02", f"a stock of {held} is within the limit of {setup.stock_limit}"))
    elif move.size != over:
        broken.append(
            Finding("TU-STOCK-02", f"a stock of {held} is {over} over the limit: put back {over}, not {move.size}")
        )
    if not counts.covers(stock, move.floors, setup.guard):
        broken.append(
            Finding(
                "TU-STOCK-02", f"the stock has {_floors(setup, stock)}, not {_floors(setup, move.floors)} to put back"
            )
        )
    return broken


JUDGES: dict[type[Any], Callable[[State, Any, int], Findings]] = {
    DealMove: _judge_deal,
    RevealStartMove: _judge_reveal_start,
    RevealMove: _judge_reveal,
    PlaceMove: _judge_place,
    TakeMove: _judge_take,
    FoundMove: _judge_found,
    DeclineMove: _judge_decline,
    BackMove: _judge_back,
}
