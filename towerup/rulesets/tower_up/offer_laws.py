"""Laws over what is on offer: the legal actions, told a third time.

Judge and generator agree on what is legal; if both had misread the rulebook alike, only this would tell. Written by
names and plain counts, straight from the rulebook, for reading rather than for speed: these laws are asked where judge
and generator are compared, not after every action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from towerup.kernel import counts
from towerup.kernel.invariants import StateLaws, Told

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .generating import chance_weights, legal_actions
from .setup import ANY_COLOUR
from .state import COLOUR, EXTRA, Phase, State

OFFER_LAWS: StateLaws[State] = StateLaws()

_RULE_OF_TYPE: dict[type[Action], str] = {
    Deal: "TU-SETUP-08",
    Reveal: "TU-TAKE-05",
    Place: "TU-SETUP-05",
    Take: "TU-TAKE-03",
    Back: "TU-STOCK-02",
    Found: "TU-FOUND-02",
    Decline: "TU-STAR-05",
}


@OFFER_LAWS.law(
    "TU-TURN-02", "TU-TURN-03", "TU-TURN-05", "TU-SETUP-03", "TU-SETUP-04", "TU-SETUP-05", "TU-SETUP-06",
    "TU-TAKE-01", "TU-TAKE-03", "TU-TAKE-07", "TU-TAKE-08", "TU-TAKE-09", "TU-STOCK-02",
    "TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-03", "TU-FOUND-04", "TU-FOUND-06", "TU-FOUND-07", "TU-ROOF-01",
    "TU-STAR-05", "TU-END-06", "TU-FORM-01", "TU-FORM-02",
)  # fmt: skip
def what_is_legal_is_what_the_rulebook_allows(state: State) -> Told:
    """The legal actions are those that the rulebook allows, every one of them and no other."""
    offered, allowed = set(legal_actions(state)), set(allowed_actions(state))
    for action in sorted(offered ^ allowed, key=str):
        wrong = "is offered and is not allowed" if action in offered else "is allowed and is not offered"
        yield _rule(state, action), f"{action} {wrong}"


def _rule(state: State, action: Action) -> str:
    """The rule that an action breaks, or that it was thought to break."""
    if isinstance(action, Found):
        around = _standing(state, [*state.setup.board.graph[action.site]])
        if _standing(state, [action.site]):
            return "TU-FOUND-01"
        if not around:
            return "TU-FOUND-02"
        if action.colour in around.values():
            return "TU-FOUND-03"
        if action.roof not in (action.site, *around):
            return "TU-ROOF-01"
        if not state.players[state.seat].roofs:
            return "TU-FOUND-07"
        stock = _by_colour(state, state.players[state.seat].stock)
        return "TU-ROOF-01" if Counter([action.colour, *around.values()]) <= stock else "TU-FOUND-06"
    if isinstance(action, Take) and action.card not in {state.setup.edition.kinds[kind].id for kind in state.market}:
        return "TU-TAKE-01"
    if (
        isinstance(action, Place)
        and action.colour in _standing(state, [*state.setup.board.graph[action.site]]).values()
    ):
        return "TU-SETUP-06"
    return _RULE_OF_TYPE[type(action)]


@OFFER_LAWS.law("TU-BOX-05", "TU-SETUP-02", "TU-SETUP-08", "TU-TAKE-05")
def every_unseen_card_is_as_likely(state: State) -> Told:
    """Of what chance can bring, each unseen card is as likely as any other, and so is each choice of objectives."""
    edition = state.setup.edition
    weights = dict(zip(map(str, legal_actions(state)), chance_weights(state), strict=False))
    if state.phase is Phase.REVEAL_START:
        wanted = {f"reveal {card.id}": left for card, left in zip(edition.cards, state.pile, strict=True) if left}
    elif state.phase is Phase.REVEAL:
        wanted = {f"reveal {kind.id}": left for kind, left in zip(edition.kinds, state.pile, strict=True) if left}
    elif state.phase is Phase.DEAL:
        wanted = dict.fromkeys(weights, 1)
    else:
        wanted = {}
    if weights != wanted:
        yield f"chance weighs {weights}, not {wanted}"


def allowed_actions(state: State) -> Iterator[Action]:
    """Every action that the rulebook allows now."""
    edition = state.setup.edition
    if state.phase is Phase.DEAL:
        for chosen in combinations([objective.id for objective in edition.objectives], edition.objectives_in_play):
            yield Deal(chosen)
    elif state.phase is Phase.REVEAL_START:
        yield from (Reveal(card.id) for card, left in zip(edition.cards, state.pile, strict=True) if left)
    elif state.phase is Phase.REVEAL:
        yield from (Reveal(kind.id) for kind, left in zip(edition.kinds, state.pile, strict=True) if left)
    elif state.phase is Phase.PLACE:
        yield from _places(state)
    elif state.phase is Phase.BACK:
        stock = _by_colour(state, state.players[state.seat].stock)
        yield from (Back(floors) for floors in _choices(stock, stock.total() - edition.stock_limit))
    elif state.phase is Phase.TURN:
        yield from _takes(state)
        yield from _founds(state)
        if state.run & EXTRA and state.setup.rulings.extra_turn == "optional":
            yield Decline()


def _by_colour(state: State, packed: int) -> Counter[str]:
    colours = state.setup.edition.colours
    return Counter(dict(zip(colours, counts.unpack(packed, len(colours)), strict=True)))


def _choices(there: Counter[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every way to choose so many floors from these, whatever their order."""
    for floors in combinations_with_replacement(sorted(there), size):
        if Counter(floors) <= there:
            yield floors


def _standing(state: State, sites: Sequence[str]) -> dict[str, str]:
    """The buildings on these sites, with their colours."""
    index, colours = state.setup.board.index, state.setup.edition.colours
    towers = {site: state.towers[index[site]] for site in sites}
    return {site: colours[(tower & COLOUR) - 1] for site, tower in towers.items() if tower}


def _places(state: State) -> Iterator[Action]:
    setup, wanted = state.setup, state.starting[0]
    container = _by_colour(state, state.container)
    graph = setup.board.graph
    for colour in setup.edition.colours if wanted == ANY_COLOUR else (setup.edition.colours[wanted],):
        for site in setup.board.names if container[colour] else ():
            if not _standing(state, [site]) and colour not in _standing(state, [*graph[site]]).values():
                yield Place(site, colour)


def _takes(state: State) -> Iterator[Action]:
    setup = state.setup
    container = _by_colour(state, state.container)
    for number in set(state.market):
        kind = setup.edition.kinds[number]
        printed = _by_colour(state, kind.printed)
        given = printed & container
        left = container - given
        free = kind.wild + printed.total() - given.total()
        most = min(free, left.total())
        # Multicolour floors are taken as far as there are any; a replacement may be declined under that ruling.
        least = min(kind.wild, left.total()) if setup.rulings.replacement == "may_decline" else most
        for size in range(least, most + 1):
            yield from (Take(kind.id, floors) for floors in _choices(left, size))


def _founds(state: State) -> Iterator[Action]:
    setup, player = state.setup, state.players[state.seat]
    if not player.roofs:
        return
    stock = _by_colour(state, player.stock)
    for site in setup.board.names:
        around = _standing(state, [*setup.board.graph[site]])
        if around and not _standing(state, [site]):
            for colour in set(setup.edition.colours) - set(around.values()):
                if Counter([colour, *around.values()]) <= stock:
                    yield from (Found(site, colour, roof) for roof in (site, *around))
