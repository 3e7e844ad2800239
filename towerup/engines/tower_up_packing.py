"""Between the rulebook of Tower Up and its engine: the box as an array, and states to and from arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import networkx as nx
from attrs import evolve

from towerup.kernel.frozen import Counts, FrozenDict
from towerup.rulesets.tower_up.box.board import District
from towerup.rulesets.tower_up.box.cards import ANY
from towerup.rulesets.tower_up.box.edition import Box, Objective
from towerup.rulesets.tower_up.play import explain
from towerup.rulesets.tower_up.rulings import EVERY_RULING
from towerup.rulesets.tower_up.scoring import Outcome, Score
from towerup.rulesets.tower_up.space import action_space, most_floors_over_limit
from towerup.rulesets.tower_up.starting import first_state, places
from towerup.rulesets.tower_up.state import Building, Cause, Ending, Phase, Player, Setup, State

from . import tower_up as e
from .positions import MOST_STEPS, Engine, Position
from .simulating import columns

PHASES = (Phase.DEAL, Phase.REVEAL_START, Phase.REVEAL, Phase.PLACE, Phase.TURN, Phase.BACK, Phase.OVER)
CAUSES = (None, *Cause)
KINDS = ("colours", "park", "districts", "lake", "adjacent", "colour", "grey", "borders", "double", "heights")


def pack(state: State, *, compiled: bool | None = None) -> Position[State, Outcome]:
    """The position for the engine: `pack(state).unpack() == state`. Raises ValueError for a state that no game can reach.

    The engine is compiled if numba is installed, and otherwise interpreted; `compiled` says which one you need.
    """
    packing = _packing(evolve(state.setup, objectives=()))
    try:
        problem = packing.problem(state)
        cells = packing.cells(state) if not problem else []
    except (KeyError, IndexError) as unknown:
        problem = f"it names {unknown}, which its box does not have"
    if not problem and packing.state(cells) != state:
        problem = "something in it contradicts the rest"
    if problem:
        raise ValueError(f"no game can reach this state: {problem}")
    return packing.engine.position(cells, compiled=compiled)


def simulate(
    state: State, games: int, seed: int | Random, *, most_steps: int = MOST_STEPS, compiled: bool | None = None
) -> dict[str, list[Any]]:
    """Results of random play-outs from a state, as columns: one entry a game.

    They are `steps` (chance included), `over` (false where a game was cut off after so many steps), `cause`, `ended by`,
    `winners`, and for each player as `blue vehicles`, `blue cone`, `blue chips`, `blue total` and `blue stock`.
    The same seed gives the same games, compiled or not.
    """
    return columns(pack(state, compiled=compiled), games, seed, most_steps)


@lru_cache(maxsize=16)
def _packing(setup: Setup) -> Packing:
    return Packing(setup)


class Packing:
    """The box of one setup as an array, and its states as arrays. `setup` has no objectives: they are in the state."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.colours = {colour: place for place, colour in enumerate(setup.edition.colours)}
        self.cards = {card: place for place, card in enumerate(setup.edition.cards)}
        self.printed = {card: place for place, card in enumerate(setup.edition.bottoms)}
        self.sites = {site: place for place, site in enumerate(setup.box.sites)}
        self.objectives = {objective: place for place, objective in enumerate(setup.edition.objectives_by_id)}
        self.box = box_array(setup)
        self.size = self.box[e.AT_ROOFS] + sum(len(around) for around in setup.box.around.values())
        self.engine: Engine[State, Outcome] = Engine(
            routines="towerup.engines.tower_up",
            setup=setup,
            box=self.box,
            answers=_most_answers(self.box),
            score_cells=len(setup.seats) * e.SCORE_SIZE,
            actions=action_space(first_state(setup)),
            pack=pack,
            unpack=self.state,
            outcome=self.outcome,
            result=self.result,
            explain=explain,
        )

    # --- from a state

    def cells(self, state: State) -> list[int]:
        """The state as a list of numbers."""
        box, colours, edition = self.box, self.colours, self.setup.edition
        cells = [0] * self.size
        cells[e.PHASE] = PHASES.index(state.phase)
        cells[e.SEAT] = state.seat
        cells[e.EXTRA_TURN], cells[e.ANOTHER_TURN] = int(state.extra_turn), int(state.another_turn)
        if state.ending:
            cells[e.CAUSE] = CAUSES.index(state.ending.cause)
            cells[e.CAUSED_BY], cells[e.TURNS_LEFT] = state.ending.seat, state.ending.turns_left
        cells[e.CONTAINER] = self._packed(state.container)
        cells[e.PILED] = state.pile.total
        dealt = [self.objectives[objective] for objective in state.setup.objectives]
        for slot in range(edition.objectives_in_play):
            cells[e.OBJECTIVES + slot] = dealt[slot] if dealt else e.NONE
        for place in range(edition.market):
            empty = place >= len(state.market)
            cells[box[e.AT_MARKET] + place] = len(self.cards) if empty else self.cards[state.market[place]]
        for place in range(self.setup.starting_floors):
            floor = state.starting[place] if place < len(state.starting) else None
            number = e.NONE if floor is None else len(colours) if floor == ANY else colours[floor]
            cells[box[e.AT_STARTING] + place] = number
        in_setup = state.phase in (Phase.DEAL, Phase.REVEAL_START)
        _fill_counts(cells, box[e.AT_PILE], state.pile, self.printed if in_setup else self.cards)
        _fill_counts(cells, box[e.AT_DISCARDS], state.discards, self.cards)
        for seat, player in enumerate(state.players):
            self._fill_player(cells, e.PLAYERS + seat * e.PLAYER_SIZE, player, state.setup.objectives)
        self._fill_board(cells, state)
        return cells

    def _fill_player(self, cells: list[int], block: int, player: Player, objectives: Sequence[str]) -> None:
        cells[block + e.STOCK] = self._packed(player.stock)
        _fill_counts(cells, block + e.VEHICLES, player.vehicles, self.colours)
        cells[block + e.HINDMOST] = min(player.vehicles.values())
        cells[block + e.ROOFS] = player.roofs
        cells[block + e.CONE] = e.NONE if player.cone is None else player.cone
        for slot, objective in enumerate(objectives):
            cells[block + e.CHIPS + slot] = player.chips.get(objective, 0)

    def _fill_board(self, cells: list[int], state: State) -> None:
        box, setup = self.box, self.setup
        seats = {roof: seat for seat, roof in enumerate(setup.seats)}
        for name, site in self.sites.items():
            building = state.buildings.get(name)
            around = [state.buildings[n].colour for n in setup.box.neighbours[name] if n in state.buildings]
            cells[box[e.AT_COLOUR] + site] = self.colours[building.colour] if building else e.NONE
            if not building:
                cells[box[e.AT_PRICE] + site] = self._packed(Counts.of(around))
                continue
            cells[box[e.AT_FLOORS] + site] = building.floors
            word, bit = divmod(site, e.WORD)
            cells[e.COLOUR_MASKS + self.colours[building.colour] * e.MOST_WORDS + word] |= 1 << bit
            roofs = box[e.AT_ROOFS] + box[box[e.T_SITES] + site * e.SITE_SIZE + e.SITE_ROOFS]
            for level, roof in building.roofs.items():
                block = e.PLAYERS + seats[roof] * e.PLAYER_SIZE
                if 1 <= level <= len(setup.box.around[name]):
                    cells[roofs + level - 1] = seats[roof] + 1
                if cells[block + e.PRESENT + word] >> bit & 1:
                    cells[block + e.TWICE + word] |= 1 << bit
                else:
                    cells[block + e.PRESENT + word] |= 1 << bit
                    cells[block + e.PRESENT_IN] += 1
                if 0 < level < e.WORD:
                    cells[block + e.LEVELS] |= 1 << level

    def _packed(self, floors: Mapping[str, int]) -> int:
        """Counts of floors as one number."""
        return sum(count << e.BITS * self.colours[colour] for colour, count in floors.items())

    def _counts(self, floors: int) -> Counts:
        return Counts({colour: floors >> e.BITS * place & e.ALL for colour, place in self.colours.items()})

    def problem(self, state: State) -> str | None:
        """Why the engine would go astray: it uses these numbers as places in its arrays, unchecked."""
        box, edition = self.setup.box, self.setup.edition
        if len(state.players) != box.players or not 0 <= state.seat < box.players:
            return f"{len(state.players)} players, and it is the turn of seat {state.seat}"
        if (state.phase is Phase.DEAL) == bool(state.setup.objectives):
            return f"{len(state.setup.objectives)} objectives in phase {state.phase}"
        if state.ending and (not 0 <= state.ending.seat < box.players or state.ending.turns_left < 0):
            return f"the end is coming through seat {state.ending.seat}, with {state.ending.turns_left} turns left"
        if (state.phase is Phase.OVER) != (state.ending is not None and not state.ending.turns_left):
            return f"it is in phase {state.phase}, and the end is {state.ending}"
        if state.phase is Phase.PLACE and not any(places(state)):
            return "a starting floor is to be placed, and there is none, or no site for it"
        if state.phase is Phase.BACK and state.player.stock.total <= edition.stock_limit:
            return f"{state.player.roof} is to put back floors, with {state.player.stock.total} in stock"
        for seat, player in enumerate(state.players):
            end, most = len(edition.worth) - 1, self._most_stock(state, seat)
            if not all(0 <= steps <= end for steps in player.vehicles.values()):
                return f"{player.roof} has a vehicle beyond the {end} steps of its track"
            if player.stock.total > most:
                return f"{player.roof} has {player.stock.total} floors in stock, and {most} is the most here"
            if not 0 <= (player.cone or 0) <= len(edition.cone) or not 0 <= player.roofs <= edition.roofs:
                return f"{player.roof} has cone {player.cone} and {player.roofs} roofs in hand"
        for site, building in state.buildings.items():
            most = 1 + sum(neighbour in state.buildings for neighbour in box.neighbours[site])
            if not 1 <= building.floors <= most:
                return f"{site} has {building.floors} floors, and its neighbours allow 1 to {most}"
        return self._unlike_the_box(state)

    def _most_stock(self, state: State, seat: int) -> int:
        """The most floors that a player can have: over the limit only while a turn, or a run of turns, goes on."""
        edition = self.setup.edition
        if seat != state.seat:
            return edition.stock_limit
        card = max(card.icons for card in edition.cards.values())
        takes_to_come = int(state.phase is Phase.TURN)
        if self.setup.rulings.stock_limit == "whole_run":
            hindmost = min(state.player.vehicles.values())
            takes_to_come += sum(star > hindmost for star in edition.stars) + state.another_turn
        return edition.stock_limit + most_floors_over_limit(self.setup) - takes_to_come * card

    def _unlike_the_box(self, state: State) -> str | None:
        """Whether floors or cards appeared or vanished."""
        edition = self.setup.edition
        floors = state.container
        for player in state.players:
            floors += player.stock
        for building in state.buildings.values():
            floors += {building.colour: building.floors}
        if floors != edition.floors:
            return f"it has {dict(floors)} floors, and the box {dict(edition.floors)}"
        if state.phase in (Phase.DEAL, Phase.REVEAL_START):
            cards, whole = state.pile.total + len(state.starting), edition.deck.total
            enough = len(state.starting) < self.setup.starting_floors
            return None if cards == whole and enough else f"{cards} of {whole} cards"
        if state.pile + state.discards + Counts.of(state.market) != edition.deck:
            return "pile, discards and market are not the deck"
        if state.market != tuple(sorted(state.market, key=self.cards.__getitem__)):
            return "the cards in the market are not in the order of the edition"
        missing = edition.market - len(state.market)
        if missing != (state.phase is Phase.REVEAL):
            return f"{len(state.market)} cards in the market in phase {state.phase}"
        return "there is no card to refill the market with" if missing and not state.pile else None

    # --- and back

    def state(self, cells: Sequence[int]) -> State:
        """The rulebook's state."""
        box, edition = self.box, self.setup.edition
        colours, cards, objectives = edition.colours, tuple(edition.cards), tuple(self.objectives)
        phase = PHASES[cells[e.PHASE]]
        dealt = [one for one in cells[e.OBJECTIVES : e.OBJECTIVES + edition.objectives_in_play] if one != e.NONE]
        setup = evolve(self.setup, objectives=tuple(objectives[one] for one in dealt))
        market = cells[box[e.AT_MARKET] : box[e.AT_MARKET] + edition.market]
        starting = cells[box[e.AT_STARTING] : box[e.AT_STARTING] + self.setup.starting_floors]
        cause = CAUSES[cells[e.CAUSE]]
        return State(
            setup=setup,
            phase=phase,
            seat=cells[e.SEAT],
            buildings=FrozenDict(self._buildings(cells)),
            players=tuple(self._player(cells, seat, setup.objectives) for seat in range(len(setup.seats))),
            container=self._counts(cells[e.CONTAINER]),
            market=tuple(cards[card] for card in market if card < len(cards)),
            pile=_counts(
                cells, box[e.AT_PILE], self.printed if phase in (Phase.DEAL, Phase.REVEAL_START) else self.cards
            ),
            discards=_counts(cells, box[e.AT_DISCARDS], self.cards),
            extra_turn=bool(cells[e.EXTRA_TURN]),
            another_turn=bool(cells[e.ANOTHER_TURN]),
            ending=Ending(cause, cells[e.CAUSED_BY], cells[e.TURNS_LEFT]) if cause else None,
            starting=tuple((*colours, ANY)[colour] for colour in starting if colour != e.NONE),
        )

    def _player(self, cells: Sequence[int], seat: int, objectives: Sequence[str]) -> Player:
        block, colours = e.PLAYERS + seat * e.PLAYER_SIZE, self.setup.edition.colours
        chips = cells[block + e.CHIPS : block + e.CHIPS + len(objectives)]
        cone = cells[block + e.CONE]
        return Player(
            roof=self.setup.seats[seat],
            stock=self._counts(cells[block + e.STOCK]),
            vehicles=FrozenDict({colour: cells[block + e.VEHICLES + n] for n, colour in enumerate(colours)}),
            roofs=cells[block + e.ROOFS],
            chips=FrozenDict({one: worth for one, worth in zip(objectives, chips, strict=True) if worth}),
            cone=None if cone == e.NONE else cone,
        )

    def _buildings(self, cells: Sequence[int]) -> dict[str, Building]:
        box, seats, buildings = self.box, self.setup.seats, {}
        for name, site in self.sites.items():
            floors = cells[box[e.AT_FLOORS] + site]
            if floors:
                first = box[e.AT_ROOFS] + box[box[e.T_SITES] + site * e.SITE_SIZE + e.SITE_ROOFS]
                roofs = {
                    level: seats[cells[first + level - 1] - 1]
                    for level in range(1, floors + 1)
                    if cells[first + level - 1]
                }
                colour = self.setup.edition.colours[cells[box[e.AT_COLOUR] + site]]
                buildings[name] = Building(colour, floors, FrozenDict(roofs))
        return buildings

    def outcome(self, cells: Sequence[int], rows: Sequence[int]) -> Outcome:
        """The outcome of a game that is over, from the rows of its scores."""
        colours, seats = self.setup.edition.colours, self.setup.seats
        objectives = tuple(self.objectives)
        dealt = [objectives[cells[e.OBJECTIVES + slot]] for slot in range(self.setup.edition.objectives_in_play)]
        totals = [rows[seat * e.SCORE_SIZE + e.SCORE_TOTAL] for seat in range(len(seats))]
        winners = tuple(seat for seat in range(len(seats)) if rows[seat * e.SCORE_SIZE + e.SCORE_WINS])
        if totals.count(max(totals)) == 1:
            decided_by = "Millions"
        else:
            decided_by = "floors in stock" if len(winners) == 1 else "shared victory"
        scores = []
        for row, roof in zip(range(0, len(seats) * e.SCORE_SIZE, e.SCORE_SIZE), seats, strict=True):
            vehicles = {colour: rows[row + e.SCORE_VEHICLES + n] for n, colour in enumerate(colours)}
            chips = {one: rows[row + e.SCORE_CHIPS + slot] for slot, one in enumerate(dealt)}
            chips = {one: worth for one, worth in chips.items() if worth}
            cone, stock = rows[row + e.SCORE_CONE], rows[row + e.SCORE_STOCK]
            scores.append(Score(roof, FrozenDict(vehicles), cone, FrozenDict(chips), stock))
        return Outcome(tuple(scores), winners, decided_by, str(CAUSES[cells[e.CAUSE]]), cells[e.CAUSED_BY])

    def result(self, cells: Sequence[int], rows: Sequence[int]) -> dict[str, Any]:
        """How a game ended, or stands, as a row of a table: cause, winners, and each player's Millions by source."""
        seats, cause = self.setup.seats, CAUSES[cells[e.CAUSE]]
        result: dict[str, Any] = {
            "cause": str(cause) if cause else None,
            "ended by": seats[cells[e.CAUSED_BY]] if cause else None,
            "winners": ", ".join(roof for n, roof in enumerate(seats) if rows[n * e.SCORE_SIZE + e.SCORE_WINS]) or None,
        }
        for seat, roof in enumerate(seats):
            row = seat * e.SCORE_SIZE
            result[f"{roof} vehicles"] = sum(rows[row + e.SCORE_VEHICLES : row + e.SCORE_VEHICLES + len(self.colours)])
            result[f"{roof} cone"] = rows[row + e.SCORE_CONE]
            in_play = self.setup.edition.objectives_in_play
            result[f"{roof} chips"] = sum(rows[row + e.SCORE_CHIPS : row + e.SCORE_CHIPS + in_play])
            result[f"{roof} total"] = rows[row + e.SCORE_TOTAL]
            result[f"{roof} stock"] = rows[row + e.SCORE_STOCK]
        return result


def _fill_counts(cells: list[int], first: int, counts: Mapping[str, int], places: Mapping[str, int]) -> None:
    for name, count in counts.items():
        cells[first + places[name]] = count


def _counts(cells: Sequence[int], first: int, names: Iterable[str]) -> Counts:
    return Counts({name: cells[first + place] for place, name in enumerate(names)})


# --- the box


def box_array(setup: Setup) -> list[int]:
    """Everything that the engine needs to know of a setup, in one list: a header, and tables that it points to."""
    edition, rulings, board = setup.edition, setup.rulings, setup.box
    colours, sites, cards = len(edition.colours), len(board.sites), len(edition.cards)
    sets = _sets(colours, max(most_floors_over_limit(setup), *(card.icons for card in edition.cards.values())))
    set_first = [0]
    for of_one_size in sets:
        set_first.append(set_first[-1] + len(of_one_size))
    deals = [*combinations(range(len(edition.objectives)), edition.objectives_in_play)]

    box = [0] * e.HEADER_SIZE
    box[e.N_PLAYERS], box[e.N_COLOURS], box[e.N_SITES], box[e.N_CARDS] = board.players, colours, sites, cards
    box[e.N_WORDS] = -(-sites // e.WORD)
    box[e.N_PRINTED], box[e.N_IN_PLAY], box[e.N_DEALS] = len(edition.bottoms), edition.objectives_in_play, len(deals)
    box[e.N_DISTRICTS], box[e.N_BORDERS] = len(board.side.districts), len(_borders(board))
    box[e.N_MARKET], box[e.N_STARTING], box[e.N_STARS] = edition.market, setup.starting_floors, len(edition.stars)
    box[e.STOCK_LIMIT], box[e.TRACK_END] = edition.stock_limit, len(edition.worth) - 1
    box[e.CONE_END] = len(edition.cone)
    box[e.GUARDS] = sum(1 << e.BITS * colour + e.BITS - 1 for colour in range(colours))
    if colours > e.MOST_COLOURS or edition.objectives_in_play > e.MOST_IN_PLAY or box[e.N_WORDS] > e.MOST_WORDS:
        most = f"{e.MOST_COLOURS} colours, {e.MOST_IN_PLAY} objectives in play and {e.MOST_WORDS * e.WORD} sites"
        raise ValueError(
            f"edition {edition.name} is too large for the engine, which has room for {most}: use the rulebook"
        )

    box[e.MAY_DECLINE_TURN] = int(rulings.extra_turn == "optional")
    box[e.LIMIT_WHOLE_RUN] = int(rulings.stock_limit == "whole_run")
    box[e.MAY_DECLINE_FLOORS] = int(rulings.replacement == "may_decline")
    box[e.EMPTY_IS_SHORTAGE] = int(rulings.empty_container == "shortage")
    box[e.SECOND_TRIGGER] = EVERY_RULING["second_trigger"].index(rulings.second_trigger)
    box[e.CONE_AT_ONCE] = int(rulings.last_roof_cone == "at_once")
    box[e.BORDER_READING] = EVERY_RULING["border"].index(rulings.border)

    # The numbers of actions, in the order of the action space.
    box[e.FIRST_PRINTED] = len(deals)
    box[e.FIRST_REVEAL] = box[e.FIRST_PRINTED] + len(edition.bottoms)
    box[e.FIRST_PLACE] = box[e.FIRST_REVEAL] + cards
    first_take = box[e.FIRST_PLACE] + colours * sites
    card_rows, box[e.FIRST_FOUND] = _card_rows(board, set_first, first_take)
    site_rows, around, founded, box[e.FIRST_BACK] = _site_rows(board, box[e.FIRST_FOUND])
    box[e.DECLINE] = box[e.FIRST_BACK] + set_first[most_floors_over_limit(setup) + 1] - 1

    # Where the parts of the state begin that depend on the box.
    at = e.PLAYERS + board.players * e.PLAYER_SIZE
    for part, size in (
        (e.AT_MARKET, edition.market),
        (e.AT_STARTING, setup.starting_floors),
        (e.AT_PILE, len(edition.bottoms)),
        (e.AT_DISCARDS, cards),
        (e.AT_COLOUR, sites),
        (e.AT_FLOORS, sites),
        (e.AT_PRICE, sites),
        (e.AT_ROOFS, 0),
    ):
        box[part] = at
        at += size

    card_places = {card: place for place, card in enumerate(edition.cards)}
    colour_places = {colour: place for place, colour in enumerate((*edition.colours, ANY))}
    printed = [n for one in edition.printed_cards for n in (card_places[one.card.id], colour_places[one.bottom])]
    for table, numbers in (
        (e.T_WORTH, edition.worth),
        (e.T_STARS, edition.stars),
        (e.T_CONE, edition.cone),
        (e.T_CHIPS, board.chips),
        (e.T_CARDS, card_rows),
        (e.T_PRINTED, printed),
        (e.T_DEALS, [one for deal in deals for one in deal]),
        (e.T_OBJECTIVES, [number for objective in edition.objectives for number in _objective_row(board, objective)]),
        (e.T_FOUND, founded),
        (e.T_SETS, [counts for of_one_size in sets for counts in of_one_size]),
        (e.T_SET_FIRST, set_first),
        (e.T_PARKS, _mask(board, (site for park in board.side.parks for site in park.sites))),
        (e.T_LAKES, _mask(board, (site for lake in board.side.lakes for site in lake.sites))),
        (e.T_DISTRICTS, _district_masks(board, board.side.districts)),
        (e.T_GREYS, _district_masks(board, [one for one in board.side.districts if one.grey])),
        (e.T_BORDERS, _border_table(board)),
        (e.T_AT_BORDER, _at_border_table(board)),
        (e.T_AROUND, around),
        (e.T_SITES, site_rows),
    ):
        box[table] = len(box)
        box.extend(numbers)
    for row in range(box[e.T_SITES], len(box), e.SITE_SIZE):
        box[row + e.SITE_AROUND] += box[e.T_AROUND]
    return box


def _sets(colours: int, most: int) -> list[list[int]]:
    """Counts of the sets of floors, by their size, in the order of the action space."""
    units = [1 << e.BITS * colour for colour in range(colours)]
    return [[sum(chosen) for chosen in combinations_with_replacement(units, size)] for size in range(most + 1)]


def _card_rows(board: Box, set_first: Sequence[int], number: int) -> tuple[list[int], int]:
    """The rows of T_CARDS, and the first action number behind them."""
    rows: list[int] = []
    for card in board.edition.cards.values():
        row = [0] * e.CARD_SIZE
        for place, colour in enumerate(board.edition.colours):
            row[e.CARD_FLOORS] += card.floors[colour] << e.BITS * place
            row[e.CARD_VEHICLES] += card.vehicles[colour] << e.BITS * place
        row[e.CARD_MULTICOLOUR], row[e.CARD_COPIES] = card.multicolour, board.edition.deck[card.id]
        row[e.CARD_FIRST], number = number, number + set_first[card.icons + 1]
        row[e.CARD_BEHIND] = number
        rows += row
    return rows, number


def _site_rows(board: Box, number: int) -> tuple[list[int], list[int], list[int], int]:
    """The rows of T_SITES, T_AROUND, T_FOUND (the site of each founding), and the first action number behind them."""
    places = {site: place for place, site in enumerate(board.sites)}
    districts = [district.id for district in board.side.districts]
    rows: list[int] = []
    around: list[int] = []
    founded: list[int] = []
    for name, place in places.items():
        row, district = [0] * e.SITE_SIZE, districts.index(board.board.nodes[name]["district"])
        row[e.SITE_WORD], row[e.SITE_BIT] = place // e.WORD, 1 << place % e.WORD
        row[e.SITE_DISTRICT] = district
        # A building can have a floor for itself and one for each neighbour, so roofs are laid out like T_AROUND.
        row[e.SITE_AROUND] = row[e.SITE_ROOFS] = len(around)
        row[e.SITE_WIDTH], row[e.SITE_FOUND] = len(board.around[name]), number
        around += [places[one] for one in board.around[name]]
        founded += [place] * (len(board.around[name]) * len(board.edition.colours))
        number += len(board.around[name]) * len(board.edition.colours)
        rows += row
    return rows, around, founded, number


def _objective_row(board: Box, objective: Objective) -> list[int]:
    row, kind, colours = [0] * e.OBJECTIVE_SIZE, objective.kind, board.edition.colours
    row[e.KIND], row[e.COUNTED] = KINDS.index(kind), objective.count
    if kind == "grey":
        row[e.COUNTED], row[e.COUNTED_TOO] = sorted(objective.counts)
    if kind == "heights":
        row[e.COUNTED] = sum(1 << level for level in objective.levels)
    if objective.colour is not None:
        row[e.COLOUR] = colours.index(objective.colour)
    fewest = {"colours": len(colours), "districts": len(board.side.districts), "borders": 2 * objective.count}
    row[e.FEWEST] = fewest.get(kind, sum(objective.counts) or objective.count or 1)
    return row


def _mask(board: Box, sites: Iterable[str]) -> list[int]:
    words, places = [0] * e.MOST_WORDS, {site: place for place, site in enumerate(board.sites)}
    for site in sites:
        words[places[site] // e.WORD] |= 1 << places[site] % e.WORD
    return words


def _district_masks(board: Box, districts: Iterable[District]) -> list[int]:
    district_of = board.board.nodes(data="district")
    masks = []
    for district in districts:
        masks += _mask(board, (site for site in board.sites if district_of[site] == district.id))
    return masks


def _borders(board: Box) -> list[frozenset[str]]:
    """The borders, each as its two districts, in a stable order."""
    return sorted(set(nx.get_edge_attributes(board.board, "border").values()) - {None}, key=sorted)


def _border_table(board: Box) -> list[int]:
    """For each pair of districts the number of their border, from 1; 0 where there is none."""
    districts, borders = [district.id for district in board.side.districts], _borders(board)
    pairs = [frozenset((one, other)) for one in districts for other in districts]
    return [borders.index(pair) + 1 if pair in borders else 0 for pair in pairs]


def _at_border_table(board: Box) -> list[int]:
    """For each site and border whether a road from the site crosses the border."""
    roads = nx.get_edge_attributes(board.board, "border")
    crossing = {(site, border) for road, border in roads.items() for site in road}
    return [int((site, border) in crossing) for site in board.sites for border in _borders(board)]


def _most_answers(box: Sequence[int]) -> int:
    """How much room answers need: no phase offers more actions than there are, and scores are rows of their own."""
    return max(box[e.DECLINE] + 1, box[e.N_PLAYERS] * e.SCORE_SIZE)
