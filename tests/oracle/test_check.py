"""Checking records: what is in order, what is wrong and where, and what is told of it."""

from __future__ import annotations

import gzip
import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app
from towerup.kernel.lines import bounded_lines, unpacked
from towerup.kernel.records import MOST_LINE
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.spaces import Spaces
from towerup.oracle.checking import MOST_FLAWS, Verdict, check, near
from towerup.rulesets import ruleset

from .games import GAMES, every_game

Drawn = Callable[..., tu.Record]


def judged(lines: list[bytes], **more: Any) -> Verdict:
    return check(lines, ruleset, **more)


def swapped(lines: list[bytes], number: int, line: bytes) -> list[bytes]:
    return [*lines[: number - 1], line, *lines[number:]]


# --- in order


def test_every_game_that_can_be_played_is_in_order(drawn: Drawn) -> None:
    """All games, editions, players, rulings and policies, in one stream and one by one; what is learnt is shared without harm."""
    games = [
        drawn(seed, edition, rules=rules)
        for seed in range(2)
        for rules in GAMES
        for edition in (*rules.stress_editions[-2:], rules.usual_edition)
    ]
    stream = [line for game in games for line in game.lines()]
    verdict = judged(stream)
    assert verdict.ok
    assert (verdict.games, verdict.steps) == (len(games), sum(len(game.actions) for game in games))
    assert verdict.lines == len(stream)
    spaces = Spaces()
    assert all(judged(list(game.lines()), spaces=spaces) == judged(list(game.lines())) for game in games)


@every_game
def test_a_record_may_stop_anywhere_and_that_is_said(rules: AnyRuleset, drawn: Drawn) -> None:
    """Unfinished is no mistake; an end without an outcome is remarked."""
    lines = list(drawn(1, rules.stress_editions[-1], rules=rules).lines())
    over = next(n for n, line in enumerate(lines) if b'"outcome"' in line)
    for count in range(1, over, 1 + over // 100):
        verdict = judged(lines[:count])
        assert verdict.ok
        assert (verdict.unfinished, verdict.without_outcome) == (1, 0), count
    assert judged(lines[:over]).without_outcome == 1
    whole = judged(lines)
    assert (whole.unfinished, whole.without_outcome) == (0, 0)
    both = judged(lines[:over] + lines[:7] + lines)
    assert (both.games, both.unfinished, both.without_outcome, both.ok) == (3, 1, 1, True)


def test_other_ways_to_write_the_same_json(drawn: Drawn) -> None:
    """White space, carriage returns, the order of keys and of floors, escapes, a missing last line feed."""
    lines = list(drawn(3).lines())
    spaced = [json.dumps(json.loads(line), indent=None).encode() + b"\r\n" for line in lines]
    assert judged(spaced).ok
    turned = []
    for line in lines:
        value = json.loads(line)
        floors = value.get("action", {}).get("floors")
        if floors is not None:
            value["action"]["floors"] = floors[::-1]
        turned.append(json.dumps(dict(reversed(value.items()))).encode())
    assert judged(turned).ok
    assert judged([line.replace(b'"type"', b'"\\u0074ype"') for line in lines]).ok


# --- bad lines

BAD_LINES: list[tuple[bytes, str]] = [
    (b"", "nothing is there"),
    (b"\n", "nothing is there"),
    (b"\r\n", "nothing is there"),
    (b"xyz\n", "not JSON"),
    (b'{"actor": 0, "action":\n', "unexpected end of data"),
    (b'{"actor": NaN, "action": {"type": "decline"}}', "NaN"),
    (b'{"actor": 0, "actor": 0, "action": {"type": "decline"}}', "twice"),
    (b'{"actor": 0, "action": {"type": "decline", "type": "decline"}}', "twice"),
    (b'\xef\xbb\xbf{"actor": 0, "action": {"type": "decline"}}', "byte order mark"),
    (b'{"actor": 0, "action": {"type": "decl\xffine"}}', "byte 0xff"),
    (b"\x00\x01\x02", "not JSON"),
    (b'{"actor": ' + b"[" * 500 + b"]" * 500 + b', "action": {"type": "decline"}}', "nested more than 64 deep"),
    (b"[" * 100_000, "nested more than 64 deep"),
    (b'{"actor": 0, "action": "' + b"x" * MOST_LINE + b'"}', "longer than 1,000,000 bytes"),
    (b"[]", "an object is wanted"),
    (b"null", "an object is wanted"),
    (b"{}", "an actor and an action are wanted, not nothing"),
    (b'{"actor": 0}', "an actor and an action are wanted"),
    (b'{"actor": 0, "action": {"type": "decline"}, "time": 3}', "an actor and an action are wanted"),
    (b'{"actor": null, "action": {"type": "decline"}}', 'a seat number or "chance"'),
    (b'{"actor": true, "action": {"type": "decline"}}', 'a seat number or "chance"'),
    (b'{"actor": 0.0, "action": {"type": "decline"}}', 'a seat number or "chance"'),
    (b'{"actor": "blue", "action": {"type": "decline"}}', 'a seat number or "chance"'),
    (b'{"actor": [0], "action": {"type": "decline"}}', 'a seat number or "chance"'),
    (b'{"actor": 0, "action": null}', "an action is an object with a type"),
    (b'{"actor": 0, "action": {"type": "fly"}}', "an action is an object with a type"),
    (b'{"actor": 0, "action": {"type": []}}', "an action is an object with a type"),
    (b'{"actor": 0, "action": {"type": "decline", "why": 1}}', "extra fields found (why)"),
    (b'{"actor": 0, "action": {"type": "take", "card": 7}}', "7 is not a text @ $.card"),
    (b'{"actor": 0, "action": {"type": "take", "card": "bw", "floors": "bw"}}', "is not a list @ $.floors"),
    (b'{"actor": 0, "action": {"type": "take", "card": "bw", "floors": [7]}}', "7 is not a text @ $.floors[0]"),
    (b'{"actor": 0, "action": {"type": "found", "site": "Z9", "colour": "pink", "roof": "A1"}}', "not legal here"),
    (b'{"actor": 99, "action": {"type": "decline"}}', "not legal here"),
    (b'{"actor": -1, "action": {"type": "decline"}}', "not legal here"),
    (b'{"outcome": {}}', "the game is not over"),
    (b'{"format": "other"}', 'format is "other", not "towerup-record"'),
    (b'{"format": "towerup-record", "version": true}', "version is true, not 1"),
    (b'{"format": "towerup-record", "version": 2}', "version is 2, not 1"),
]


@pytest.mark.parametrize(("line", "said"), BAD_LINES, ids=lambda one: repr(one)[:60])
def test_every_bad_line_is_told_with_line_and_column(drawn: Drawn, line: bytes, said: str) -> None:
    """In the middle of a game, at its beginning, and after its end; the game after it is judged all the same."""
    lines = list(drawn(2).lines())
    verdict = judged([*swapped(lines, 9, line), *lines])
    [flaw] = verdict.flaws
    assert (flaw.line, verdict.wrong) == (9, 1)
    assert said in flaw.why
    assert flaw.column is not None
    assert verdict.games == (3 if b'"format"' in line else 2)
    first, last = judged([line]), judged([*lines, line])
    assert (first.flaws[0].line, last.flaws[0].line) == (1, len(lines) + 1)
    assert not first.ok
    assert not last.ok
    assert first.flaws[0].column is not None
    assert last.flaws[0].column is not None


@pytest.mark.parametrize(
    ("path", "value", "said", "at"),
    [
        (("game",), "chess", "there are no rules for 'chess'", '"chess"'),
        (("game",), 7, "the name of a game is wanted, not 7", "7"),
        (("setup",), None, "an object is wanted", "null"),
        (("setup", "edition", "digest"), "0" * 16, "is wanted, but 'small'", '{"edition"'),
        (("setup", "edition", "name"), "../../etc", "shipped are", '{"edition"'),
        (("setup", "edition", "name"), 5, "5 is not a text", "5"),
        (("setup", "players"), ["blue"], "is for 2, 3, 4 players", '{"edition"'),
        (("setup", "players"), ["blue", 7], "7 is not a text @ $.setup.players[1]", "7"),
        (("setup", "rulings"), {"extra_turn": "never"}, "choose one of", '{"edition"'),
        (("setup", "starting_floors"), "2", "is not a whole number", '"2"'),
        (("setup", "more"), 1, "extra fields found (more)", '{"edition"'),
        (("more",), 1, '"more" means nothing here', "1"),
    ],
)
def test_a_wrong_header_is_told_at_its_place(
    drawn: Drawn, path: tuple[str, ...], value: Any, said: str, at: str
) -> None:
    """What is wrong, and the column of the value that is."""
    header = json.loads(next(iter(drawn(2).lines())))
    inner = header
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    header["setup"] and header["setup"].update(edition=header["setup"].pop("edition"))
    line = json.dumps(header)
    [flaw] = judged([line.encode()]).flaws
    assert said in flaw.why
    assert flaw.column is not None
    if at == '{"edition"':
        assert line[flaw.column - 1] == "{"
    else:
        assert line[flaw.column - 1 :].startswith(at)
    del header["setup"]
    assert "setup is missing" in judged([json.dumps(header).encode()]).flaws[0].why


def test_nothing_is_no_record() -> None:
    """An empty file is told as such, at line 1."""
    [flaw] = judged([]).flaws
    assert (flaw.line, flaw.column) == (1, 1)
    assert "a record begins with a header" in flaw.why


# --- wrong steps


def test_an_illegal_action_is_told_with_rules_table_and_what_was_near(drawn: Drawn) -> None:
    """The rule ids are those of `explain`, and the near actions are legal, of the same kind, the nearest first."""
    record = drawn(5, "reconstruction")
    lines, states = list(record.lines()), list(record.states())
    at = next(n for n, action in enumerate(record.actions) if isinstance(action, tu.Found) and n > 20)
    state = states[at]
    wrong = tu.Found("A1", "black", "E9")
    line = json.dumps({"actor": state.actor, "action": tu.action_to_json(wrong)}).encode()
    [flaw] = judged(swapped(lines, at + 2, line)).flaws
    assert (flaw.line, flaw.step, flaw.game) == (at + 2, at + 1, 1)
    assert flaw.violations == tu.explain(state, wrong)
    assert (flaw.state, flaw.action, flaw.actor) == (state, wrong, state.actor)
    legal = tu.legal_actions(state)
    assert flaw.legal == len(legal)
    assert flaw.near
    assert all(one in legal and isinstance(one, tu.Found) for one in flaw.near)
    assert flaw.column is not None
    assert line[flaw.column - 1 :].startswith(b'{"site"')


def test_who_acts_out_of_turn_is_told(drawn: Drawn) -> None:
    """The action is legal, but not for this one: TU-TURN-01, and the column is that of the actor."""
    record = drawn(6)
    lines = list(record.lines())
    at = next(n for n, line in enumerate(lines) if b'"actor":1' in line)
    line = lines[at].replace(b'"actor":1', b'"actor":0')
    [flaw] = judged(swapped(lines, at + 1, line)).flaws
    assert "TU-TURN-01" in [one.id for one in flaw.violations]
    assert flaw.column is not None
    assert line[flaw.column - 1 :].startswith(b"0")


def test_near_actions_are_of_the_same_kind_if_there_are_any(drawn: Drawn) -> None:
    """Else the nearest of all; when nothing is legal there is nothing near."""
    legal = (tu.Take("bw"), tu.Take("ww"), tu.Found("A1", "black", "A1"), tu.Decline())
    assert near(tu.Take("bb"), legal) == (tu.Take("bw"), tu.Take("ww"))
    assert set(near(tu.Place("A1", "black"), legal)) == set(legal)
    assert near(tu.Place("A1", "black"), legal)[0] == tu.Found("A1", "black", "A1")
    assert near(tu.Decline(), ()) == ()


def test_a_wrong_outcome_is_told_field_by_field(drawn: Drawn) -> None:
    """Each field that differs, with the rules that settle it; a number that looks the same is not."""
    lines = list(drawn(7).lines())
    right = json.loads(lines[-1])["outcome"]
    wrong = json.loads(json.dumps(right))
    wrong["scores"][0]["cone"] += 1
    wrong["scores"][1]["extra"] = 0
    wrong["winners"] = [0, 1]
    del wrong["cause"]
    [flaw] = judged(swapped(lines, len(lines), json.dumps({"outcome": wrong}).encode())).flaws
    assert {one.path for one in flaw.differences} == {
        ("outcome", "scores", 0, "cone"),
        ("outcome", "scores", 1, "extra"),
        ("outcome", "winners"),
        ("outcome", "cause"),
    }
    assert {"TU-FINAL-01", "TU-FINAL-02", "TU-END-01"} <= {one.id for one in flaw.violations}
    wrong = json.loads(json.dumps(right)) | {"ended_by": float(right["ended_by"])}
    [flaw] = judged(swapped(lines, len(lines), json.dumps({"outcome": wrong}).encode())).flaws
    assert [one.path for one in flaw.differences] == [("outcome", "ended_by")]
    [flaw] = judged(swapped(lines, len(lines), b'{"outcome": 7, "more": 1}')).flaws
    assert len(flaw.differences) == 2


def test_every_wrong_game_of_a_stream_is_counted_and_some_are_told(drawn: Drawn) -> None:
    """After a wrong step the next header is looked for; what is kept is bounded."""
    lines = list(drawn(8).lines())
    bad = swapped(lines, 5, b'{"actor": "chance", "action": {"type": "reveal", "card": "format"}}')
    verdict = judged([*lines, *bad, *lines, *bad])
    assert (verdict.games, verdict.wrong, verdict.ok) == (4, 2, False)
    assert [(flaw.game, flaw.line) for flaw in verdict.flaws] == [(2, len(lines) + 5), (4, 3 * len(lines) + 5)]
    many = judged(bad[:6] * (MOST_FLAWS + 20))
    assert (many.wrong, len(many.flaws)) == (MOST_FLAWS + 20, MOST_FLAWS)


# --- streams


def test_memory_does_not_grow_with_the_stream(drawn: Drawn) -> None:
    """Ten times as many games, lines longer than the limit among them, take no more memory."""
    games = [b"".join(drawn(seed, "tiny").lines()).splitlines(keepends=True) for seed in range(10)]

    def stream(times: int) -> Iterator[bytes]:
        for _ in range(times):
            for game in games:
                yield from game

    spaces = Spaces()
    check(stream(2), ruleset, spaces=spaces)
    tracemalloc.start()
    try:
        check(stream(2), ruleset, spaces=spaces)
        once = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        check(stream(20), ruleset, spaces=spaces)
        assert tracemalloc.get_traced_memory()[1] < once + 100_000
    finally:
        tracemalloc.stop()


class Endless(BytesIO):
    """A stream whose first line has 50 million bytes, made as it is read."""

    left = 50_000_000

    def readline(self, size: int | None = -1, /) -> bytes:
        if self.left:
            assert size is not None
            assert size > 0
            given = min(size, self.left)
            self.left -= given
            return b"x" * given
        return super().readline(size)


def test_a_huge_line_is_never_held() -> None:
    """50 MB without a line feed: an error for its line, the next line is read, and a few MB at most are in use."""
    tracemalloc.start()
    try:
        verdict = check(bounded_lines(Endless(b"\n{}\n"), MOST_LINE), ruleset)
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()
    assert verdict.lines == 2
    assert "longer than" in verdict.flaws[0].why


def test_packed_streams_are_known_by_their_first_bytes_and_damage_is_told(drawn: Drawn) -> None:
    """Whole, cut short at every place, and with a byte changed: ok or a flaw, never an exception."""
    data = b"".join(drawn(9).lines())
    packed = gzip.compress(data)

    def judge(given: bytes) -> Verdict:
        stream: Any = BufferedReader(BytesIO(given))
        return check(bounded_lines(unpacked(stream), MOST_LINE), ruleset)

    assert judge(packed).ok
    assert judge(data).ok
    assert judge(packed + gzip.compress(data)).games == 2
    chooser = random.Random(1)
    for cut in chooser.sample(range(2, len(packed)), 40):
        verdict = judge(packed[:cut])
        assert not verdict.ok
        assert "damaged" in verdict.flaws[-1].why
    for at in chooser.sample(range(10, len(packed)), 40):
        assert not judge(packed[:at] + bytes([packed[at] ^ 0xFF]) + packed[at + 1 :]).ok


# --- the command


def towerup(*words: str, given: bytes = b"") -> Result:
    env = {"COLUMNS": "200", "NO_COLOR": "1"}
    return CliRunner().invoke(app, ["check", *words], env=env, input=given)


def test_files_folders_packed_files_and_standard_input(drawn: Drawn, tmp_path: Path) -> None:
    """A line for each, folders in order and all the way down."""
    data = b"".join(drawn(1).lines())
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / "a.jsonl").write_bytes(data)
    (tmp_path / "b" / "c" / "d.jsonl.gz").write_bytes(gzip.compress(data))
    (tmp_path / "b" / "e.txt").write_bytes(b"not a record")
    result = towerup(str(tmp_path), "-", str(tmp_path / "a.jsonl"), given=data[:-200])
    assert result.exit_code == 1  # what was given on standard input is cut off in the middle of a line
    starts = [line.split(":")[0].replace(str(tmp_path), "") for line in result.output.splitlines() if line[:1] != " "]
    assert starts == ["ok /a.jsonl", "ok /b/c/d.jsonl.gz", "wrong standard input", "ok /a.jsonl"]
    result = towerup(str(tmp_path))
    assert (result.exit_code, result.output.count("ok ")) == (0, 2)
    packed = towerup("-", given=gzip.compress(data))
    assert (packed.exit_code, packed.output) == (0, f"ok standard input: 1 game, {data.count(b'actor')} actions\n")
    cut = data[: data.index(b'{"outcome"')]
    assert "over, but without an outcome line" in towerup("-", given=cut).output
    assert "1 unfinished" in towerup("-", given=cut[: cut.rindex(b"{")].rpartition(b"{")[0].rpartition(b"\n")[0]).output


def test_a_wrong_game_is_told_in_words_and_as_json(drawn: Drawn, tmp_path: Path) -> None:
    """Line, rule, citation, what was near, the table; one JSON line a file; exit code 1."""
    lines = list(drawn(1).lines())
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join(swapped(lines, 4, b'{"actor": 0, "action": {"type": "found", "site": "A1", "colour": "black", "roof": "A1"}}\n')))  # fmt: skip
    result = towerup(str(bad))
    assert result.exit_code == 1
    for said in (f"{bad}, line 4, column", "(action 3)", "found A1 black roof A1 is not legal here", "TU-", "FR, “"):
        assert said in result.output
    assert "the table then:" in result.output
    result = towerup("--json", str(bad), "-", given=b"".join(lines))
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert (result.exit_code, first["ok"], second["ok"]) == (1, False, True)
    assert (first["flaws"][0]["line"], first["source"], second["source"]) == (4, str(bad), "standard input")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such.jsonl"], "there is no file no-such.jsonl"),
        (["--edition", "no-such.toml", "-"], "cannot be read"),
        ([], "Missing argument"),
    ],
)
def test_misuse_is_told_with_exit_code_2(words: list[str], said: str, tmp_path: Path) -> None:
    """Nothing is judged, and no traceback is seen; a folder without records is misuse too."""
    result = towerup(*words)
    assert (result.exit_code, said in " ".join(result.output.split())) == (2, True), result.output
    empty = towerup(str(tmp_path))
    assert empty.exit_code == 2
    assert "there is no *.jsonl or *.jsonl.gz in" in " ".join(empty.output.split())


def test_games_of_ones_own_box(drawn: Drawn, tmp_path: Path) -> None:
    """Without the edition's file its digest is not known; with it the game is judged."""
    source = Path(__file__).parents[2] / "towerup/rulesets/tower_up/editions/small.toml"
    file = tmp_path / "mine.toml"
    text = source.read_text(encoding="utf-8").replace('name = "small"', 'name = "mine"', 1)
    file.write_text(text, encoding="utf-8")
    chooser = random.Random(1)
    start = state = tu.new_game(2, edition=tu.load_edition(file))
    actions = []
    while legal := tu.legal_actions(state):
        actions.append(chooser.choice(legal))
        state = tu.apply(state, actions[-1])
    data = b"".join(tu.Record(start, tuple(actions)).lines())
    assert "mine" in towerup("-", given=data).output
    assert towerup("-", given=data).exit_code == 1
    assert towerup("--edition", str(file), "-", given=data).exit_code == 0
    file.write_text("nonsense", encoding="utf-8")
    assert towerup("--edition", str(file), "-", given=data).exit_code == 2
