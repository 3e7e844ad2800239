"""What the explorer asks its server, in process: every answer it needs, whatever it sends."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import towerup as tu
from towerup.cli.app import app
from towerup.cli.explorer import pages_of
from towerup.cli.exploring import BOTS, OPERATIONS
from towerup.kernel.dealers import Dealer
from towerup.kernel.menus import menu_of
from towerup.oracle.http.operations import OPERATIONS as ORACLE
from towerup.oracle.http.operations import Body, by_name
from towerup.oracle.http.state_cache import StateCache
from towerup.oracle.http.subject import Subject
from towerup.oracle.http.work import Asked, answered
from towerup.rulesets import NAMES, ruleset

CACHE = StateCache(Subject(ruleset, NAMES))
KNOWN = by_name((*ORACLE, *OPERATIONS))
ASKING = [one for one in OPERATIONS if one.body is Body.OBJECT]


def sent(name: str, body: bytes, media_type: str = "application/json") -> tuple[int, Any]:
    told = answered(CACHE, KNOWN, Asked(f"explorer-{name}", {}, [], media_type, body))
    return told.status, json.loads(told.body)


def ask(name: str, **value: Any) -> Any:
    status, told = sent(name, json.dumps(value).encode())
    assert status == 200, told
    return told


def begun(game: str, edition: str) -> Any:
    """The first state of a new game, as the page comes by it."""
    players = ruleset(game).player_counts(edition)[0]
    header = ask("begin", game=game, edition=edition, players=players)["header"]
    told = answered(CACHE, KNOWN, Asked("start", {}, [], "application/json", json.dumps({"header": header}).encode()))
    return json.loads(told.body)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_as_the_page_plays_it(game: str, seed: int) -> None:
    """Dealt, played by hand and by bots to its end; in every position all that the page shows is what the rules say."""
    rules = ruleset(game)
    chooser = random.Random(seed)
    state, actor = begun(game, rules.stress_editions[-1]).values()
    state, actor = (actor, state) if isinstance(actor, dict) else (state, actor)
    lines = []
    for number in range(400):
        here = rules.state_from_json(json.dumps(state))
        look = ask("look", state=state)
        assert look["actor"] == actor
        assert (look["legal"], look["seats"]) == (len(rules.legal_actions(here)), list(rules.seats(here)))
        notations = [str(one) for one in menu_of(rules, here).actions()]
        assert list(leaves(look["menu"])) == notations
        if actor is None:
            break
        if actor == "chance":
            step = ask("deal", state=state, seed=number)
            assert step["notation"] == str(Dealer(str(number)).deal(here))
        elif number % 2:
            step = ask("bot", state=state, player=chooser.choice(BOTS[:2]), seed=number)
        else:
            action = chooser.choice(rules.legal_actions(here))
            assert ask("preview", state=state, action=rules.action_to_json(action))["captions"]
            assert ask("say", state=state, text=str(action)) == {
                "notation": str(action), "action": rules.action_to_json(action), "violations": [],
            }  # fmt: skip
            step = ask("play", state=state, action=rules.action_to_json(action))
            assert step["notation"] == str(action)
        assert step["actor"] == actor
        lines.append({"actor": step["actor"], "action": step["action"]})
        state, actor = step["state"], step["next"]
    assert look["outcome"] is not None
    best = max(look["scores"])
    assert [seat for seat, one in enumerate(look["scores"]) if one == best] == look["outcome"]["winners"]


def leaves(menu: Any) -> Any:
    if "notation" in menu:
        yield menu["notation"]
    for option in menu.get("options", ()):
        yield from leaves(option)


@pytest.mark.parametrize("game", NAMES)
def test_why_not_tells_what_the_judge_says(game: str) -> None:
    """Of every thing on the table: the legal moves with it, and each broken rule with its text and citations."""
    rules = ruleset(game)
    catalogue = rules.catalogue()
    state = begun(game, rules.usual_edition)["state"]
    while (here := rules.state_from_json(json.dumps(state))).actor is tu.CHANCE:
        state = ask("deal", state=state, seed=1)["state"]
    parts = ask("look", state=state)["parts"]
    [kind, *_] = parts[0]["points"]
    seen = set()
    for which in [one.split('"')[0] for one in parts[0]["svg"].split(f'class="{kind}" data-{kind}="')[1:]]:
        told = ask("why", state=state, what=kind, which=which)
        assert told["legal"] == len(list(leaves(told["menu"] or {})))
        for one in told["refused"]:
            action = rules.parse_action(here, one["notation"])
            broken = rules.explain(here, action)
            assert [each["rule"] for each in one["violations"]] == [each.id for each in broken]
            for each in one["violations"]:
                seen.add(each["rule"])
                rule = catalogue[each["rule"]]
                assert (each["title"], each["statement"]) == (rule.title, rule.statement)
                assert [cited["heading"] for cited in each["citations"]] == [cited.heading for cited in rule.citations]
                assert all(cited["title"] for cited in each["citations"])
    assert seen


def test_records_are_opened_as_far_as_they_go() -> None:
    """A good one whole; a broken one to its first error, which is told; what is none, with the reason."""
    record = (Path(__file__).parents[2] / "docs" / "pictures" / "game.jsonl").read_bytes()
    lines = record.splitlines(keepends=True)
    good = sent("open", record, "application/jsonl")[1]
    game = tu.read_record(lines)
    assert good["flaw"] is None
    assert [step["notation"] for step in good["steps"]] == list(map(str, game.actions))
    assert good["steps"][-1]["state"] == json.loads(tu.state_to_json(list(game.states())[-1]))
    broken = sent("open", b"".join([*lines[:9], b'{"actor":0,"action":{"type":"decline"}}\n', *lines[9:]]), "application/jsonl")  # fmt: skip
    assert (broken[1]["flaw"]["line"], len(broken[1]["steps"])) == (10, 8)
    assert broken[1]["flaw"]["violations"]
    for body, line in ((b"", 1), (b"{}", 1), (lines[0] + b"x", 2), (record + record, len(lines) + 1)):
        status, told = sent("open", body, "application/jsonl")
        assert (status, told["flaw"]["line"]) == (200, line)
    header = json.loads(lines[0])
    endless = [{"actor": 0, "action": {"type": "decline"}}]
    assert sent("open", json.dumps([header, *endless]).encode())[1]["flaw"]["line"] == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
STATE = json.loads(tu.state_to_json(tu.Dealer(1).settle(tu.new_game(2, edition="tiny"))))
VALUES = {
    "state": st.just(STATE) | JSON,
    "action": st.sampled_from([{"type": "place", "site": "N1", "colour": "black"}, {"type": "decline"}]) | JSON,
    "game": st.sampled_from([*NAMES, "chess"]) | JSON,
    "edition": st.sampled_from(["tiny", "/etc/passwd", "../tiny.toml"]) | JSON,
    "player": st.sampled_from([*BOTS[:2], "deep thought", "mcts:0"]) | JSON,
    "text": st.sampled_from(["place N1 black", "take", "", "found N1 black roof N9"]) | JSON,
    "what": st.sampled_from(["site", "card"]) | JSON,
    "which": st.sampled_from(["N1", "bw", "Z9"]) | JSON,
}


@given(st.data())
def test_whatever_is_asked_is_answered_or_refused(data: st.DataObject) -> None:
    """Never a failure of ours; an edition is never the path of a file."""
    operation = data.draw(st.sampled_from(ASKING))
    wanted, allowed = operation.names
    names = sorted(wanted) + data.draw(
        st.lists(st.sampled_from(sorted(allowed)), unique=True) if allowed else st.just([])
    )
    value = {name: data.draw(VALUES.get(name, JSON), label=name) for name in names}
    status, told = sent(operation.name.removeprefix("explorer-"), json.dumps(value).encode())
    assert status in (200, 422), told
    assert status == 200 or told["detail"]


def test_the_pages_are_all_there() -> None:
    """Every file that the page names is served; a record to begin with is told of."""
    pages = {page.path: page for page in pages_of()}
    assert b"data-opened" not in pages["/"].body
    named = {word for page in pages.values() for word in page.body.decode().split('"') if word.startswith(("/explorer/", "./"))}  # fmt: skip
    files = {f"/explorer/{word.rpartition('/')[2]}" for word in named if "." in word.rpartition("/")[2]}
    served = {*pages, "/explorer/opened.jsonl"}
    assert files <= served
    assert {path for path in pages if path.endswith(".js")} == {path for path in files if path.endswith(".js")}
    asked = {word.rpartition("/")[2] for word in named} - {file.rpartition("/")[2] for file in files}
    assert asked == {one.name.removeprefix("explorer-") for one in OPERATIONS}
    opened = {page.path: page for page in pages_of(b"x")}
    assert opened["/explorer/opened.jsonl"].body == b"x"
    assert b'data-opened="yes"' in opened["/"].body


def test_a_mistake_is_a_sentence() -> None:
    """A record that is not there, an edition of no game: exit code 2."""
    for words, said in ((["nope.jsonl"], "nope.jsonl cannot be read"), (["--edition", "nope"], "no edition is called")):
        done = CliRunner().invoke(app, ["explorer", "--no-browser", "--port", "0", *words])
        assert done.exit_code == 2
        assert said in done.stderr
