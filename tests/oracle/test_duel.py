"""Duels: no difference with ourselves, every sort of wrong implementation found, told by its rule, and survived."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import socketserver
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from typer.testing import CliRunner

import towerup as tu
from towerup.cli.app import app
from towerup.kernel.records import actor_from_json, header_of, read_record, start_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import duel_machine
from towerup.oracle.duel_report import difference_to_json, record_of, side_by_side, vectors_of
from towerup.oracle.dueling import Duel, Result, Terms, mangled
from towerup.oracle.implementations import (
    CannotStart,
    Implementation,
    ProcessImplementation,
    PythonImplementation,
    RulesetImplementation,
)
from towerup.oracle.matches import Difference, Kind
from towerup.oracle.protocol import Refusal
from towerup.oracle.server import Oracle
from towerup.oracle.vectors import check_file, written
from towerup.rulesets import ruleset
from towerup.verify.faults import fault_by_id, plant, read_faults, uproot

from .games import GAMES, every_game

ORACLE = [sys.executable, "-m", "towerup", "oracle"]
PATIENT = 60.0
"""A time limit that is not meant to be reached."""


def duel(
    other: Implementation, games: int = 2, edition: str = "tiny", seed: int = 1, rules: AnyRuleset = tu.TOWER_UP
) -> Result:
    return Duel(rules, other, Terms(games, seed=seed, edition=edition)).run()


@contextmanager
def planted(fault: str, rules: AnyRuleset) -> Iterator[Implementation]:
    """Our rules with a fault in them, asked as a stranger is."""
    yield RulesetImplementation(plant(rules.package, fault))
    uproot(rules.package, fault_by_id(read_faults(rules.package), fault))


def vectors_hold(difference: Difference) -> None:
    """What a duel writes as a vector is one, has the right answer, and is wrong for who differs."""
    content = json.loads(written(vectors_of(difference)))
    assert not list(check_file(difference.start.ruleset, "x", content, Path()))


def shows_again(difference: Difference) -> None:
    """The record is a game of ours, and the vector says what is right."""
    rules: AnyRuleset = difference.start.ruleset
    record = read_record(list(difference.record.lines()), rules)
    *_, state = record.states()
    told = json.loads(json.dumps(difference_to_json(difference)))
    assert told["actions"] == [rules.action_to_json(action) for action in record.actions]
    if difference.kind in (Kind.LACKING, Kind.TOO_MANY):
        assert told["expected"]["actions"] == [rules.action_to_json(action) for action in rules.legal_actions(state)]
    elif difference.kind is Kind.ACCEPTED:
        broken = rules.objections(state, rules.action_from_json(told["action"]), actor_from_json(told["actor"]))
        assert {rule.rule for rule in broken} == set(told["expected"]["refused"])
    elif difference.kind is Kind.STATE and told["action"] is not None:
        after = rules.apply(state, rules.action_from_json(told["action"]))
        assert told["expected"] == {"state": json.loads(rules.state_to_json(after))}
        assert told["found"] != told["expected"]
    vectors_hold(difference)
    assert list(side_by_side(difference))


# --- nothing is wrong


@pytest.mark.thorough
@every_game
def test_the_oracle_duels_with_itself_over_the_protocol(rules: AnyRuleset) -> None:
    """Another process, whole games, thousands of answers: no difference."""
    with ProcessImplementation(ORACLE, PATIENT) as other:
        result = duel(other, 3, rules.stress_editions[1], rules=rules)
        assert other.starts == 1
    assert result.ok
    assert result.games == 3
    assert result.illegal > 50
    assert result.compared > 2 * result.steps + result.illegal
    assert other.pid is None


@every_game
def test_the_same_seed_plays_the_same_games(rules: AnyRuleset) -> None:
    """So a difference can be looked at again."""
    first, second = (duel(RulesetImplementation(rules), 4, rules.stress_editions[-1], rules=rules) for _ in range(2))
    assert first.ok
    assert first == second


@every_game
def test_companion_editions_are_mixed_in(rules: AnyRuleset) -> None:
    """Unless an edition is named, small boxes are played now and then."""
    drawn = [Duel(rules, RulesetImplementation(rules), Terms(8))._series.game(n, random.Random(n)) for n in range(8)]
    assert {rules.setup_to_json(state)["edition"]["name"] for state in drawn} > {rules.usual_edition}


@every_game
def test_mangled_values_stay_json(rules: AnyRuleset) -> None:
    """One thing in a header is changed; mostly the game cannot be set up then, and nothing but JsonError says so."""
    header = header_of(rules.new_game(2))
    refused = 0
    for seed in range(60):
        try:
            start_of(mangled(random.Random(seed), header, "setup"), lambda _: rules)
        except tu.JsonError:
            refused += 1
    assert refused > 30
    assert header == header_of(rules.new_game(2))


# --- wrong rules

FAULTS = {
    "tower-up": {
        "same-colour-forgotten": (Kind.TOO_MANY, "TU-FOUND-03"),
        "starting-floors-in-any-order": (Kind.ACCEPTED, "TU-SETUP-03"),
        "roofs-never-used-up": (Kind.STATE, "TU-BOX-02"),
        "floors-put-back-vanish": (Kind.STATE, "TU-BOX-01"),
        "first-stocks-from-nowhere": (Kind.STATE, "TU-BOX-01"),
        "rare-cards-as-likely": (Kind.CHANCES, "TU-SETUP-02"),
        "neighbours-by-two-roads": (Kind.LACKING, "TU-BOX-04"),
    },
    "projekt-skyline": {
        "skyscrapers-anywhere": (Kind.TOO_MANY, "PS-SETUP-04"),
        "as-high-will-do": (Kind.TOO_MANY, "PS-GROW-03"),
        "only-straight-on": (Kind.LACKING, "PS-BUILD-01"),
        "anybody-may-act": (Kind.ACCEPTED, "PS-TURN-01"),
        "pawns-go-backwards": (Kind.STATE, "PS-PAWN-01"),
        "rent-goes-nowhere": (Kind.STATE, "PS-BOX-07"),
        "rent-for-one-only": (Kind.STATE, "PS-RENT-03"),
    },
    "new-york-1901": {
        "others-lots-can-be-had": (Kind.TOO_MANY, "NY-LAND-02"),
        "no-frontage-needed": (Kind.TOO_MANY, "NY-BUILD-03"),
        "one-lot-a-building": (Kind.LACKING, "NY-BUILD-01"),
        "anybody-may-act": (Kind.ACCEPTED, "NY-TURN-01"),
        "a-card-stays-in-the-market": (Kind.STATE, "NY-BOX-03"),
        "every-kind-is-as-likely": (Kind.CHANCES, "NY-BOX-05"),
    },
}
"""Of each game, a sample: how a duel shows it, and the rule that it is about."""
BOXES = {"tower-up": "small", "projekt-skyline": "village", "new-york-1901": "corner"}
"""The editions that show them so."""


@pytest.mark.parametrize("game, fault", [(game, fault) for game, faults in FAULTS.items() for fault in faults])
def test_a_planted_fault_is_found_and_explained(game: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its kind and its rule, in a game of a few actions, which shows it again."""
    monkeypatch.setattr("towerup.oracle.dueling.WANDERINGS", 60)
    kind, rule = FAULTS[game][fault]
    rules = ruleset(game)
    with planted(fault, rules) as other:
        result = duel(other, 100, BOXES[game], rules=rules)
        found = result.difference
        assert found is not None
        assert (found.kind, found.again) == (kind, True)
        assert rule in found.rules
        assert len(found.record.actions) <= 25
        shows_again(found)


def test_every_game_has_a_sample_of_its_faults() -> None:
    assert FAULTS.keys() == BOXES.keys() == {rules.name for rules in GAMES}


@pytest.mark.thorough
def test_duels_with_planted_faults_by_command(tmp_path: Path) -> None:
    """`--faults` wraps each as a foreign process; `--fault` chooses. What nothing can show from outside is named."""
    report = tmp_path / "found.json"
    words = ["duel", "--fault", "roofs-never-used-up", "--fault", "notation-is-an-action", "--edition", "tiny"]
    done = CliRunner().invoke(app, [*words, "--jobs", "1", "--json", str(report)], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert "2 of 2 faults found by a duel" in done.output
    first, second = json.loads(report.read_bytes())
    assert first["found"]
    assert first["named"]
    assert first["length"] == len(first["game"]) + 1
    assert second["length"] == 1


def test_duels_with_planted_faults_of_another_game(tmp_path: Path) -> None:
    """The game need not be named: it is that of the edition. The fault is planted in its rules."""
    words = ["duel", "--edition", "square", "--fault", "rent-for-one-only", "--games", "20", "--jobs", "1"]
    done = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert "Projekt Skyline: 1 of 1 faults found by a duel" in done.output


def test_a_fault_that_nothing_shows_from_outside_is_not_found() -> None:
    words = ["duel", "--fault", "two-start-objectives", "--games", "2", "--edition", "tiny"]
    done = CliRunner().invoke(app, [*words, "--jobs", "1"])
    assert done.exit_code == 1
    assert "Not found: two-start-objectives" in done.output


@pytest.mark.parametrize(
    "words, said",
    [
        (["--faults", "--", "x"], "name no implementation"),
        (["--fault", "no-such-fault"], "there is no fault 'no-such-fault'"),
    ],
)
def test_misuse_of_duels_with_faults(words: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["duel", *words])
    assert done.exit_code == 2
    assert said in done.output


def test_a_planted_fault_in_another_process(tmp_path: Path) -> None:
    """The whole command: the rule, both sides, the game, the picture; a record, a vector and a report; exit code 1."""
    report = tmp_path / "report.json"
    words = ["duel", "--edition", "tiny", "--games", "5", "--to", str(tmp_path), "--json", str(report), "--"]
    done = CliRunner().invoke(app, [*words, *ORACLE, "--fault", "roofs-never-used-up"])
    assert done.exit_code == 1, done.output
    for expected in (
        "TU-BOX-02",
        "the implementation",
        "seats[0].roofs",
        "The shortest game found",
        "The table then",
        "reveal",
    ):
        assert expected in done.output
    (game,) = tmp_path.glob("*.jsonl")
    checked = CliRunner().invoke(app, ["check", str(game)])
    assert checked.exit_code == 0, checked.output
    (kept,) = tmp_path.glob("towerup-duel-*.json")
    (vector,) = json.loads(kept.read_bytes())["vectors"]
    told = json.loads(report.read_bytes())
    assert vector["kind"] == "play"
    assert told["difference"]["rule"] == "TU-BOX-02"
    assert told["difference"]["kind"] == "state"
    assert vector["after"] == told["difference"]["expected"]["state"]
    assert not told["ok"]
    assert told["editions"] == {"tiny": told["games"]}
    held = CliRunner().invoke(app, ["vectors", "--check", str(kept)])
    assert held.exit_code == 0, held.output


class Explaining(RulesetImplementation):
    """Refuses what is illegal, but for another reason than the true one."""

    def play(self, action: Any, actor: Any) -> Any:
        try:
            return super().play(action, actor)
        except Refusal as refusal:
            named = [one | {"rule": "TU-TURN-02"} for one in refusal.data.get("violations", ())]
            raise Refusal(refusal.code, refusal.message, {"violations": named} if named else None) from None


def test_wrong_reasons_are_found_if_they_are_asked_for() -> None:
    assert Duel(tu.TOWER_UP, Explaining(tu.TOWER_UP), Terms(2, edition="tiny")).run().ok
    found = Duel(tu.TOWER_UP, Explaining(tu.TOWER_UP), Terms(2, edition="tiny", reasons=True)).run().difference
    assert found is not None
    assert found.kind is Kind.REASONS
    assert found.expected != found.found == {"refused": ["TU-TURN-02"]}
    assert len(found.record.actions) <= 2
    shows_again(found)


@pytest.mark.thorough
@every_game
def test_our_own_reasons_are_right(rules: AnyRuleset) -> None:
    assert Duel(rules, RulesetImplementation(rules), Terms(6, reasons=True)).run().ok


class Trusting(RulesetImplementation):
    """Begins a game with as many starting floors as anybody likes."""

    def start(self, header: Any) -> Any:
        allowed = header["setup"].get("starting_floors")
        return super().start(header | {"setup": header["setup"] | {"starting_floors": 1 if allowed == 0 else allowed}})


@pytest.mark.thorough
def test_an_impossible_setup_that_is_accepted_is_written_down(tmp_path: Path) -> None:
    found = Duel(tu.TOWER_UP, Trusting(tu.TOWER_UP), Terms(200, edition="tiny")).run().difference
    assert found is not None
    assert found.kind is Kind.SETUP_ACCEPTED
    header = json.loads(record_of(found))
    assert header["setup"]["starting_floors"] == 0
    file = tmp_path / "found.jsonl"
    file.write_bytes(record_of(found))
    assert CliRunner().invoke(app, ["check", str(file)]).exit_code == 1
    vectors_hold(found)


# --- in Python


class Mine:
    """A faithful implementation in Python: ours, wrapped."""

    def start(self, header: Any) -> Any:
        self.state = start_of(header, lambda _: tu.TOWER_UP)
        return tu.state_to_json(self.state)

    def legal(self) -> Any:
        return [tu.action_to_json(action) for action in reversed(tu.legal_actions(self.state))]

    def play(self, action: Any, actor: Any) -> Any:
        by = tu.CHANCE if actor == "chance" else actor
        self.state = tu.apply(self.state, tu.action_from_json(action), by)
        return json.loads(tu.state_to_json(self.state))

    def outcome(self) -> Any:
        result = tu.outcome(self.state)
        return None if result is None else tu.outcome_to_json(result)


class Rude(Mine):
    """Refuses nobody anything, once there are buildings."""

    def play(self, action: Any, actor: Any) -> Any:
        try:
            return super().play(action, actor)
        except tu.IllegalAction:
            if not self.state.buildings:
                raise
            return tu.state_to_json(self.state)


class Shy(Mine):
    """Says that nothing can be founded, and knows why."""

    def legal(self) -> Any:
        return [action for action in super().legal() if action["type"] != "found"]

    def play(self, action: Any, actor: Any) -> Any:
        if isinstance(action, dict) and action.get("type") == "found":
            raise tu.IllegalAction(action, (tu.Violation(tu.catalogue()["TU-FOUND-07"], "no"),))
        return super().play(action, actor)


class Twice(Mine):
    def legal(self) -> Any:
        return super().legal() * 2


class Early(Mine):
    def outcome(self) -> Any:
        return super().outcome() or {"winners": [0]}


class Endless(Mine):
    """Goes on when the game is over."""

    def legal(self) -> Any:
        return super().legal() or [{"type": "decline"}]


class Generous(Mine):
    def outcome(self) -> Any:
        told = super().outcome()
        if told:
            told["scores"][0]["total"] += 1
        return told


class Forgetful(Mine):
    """A refused action is not without consequence: from then on nobody may decide anything."""

    def __init__(self) -> None:
        self.hurt = False

    def play(self, action: Any, actor: Any) -> Any:
        try:
            after = super().play(action, actor)
        except ValueError:
            self.hurt = True
            raise
        return {**after, "version": 2} if self.hurt else after


class Crashing(Mine):
    def play(self, action: Any, actor: Any) -> Any:
        if action == {"type": "decline"} or (isinstance(action, dict) and action.get("type") == "take"):
            sys.exit(3)
        return super().play(action, actor)


class Hanging(Mine):
    def legal(self) -> Any:
        threading.Event().wait()


class Strange(Mine):
    def legal(self) -> Any:
        return {1, 2}


class Unfinished:
    def start(self, header: Any) -> Any:
        raise NotImplementedError("tomorrow")


class Strict(Mine):
    """Will not play at all."""

    def start(self, header: Any) -> Any:
        raise ValueError("not today")


class Loose(Mine):
    """Sets up whatever it is told to."""

    def start(self, header: Any) -> Any:
        try:
            return super().start(header)
        except tu.JsonError:
            return {}


PLAYERS: dict[Callable[[], Any], Kind] = {
    Rude: Kind.ACCEPTED,
    Shy: Kind.LACKING,
    Twice: Kind.TOO_MANY,
    Early: Kind.OUTCOME,
    Endless: Kind.TOO_MANY,
    Generous: Kind.OUTCOME,
    Forgetful: Kind.STATE,
    Crashing: Kind.CRASH,
    Strange: Kind.GARBAGE,
    Unfinished: Kind.CRASH,
    Strict: Kind.SETUP_REFUSED,
    Loose: Kind.SETUP_ACCEPTED,
}


@pytest.mark.parametrize(
    "factory",
    [pytest.param(one, marks=[pytest.mark.thorough] if one in (Endless, Rude) else []) for one in PLAYERS],
    ids=[one.__name__ for one in PLAYERS],
)
def test_a_wrong_implementation_in_python(factory: Callable[[], Any]) -> None:
    """Whatever it does wrong is found by its kind, in a short game."""
    found = duel(PythonImplementation(factory, PATIENT), 20).difference
    assert found is not None
    assert found.kind is PLAYERS[factory]
    shows_again(found)
    if factory is Shy:
        assert found.rules[0] == "TU-FOUND-07", "it says itself why not"
    if factory is Generous:
        assert "TU-FINAL-01" in found.rules
    if factory is Forgetful:
        assert found.attempts, "what was tried in vain belongs to the game"


JUNK: list[Any] = [None, True, 7, -1.5, 2**63, "", "x", [], [[]], {}, {"type": "take"}, {"type": []}, {"action": 1, "weight": {}}, [{"type": "decline"}] * 2]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_answered_is_told(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Junk, and right answers with one thing changed: a difference, never an error of ours."""
    for limit in ("ATTEMPTS", "WANDERINGS"):
        monkeypatch.setattr(f"towerup.oracle.dueling.{limit}", 5)
    chooser = random.Random(seed)
    method = ("start", "legal", "play", "outcome", "chances")[seed % 5]

    class Wrong(Mine):
        def chances(self) -> Any:
            weights = tu.chance_weights(self.state)
            legal = tu.legal_actions(self.state) if weights else ()
            return [{"action": tu.action_to_json(one), "weight": n} for one, n in zip(legal, weights, strict=True)]

    def answer(self: Wrong, *given: Any) -> Any:
        right = getattr(super(Wrong, self), method, lambda: told(self))(*given)
        right = json.loads(right) if isinstance(right, bytes) else right
        if chooser.random() < 0.8:
            return right
        junk = chooser.choice(JUNK)
        changed = mangled(chooser, right) if isinstance(right, dict | list) else junk
        return chooser.choice([junk, [junk], changed])

    told = Wrong.chances
    setattr(Wrong, method, answer)
    result = duel(PythonImplementation(Wrong, PATIENT), 3, seed=seed)
    for found in filter(None, [result.difference, *result.fleeting]):
        assert list(side_by_side(found))
        assert json.loads(json.dumps(difference_to_json(found)))["what"]
        vectors_hold(found)


def test_a_faithful_implementation_in_python() -> None:
    """The order of its legal actions does not matter."""
    assert duel(PythonImplementation(Mine, PATIENT), 6).ok


def test_a_hang_in_python_is_left_behind() -> None:
    """It cannot be stopped, so it is not tried again: one is enough."""
    found = duel(PythonImplementation(Hanging, 0.05)).difference
    assert found is not None
    assert (found.kind, found.asked) == (Kind.HANG, "legal")


def test_the_python_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """module:factory, of the folder at hand too; what cannot be had is told with exit code 2."""
    (tmp_path / "their_tower.py").write_text("import tests_of_duel\nmake = tests_of_duel.Mine\nnumber = 7\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "tests_of_duel", sys.modules[__name__])
    words = ["duel", "--edition", "tiny", "--games", "2", "--python"]
    done = CliRunner().invoke(app, [*words, "their_tower:make"])
    assert (done.exit_code, "No difference" in done.output) == (0, True), done.output
    for wrong in ("their_tower", "no_such:thing", "their_tower:lost", "their_tower:number", ":", "their_tower:make.x"):
        done = CliRunner().invoke(app, [*words, wrong])
        assert done.exit_code == 2, done.output
        assert isinstance(done.exception, SystemExit)


def test_the_machine_passes_and_fails() -> None:
    """A state machine for one's own tests: a faithful implementation passes, a wrong one fails with the rule in words."""
    quick = settings(
        max_examples=3, stateful_step_count=20, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(duel_machine(Mine, edition="tiny"), settings=quick)
    with pytest.raises(AssertionError, match="TU-FOUND-07") as caught:
        run_state_machine_as_test(duel_machine(Shy, edition="tiny"), settings=quick)
    printed = "\n".join(caught.value.__notes__)
    assert "state.set_up(game=tu.replay('tiny', " in printed
    [call] = re.findall("^# The game until then: (.*)$", printed, re.MULTILINE)
    assert any(isinstance(one, tu.Found) for one in tu.legal_actions(eval(call, {"tu": tu})))


def test_the_machine_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Hypothesis it is said what to install."""
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "towerup.oracle.machine", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"towerup\[verify\]"):
        duel_machine(Mine)


# --- bad manners of processes


class _Answering(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        oracle = Oracle(lambda _: tu.TOWER_UP, ())
        with contextlib.suppress(OSError):
            for line in self.rfile:
                self.wfile.write(oracle.answer(line) or b"")


@pytest.fixture(scope="module")
def misbehaving() -> Iterator[Callable[[str], list[str]]]:
    """A process that answers by our rules, but for what `body` does: with `line`, `reply`, `method`, `number`, `say`.

    The right answers come from a thread of this process: to start, such a process takes a tenth of what the oracle takes.
    """
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Answering) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()

        def command(body: str) -> list[str]:
            program = f"""
import sys, time, os, json, socket
oracle = socket.create_connection({server.server_address!r}).makefile("rwb")
def say(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
for number, line in enumerate(iter(sys.stdin.buffer.readline, b"")):
    method = json.loads(line)["method"]
    oracle.write(line)
    oracle.flush()
    reply = oracle.readline()
{textwrap.indent(textwrap.dedent(body), "    ")}
    say(reply)
"""
            return [sys.executable, "-I", "-S", "-c", program]

        yield command
        server.shutdown()


Misbehaving = Callable[[str], list[str]]

BAD = {
    "hang": ("if method == 'legal': time.sleep(600)", Kind.HANG),
    "crash": ("if b'take' in line: os._exit(7)", Kind.CRASH),
    "killed": ("if b'take' in line: os.kill(os.getpid(), 9)", Kind.CRASH),
    "traceback": ("if b'take' in line: raise RuntimeError('oh no')", Kind.CRASH),
    "garbage": ("if b'take' in line: reply = b'Taking a card!\\n'", Kind.GARBAGE),
    "chatter": ("if b'take' in line: say(b'Taking a card!\\n')", Kind.GARBAGE),
    "bytes": ("if b'take' in line: reply = bytes(range(256))", Kind.GARBAGE),
    "empty": ("if b'take' in line: reply = b'\\n'", Kind.GARBAGE),
    "half a line": ("if b'take' in line: say(reply[:40]); os._exit(0)", Kind.CRASH),
    "half a line, then silence": ("if b'take' in line: say(reply[:40]); time.sleep(600)", Kind.HANG),
    "flood": ("while b'take' in line: say(b'x' * 100_000)", Kind.GARBAGE),
    "another id": ("if b'take' in line: reply = reply.replace(b'\"id\":', b'\"id\":9')", Kind.GARBAGE),
    "no state": ("if method == 'start': reply = b'{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}\\n' % json.loads(line)['id']", Kind.GARBAGE),
    "closes its output": ("if b'take' in line: os.close(1); time.sleep(600)", Kind.CRASH),
}  # fmt: skip


@pytest.mark.parametrize("manner", BAD)
def test_bad_manners_are_findings(manner: str, misbehaving: Misbehaving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is told as what it is, and shows again; nothing is left running."""
    monkeypatch.setattr("towerup.oracle.dueling.ATTEMPTS_OF_FAILURES", 3 if manner == "crash" else 0)
    monkeypatch.setattr("towerup.oracle.implementations._GRACE", 0.2)
    body, kind = BAD[manner]
    # What never answers is waited for in vain, so the limit is short; else it must not be reached.
    timeout = 0.3 if kind is Kind.HANG else PATIENT
    with ProcessImplementation(misbehaving(body), timeout) as other:
        found = duel(other, 5).difference
    assert found is not None
    assert found.kind is kind, found.what
    assert other.pid is None
    if manner == "traceback":
        assert "oh no" in found.what
    if manner == "crash":
        assert "exit code 7" in found.what
    if manner == "killed":
        assert "SIGKILL" in found.what
    shows_again(found)


def test_noise_and_slowness(misbehaving: Misbehaving) -> None:
    """What it tells people does not matter, however much it is; slow answers are counted, and the slowest is told."""
    noisy = misbehaving("sys.stderr.write('noise ' * 20_000)\nif method == 'outcome': time.sleep(0.3)")
    with ProcessImplementation(noisy, PATIENT, 0.25) as other:
        result = duel(other)
    assert result.difference is None
    assert not result.fleeting
    assert result.slow > 0
    assert result.slowest[1] > 0.25
    assert not result.ok


def test_ending_at_once_and_not_beginning() -> None:
    """To end at once is a crash; a program that is not there is the user's mistake."""
    with ProcessImplementation([sys.executable, "-c", "raise SystemExit('not me')"], PATIENT) as other:
        found = duel(other).difference
    assert found is not None
    assert (found.kind, found.record.actions) == (Kind.CRASH, ())
    assert "not me" in found.what
    with pytest.raises(CannotStart, match="no-such-program"), ProcessImplementation(["no-such-program"]) as other:
        duel(other)
    for words in (["duel", "--", "no-such-program"], ["duel"], ["duel", "--players", "9", "--", "x"]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2, done.output


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_killed_at_random_moments(misbehaving: Misbehaving, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started again each time, and the duel goes on; killings that do not come again are told as such."""
    chooser = random.Random(1)
    with ProcessImplementation(misbehaving("pass"), PATIENT) as other:
        left = 3
        ask = other._exchange

        def hunted(line: bytes, method: str) -> bytes:
            nonlocal left
            if left and other.pid is not None and chooser.random() < 1 / 60:
                left -= 1
                os.kill(other.pid, signal.SIGKILL)
            return ask(line, method)

        monkeypatch.setattr(other, "_exchange", hunted)
        result = duel(other, 12)
        assert left == 0
        assert other.starts == 4
    assert result.difference is None
    assert result.games == 12
    # Some may fall into the playing again of a game that went wrong, and are not told of.
    assert 1 <= len(result.fleeting) <= 3
    assert {one.kind for one in result.fleeting} == {Kind.CRASH}
    assert all("SIGKILL" in one.what for one in result.fleeting)


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_nothing_is_left_running_when_the_duel_is_told_to_end(misbehaving: Misbehaving) -> None:
    """Told to end, it ends what it has started, and what that has started."""
    child = misbehaving("if number == 20: print(os.getpid(), file=sys.stderr); time.sleep(600)")
    program = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"
    command = [sys.executable, "-m", "towerup", "duel", "--timeout", "600", "--", sys.executable, "-c", program, *child]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not (below := _below(process.pid)) or len(below) < 2:
            assert process.poll() is None
        process.terminate()
        assert process.wait() == 143
    # A process that was told to end is gone a moment later.
    for _ in range(100_000):
        below = [pid for pid in below if _runs(pid)]
        if not below:
            break
    assert not below


def _runs(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False


def _below(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    return [one for child in map(int, children) for one in (child, *_below(child))]
