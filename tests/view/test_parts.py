"""The table in parts, and pointing at what is in them: for every game alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup import view
from towerup.rulesets import NAMES

from .plain import rules_of
from .test_svg import SVG, parsed

GAMES = pytest.mark.parametrize("game", NAMES)


def states(rules: Any, seed: int, often: float = 0.06) -> Iterator[Any]:
    """Positions of a varied game in a small box, the last among them."""
    chooser = random.Random(seed)
    box = chooser.choice(rules.stress_editions)
    state = rules.random_game(chooser, chooser.choice(rules.player_counts(box)), box)
    for _ in range(150):
        legal = rules.legal_actions(state)
        if not legal:
            break
        if chooser.random() < often:
            yield state
        state = rules.apply(state, chooser.choice(legal))
    yield state


def things(part: view.Part) -> dict[tuple[str, str], ET.Element]:
    """What can be pointed at in a part, by kind and name."""
    root = ET.fromstring(part.svg)
    return {
        (kind, group.get(f"data-{kind}", "")): group
        for kind in part.points
        for group in root.iter(f"{SVG}g")
        if group.get("class") == kind
    }


@GAMES
@given(seed=st.integers(0, 10_000))
def test_every_part_is_a_picture_of_its_own(game: str, seed: int) -> None:
    """Whole, self-contained, with a name of its own; what can be pointed at tells what it is, and has an outline first."""
    for state in states(rules_of(game), seed):
        parts = view.parts(state)
        assert len({part.name for part in parts}) == len(parts)
        assert {kind for part in parts for kind in part.points} == set(view.points(state))
        for part in parts:
            parsed(part.svg)
            assert part.title
            for (_, which), group in things(part).items():
                assert which
                title, outline = list(group)[:2]
                assert title.tag == f"{SVG}title"
                assert (title.text or "").startswith(which)
                assert outline.tag in (f"{SVG}rect", f"{SVG}circle")
        assert view.parts(state) == parts
        assert view.told(state)


@GAMES
@given(seed=st.integers(0, 10_000))
def test_what_is_tried_agrees_with_what_is_legal(game: str, seed: int) -> None:
    """Of each thing: some attempt is legal exactly if a legal move has to do with it; and every such thing is drawn."""
    rules = rules_of(game)
    for state in states(rules, seed):
        drawn = [thing for part in view.parts(state) for thing in things(part)]
        offered: set[tuple[str, str]] = set()
        if type(state.actor) is int:
            for action in rules.legal_actions(state):
                offered |= view.about(state, action)
            assert offered <= set(drawn)
        space = set(rules.action_space(state))
        for what, which in drawn:
            attempts = view.attempts(state, what, which)
            assert len({one.label for one in attempts}) == len(attempts)
            assert all(one.action in space for one in attempts)
            legal = [one for one in attempts if not rules.explain(state, one.action)]
            assert bool(legal) == ((what, which) in offered), (what, which)


@GAMES
def test_nothing_is_tried_with_what_is_not_there(game: str) -> None:
    """Another kind of thing, another name: nothing, and no mistake."""
    for state in states(rules_of(game), 1):
        for what, which in (("site", "no such"), ("card", "no such"), ("cell", ""), ("space", "X"), ("sky", "blue")):
            assert view.attempts(state, what, which) == ()


@GAMES
def test_what_lies_over_the_table_lies_over_its_parts(game: str) -> None:
    """Marks and the last action, as in the whole picture."""
    rules = rules_of(game)
    for state in states(rules, 3):
        if type(state.actor) is not int:
            continue
        for action in rules.legal_actions(state)[::7]:
            shown = view.effect(state, action)
            drawn = "".join(part.svg for part in view.parts(state, shown))
            assert drawn.count('class="mark"') == len(shown.marks)
            assert drawn.count('class="arrow"') == len(shown.arrows)


def test_what_has_no_drawing_is_refused_in_words() -> None:
    """Not every value is a state, and not every game has a drawing."""
    with pytest.raises(ValueError, match=r"there is no drawing for builtins.object; states of towerup.rulesets"):
        view.picture(object())
