"""What both pictures say in words and letters."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from towerup.rulesets.new_york_1901.actions import Acquire, Action, Build, Give, Rebuild
from towerup.rulesets.new_york_1901.box.challenges import Challenge, Kind
from towerup.rulesets.new_york_1901.box.tiles import Technology, Tile
from towerup.rulesets.new_york_1901.scoring import outcome
from towerup.rulesets.new_york_1901.state import Card, Setup, State, prompt
from towerup.rulesets.new_york_1901.technology import technology_of

from .plan import Plan, Standing

CARDS = {card.value: card.title for card in Card}
"""The action cards by name, with what is written on them."""


def codes(setup: Setup) -> dict[str, str]:
    """Two letters for each colour in play: lots are told by a letter and a number, so the two cannot be mixed up."""
    given: dict[str, str] = {}
    for colour in setup.seats:
        letters = [sign for sign in colour if sign.isalpha()] or ["x"]
        others = [*letters[1:], *"abcdefghijklmnopqrstuvwxyz"]
        candidates = (f"{letters[0].upper()}{other.lower()}" for other in others)
        given[colour] = next(code for code in candidates if code not in given.values())
    return given


def many(count: int, thing: str) -> str:
    """A number of things: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def kind_of(tile: Tile) -> str:
    """What sort of building a tile is: its technology, or `legendary`, or `start`."""
    return "legendary" if tile.height else tile.technology.word


def short_name(tile: Tile) -> str:
    """A tile's name without its technology, which is told beside it."""
    return tile.id.removeprefix(f"{tile.technology.word}-")


def short_title(tile: Tile) -> str:
    """What is written on a legendary, without the word that says what sort of building it is: `Park Row`."""
    words = tile.title.split()
    return " ".join(words[:-1] if len(words) > 1 else words)


def level_words(state: State, seat: int) -> str:
    """The technologies that a player may build."""
    level = technology_of(state, seat)
    words = [one.word for one in Technology if 0 < one <= level]
    return " ".join([*words, "legendary"] if level == Technology.GOLD else words)


# --- what is going on


def title_words(state: State) -> str:
    """What is played."""
    told = [many(len(state.setup.seats), "player")]
    if state.setup.expert:
        told.append("rules for experts")
    if (left_out := Plan(state).left_out) is not None:
        told.append(f"without {left_out}")
    return ", ".join(told)


def turn_words(state: State) -> str:
    """Whom the table waits for, and for what; or who has won."""
    seats = state.setup.seats
    result = outcome(state)
    if result is None:
        return f"Waits for {prompt(state)}"
    best = result.scores[result.winners[0]].total
    who = " and ".join(seats[seat] for seat in result.winners)
    return f"The game is over: {who} {'wins' if len(result.winners) == 1 else 'win together'} with {best} points"


def ending_words(state: State) -> str:
    """What has brought about the end; nothing while nothing has."""
    ending = state.ending
    if ending is None:
        return ""
    who = state.setup.seats[ending.seat]
    return f"{'Ended' if state.is_over else 'The end is coming'}: {ending.cause} ({who})"


def told(state: State) -> str:
    """How the game stands, in a sentence or two."""
    return ". ".join(words for words in (turn_words(state), ending_words(state)) if words)


# --- lots and buildings


def building_words(one: Standing) -> str:
    """A building in words."""
    if one.tile.height:
        return f"{one.tile.title}, legendary, {one.tile.points} points, of {one.owner}"
    if one.tile.technology is Technology.START:
        return f"starting building of {one.owner}"
    return f"{one.tile.id}, {many(one.tile.points, 'point')}, of {one.owner}"


def cell_words(plan: Plan, cell: str) -> str:
    """A cell in words: its lot, whose it is, and what stands there."""
    board = plan.state.setup.board
    lot = board.lot_of[cell]
    told = [f"{cell}: lot {lot} in {plan.district(lot)}"]
    there = plan.on.get(cell)
    if plan.district(lot) == plan.left_out:
        told.append("not played with")
    elif there is not None:
        told.append(building_words(there))
    elif lot in plan.workers:
        told.append(f"worker of {plan.workers[lot]}")
    elif lot in plan.owner:
        told.append(f"of {plan.owner[lot]}")
    else:
        told.append("free")
    return ", ".join(told)


# --- cards


def land_words(card: str) -> str:
    """A land card in words: `green, 2 cells`."""
    district, _, size = card.rpartition("-")
    return f"{district}, {size} cells"


def cards_words(cards: Mapping[str, int]) -> str:
    """Land cards counted: `3 red-2, 1 blue-3`."""
    return ", ".join(f"{count} {card}" for card, count in cards.items())


def market_of(state: State) -> dict[str, int]:
    """The cards of the market in the order of the board."""
    return _in_order(state, state.market)


def _in_order(state: State, cards: Mapping[str, int]) -> dict[str, int]:
    return {card: cards[card] for card in state.setup.board.cards if card in cards}


def pile_words(state: State) -> str:
    """The pile, layer by layer from the top: in which order a layer lies nobody knows."""
    told = []
    for number, layer in enumerate(_in_order(state, one) for one in state.pile):
        cards = sum(layer.values())
        many_cards = f"{cards} cards in some order ({cards_words(layer)})"
        told.append(f"{'then ' if number else ''}{many_cards if cards > 1 else next(iter(layer))}")
    return ", ".join(told) or "empty"


# --- streets and challenges


@attrs.frozen
class StreetCount:
    """A street in play: its buildings by seat, and the seat that would have its points now, if one has."""

    title: str
    counts: tuple[int, ...]
    leader: int | None


def streets(state: State) -> tuple[StreetCount, ...]:
    """How the streets in play stand."""
    setup = state.setup
    found = []
    titles = {one.id: one.title for one in setup.board.streets}
    for street in setup.streets:
        along = setup.board.street_cells[street]
        counts = tuple(sum(not along.isdisjoint(one.cells) for one in player.buildings) for player in state.players)
        most = max(counts)
        leader = counts.index(most) if counts.count(most) == 1 else None
        found.append(StreetCount(titles[street], counts, leader))
    return tuple(found)


def street_words(state: State, one: StreetCount) -> str:
    """A street in play in words: how many buildings each player has on it."""
    seats = state.setup.seats
    counts = ", ".join(f"{colour} {count}" for colour, count in zip(seats, one.counts, strict=True))
    leads = "nobody leads" if one.leader is None else f"{seats[one.leader]} leads"
    return f"{one.title}: {counts}; {leads}"


def _steps(challenge: Challenge) -> str:
    return ", ".join(f"{least}: {points}" for least, points in sorted(challenge.steps.items()))


def challenge_words(challenge: Challenge | None) -> str:
    """A challenge in words; that there is none, if there is none."""
    if challenge is None:
        return "none in play"
    points, buildings = many(challenge.points, "point"), challenge.buildings
    what = {
        Kind.GOLD_TYCOON: f"{points} for each district with at least {buildings} gold or legendary buildings",
        Kind.MASTER_ARCHITECT: f"points for so many buildings that are no rectangles ({_steps(challenge)})",
        Kind.GOLD_PRESTIGE: f"when building gold or legendary, {points} for each older building of others beside it",
        Kind.BRONZE_BARON: f"points for so many bronze buildings ({_steps(challenge)})",
        Kind.GENERATION_KING: f"{points} for the most bronze, the most silver and the most gold buildings",
        Kind.BIG_DEVELOPER: f"{points} for each district with at least {buildings} buildings "
        f"of {challenge.cells} cells or more",
        Kind.SILVER_TITAN: f"points for so many silver buildings ({_steps(challenge)})",
        Kind.REAL_ESTATE_MOGUL: f"points for so many districts with at least {buildings} buildings "
        f"({_steps(challenge)})",
    }[challenge.kind]
    return f"{challenge.title}: {what}"


# --- what was done last


def touched(state: State, last: Action | None) -> frozenset[str]:
    """The cells that an action has to do with."""
    board = state.setup.board
    if isinstance(last, Build | Rebuild):
        return frozenset(cell for cell in last.cells if cell in board.places)
    if isinstance(last, Acquire | Give) and last.lot in board.lots:
        return frozenset(board.lots[last.lot])
    return frozenset()
