"""SVG pictures: well-formed, self-contained, the same for the same state, and with all that lies on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from towerup import view
from towerup.view.tower_up.geometry import grounds, inside
from towerup.view.tower_up.words import floor_letters, roof_letters

from . import plain as tu
from .playing import ROOT, played

K = TypeVar("K")
V = TypeVar("V")
SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ET.Element:
    """The document, once it is known to be whole and to ask for nothing from elsewhere."""
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    without_namespace = text.replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
    assert not re.search(r"https?:|href|url\(|@import|<style|<script|<image| id=", without_namespace)
    return root


def groups(root: ET.Element, kind: str) -> Iterator[ET.Element]:
    return (one for one in root.iter(f"{SVG}g") if one.get("class") == kind)


def letters_in(group: ET.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def check_that_it_shows_the_table(state: tu.State, root: ET.Element) -> None:
    """Every building floor by floor with its roofs, every vehicle, card, objective, and each player's things in words."""
    setup = state.setup
    floor, roof = floor_letters(setup), roof_letters(setup)
    sites = {group.get("data-site", ""): group for group in groups(root, "site")}
    assert set(sites) == set(setup.box.sites)
    for name, group in sites.items():
        building = state.buildings.get(name)
        drawn = [name]
        for level in range(1, building.floors + 1 if building else 1):
            assert building
            drawn.append(floor[building.colour])
            drawn += [roof[building.roofs[level]]] if level in building.roofs else []
        assert letters_in(group) == drawn
        told = group.findtext(f"{SVG}title") or ""
        assert ("empty" in told) == (building is None)
    panels = list(groups(root, "seat"))
    for player, group in zip(state.players, panels, strict=True):
        told = group.findtext(f"{SVG}title") or ""
        assert told.startswith(f"{player.roof}: ")
        for colour, held in player.stock.items():
            assert f"{held} {colour}" in told
        at = {one.get("data-colour"): int(one.get("data-steps") or -1) for one in groups(group, "vehicle")}
        assert at == dict(player.vehicles)
        assert f"{player.roofs} roof" in told
        assert (player.cone is None) == ("cone on" not in told)
    assert [card.get("data-card") for card in groups(root, "card")] == list(state.market)
    assert [goal.get("data-objective") for goal in groups(root, "objective")] == list(setup.objectives)
    for goal in groups(root, "objective"):
        taken = [
            f"{roof[player.roof]}{player.chips[id]}"
            for player in state.players
            if (id := goal.get("data-objective", "")) in player.chips
        ]
        assert set(taken) <= set(letters_in(goal))


@given(tu.states())
def test_every_state_is_drawn_whole(state: tu.State) -> None:
    """Whatever the box and the moment."""
    text = view.svg(state)
    check_that_it_shows_the_table(state, parsed(text))
    assert state._repr_svg_() == text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_with_what_was_done_last(players: int) -> None:
    """The last action is named, and the sites that it names are marked."""
    for state, last in played(players, seed=players)[::9]:
        root = parsed(view.svg(state, last=last, size=900))
        check_that_it_shows_the_table(state, root)
        assert root.get("width") == "900"
        assert last is None or any(f"Last: {last}" in words for words in letters_in(root))
        marked = {group.get("data-site") for group in groups(root, "site") if group[1].get("stroke-width") == "5"}
        assert marked == ({last.site, last.roof} if isinstance(last, tu.Found) else {last.site} if isinstance(last, tu.Place) else set())  # fmt: skip


def turned(mapping: Mapping[K, V]) -> dict[K, V]:
    """The same mapping, made in the other order."""
    return dict(reversed([*mapping.items()]))


def test_the_same_state_gives_the_same_bytes() -> None:
    """However it came about: the order in which things were put on the table does not show."""
    state, _ = played(3, seed=5)[-20]
    again = evolve(
        state,
        buildings={site: evolve(one, roofs=turned(one.roofs)) for site, one in turned(state.buildings).items()},
        players=tuple(
            evolve(one, stock=turned(one.stock), vehicles=turned(one.vehicles), chips=turned(one.chips))
            for one in state.players
        ),
        container=turned(state.container),
        pile=turned(state.pile),
        discards=turned(state.discards),
    )
    assert again == state
    assert view.svg(state) == view.svg(again)
    assert view.parts(state) == view.parts(again)
    assert view.picture(state) == view.picture(again)


def test_strange_names_are_escaped() -> None:
    """Names may hold anything: markup, quotes, control codes."""
    text = (ROOT / "towerup/rulesets/tower_up/editions/tiny.toml").read_text(encoding="utf-8")
    nasty = '"<b>&\\"\' \\u0007 ]]>"'
    text = text.replace('"A city block"', nasty).replace('"North"', nasty).replace('"Pond"', nasty)
    text = text.replace('"Present in both building colours"', nasty)
    state = tu.new_game(2, edition=tu.SHELF.from_toml(text, "strange"))
    root = parsed(view.svg(state))
    assert "<b>&\"' \ufffd ]]>" in letters_in(root)


def test_marks_and_arrows() -> None:
    """By colour, by words, as values; each with its tone, its sign and its label."""
    state, _ = played(2, seed=4)[20]
    marks: dict[str, view.Mark | str] = {"C4": "green", "C5": "TU-FOUND-03", "D1": view.Mark("no", "bad")}
    root = parsed(
        view.svg(state, marks=marks, arrows=[("C4", "C5"), ("D1", "D3", "red"), view.Arrow("A1", "A2", "good")])
    )
    found = {group.get("data-site"): (group.get("data-tone"), letters_in(group)) for group in groups(root, "mark")}
    assert found == {"C4": ("good", []), "C5": ("note", ["TU-FOUND-03"]), "D1": ("bad", ["no"])}
    arrows = [(group.findtext(f"{SVG}title"), group.get("data-tone")) for group in groups(root, "arrow")]
    assert arrows == [("C4 to C5", "note"), ("D1 to D3", "bad"), ("A1 to A2", "good")]
    with pytest.raises(ValueError, match="there is no site 'Z9'"):
        view.svg(state, arrows=[("C4", "Z9")])
    with pytest.raises(ValueError, match="not 'mauve'"):
        view.svg(state, arrows=[("C4", "C5", "mauve")])


def test_a_board_with_few_sites_and_no_areas_is_drawn() -> None:
    """The smallest box, at its start and at its end."""
    for state, last in (played(2, seed=1, edition="tiny")[0], played(2, seed=1, edition="tiny")[-1]):
        check_that_it_shows_the_table(state, parsed(view.svg(state, last=last)))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 30)), min_size=2, max_size=12, unique=True))
def test_the_ground_of_a_site_is_what_is_nearest_to_it(points: list[tuple[int, int]]) -> None:
    """Grounds cover the board, each holds its site and no other, and neighbours agree on the side between them."""
    made = grounds(tuple((float(x), float(y)) for x, y in points), -1, -1, 41, 31)
    area = 0.0
    for number, ground in enumerate(made):
        assert [other for other, at in enumerate(points) if inside(ground.outline, *at)] == [number]
        corners = list(zip(ground.outline, [*ground.outline[1:], ground.outline[0]], strict=True))
        area += abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in corners)) / 2
        for ((x0, y0), (x1, y1)), other in zip(corners, ground.beyond, strict=True):
            if other >= 0 and (x1 - x0) ** 2 + (y1 - y0) ** 2 > 1e-6:
                assert number in made[other].beyond
    assert area == pytest.approx(42 * 32)
