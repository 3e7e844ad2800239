"""What is New York 1901's own holds in every box that comes with the library: cards and lots, shapes, what fits."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulesets.playing import reached
from towerup.rulesets.new_york_1901.edition import SHIPPED, load_edition
from towerup.rulesets.new_york_1901.fitting import fits_for
from towerup.rulesets.new_york_1901.placing import placements_for
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.tiles import Tile, shape_of, turned, turned_over

seeds = st.integers(0, 10**6)


@given(seeds, st.sampled_from(SHIPPED))
def test_a_card_in_the_market_always_has_a_lot(seed: int, edition: str) -> None:
    """For each district and size there are as many cards in market and pile as free lots."""
    state = reached(RULES, seed, edition)
    if state.phase == 0:
        return
    board, owned = state.setup.board, 0
    for lots in state.lots:
        owned |= lots
    for card, lots in enumerate(board.card_lots):
        cards = state.market[card] + sum(layer[card] for layer in state.pile)
        assert cards == (lots & state.setup.in_play & ~owned).bit_count()


shapes = st.lists(st.text("#.", min_size=3, max_size=3), min_size=1, max_size=4).filter(
    lambda rows: "#" in "".join(rows)
)


@given(shapes)
def test_turning_a_shape(rows: list[str]) -> None:
    """Four turns lead back, turning over twice too; a shape has 1, 2 or 4 ways, and as many on its other side."""
    shape = shape_of(rows)
    ways = turned(shape)
    assert len(ways) in (1, 2, 4)
    assert {*turned(ways[-1])} == {*ways}
    assert turned_over(turned_over(shape)) == shape
    assert len(turned(turned_over(shape))) == len(ways)
    assert all(len(way) == len(shape) for way in ways)
    assert Tile("", "", RULES_BRONZE, 0, shape).irregular == (len(shape) < _box(shape))


def _box(shape: Any) -> int:
    return len({x for x, _ in shape}) * len({y for _, y in shape})


RULES_BRONZE = load_edition("standard").own[0].technology


@given(seeds, st.sampled_from(SHIPPED), st.booleans(), st.booleans())
def test_what_fits_is_what_lies_within(seed: int, edition: str, mirrored: bool, across: bool) -> None:
    """On any cells: just the placements that lie on them wholly, front a street or a park, and are not forbidden."""
    box = load_edition(edition)
    chooser = random.Random(seed)
    lots = chooser.sample(box.board.lot_cells, min(len(box.board.lots), 6))
    cells = sum(lots) & ~sum(1 << cell for cell in chooser.sample(range(len(box.board.names)), 5))
    fits = fits_for(box, mirrored, across).of(cells)
    found = sorted(placement.number for fit in fits for tile in fit.rebuilds for placement, _ in tile)
    wanted = [
        one.number
        for one in placements_for(box, across).all
        if one.fronts and one.tile < len(box.tiles) - 1 and not one.cells & ~cells and (mirrored or not one.mirrored)
    ]
    assert found == wanted
