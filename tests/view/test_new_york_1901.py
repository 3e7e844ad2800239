"""New York 1901 drawn: all that lies on the table is in its pictures, and what is laid over them says what the rules say."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from towerup import view
from towerup.kernel.rules import IllegalAction
from towerup.rulesets.new_york_1901.actions import Acquire, Action, Build, Give, Rebuild
from towerup.rulesets.new_york_1901.box.edition import edition_from_toml
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.rulesets.new_york_1901.scoring import scores
from towerup.rulesets.new_york_1901.setup import new_game
from towerup.rulesets.new_york_1901.state import State
from towerup.view.new_york_1901.geometry import Square, outlines, path
from towerup.view.new_york_1901.plan import Plan
from towerup.view.new_york_1901.words import codes

from .playing import ROOT
from .test_svg import groups, letters_in, parsed
from .test_terminal import ANSI

EDITIONS = ROOT / "towerup" / "rulesets" / "new_york_1901" / "editions"


@cache
def game(seed: int, edition: str = "", across: bool = False) -> list[tuple[State, Action | None]]:
    """Every state of a game in which players like to build, large before small; with the action that led to it."""
    chooser = random.Random(seed)
    box = edition or chooser.choice([*RULES.stress_editions, RULES.usual_edition])
    rulings = Rulings(street_spanning="across") if across else None
    state = RULES.random_game(chooser, chooser.choice(RULES.player_counts(box)), box, rulings)
    states: list[tuple[State, Action | None]] = [(state, None)]
    while legal := RULES.legal_actions(state):
        builds = [one for one in legal if isinstance(one, Build | Rebuild)]
        keen = builds and chooser.random() < 0.8
        action = max(builds, key=lambda one: len(one.cells)) if keen else chooser.choice(legal)
        state = RULES.apply(state, action)
        states.append((state, action))
        if len(states) > 400:
            break
    return states


@st.composite
def moments(draw: st.DrawFn) -> tuple[State, Action | None]:
    """A state of some game, and the action that led to it."""
    return draw(st.sampled_from(game(draw(st.integers(0, 30)), across=draw(st.booleans()))))


def decisions(states: list[tuple[State, Action | None]]) -> Iterator[State]:
    return (state for state, _ in states if type(state.actor) is int)


# --- SVG


def check_that_it_shows_the_table(state: State, text: str) -> None:
    """Buildings, lots with owners and workers, cards, tiles and numbers: group by group as the table has them."""
    root, board = parsed(text), state.setup.board
    plan, code = Plan(state), codes(state.setup)
    labels = {one.get("data-cells"): letters_in(one) for one in groups(root, "label")}
    built = {
        (one.get("data-owner"), one.get("data-tile"), one.get("data-cells")): labels[one.get("data-cells")]
        for one in groups(root, "building")
    }
    expected = {(seat.colour, one.tile, " ".join(one.cells)) for seat in state.players for one in seat.buildings}
    assert set(built) == expected
    for (owner, _, _), letters in built.items():
        assert letters[0] == code[owner or ""]
    lots = {one.get("data-lot", ""): one for one in groups(root, "lot")}
    assert set(lots) == set(board.lots)
    for seat in state.players:
        assert {name for name, one in lots.items() if one.get("data-owner") == seat.colour} == set(seat.lots)
        free = [name for name in seat.lots if plan.free(name)]
        assert all(letters_in(lots[name]) == [name, code[seat.colour]] for name in free)
    cells = {one.get("data-cell", ""): one[0].text or "" for one in groups(root, "cell")}
    assert tuple(cells) == board.cells
    for name, words in cells.items():
        there = plan.on.get(name)
        lot = board.lot_of[name]
        assert words.startswith(f"{name}: lot {lot} in ")
        assert ("worker of" in words) == (lot in plan.workers)
        assert there is None or words.endswith(f"of {there.owner}")
    streets = {one.get("data-street", ""): one[0].text or "" for one in groups(root, "street")}
    assert {street for street, words in streets.items() if "in play" in words} == set(state.setup.streets)
    lands = {one.get("data-land"): one[0].text for one in groups(root, "land")}
    assert lands == {card: f"{card}: {n} card{'' if n == 1 else 's'}" for card, n in state.market.items()}
    for number, (seat, score, panel) in enumerate(zip(state.players, scores(state), groups(root, "seat"), strict=True)):
        held = {one.get("data-tile") for one in groups(panel, "tile") if "left" in (one[0].text or "")}
        assert held == set(seat.tiles)
        unused = {one.get("data-card") for one in groups(panel, "card") if "not used" in (one[0].text or "")}
        assert unused == set(seat.cards)
        words = panel[0].text or ""
        assert words.startswith(f"{seat.colour}: {seat.points} point")
        assert f"{score.total} with streets" in words
        assert f"; {state.free_workers(number)} free worker" in words
    [legendaries] = groups(root, "legendaries")
    left = {one.get("data-tile") for one in groups(legendaries, "tile") if (one[0].text or "").endswith("left")}
    assert left == set(state.legendaries)


@given(moments())
def test_every_state_is_drawn_whole(moment: tuple[State, Action | None]) -> None:
    """Whatever the box, the rulings and the moment; what was done last is named, and marked on the board."""
    state, last = moment
    text = view.svg(state, last=last)
    check_that_it_shows_the_table(state, text)
    root = parsed(text)
    assert last is None or any(f"Last: {last}" in words for words in letters_in(root))
    marked = [set((one.get("data-cells") or "").split()) for one in groups(root, "done")]
    if isinstance(last, Build | Rebuild):
        assert marked == [set(last.cells)]
    elif isinstance(last, Acquire | Give):
        board = state.setup.board
        assert marked == [set(board.lots[last.lot])]
    else:
        assert marked == []


def test_the_same_state_gives_the_same_bytes() -> None:
    """However it came about: the picture depends on the state alone."""
    state, _ = game(1)[-5]
    assert view.svg(state) == view.svg(RULES.state_from_json(RULES.state_to_json(state)))
    assert state._repr_svg_() == view.svg(state)


def test_a_district_that_is_left_out_is_told() -> None:
    """For two players, the pink one."""
    cells = [one[0].text or "" for one in groups(parsed(view.svg(new_game(2))), "cell")]
    assert all(("not played with" in words) == ("in pink" in words) for words in cells)
    assert not any("not played with" in view.svg(new_game(players)) for players in (3, 4))


def test_a_building_over_a_street_is_one_shape() -> None:
    """By the ruling that lets tiles lie over streets: the squares of the street between its cells are covered as well."""
    found = 0
    for state, _ in game(3, "standard", True):
        plan = Plan(state)
        for one in plan.buildings:
            if len({state.setup.board.block_of[cell] for cell in one.cells}) > 1:
                ground = plan.ground(one.cells)
                assert len(outlines(ground)) == 1
                assert {state.setup.board.places[cell] for cell in one.cells} < set(ground)
                found += 1
    assert found


squares = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


@example({(0, 0), (1, 1)})
@example({(0, 1), (1, 0)})
@given(squares)
def test_outlines_hold_just_the_squares(drawn: set[Square]) -> None:
    """Corner by corner: what they enclose is as large as the squares are many, and every side lies between in and out."""
    area = 0
    for corners in outlines(drawn):
        points = [corner for corner, _ in corners]
        # Set in a little, every corner is in one of the squares.
        assert all((x - (dx < 0), y - (dy < 0)) in drawn for (x, y), (dx, dy) in corners)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            area += x0 * y1 - x1 * y0
            assert (x0 == x1) != (y0 == y1)
            across = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
            for step in range(max(abs(x1 - x0), abs(y1 - y0))):
                x, y = x0 + across[0] * step, y0 + across[1] * step
                right = (x - (across[0] < 0) - (across[1] > 0), y - (across[1] < 0) - (across[0] < 0))
                left = (right[0] + across[1], right[1] - across[0])
                assert right in drawn
                assert left not in drawn
    assert area == 2 * len(drawn)
    assert path(drawn, lambda corner: corner).count("M") == len(outlines(drawn))


# --- the terminal


def read_seats(text: str) -> dict[str, dict[str, str]]:
    """What is told of each player, by colour and heading."""
    found: dict[str, dict[str, str]] = {}
    lines = text.split("\n")
    start = next(n for n, line in enumerate(lines) if re.match(r" +points +in all", line))
    here: dict[str, str] = {}
    heading = ""
    for line in lines[start + 1 :]:
        if line.startswith("In all"):
            break
        if hit := re.match(r"[▶> ] (\w\w) (\S+) +(\d+) +(\d+)  (\w+) +(\d+) +(\d+)(?:  (.*))?$", line):
            names = ("code", "points", "total", "level", "workers", "number", "cards")
            here = found[hit[2]] = dict(zip(names, (hit[1], *hit.groups("")[2:]), strict=True))
        elif hit := re.match(r" {5}(built|lots|tiles|cards) (.*)$", line):
            heading = hit[1]
            here[heading] = hit[2]
        else:
            here[heading] += f" {line.strip()}"
    return found


def check_that_it_can_be_read(state: State, text: str) -> None:
    """Each player's things as the table has them, the market, the pile and the legendaries."""
    edition = state.setup.edition
    told = read_seats(text)
    assert list(told) == list(state.setup.seats)
    for number, (seat, score) in enumerate(zip(state.players, scores(state), strict=True)):
        free = state.free_workers(number)
        here = told[seat.colour]
        built = "; ".join(f"{one.tile} {' '.join(one.cells)}" for one in seat.buildings) or "nothing"
        assert here["built"] == built
        assert {re.sub(r"\W", "", lot) for lot in here["lots"].split()} - {"none"} == set(seat.lots)
        workers = sum(not lot.isalnum() for lot in here["lots"].split())
        assert workers == edition.workers - free
        assert (int(here["points"]), int(here["total"])) == (seat.points, score.total)
        assert (int(here["workers"]), int(here["number"])) == (free, len(seat.tiles))
        assert here["cards"] == (" ".join(seat.cards) or "none")
        thresholds = edition.expert_thresholds if state.setup.expert else edition.thresholds
        reached = sum(seat.points >= least for least in thresholds)
        newest = state.technology.word if number == state.seat else ("bronze", "silver", "gold")[reached]
        assert here["level"] == newest
        held = {
            name if any(tile.id == name for tile in edition.own) else f"{word}-{name}"
            for word, names in (part.split(": ") for part in here["tiles"].split("; "))
            for name in names.split()
            if name != "none"
        }
        assert held == set(seat.tiles)
    whole = " ".join(text.split())
    for card, count in state.market.items():
        district, _, size = card.rpartition("-")
        assert f"{count} {district}, {size} cells" in whole
    assert f"Pile: {state.cards_in_pile} card" in whole
    shapes = whole.partition("Tiles of")[2]
    assert all(f"{name} " in shapes for name in state.legendaries)


@given(moments(), st.booleans(), st.integers(60, 130))
def test_everything_can_be_read_back(moment: tuple[State, Action | None], unicode: bool, width: int) -> None:
    """Whatever the box and the moment; within the width; plain letters where there is nothing else."""
    state, last = moment
    text = view.picture(state, colour=False, unicode=unicode, width=width, last=last)
    check_that_it_can_be_read(state, text)
    assert max(map(len, text.split("\n"))) <= width
    assert "\x1b" not in text
    assert unicode or text.isascii()
    coloured = view.picture(state, colour=True, unicode=unicode, width=width, last=last)
    assert [line.rstrip() for line in ANSI.sub("", coloured).split("\n")] == text.split("\n")
    assert last is None or f"Last: {last}" in " ".join(text.split())


@given(moments(), st.sampled_from([60, 80, 100]))
def test_the_map_shows_what_stands_where(moment: tuple[State, Action | None], width: int) -> None:
    """Cell by cell: the letters of a building's owner; the names of lots that are free; lines between what differs."""
    state, _ = moment
    board, plan, code = state.setup.board, Plan(state), codes(state.setup)
    lines = view.picture(state, colour=False, unicode=True, width=width).split("\n")
    head = next(n for n, line in enumerate(lines) if re.fullmatch(r" +[a-z]( +[a-z])*", line))
    columns = {letter: lines[head].index(letter) for letter in lines[head].split()}
    room = {60: 3, 80: 4, 100: 6}[width] if state.setup.edition.name == "standard" else 6
    for cell in board.cells:
        letter, row = cell[0], int(cell[1:])
        line = f"{lines[head + 2 * row]:<{width}}"
        assert int(line[:2]) == row
        shown = line[columns[letter] - (room - 1) // 2 :][:room]
        there = plan.on.get(cell)
        lot = board.lot_of[cell]
        if there is not None:
            assert shown.startswith(code[there.owner])
        elif lot not in plan.owner and cell == plan.free(lot)[0]:
            assert shown.strip() == ("--" if plan.district(lot) == plan.left_out else lot)


def test_a_board_without_room_is_listed() -> None:
    """A plan with very many columns is told lot by lot."""
    text = (EDITIONS / "tiny.toml").read_text(encoding="utf-8")
    text = re.sub(r'^  "(.*)",$', lambda row: f'  "{row[1]}{" *" * 20}",', text, flags=re.MULTILINE)
    state = new_game(2, edition=edition_from_toml(text, "wide"))
    shown = view.picture(state, colour=False, unicode=True, width=60)
    board = state.setup.board
    for lot, cells in board.lots.items():
        assert f"{lot} {' '.join(cells)}" in " ".join(shown.split())
    assert max(map(len, shown.split("\n"))) <= 60
    assert "│" in view.picture(state, colour=False, unicode=True, width=130)
    check_that_it_can_be_read(state, shown)


def test_strange_names_do_no_harm() -> None:
    """Markup and control codes in names are neither sent to a terminal nor put into a document as they are."""
    text = (EDITIONS / "tiny.toml").read_text(encoding="utf-8")
    nasty = '"<b>&\\"\' \\u0007 ]]>"'
    text = re.sub(r'title = "[^"]*"', lambda _: f"title = {nasty}", text)
    state = new_game(2, edition=edition_from_toml(text, "strange"))
    assert "<b>&\"' \ufffd ]]>" in letters_in(parsed(view.svg(state)))
    shown = view.picture(state, colour=False, unicode=True, width=70)
    assert "\x07" not in shown
    assert view.picture(state, colour=False, unicode=False, width=70).isascii()


# --- overlays


@given(moments(), st.data())
def test_legal_places_are_those_of_the_rules(moment: tuple[State, Action | None], data: st.DataObject) -> None:
    """Every cell or lot that a legal action names is marked as good, and no other; of a kind or a tile likewise."""
    state, _ = moment
    edition = state.setup.edition
    tiles = [tile.id for tile in (*edition.own, *edition.legendaries)]
    of = data.draw(st.sampled_from(["", "acquire", "build", "rebuild", "give", *tiles]))
    expected = set()
    for action in RULES.legal_actions(state):
        if isinstance(action, Build | Rebuild) and of in ("", type(action).__name__.lower(), action.tile):
            expected |= set(action.cells)
        elif isinstance(action, Acquire | Give) and of in ("", type(action).__name__.lower()):
            expected.add(f"lot {action.lot}")
    marks = view.legal_sites(state, of).marks
    assert set(marks) == expected
    assert {mark.tone for mark in marks.values()} <= {"good"}


@given(moments(), st.data())
def test_why_not_tells_what_is_broken(moment: tuple[State, Action | None], data: st.DataObject) -> None:
    """Of any action: its places are good if it is legal; else bad, with the ids of the broken rules."""
    state, _ = moment
    action = data.draw(st.sampled_from(RULES.action_space(state)))
    broken = [one.id for one in RULES.explain(state, action)]
    overlay = view.why_not(state, *str(action).split())
    assert {mark.tone for mark in overlay.marks.values()} <= ({"bad"} if broken else {"good"})
    assert [caption.split()[0] for caption in overlay.captions[1:]] == broken
    if broken and isinstance(action, Build | Rebuild | Acquire | Give):
        labels = [mark.label for mark in overlay.marks.values() if mark.label]
        assert labels == [", ".join(dict.fromkeys(broken))]


@given(moments(), st.data())
def test_why_not_of_a_place_agrees_with_what_is_legal(moment: tuple[State, Action | None], data: st.DataObject) -> None:
    """A cell, or a lot: marked as good exactly if a legal action has to do with it."""
    state, _ = moment
    if type(state.actor) is not int:
        return
    cell = data.draw(st.sampled_from(state.setup.board.cells))
    legal = any(("cell", cell) in view.about(state, one) for one in RULES.legal_actions(state))
    overlay = view.why_not(state, "cell", cell)
    assert {mark.tone for mark in overlay.marks.values()} == {"good" if legal else "bad"}
    assert overlay.captions
    lot = data.draw(st.sampled_from([*state.setup.board.lots]))
    assert view.why_not(state, lot).captions == view.why_not(state, "lot", lot).captions


def test_an_effect_is_what_happens() -> None:
    """Marked is every cell where something else stands, and every lot with a worker more or one given back."""
    told = set()
    for seed in range(6):
        states = game(seed)
        for (state, _), (after, action) in list(pairwise(states))[::5]:
            assert action is not None
            overlay, board = view.effect(state, action), state.setup.board
            before, now = Plan(state), Plan(after)
            cells = {cell for cell in board.cells if before.on.get(cell) != now.on.get(cell)}
            assert {place for place in overlay.marks if not place.startswith("lot ")} == cells
            lots = {
                lot for lot in board.lots if now.workers.get(lot, before.workers.get(lot)) != before.workers.get(lot)
            }
            lots |= set(before.owner) - set(now.owner)
            assert {place for place in overlay.marks if place.startswith("lot ")} == {f"lot {lot}" for lot in lots}
            assert overlay.captions[0] == str(action)
            for seat, colour in enumerate(state.setup.seats):
                gained = after.players[seat].points - state.players[seat].points
                assert any(f"{colour}: {gained} point" in one for one in overlay.captions) == (gained > 0)
            told |= {
                word
                for word in ("free worker", "may build", "demolished", "uses", "The end is coming", "the game is over")
                if any(word in one for one in overlay.captions)
            }
    assert told >= {"free worker", "demolished", "uses"}


def test_what_is_not_there_is_told() -> None:
    """A kind, a tile, a place, an action that there is not: in words, with what there is."""
    state = next(decisions(game(2, "standard")))
    with pytest.raises(ValueError, match="'mauve' is neither something to do"):
        view.legal_sites(state, "mauve")
    with pytest.raises(ValueError, match="there is no lot or cell 'Z9'"):
        view.why_not(state, "Z9")
    with pytest.raises(ValueError, match="there is no lot 'a1'"):
        view.why_not(state, "lot", "a1")
    with pytest.raises(ValueError, match="no site 'lot Z9'"):
        view.svg(state, marks={"lot Z9": "red"})
    with pytest.raises(ValueError, match="fly"):
        view.why_not(state, "fly", "away")
    with pytest.raises(IllegalAction):
        view.effect(state, Acquire("R12"))


def test_marks_and_arrows() -> None:
    """On cells and on lots, each with its tone and its sign; a cell and a lot may have one name but for its letter."""
    state = next(decisions(game(2, "standard")))
    marks: dict[str, view.Mark | str] = {"b1": "green", "lot B1": "look", "e1": view.Mark("no", "bad")}
    root = parsed(view.svg(state, marks=marks, arrows=[("b1", "lot B1"), ("e1", "a1", "red")]))
    found = {group.get("data-place"): group.get("data-tone") for group in groups(root, "mark")}
    assert found == {"b1": "good", "lot B1": "note", "e1": "bad"}
    assert {"look", "no"} <= set(letters_in(root))
    assert [one.get("data-tone") for one in groups(root, "arrow")] == ["note", "bad"]
    text = view.picture(state, colour=False, unicode=True, marks=marks, arrows=[("b1", "lot B1")])
    assert re.search(r"^! lot B1 look$", text, re.MULTILINE)
    assert re.search(r"^✗ e1 no$", text, re.MULTILINE)
    assert re.search(r"^✓ b1$", text, re.MULTILINE)
    assert re.search(r"^b1 -> lot B1$", text, re.MULTILINE)
    assert re.search(r"!B1 .*\n", text)
