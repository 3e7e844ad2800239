"""Exploring: whole spaces of states, their sizes pinned; and every kind of fault is found when it is there."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import attrs
import pytest

import towerup as tu
from towerup.kernel.coverage import Coverage, coverage_of
from towerup.kernel.properties import Properties
from towerup.kernel.records import read_record
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, ruleset
from towerup.rulesets.tower_up.rulings import EVERY_RULING
from towerup.rulesets.tower_up.state import Phase
from towerup.verify import explore as exploring
from towerup.verify.explore import Plan, Report, explore

FOR_HOURS = os.environ.get("TOWERUP_PROFILE", "dev") == "campaign"

YARD = Plan(2, {"edition": "tiny-yard"}, judge_every=0)
LANE = Plan(2, {"edition": "tiny-lane"}, judge_every=0)
OTHER_RULINGS = tu.Rulings.by_name({name: readings[-1] for name, readings in EVERY_RULING.items()})
"""Every open question answered otherwise than usual."""


UNCHECKED = attrs.evolve(tu.TOWER_UP, properties=Properties(), coverage=coverage_of(Properties(), frozenset()))
"""The rules without properties, where something else is of interest: the walk is quicker then."""


@pytest.fixture(scope="module")
def yard() -> Walk:
    """The whole yard, walked once."""
    told: list[exploring.Progress] = []
    return Walk(explore(UNCHECKED, YARD, told.append), told)


class Walk(NamedTuple):
    """What a walk reports, and what it told on the way."""

    report: Report
    told: list[exploring.Progress]


def contents(report: Report) -> dict[str, Any]:
    return attrs.asdict(attrs.evolve(report, seconds=0.0), recurse=False)


def actions(report: Report) -> list[str]:
    assert report.breach is not None
    return [str(action) for action in report.breach.record.actions]


def no_cone(state: tu.State) -> bool:
    """No cone is ever set."""
    return all(player.cone is None for player in state.players)


def claiming(check: Callable[[tu.State], bool]) -> AnyRuleset:
    """The rules with a property more, which does not hold."""
    properties = tu.PROPERTIES.copy()
    properties.always("TU-END-07")(check)
    return attrs.evolve(tu.TOWER_UP, properties=properties)


# --- the spaces, whole

JUDGED = {"tower-up": 8, "projekt-skyline": 5, "new-york-1901": 20}
"""Of how many states one is judged, where judging each would take long. In larger spaces of Tower Up each is."""

# What is explored; how many states and transitions there are; in how many states the game is over; and the number of
# actions of the longest game, None if play can go on for ever.
SPACES: list[Any] = [
    pytest.param("tower-up", "tiny-lane", 2, {"starting_floors": 2}, (1_690, 2_041, 650, 18), id="lane, two starting floors"),
    pytest.param("tower-up", "tiny-yard", 2, {"rulings": OTHER_RULINGS}, (2_209, 3_128, 294, None), id="yard, other rulings"),
    pytest.param("projekt-skyline", "tiny-cards", 2, {}, (977, 1_503, 127, 22), id="skyline, cards"),
    pytest.param("new-york-1901", "tiny", 2, {}, (1_541, 1_613, 512, 15), id="new york"),
]  # fmt: skip
LARGER_SPACES: list[Any] = [
    pytest.param(
        "new-york-1901",
        "tiny",
        2,
        {
            "rulings": ruleset("new-york-1901").rulings.by_name(
                {"short_pile": "old_cards_come_round", "no_worker": "may_pass", "starting_card": "from_the_market"}
            )
        },
        (5_166, 5_448, 1_864, 22),
        id="new york, other rulings",
    ),
    pytest.param("projekt-skyline", "tiny-three", 3, {}, (4_535, 8_880, 965, 32), id="skyline, three"),
    pytest.param(
        "tower-up", "tiny-three", 3, {"starting_floors": 2}, (2_777, 2_970, 944, 20), id="three, two starting floors"
    ),
    pytest.param("tower-up", "tiny-lane", 2, {}, (5_000, 5_843, 2_371, 25), id="lane"),
    pytest.param(
        "tower-up", "tiny-lane", 2, {"objectives": "random"}, (10_001, 11_688, 4_742, 26), id="lane, all objectives"
    ),
    pytest.param(
        "tower-up", "tiny-lane", 2, {"rulings": OTHER_RULINGS}, (19_082, 22_535, 8_934, 25), id="lane, other rulings"
    ),
    pytest.param("tower-up", "tiny-three", 3, {}, (4_861, 5_191, 1_762, 19), id="three"),
    pytest.param(
        "tower-up", "tiny-three", 3, {"rulings": OTHER_RULINGS}, (27_764, 31_321, 9_473, 26), id="three, other rulings"
    ),
    pytest.param("tower-up", "tiny-yard", 2, {}, (1_965, 2_784, 238, None), id="yard"),
    pytest.param("tower-up", "tiny-goals", 2, {}, (57_747, 69_334, 11_512, None), id="goals"),
    pytest.param("projekt-skyline", "tiny", 2, {}, (18_038, 27_066, 2_020, None), id="skyline"),
]
LARGEST_SPACES: list[Any] = [
    pytest.param("tower-up", "tiny", 2, {}, (997_425, 1_231_803, 318_292, 34), id="tiny"),
    pytest.param("tower-up", "tiny-million", 2, {}, (1_227_635, 1_744_014, 150_531, None), id="million"),
]


def hold(
    game: str,
    edition: str,
    players: int,
    options: dict[str, Any],
    pinned: tuple[int, int, int, int | None],
    jobs: int = 1,
    judge_every: int | None = None,
) -> None:
    """The space is walked whole, nothing is wrong anywhere in it, and it has the size it always had."""
    rules, every = ruleset(game), judge_every or JUDGED[game]
    report = explore(rules, Plan(players, {"edition": edition, **options}, judge_every=every, jobs=jobs))
    assert report.breach is None, report.breach
    assert report.exhausted
    assert report.is_sound
    assert (report.deadlocks, report.without_end) == (0, 0)
    assert (report.states, report.transitions, report.terminal, report.longest) == pinned
    assert (report.endless is None) == (report.longest is not None)
    assert sum(report.levels) == sum(report.tally.by_actor.values()) == report.states
    assert sum(report.tally.by_action.values()) == report.transitions
    assert sum(report.tally.by_cause.values()) == sum(report.tally.by_winners.values()) == report.terminal
    space = rules.action_space(rules.new_game(players, edition=edition, **options))
    assert report.tally.judged == -(-report.states // every) * len(space)


@pytest.mark.parametrize("game, edition, players, options, pinned", SPACES)
def test_a_whole_space(game: str, edition: str, players: int, options: dict[str, Any], pinned: Any) -> None:
    """Spaces that are walked in every test run."""
    hold(game, edition, players, options, pinned)


@pytest.mark.thorough
@pytest.mark.parametrize("game, edition, players, options, pinned", LARGER_SPACES)
def test_a_larger_space(game: str, edition: str, players: int, options: dict[str, Any], pinned: Any) -> None:
    """Spaces for a thorough run."""
    hold(game, edition, players, options, pinned, judge_every=1 if game == "tower-up" else None)


@pytest.mark.skipif(not FOR_HOURS, reason="takes many minutes: TOWERUP_PROFILE=campaign -k million")
@pytest.mark.parametrize("game, edition, players, options, pinned", LARGEST_SPACES)
def test_a_space_of_a_million_states(
    game: str, edition: str, players: int, options: dict[str, Any], pinned: Any
) -> None:
    """As `towerup explore --edition tiny` walks it. To run just these:

    TOWERUP_PROFILE=campaign python -m pytest tests/verify/test_explore.py -k million
    """
    hold(game, edition, players, options, pinned, jobs=os.cpu_count() or 1, judge_every=1)


@pytest.mark.parametrize("game", NAMES)
def test_every_tiny_edition_is_explored_and_told_with_its_size(game: str) -> None:
    """None is shipped without its size being pinned here and told on the page."""
    spaces = [space.values for space in (*SPACES, *LARGER_SPACES, *LARGEST_SPACES)]
    sizes = {edition: pinned[0] for one, edition, _, options, pinned in spaces if one == game and not options}
    assert {*sizes} == {name for name in ruleset(game).editions.names if name.startswith("tiny")}
    page = "editions.md" if game == NAMES[0] else f"editions-{game}.md"
    words = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(tiny[a-z-]*)` \| .*?([\d,]+)(?: states| of them)? \|$", words, re.MULTILINE)
    assert {name: int(size.replace(",", "")) for name, size in rows} == sizes


@pytest.mark.thorough
def test_the_tiny_editions_together_reach_every_rule_that_can_be_reached() -> None:
    """All but those that only an action broken in its form can break: no action of the space is."""
    never_applied, never_forbade = set(tu.catalogue().rules), set(tu.TOWER_UP.coverage.forbidding)
    for edition, players, options, judge_every in (
        ("tiny-lane", 2, {"starting_floors": 2, "objectives": "random"}, 1),
        ("tiny-three", 3, {"starting_floors": 2}, 1),
        ("tiny-goals", 2, {}, 0),
    ):
        report = explore(tu.TOWER_UP, Plan(players, {"edition": edition, **options}, judge_every=judge_every))
        never_applied &= set(report.never_applied)
        never_forbade &= set(report.never_forbade)
    assert never_applied == {"TU-FORM-01", "TU-FORM-02"}
    assert never_forbade == {"TU-FORM-01", "TU-FORM-02", "TU-SETUP-08"}


def test_the_rules_that_forbid_something_in_a_lane() -> None:
    """Over all states of one small space most rules that can forbid anything do; the others need a malformed action."""
    report = explore(tu.TOWER_UP, Plan(2, {"edition": "tiny-lane", "objectives": "random"}, limit=500))
    assert report.tally.forbidden_by.keys() >= {
        "TU-SETUP-03", "TU-SETUP-05", "TU-SETUP-06", "TU-TURN-01", "TU-TURN-02", "TU-TURN-03", "TU-TURN-05",
        "TU-TAKE-01", "TU-TAKE-03", "TU-TAKE-05", "TU-TAKE-07", "TU-TAKE-08", "TU-TAKE-09", "TU-STOCK-02",
        "TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-03", "TU-FOUND-06", "TU-ROOF-01",
        "TU-STAR-05",
    }  # fmt: skip
    assert not set(report.never_forbade) & set(report.tally.forbidden_by)
    assert set(report.never_forbade) | set(report.tally.forbidden_by) == tu.TOWER_UP.coverage.forbidding


def test_every_objective_can_be_fulfilled_in_the_square() -> None:
    """`tiny-goals` has one of each kind, and each kind is fulfilled by somebody in some game."""
    start, random, fulfilled = tu.new_game(2, edition="tiny-goals"), Random(1), set[str]()
    names = start.setup.objectives
    for _ in range(1_000):
        state = start
        while legal := tu.legal_actions(state):
            state = tu.apply(state, random.choice(legal))
        fulfilled |= {name for player in state.players for name in player.chips}
        if len(fulfilled) == len(names):
            break
    assert fulfilled == set(names)
    assert {tu.load_edition("tiny-goals").objectives_by_id[name].kind for name in names} == {
        "colours", "park", "districts", "lake", "adjacent", "colour", "grey", "borders", "double", "heights",
    }  # fmt: skip


# --- how the walk is done


def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report does not depend on how many share the work, nor on where a limit or a breach stops it."""
    monkeypatch.setattr(exploring, "BLOCK", 16)
    monkeypatch.setattr(exploring, "WORTH_SHARING", 32)
    for rules, plan in (
        (UNCHECKED, attrs.evolve(YARD, judge_every=29)),
        (UNCHECKED, attrs.evolve(LANE, limit=200)),
        (claiming(no_cone), YARD),
    ):
        alone = explore(rules, plan)
        assert contents(explore(rules, attrs.evolve(plan, jobs=2))) == contents(alone)


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a report with a part missing."""
    monkeypatch.setattr(exploring, "WORTH_SHARING", 1)
    monkeypatch.setattr(exploring, "_work", lambda *_: os._exit(9))
    with pytest.raises(ChildProcessError, match="died"):
        explore(tu.TOWER_UP, attrs.evolve(YARD, jobs=2))


def test_a_limit_stops_the_walk_and_is_told() -> None:
    """Not exhausted; what cannot be known of a part of the space is not told."""
    report = explore(tu.TOWER_UP, attrs.evolve(YARD, limit=300))
    assert not report.exhausted
    assert report.stopped_by == "limit"
    assert 300 <= report.states < 1_965
    assert report.longest is None
    assert report.without_end is None
    assert report.is_sound
    assert sum(report.levels) <= report.states


def test_a_limit_that_is_just_enough_does_not_stop_it() -> None:
    """The last state that is met may be the last there is."""
    report = explore(UNCHECKED, attrs.evolve(YARD, limit=1_965))
    assert report.states == 1_965
    assert explore(UNCHECKED, attrs.evolve(YARD, limit=1_966)).exhausted


def test_an_interrupt_leaves_a_report() -> None:
    """What was walked until then."""

    def interrupt(now: exploring.Progress) -> None:
        if now.stage == "walking" and now.states > 200:
            raise KeyboardInterrupt

    report = explore(tu.TOWER_UP, YARD, interrupt)
    assert report.stopped_by == "interrupt"
    assert not report.exhausted
    assert report.states > 200


def test_progress_is_told(yard: Walk) -> None:
    """States and transitions only ever grow, and the last word is the whole."""
    report, told = yard
    assert [now.states for now in told] == sorted(now.states for now in told)
    assert (told[-1].states, told[-1].transitions, told[-1].frontier) == (report.states, report.transitions, 0)
    assert {now.stage for now in told} == {"walking", "looking for endless play", "looking for ways to the end"}


# --- endless play


def test_players_who_only_take_cards_play_for_ever(yard: Walk) -> None:
    """In the yard there are floors in plenty: the cycle found leads from a state to the same state."""
    endless = yard.report.endless
    assert endless is not None
    assert (endless.states, endless.on_cycles) == (861, 696)
    *_, there = endless.record.states()
    state = there
    for action in endless.cycle:
        state = tu.apply(state, action)
    assert state == there
    assert endless.cycle
    assert not any(isinstance(action, tu.Found) for action in endless.cycle)


# --- faults are found


def test_a_broken_law_is_shown_by_a_shortest_game() -> None:
    """The record leads to the state that breaks it, and no shorter game breaks it."""
    report = explore(claiming(no_cone), YARD)
    assert report.stopped_by == "breach"
    assert not report.is_sound
    assert report.breach is not None
    assert (report.breach.rule, report.breach.message) == ("TU-END-07", "no_cone: No cone is ever set.")
    record = read_record(report.breach.record.lines(), tu.TOWER_UP)
    *before, last = record.states()
    assert not no_cone(last)
    assert all(no_cone(state) for state in before)
    # Nobody sets a cone before the last roof is placed: reveal, place, found.
    assert [word.split()[0] for word in actions(report)] == ["reveal", "place", "found"]


def test_a_broken_law_of_steps_is_shown_with_the_step() -> None:
    """The last action of the record is the one that breaks it."""

    properties = tu.PROPERTIES.copy()

    @properties.step("TU-STOCK-02")
    def never_back(before: tu.State, action: tu.Action, after: tu.State) -> bool:
        return not isinstance(action, tu.Back)

    report = explore(attrs.evolve(tu.TOWER_UP, properties=properties), YARD)
    assert [word.split()[0] for word in actions(report)] == ["reveal", "place", "take", "reveal", "back"]


def test_a_start_that_breaks_a_law_is_shown_by_no_action_at_all() -> None:
    """The state before the first action is held to the laws too."""
    report = explore(claiming(lambda _: False), YARD)
    assert actions(report) == []
    assert report.states == 1


def test_a_deadlock_is_found() -> None:
    """Nothing to put back: not over, and nothing can be done."""

    def none_back(state: tu.State) -> tuple[tu.Action, ...]:
        return () if state.phase is Phase.BACK else tu.legal_actions(state)

    report = explore(attrs.evolve(UNCHECKED, legal_actions=none_back), YARD)
    assert report.exhausted
    assert report.breach is None
    assert report.deadlocks > 0
    assert report.without_end is not None
    assert report.without_end >= report.deadlocks
    assert report.deadlock is not None
    assert [str(action).split()[0] for action in report.deadlock.actions] == ["reveal", "place", "take", "reveal"]
    *_, last = report.deadlock.states()
    assert last.phase is Phase.BACK
    assert not report.is_sound


def test_a_game_that_cannot_end_is_found() -> None:
    """Without founding the yard's game has no end: all states are endless, and none leads to the end."""

    def never_found(state: tu.State) -> tuple[tu.Action, ...]:
        return tuple(action for action in tu.legal_actions(state) if not isinstance(action, tu.Found))

    report = explore(attrs.evolve(UNCHECKED, legal_actions=never_found), YARD)
    assert report.exhausted
    assert report.terminal == report.deadlocks == 0
    assert report.without_end == report.states
    assert report.endless is not None
    assert report.endless.states == report.states
    assert report.astray is not None
    assert not report.is_sound


def test_offers_and_objections_are_compared() -> None:
    """An action that is not generated, one too many, one twice: each is named in the first state where it happens."""

    def too_few(state: tu.State) -> tuple[tu.Action, ...]:
        return tu.legal_actions(state)[:1]

    def too_many(state: tu.State) -> tuple[tu.Action, ...]:
        return (*tu.legal_actions(state), *([tu.Decline()] if state.phase is Phase.TURN else []))

    def twice(state: tu.State) -> tuple[tu.Action, ...]:
        return tu.legal_actions(state) * 2

    judged = attrs.evolve(YARD, judge_every=1)
    # Properties would name it first: here nothing but offers and objections speaks.
    rules = UNCHECKED
    report = explore(attrs.evolve(rules, legal_actions=too_few), judged)
    assert report.breach is not None
    assert "is not among the legal actions, and there is no objection to it" in report.breach.message
    assert actions(report) == []
    report = explore(attrs.evolve(rules, legal_actions=too_many), judged)
    assert report.breach is not None
    assert report.breach.message == "decline is among the legal actions, and objections speak against it: TU-TURN-02"
    report = explore(attrs.evolve(rules, legal_actions=twice), judged)
    assert report.breach is not None
    assert (report.breach.rule, actions(report)) == ("offers", [])
    assert explore(attrs.evolve(rules, legal_actions=twice), attrs.evolve(YARD, limit=100)).breach is None


def test_who_is_to_act_is_compared_with_what_can_be_done() -> None:
    """A state in which nobody is to act, but something can be done, is no end."""

    def goes_on(state: tu.State) -> tuple[tu.Action, ...]:
        return tu.legal_actions(state) or tu.legal_actions(tu.new_game(2, edition="tiny-yard"))

    report = explore(attrs.evolve(tu.TOWER_UP, legal_actions=goes_on), YARD)
    assert report.breach is not None
    assert (report.breach.rule, report.breach.message) == ("actor", "nobody is to act, but something can be done")


def test_whose_turn_it_is_is_judged() -> None:
    """A judge that lets anybody act is noticed."""
    rules = attrs.evolve(tu.TOWER_UP, objections=lambda state, action, by=None: tu.TOWER_UP.objections(state, action))
    report = explore(rules, attrs.evolve(YARD, judge_every=1))
    assert report.breach is not None
    assert report.breach.message == "reveal b/black by seat 0: there is no objection"


def test_rules_that_fail_are_a_finding() -> None:
    """An error raised while applying a legal action is reported with the game that leads to it."""

    def fails(state: tu.State, action: tu.Action, by: tu.Actor | None = None) -> tu.State:
        if isinstance(action, tu.Found):
            raise ZeroDivisionError("no floors to share")
        return tu.apply(state, action)

    report = explore(attrs.evolve(tu.TOWER_UP, apply=fails), YARD)
    assert report.breach is not None
    assert (report.breach.rule, report.breach.message) == ("crash", "ZeroDivisionError: no floors to share")
    assert [word.split()[0] for word in actions(report)] == ["reveal", "place"]


def test_rules_applied_are_counted() -> None:
    """With coverage: rules and events by step, those never met, and of those that can forbid which never did."""
    coverage = Coverage(
        always={tu.Take: ("TU-TAKE-02", "TU-TAKE-05")},
        notable=lambda before, action, after: ["the end"] if after.is_over else [],
        events={"the end": "the game is over", "the flood": "all is lost"},
        only_forbidding=frozenset(),
        forbidding=frozenset({"TU-TURN-01", "TU-FORM-01"}),
    )
    report = explore(attrs.evolve(UNCHECKED, coverage=coverage), attrs.evolve(YARD, judge_every=40))
    assert report.tally.applied["TU-TAKE-02"] == report.tally.by_action["take"] == 894
    assert report.tally.applied["the end"] > 0
    assert report.never_happened == ("the flood",)
    assert report.never_forbade == ("TU-FORM-01",)
    assert "TU-TAKE-02" not in report.never_applied
    assert "TU-TURN-01" not in report.never_applied
    assert "TU-BOX-01" in report.never_applied


# --- keys


def test_a_key_tells_states_apart_just_as_equality_does() -> None:
    """Over all states of a small space: equal states, however they were reached, have one key, different ones different."""
    start = tu.new_game(2, edition="tiny-yard", objectives="random")
    key = tu.TOWER_UP.state_key
    known, level = {start: key(start)}, [start]
    while level:
        met = [tu.apply(state, action) for state in level for action in tu.legal_actions(state)]
        level = []
        for state in met:
            if state not in known:
                known[state] = key(state)
                level.append(state)
            assert known[state] == key(state)
    assert len(known) == len(set(known.values())) == 1_966
    for state in list(known)[::20]:
        assert key(pickle.loads(pickle.dumps(state))) == known[state]
        assert key(tu.state_from_json(tu.state_to_json(state))) == known[state]
