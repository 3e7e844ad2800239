"""The short notation: `str(action)` writes it, `tu.parse_action` reads it back and forgives what people type."""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu
from towerup.kernel.notation import NotationError
from towerup.rulesets.tower_up.notation import FORMS

from .support import town


@pytest.mark.parametrize(
    ("edition", "players"), [("tiny", 2), ("small", 4), ("reconstruction", 2), ("reconstruction", 3)]
)
def test_every_action_is_read_back(edition: str, players: int) -> None:
    """Each action of an edition's action space is itself again, and no two are written alike."""
    state = tu.new_game(players, edition=edition)
    written = {str(action): action for action in tu.action_space(state)}
    assert len(written) == len(tu.action_space(state))
    for text, action in written.items():
        assert tu.parse_action(state, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("TAKE XX +Black,+WHITE", tu.Take("xx", ["black", "white"])),
        ("take xx white black", tu.Take("xx", ["black", "white"])),
        ("take xx + white + black", tu.Take("xx", ["black", "white"])),
        ("take xx +white+black", tu.Take("xx", ["black", "white"])),
        ("  found   a3 Grey ROOF a1 ", tu.Found("A3", "grey", "A1")),
        ("back white, black, white", tu.Back(["black", "white", "white"])),
        ("reveal X-VBB", tu.Reveal("x-vbb")),
        ("reveal bgw/Grey", tu.Reveal("bgw/grey")),
        ("deal lake park", tu.Deal(["park", "lake"])),
        ("Decline", tu.Decline()),
    ],
)
def test_notation_forgives_case_spaces_commas_and_order(text: str, action: tu.Action) -> None:
    """What people type is understood."""
    assert tu.parse_action(town(), text) == action


@pytest.mark.parametrize("text", ["", "   ", ",,,", None, 5, b"take xx", [], "grab xx", "+", "xx"], ids=repr)
def test_where_nothing_is_near_all_forms_are_listed(text: Any) -> None:
    """The message lists the forms of all actions."""
    with pytest.raises(NotationError) as caught:
        tu.parse_action(town(), text)
    assert all(form in str(caught.value) for form in FORMS.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tak xx", "did you mean 'take CARD [+COLOUR …]'?"),
        ("fuond A3 grey roof A1", "did you mean 'found SITE COLOUR roof SITE'?"),
        ("take", "write 'take CARD [+COLOUR …]'"),
        ("take qq", "there is no card 'qq'; there is bbww, ggnn, bgw"),
        ("take gwm", "near it: gwn"),
        ("take +black", "there is no card '+black'"),
        ("take xx +pink", "there is no colour 'pink'; there is black, grey, white, brown"),
        ("take xx +wite", "near it: white"),
        ("take xx +any", "there is no colour 'any'"),
        ("found A3 grey", "write 'found SITE COLOUR roof SITE'"),
        ("found A3 grey on A1", "write 'found SITE COLOUR roof SITE'"),
        ("found A3 grey roof A1 A2", "write 'found SITE COLOUR roof SITE'"),
        ("found Z9 grey roof A1", "there is no site 'Z9'; there is A1, A2, A3"),
        ("found A3 grey roof Z9", "there is no site 'Z9'"),
        ("back", "write 'back COLOUR …'"),
        ("back pink", "there is no colour 'pink'"),
        ("reveal", "write 'reveal CARD'"),
        ("reveal xx xx", "write 'reveal CARD'"),
        ("reveal bgw/pink", "there is no card 'bgw/pink'"),
        ("place A1", "write 'place SITE COLOUR'"),
        ("place A1 black white", "write 'place SITE COLOUR'"),
        ("deal sea", "there is no objective 'sea'; there is three-heights"),
        ("decline now", "write 'decline'"),
    ],
)
def test_notation_that_is_wrong_is_answered_with_what_is_right(text: str, message: str) -> None:
    """With the form that was meant, or the names that there are."""
    with pytest.raises(NotationError) as caught:
        tu.parse_action(town(), text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (tu.Deal(["park", "lake"]), "deal lake park"),
        (tu.Reveal("bgw/grey"), "reveal bgw/grey"),
        (tu.Place("A1", "black"), "place A1 black"),
        (tu.Take("xx", ["white", "black"]), "take xx +black +white"),
        (tu.Take("bgw"), "take bgw"),
        (tu.Found("A3", "grey", "A1"), "found A3 grey roof A1"),
        (tu.Back(["white", "black"]), "back black white"),
        (tu.Decline(), "decline"),
    ],
)
def test_how_each_kind_of_action_is_written(action: tu.Action, text: str) -> None:
    """Choices are written in one order, whatever order they were named in."""
    assert str(action) == text


@pytest.mark.parametrize("floors", ["black", {"black": 1}, 5, None], ids=repr)
def test_floors_are_a_list_of_names(floors: Any) -> None:
    """A word is not taken for a list of letters."""
    for kind in (lambda: tu.Take("xx", floors), lambda: tu.Back(floors), lambda: tu.Deal(floors)):
        with pytest.raises(TypeError):
            kind()
