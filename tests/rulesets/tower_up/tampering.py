"""Steps of Tower Up gone wrong: ways to spoil the state after an action, as a wrong implementation might."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs

import towerup as tu
from rulesets.spoiling import Spoiling, Tamper, tampers_of_any_game
from towerup.kernel import counts
from towerup.rulesets.tower_up.rulings import EVERY_RULING
from towerup.rulesets.tower_up.setup import setup_for
from towerup.rulesets.tower_up.state import FLOOR, ROOF_BITS, ROOFS, Cause, Ending, Phase, State, floors_of

from .tables import with_player

OTHER_RULINGS = tu.Rulings.by_name({name: readings[-1] for name, readings in EVERY_RULING.items()})
"""Every open question answered otherwise than usual."""


def _seat(chance: random.Random, before: State, after: State) -> int:
    """A seat; most often that of the one who has acted, where most can go wrong."""
    return before.seat if chance.random() < 0.6 else chance.randrange(len(after.players))


def _players_field(name: str) -> Tamper:
    """A player's field is as it was before the action, or as another player's."""

    def tamper(chance: random.Random, before: State, after: State) -> State:
        seat = _seat(chance, before, after)
        source = chance.choice([before.players[seat], *after.players])
        return with_player(after, seat, **{name: getattr(source, name)})

    return tamper


def _phase(chance: random.Random, before: State, after: State) -> State:
    # Piles are counted in another way before the starting floors are known, which would be no phase but another state.
    phases = [phase for phase in Phase if (phase < Phase.PLACE) == (after.phase < Phase.PLACE)]
    return attrs.evolve(after, phase=chance.choice(phases))


def _seat_to_move(chance: random.Random, before: State, after: State) -> State:
    return attrs.evolve(after, seat=chance.randrange(len(after.players)))


def _run(chance: random.Random, before: State, after: State) -> State:
    return attrs.evolve(after, run=chance.randrange(5))


def _tower(chance: random.Random, before: State, after: State) -> State:
    """A building higher, lower, of another colour, gone, or new."""
    towers = list(after.towers)
    built = [site for site, tower in enumerate(towers) if tower] or [0]
    changed = [site for site, tower in enumerate(towers) if tower != before.towers[site]] or built
    site = chance.choice([chance.choice(built), chance.choice(changed), chance.randrange(len(towers))])
    tower = towers[site]
    colour = chance.randint(1, after.setup.colours)
    towers[site] = max(
        0,
        chance.choice([tower + FLOOR, tower - FLOOR, tower & ~7 | colour, 0, FLOOR | colour, before.towers[site]]),
    )
    return attrs.evolve(after, towers=tuple(towers))


def _roof(chance: random.Random, before: State, after: State) -> State:
    """A roof more, less, of somebody else, or at another level."""
    towers = list(after.towers)
    built = [site for site, tower in enumerate(towers) if tower] or [0]
    changed = [site for site, tower in enumerate(towers) if tower != before.towers[site]] or built
    site = chance.choice([chance.choice(built), chance.choice(changed)])
    level = chance.randint(1, floors_of(towers[site]) + 1)
    shift = ROOFS + ROOF_BITS * (level - 1)
    towers[site] = towers[site] & ~(7 << shift) | chance.randint(0, len(after.players) + 1) << shift
    return attrs.evolve(after, towers=tuple(towers))


def _roof_elsewhere(chance: random.Random, before: State, after: State) -> State:
    """The roof just placed is on another of the floors just placed, and all indexes say so."""
    grown = [site for site, tower in enumerate(after.towers) if tower != before.towers[site]]
    roofed = [site for site in grown if after.towers[site] >> ROOFS != before.towers[site] >> ROOFS]
    if not roofed or len(grown) < 2:
        return after
    towers = list(after.towers)
    towers[roofed[0]] = towers[roofed[0]] & ((1 << ROOFS) - 1) | before.towers[roofed[0]] >> ROOFS << ROOFS
    site = chance.choice(grown)
    towers[site] |= (before.seat + 1) << (ROOFS + ROOF_BITS * (floors_of(towers[site]) - 1))
    return _with_indexes(attrs.evolve(after, towers=tuple(towers)))


def _with_indexes(state: State) -> State:
    """The state with its indexes worked out anew."""
    make, fields = state.__reduce__()
    made = make(*fields)
    assert isinstance(made, State)
    return made


def _tower_and_indexes(chance: random.Random, before: State, after: State) -> State:
    return _with_indexes(chance.choice([_tower, _roof])(chance, before, after))


def _stock(chance: random.Random, before: State, after: State) -> State:
    """A floor more or less in a stock, maybe out of the container, maybe one that is not there."""
    seat, unit = _seat(chance, before, after), counts.unit(chance.randrange(after.setup.colours))
    more = chance.choice([-1, 1, 2]) * unit
    stock = after.players[seat].stock + more
    after = with_player(after, seat, stock=max(stock, 0))
    return attrs.evolve(after, container=max(0, after.container - more)) if chance.random() < 0.5 else after


def _swapped_floors(chance: random.Random, before: State, after: State) -> State:
    """A floor of one colour in the stock where one of another should be; the other is in the container."""
    seat, colours = _seat(chance, before, after), after.setup.colours
    more = counts.unit(chance.randrange(colours)) - counts.unit(chance.randrange(colours))
    after = with_player(after, seat, stock=max(0, after.players[seat].stock + more))
    return attrs.evolve(after, container=max(0, after.container - more))


def _between_stocks(chance: random.Random, before: State, after: State) -> State:
    giver, taker = chance.randrange(len(after.players)), chance.randrange(len(after.players))
    unit = counts.unit(chance.randrange(after.setup.colours))
    after = with_player(after, giver, stock=max(0, after.players[giver].stock - unit))
    return with_player(after, taker, stock=after.players[taker].stock + unit)


def _container(chance: random.Random, before: State, after: State) -> State:
    unit = counts.unit(chance.randrange(after.setup.colours))
    return attrs.evolve(after, container=max(0, after.container + chance.choice([-1, 1]) * unit))


def _vehicles(chance: random.Random, before: State, after: State) -> State:
    seat = _seat(chance, before, after)
    vehicles = list(after.players[seat].vehicles)
    which = chance.randrange(len(vehicles))
    vehicles[which] = chance.choice([vehicles[which] + 1, vehicles[which] - 1, chance.randint(-1, 11)])
    return with_player(after, seat, vehicles=tuple(vehicles))


def _roofs_in_hand(chance: random.Random, before: State, after: State) -> State:
    seat = _seat(chance, before, after)
    return with_player(after, seat, roofs=max(0, after.players[seat].roofs + chance.choice([-1, 1])))


def _chips(chance: random.Random, before: State, after: State) -> State:
    seat = _seat(chance, before, after)
    chips = list(after.players[seat].chips)
    if not chips:
        return after
    chips[chance.randrange(len(chips))] = chance.choice([0, *after.setup.chips])
    return with_player(after, seat, chips=tuple(chips))


def _cone(chance: random.Random, before: State, after: State) -> State:
    seat = _seat(chance, before, after)
    return with_player(after, seat, cone=chance.choice([None, 0, 1, 2, 3]))


def _presence(chance: random.Random, before: State, after: State) -> State:
    seat, index = _seat(chance, before, after), chance.choice(["present", "doubled", "levels"])
    return with_player(after, seat, **{index: getattr(after.players[seat], index) ^ 1 << chance.randrange(6)})


def _plot(chance: random.Random, before: State, after: State) -> State:
    """A plot is gone, as it was, as another one, or has another price or other colours."""
    plots = list(after.plots)
    other = [site for site, plot in enumerate(plots) if plot is not before.plots[site]] or range(len(plots))
    site = chance.choice([chance.choice(other), chance.randrange(len(plots))])
    plot = plots[site]
    choices: list[Any] = [None, before.plots[site], chance.choice(plots)]
    if plot:
        choices += [(plot[0] + 1, *plot[1:]), (plot[0], plot[1] ^ 64, plot[2])]
    plots[site] = chance.choice(choices)
    return attrs.evolve(after, plots=tuple(plots))


def _painted(chance: random.Random, before: State, after: State) -> State:
    painted = list(after.painted)
    painted[chance.randrange(len(painted))] ^= 1 << chance.randrange(len(after.towers))
    return attrs.evolve(after, painted=tuple(painted))


def _market(chance: random.Random, before: State, after: State) -> State:
    """A card more, less, another, or the cards in another order."""
    market = list(after.market)
    card = chance.randrange(len(after.setup.kinds))
    if not market or chance.random() < 0.3:
        market.append(card)
    elif chance.random() < 0.3:
        market.pop()
    elif chance.random() < 0.5:
        market[chance.randrange(len(market))] = card
    else:
        chance.shuffle(market)
        return attrs.evolve(after, market=tuple(market))
    return attrs.evolve(after, market=tuple(sorted(market)))


def _moved_card(chance: random.Random, before: State, after: State) -> State:
    """A card that is where another should be: in the pile and among the discards all cards are there."""
    pile, discards = bytearray(after.pile), bytearray(after.discards)
    kind = chance.randrange(min(len(pile), len(discards)))
    source, target = chance.choice([(pile, discards), (discards, pile)])
    if source[kind]:
        source[kind] -= 1
        target[kind] += 1
    return attrs.evolve(after, pile=bytes(pile), discards=bytes(discards))


def _pile(chance: random.Random, before: State, after: State) -> State:
    name = chance.choice(["pile", "discards"])
    cards = bytearray(getattr(after, name))
    kind = chance.randrange(len(cards))
    cards[kind] = max(0, cards[kind] + chance.choice([-1, 1]))
    changes: dict[str, Any] = {name: bytes(cards)}
    return attrs.evolve(after, **changes)


def _reshuffled(chance: random.Random, before: State, after: State) -> State:
    """The discards are in the pile again, too early."""
    if len(after.pile) != len(after.discards):
        return after
    pile = bytes(map(sum, zip(after.pile, after.discards, strict=True)))
    return attrs.evolve(after, pile=pile, discards=bytes(len(pile)))


def _ending(chance: random.Random, before: State, after: State) -> State:
    ending = Ending(chance.choice(list(Cause)), chance.randrange(len(after.players)))
    return attrs.evolve(after, ending=chance.choice([None, ending]))


def _starting(chance: random.Random, before: State, after: State) -> State:
    more = chance.randint(-1, after.setup.colours - 1)
    return attrs.evolve(after, starting=chance.choice([after.starting[1:], (*after.starting, more), ()]))


def _setup(chance: random.Random, before: State, after: State) -> State:
    """The game is another: other starting floors, or other objectives."""
    setup = after.setup
    objectives = tuple(one.id for one in chance.sample(setup.edition.objectives, len(setup.objectives)))
    floors = chance.randint(setup.edition.market, setup.edition.most_starting_floors[len(setup.seats)])
    other = setup_for(setup.edition, setup.seats, objectives, floors, setup.rulings)
    return attrs.evolve(after, setup=other)


def _unlucky_player(chance: random.Random, before: State, after: State) -> State:
    """The player who acted has got back all that was before them."""
    players = list(after.players)
    players[before.seat] = before.players[before.seat]
    return attrs.evolve(after, players=tuple(players))


def _ended(chance: random.Random, before: State, after: State) -> State:
    """The game is over too early, with every cone set."""
    for seat in range(len(after.players)):
        if after.players[seat].cone is None:
            after = with_player(after, seat, cone=0)
    return attrs.evolve(after, phase=Phase.OVER, run=0)


TAMPERS: dict[str, Tamper] = {
    **tampers_of_any_game(tu.TOWER_UP),
    **{f"old or other {name}": _players_field(name) for name in (
        "stock", "vehicles", "roofs", "chips", "cone", "present", "doubled", "levels",
    )},
    "phase": _phase, "seat": _seat_to_move, "run": _run, "tower": _tower, "roof": _roof,
    "roof elsewhere": _roof_elsewhere, "tower and indexes": _tower_and_indexes, "stock": _stock,
    "swapped floors": _swapped_floors, "between stocks": _between_stocks, "container": _container,
    "vehicles": _vehicles, "roofs in hand": _roofs_in_hand, "chips": _chips, "cone": _cone, "presence": _presence,
    "plot": _plot, "painted": _painted, "market": _market, "moved card": _moved_card, "pile": _pile,
    "reshuffled": _reshuffled, "ending": _ending, "starting": _starting, "setup": _setup,
    "unlucky player": _unlucky_player, "ended": _ended,
}  # fmt: skip


def steps(edition: str, seed: int, **options: Any) -> Iterator[tuple[tu.State, tu.Action, tu.State]]:
    """A game of players who take cards more or less often than they found, step by step."""
    chance = random.Random(f"{edition}/{seed}")
    state = tu.new_game(chance.choice(tu.TOWER_UP.player_counts(edition)), edition=edition, **options)
    thrift = chance.random()
    for _ in range(300):
        legal: Any = tu.legal_actions(state)
        if not legal:
            return
        if state.actor is not tu.CHANCE and chance.random() < thrift:
            legal = [action for action in legal if isinstance(action, tu.Take)] or legal
        before, action = state, chance.choice(legal)
        state = tu.apply(before, action)
        yield before, action, state


def many_steps() -> Iterator[tuple[tu.State, tu.Action, tu.State]]:
    for edition in ("tiny", "small", "reconstruction"):
        for seed in range(4):
            rulings = OTHER_RULINGS if seed % 2 else tu.Rulings()
            yield from steps(edition, seed, rulings=rulings, objectives="random" if seed < 2 else "start")


def _is_rare(before: State, action: tu.Action, after: State) -> bool:
    return isinstance(action, tu.Deal) or before.ending != after.ending or after.is_over


SPOILING = Spoiling(
    tu.TOWER_UP, TAMPERS, many_steps, _is_rare, every=1, out_of_place=tu.Decline(),
    unbroken=frozenset({"the_tables_follow_from_the_box", "extra_turns_are_declined_only_where_they_may_be"}),
)  # fmt: skip
