"""Packed positions: immutable, checked, the same however they are run."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from towerup.engines import compiling
from towerup.engines.tower_up_packing import pack
from towerup.kernel.rules import IllegalAction
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.play import apply, legal_actions
from towerup.rulesets.tower_up.rulings import Rulings
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.state import Cause, Ending, Phase, State

needs_numba = pytest.mark.skipif(not compiling.can_compile(), reason=f"no numba: {compiling.INSTALL}")


def first_turn() -> State:
    state, random = new_game(2, edition="small"), Random(1)
    while state.phase is not Phase.TURN:
        state = apply(state, random.choice(legal_actions(state)))
    return state


def test_a_position_does_not_change_when_an_action_is_applied() -> None:
    position = pack(first_turn(), compiled=False)
    before, after = hash(position), position.apply(position.legal[0])
    assert hash(position) == before
    assert position != after
    assert position == pack(first_turn(), compiled=False)


def test_an_illegal_action_is_refused_with_the_rules_it_breaks() -> None:
    position = pack(first_turn(), compiled=False)
    with pytest.raises(IllegalAction) as refused:
        position.apply(len(position.actions) - 1)  # declining
    assert [violation.rule.id for violation in refused.value.violations] == ["TU-TURN-02"]


@pytest.mark.parametrize("number", [-1, 10**6, "3", True, 2.5, None])
def test_a_number_of_no_action_is_refused(number: object) -> None:
    position = pack(first_turn(), compiled=False)
    with pytest.raises(ValueError, match=r"there is no action .*: their numbers are 0 to \d+"):
        position.apply(number)  # type: ignore[arg-type]  # on purpose


def test_objectives_that_were_dealt_or_agreed_make_no_difference() -> None:
    dealt = new_game(2, edition="small", objectives="random")
    dealt = apply(dealt, legal_actions(dealt)[0])
    agreed = new_game(2, edition="small", objectives=dealt.setup.objectives)
    assert pack(dealt, compiled=False) == pack(agreed, compiled=False)


def test_a_position_can_be_pickled() -> None:
    position = pack(STATE, compiled=False)
    assert pickle.loads(pickle.dumps(position)) == position


def test_positions_with_other_rulings_differ() -> None:
    other = new_game(2, edition="small", rulings=Rulings(extra_turn="optional"))
    assert pack(new_game(2, edition="small"), compiled=False) != pack(other, compiled=False)


STATE = first_turn()
PLAYER = STATE.player
IMPOSSIBLE = {
    "a vehicle beyond": evolve(PLAYER, vehicles=PLAYER.vehicles | {"black": 99}),
    "floors in stock": evolve(PLAYER, stock=PLAYER.stock + {"black": 50}),
    "the box": evolve(PLAYER, stock=PLAYER.stock + {"black": 1}),
    "cone 50": evolve(PLAYER, cone=50),
    "roofs in hand": evolve(PLAYER, roofs=-1),
    "mauve": evolve(PLAYER, stock=PLAYER.stock + {"mauve": 1}),
    "contradicts": evolve(PLAYER, roof="nobody"),
}


@pytest.mark.parametrize("words", IMPOSSIBLE)
def test_a_player_that_no_game_has_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pack(evolve(STATE, players=STATE.with_player(IMPOSSIBLE[words])), compiled=False)


SITE, BUILDING = next(iter(STATE.buildings.items()))


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("turn of seat 7", {"seat": 7}),
        ("turns left", {"ending": Ending(Cause.LAST_ROOF, 9, 1)}),
        ("the end is None", {"phase": Phase.OVER}),
        ("to put back floors", {"phase": Phase.BACK}),
        ("a starting floor is to be placed", {"phase": Phase.PLACE}),
        ("neighbours allow 1 to", {"buildings": {SITE: evolve(BUILDING, floors=9)}}),
        ("cards in the market", {"phase": Phase.REVEAL}),
        ("are not the deck", {"pile": {}}),
        ("objectives in phase", {"phase": Phase.DEAL}),
        ("contradicts", {"buildings": STATE.buildings | {SITE: evolve(BUILDING, roofs={4: "blue"})}}),
        ("names 'Z9'", {"buildings": {"Z9": BUILDING}}),
        ("order of the edition", {"market": STATE.market[::-1]}),
    ],
)
def test_a_table_that_no_game_has_is_refused(words: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=words):
        pack(evolve(STATE, **changes), compiled=False)


def test_a_play_out_ends_the_game_and_is_the_same_for_the_same_seed() -> None:
    position = pack(new_game(2, edition="small"), compiled=False)
    final = position.playout(seed=5)
    assert final.outcome() is not None
    assert final == position.playout(seed=5)
    assert final != position.playout(seed=6)


def test_a_play_out_is_cut_off_after_so_many_steps() -> None:
    position = pack(new_game(2, edition="small"), compiled=False)
    assert position.playout(seed=5, most_steps=0) == position
    assert position.playout(seed=5, most_steps=7).outcome() is None


@pytest.mark.thorough
@needs_numba
@pytest.mark.parametrize("name", ["reconstruction", "small"])
def test_compiled_play_outs_are_the_interpreted_ones(name: str) -> None:
    for seed, players in enumerate(SHELF.shipped(name).players * 4):
        start = new_game(players, edition=name, objectives="random")
        one, other = pack(start, compiled=False), pack(start, compiled=True)
        assert one == other
        assert hash(one) == hash(other)
        assert one.playout(seed) == other.playout(seed)
        assert one.playout(seed).outcome() == other.playout(seed).outcome()


def run(program: str, **environment: str) -> tuple[str, str]:
    """What a program prints in a process of its own, and what it writes to standard error."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return done.stdout.strip(), done.stderr.strip()


def test_numba_is_imported_only_when_it_is_used() -> None:
    program = (
        "import sys; from towerup.engines.tower_up_packing import pack;"
        "from towerup.rulesets.tower_up.setup import new_game;"
        "pack(new_game(2), compiled=False).legal; print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    assert run(program) == ("False False", "")


@pytest.mark.thorough
@needs_numba
def test_what_was_compiled_is_loaded_by_the_next_process(tmp_path: Path) -> None:
    program = (
        "from towerup.engines import compiling; from towerup.engines.tower_up_packing import pack;"
        "from towerup.rulesets.tower_up.setup import new_game;"
        "final = pack(new_game(3, objectives='random'), compiled=True).playout(1);"
        "routines = compiling.compiled('towerup.engines.tower_up');"
        "print(final.outcome().winners, sum(routines.playout.stats.cache_hits.values()), sep='; ')"
    )
    (first, announced), (second, silent) = (run(program, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert first.split("; ")[0] == second.split("; ")[0]
    assert (first.split("; ")[1], second.split("; ")[1]) == ("0", "1")
    assert "about 20 seconds, once" in announced
    assert silent == ""
