"""Test vectors: small questions about a game with the right answers, by rule, for whoever writes the game anew.

A vector is a JSON object. Its `kind` is the question, and says which other fields there are:

- `start`: a `setup`; the answer is the `state` in which the game begins.
- `impossible`: a `setup`, or what somebody takes for one; there is no game that begins so.
- `legal`: a `state`; the answer is the `actor`, all `legal` actions, and their `weights` if chance is to act.
- `play`: a `state`, an `actor`, an `action`; the answer is the state `after`, and the `outcome` if the game is over.
- `illegal`: a `state`, an `actor`, an `action`; the answer is the rules that are `broken`.

A negative vector is either illegal, or has `wrong`: a JSON Patch (RFC 6902) that makes of this vector one with an answer
that breaks the rule; `broken` then tells the rules that the wrong answer breaks.

Knows no game by name: all it needs is the ruleset.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.checking import Checker
from towerup.kernel.counting import Level, counts
from towerup.kernel.differences import ABSENT, Difference, differences
from towerup.kernel.numbers import whole_number
from towerup.kernel.records import Find, actor_from_json, actor_to_json, read_record
from towerup.kernel.rules import ImpossiblePosition
from towerup.kernel.ruleset import AnyRuleset

from .checking import check as check_records

FORMAT = "towerup-vectors"
VERSION = 1
LEAST = 3
"""So many positive vectors a rule has at least, and so many negative ones."""

GAMES = "games"
"""The folder of whole games, as records."""
GAMES_INDEX = "games.json"
"""The file that tells of each of these games what it shows."""
COUNTS = "counts.json"
"""The file with numbers of positions by depth."""
SETUPS = "setups.json"
"""The file with setups: how games begin, and what no game begins with."""
POSITIONS = "positions.json"
"""The file with positions of all sorts, each with its legal actions."""

QUESTION = {"start": ("setup",), "impossible": ("setup",), "legal": ("state",), "play": ("state", "actor", "action"),
            "illegal": ("state", "actor", "action")}  # fmt: skip
"""By kind of vector: the fields that ask."""
ANSWER = {"start": ("state",), "impossible": (), "legal": ("actor", "legal", "weights"), "play": ("after", "outcome"),
          "illegal": ("broken",)}  # fmt: skip
"""By kind of vector: the fields that answer; some are there only if there is something to tell."""


class VectorError(ValueError):
    """Not a file of vectors; the message says why."""


class Problem(NamedTuple):
    """Where vectors and code disagree: the file, which vector of it (from 1; 0: the file as a whole), and how."""

    file: str
    number: int
    message: str

    def __str__(self) -> str:
        place = f"{self.file}, vector {self.number}" if self.number else self.file
        return f"{place}: {self.message}"


# --- answers


def state_of(rules: AnyRuleset, value: Any) -> Any:
    """The state that a JSON value tells."""
    return rules.state_from_json(encode(value))


def action_of(rules: AnyRuleset, value: Any) -> Any:
    """The action that a JSON value tells; the value itself if it has not the form of one, for the judge to say so."""
    try:
        return rules.action_from_json(value)
    except JsonError:
        return value


def offer(rules: AnyRuleset, state: Any) -> dict[str, Any]:
    """Who is to act in a state, all that is legal, and how likely each is if it is for chance."""
    value: dict[str, Any] = {
        "actor": actor_to_json(state.actor),
        "legal": [rules.action_to_json(action) for action in rules.legal_actions(state)],
    }
    if state.actor is CHANCE:
        value["weights"] = list(rules.chance_weights(state))
    return value


def result(rules: AnyRuleset, after: Any) -> dict[str, Any]:
    """What an action has led to: the state, and the outcome if the game is over."""
    value = {"after": decode(rules.state_to_json(after))}
    ended = rules.outcome(after)
    if ended is not None:
        value["outcome"] = rules.outcome_to_json(ended)
    return value


def broken_rules(rules: AnyRuleset, state: Any, action: Any, actor: Any) -> list[str]:
    """The ids of the rules that an action breaks, each once, sorted."""
    return sorted({finding.rule for finding in rules.objections(state, action, actor)})


def answer(rules: AnyRuleset, vector: Mapping[str, Any]) -> dict[str, Any]:
    """What the code answers to the question of a vector."""
    kind = vector["kind"]
    if kind == "start":
        return {"state": decode(rules.state_to_json(rules.game_from_setup(vector["setup"])))}
    state = state_of(rules, vector["state"])
    if kind == "legal":
        return offer(rules, state)
    actor, action = actor_from_json(vector["actor"]), action_of(rules, vector["action"])
    if kind == "play":
        return result(rules, rules.apply(state, action, actor))
    return {"broken": broken_rules(rules, state, action, actor)}


def impossible(rules: AnyRuleset, setup: Any) -> str | None:
    """Why no game can be set up so, in words; None if one can."""
    try:
        rules.game_from_setup(setup)
    except ValueError as error:
        return str(error)
    return None


def broken_by_wrong(rules: AnyRuleset, rule: str, vector: Mapping[str, Any]) -> list[str]:
    """The rules that the wrong answer of a vector breaks: the one it is about, and all that the laws find."""
    found = {rule}
    if vector["kind"] == "play":
        wrong = patched(vector, vector["wrong"])["after"]
        before = state_of(rules, vector["state"])
        try:
            after = state_of(rules, wrong)
        except ImpossiblePosition as error:
            found |= {one.id for one in error.violations}
        except JsonError:
            pass  # a state that cannot even be written down; that it is none is plain
        else:
            action = action_of(rules, vector["action"])
            found |= {one.rule for one in Checker(rules).step(before, action, after)}
    return sorted(found)


# --- JSON Patch


def patch(given: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The JSON Patch that makes the second of the first."""
    operations: list[dict[str, Any]] = []
    # With weights beside them the order of actions means something.
    ordered = "weights" in wanted or "weights" in given
    for one in differences(wanted, given):
        both = isinstance(one.given, list) and isinstance(one.right, list)
        listed = both and not ordered and any(map(_inner, one.given + one.right))
        operations += _listed(one) if listed else [_operation(one)]
    return operations


def _inner(value: Any) -> bool:
    return isinstance(value, dict | list)


def _pointer(path: Iterable[str | int]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _operation(one: Difference) -> dict[str, Any]:
    path = _pointer(one.path)
    if one.given is ABSENT:
        return {"op": "remove", "path": path}
    return {"op": "add" if one.right is ABSENT else "replace", "path": path, "value": one.given}


def _listed(one: Difference) -> list[dict[str, Any]]:
    """Of lists of unlike length: what is not wanted is taken out, from the back; what is new comes to the end.

    The order of such lists means nothing.
    """
    wanted = [encode(value) for value in one.given]
    there = [encode(value) for value in one.right]
    removed = [number for number, value in enumerate(there) if value not in wanted]
    added = [decode(value) for value in wanted if value not in there]
    return [{"op": "remove", "path": _pointer((*one.path, number))} for number in reversed(removed)] + [
        {"op": "add", "path": _pointer((*one.path, "-")), "value": value} for value in added
    ]


def patched(value: Mapping[str, Any], operations: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The value with a JSON Patch applied; only the operations that `patch` writes are known."""
    whole: Any = copy.deepcopy(dict(value))
    for one in operations:
        *way, last = [step.replace("~1", "/").replace("~0", "~") for step in one["path"].split("/")[1:]]
        holder = whole
        for step in way:
            holder = holder[whole_number(step, "an index")] if isinstance(holder, list) else holder[step]
        key: Any = whole_number(last, "an index") if isinstance(holder, list) and last != "-" else last
        if one["op"] == "remove":
            del holder[key]
        elif last == "-" and isinstance(holder, list):
            holder.append(one["value"])
        else:
            holder[key] = one["value"]
    changed: dict[str, Any] = whole
    return changed


# --- files


def is_negative(vector: Mapping[str, Any]) -> bool:
    """Whether a vector shows what must not be."""
    return vector["kind"] in ("illegal", "impossible") or "wrong" in vector


def written(content: Mapping[str, Any]) -> bytes:
    """A file of vectors: a line for each field of each vector, so that a reader finds their way and a change is seen."""
    *_, last = content
    lines = ["{"]
    for key, value in content.items():
        end = "" if key == last else ","
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f'"{key}": [')
            lines += [
                ("{" + ",\n ".join(f'"{field}": {encode(inner).decode()}' for field, inner in one.items()) + "}")
                + ("" if number == len(value) else ",")
                for number, one in enumerate(value, start=1)
            ]
            lines.append(f"]{end}")
        else:
            lines.append(f'"{key}": {encode(value).decode()}{end}')
    return ("\n".join([*lines, "}"]) + "\n").encode()


def heading(rules: AnyRuleset, **more: str) -> dict[str, Any]:
    """How a file of vectors begins."""
    return {"format": FORMAT, "version": VERSION, "game": rules.name, **more}


def read(path: Path, find: Find) -> tuple[AnyRuleset, dict[str, Any]]:
    """The rules and the content of a file of vectors; raises VectorError if it is none."""
    try:
        content = decode(path.read_bytes())
    except (OSError, JsonError) as error:
        raise VectorError(str(error)) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT or content.get("version") != VERSION:
        raise VectorError(f"not a file of vectors: format {FORMAT!r} and version {VERSION} are wanted")
    if not isinstance(content.get("vectors"), list):
        raise VectorError("vectors are missing")
    try:
        return find(content.get("game", "")), content
    except ValueError as error:
        raise VectorError(str(error)) from None


# --- checking


class Checked(NamedTuple):
    """What was looked at, and every disagreement."""

    files: int
    vectors: int
    problems: list[Problem]


def check(folder: Path, find: Find, report: Callable[[Path], object] = lambda _: None) -> Checked:
    """Holds all vectors of a folder, and of the folders in it, against the code; or those of one file.

    A folder that has vectors by rule has them for every rule. `report` is called with each file.
    """
    if folder.is_file():
        files, folder = [folder], folder.parent
    else:
        files = sorted(path for path in folder.rglob("*") if path.suffix in (".json", ".jsonl"))
    vectors, problems = 0, []
    folders: dict[Path, tuple[AnyRuleset, set[str]]] = {}
    for path in files:
        report(path)
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".jsonl":
            found: Iterator[Problem] = _check_record(path, name, find)
            vectors += 1
        else:
            try:
                rules, content = read(path, find)
            except VectorError as error:
                problems.append(Problem(name, 0, str(error)))
                continue
            folders.setdefault(path.parent, (rules, set()))[1].add(content.get("rule", ""))
            vectors += len(content["vectors"])
            found = check_file(rules, name, content, path.parent)
        problems += found
    for parent, (rules, there) in folders.items():
        problems += [
            Problem(f"{parent.relative_to(folder).as_posix()}/{id}.json", 0, "there is no such file for this rule")
            for id in rules.catalogue().rules
            if there != {""} and id not in there
        ]
    return Checked(len(files), vectors, problems)


def check_file(rules: AnyRuleset, name: str, content: Mapping[str, Any], folder: Path) -> Iterator[Problem]:
    """Every disagreement of one file with the code. Records that it names are found from the folder."""
    rule, vectors = content.get("rule"), content["vectors"]
    if rule is not None:
        known = rules.catalogue().rules.get(rule)
        if known is None:
            yield Problem(name, 0, f"there is no rule {rule!r}")
            return
        for key, right in {"title": known.title, "statement": known.statement}.items():
            if content.get(key) != right:
                yield Problem(name, 0, f"the rule's {key} is {right!r}, not {content.get(key)!r}")
        for negative, word in ((False, "positive"), (True, "negative")):
            count = sum([isinstance(one, dict) and "kind" in one and is_negative(one) == negative for one in vectors])
            if count < LEAST:
                yield Problem(name, 0, f"there are {count} {word} vectors; {LEAST} are wanted")
    for number, vector in enumerate(vectors, start=1):
        try:
            if vector["kind"] == "counts":
                found = _check_count(rules, vector)
            elif vector["kind"] == "game":
                found = _check_game(rules, vector, folder)
            else:
                found = _check_vector(rules, rule, vector)
            for message in found:
                yield Problem(name, number, message)
        except Exception as error:  # noqa: BLE001  # whatever a vector holds, the others are still to be looked at
            yield Problem(name, number, f"cannot be followed: {type(error).__name__}: {error}")


def _check_vector(rules: AnyRuleset, rule: str | None, vector: Mapping[str, Any]) -> Iterator[str]:
    kind = vector["kind"]
    if kind == "impossible":
        if impossible(rules, vector["setup"]) is None:
            yield "a game can be set up so"
        return
    known = {"shows", "kind", "wrong", "broken", *QUESTION[kind], *ANSWER[kind]}
    if not known >= vector.keys():
        yield f"{', '.join(sorted(vector.keys() - known))}: means nothing here"
    right = answer(rules, vector)
    given = {field: vector[field] for field in ANSWER[kind] if field in vector}
    yield from map(str, differences(given, right))
    if "wrong" in vector:
        wrong = patched(vector, vector["wrong"])
        if all(wrong.get(field) == right.get(field) for field in ANSWER[kind]):
            yield "the wrong answer is right"
        # Which others a wrong answer breaks is there to be read: it is what properties or laws found when the vector was made.
        if rule not in vector["broken"] or not rules.catalogue().rules.keys() >= {*vector["broken"]}:
            yield f"{rule} is not among the rules that the wrong answer breaks, or one of them is not known"
    elif kind == "illegal" and rule is not None and rule not in vector["broken"]:
        yield f"{rule} is not among the broken rules"
    elif kind == "play" and rule is not None and rule not in rules.coverage.only_forbidding:
        state, action = state_of(rules, vector["state"]), action_of(rules, vector["action"])
        if rule not in applied(rules, state, action, rules.apply(state, action)):
            yield f"{rule} is not applied by this action"


def applied(rules: AnyRuleset, before: Any, action: Any, after: Any) -> tuple[str, ...]:
    """The rules that a step applies, and the rare events that it shows."""
    return (*rules.coverage.notable(before, action, after), *rules.coverage.always.get(type(action), ()))


def _check_count(rules: AnyRuleset, vector: Mapping[str, Any]) -> Iterator[str]:
    levels = vector["levels"]
    right = counts(rules, state_of(rules, vector["state"]), len(levels) - 1)
    yield from map(str, differences({"levels": levels}, {"levels": levels_to_json(right)}))


def levels_to_json(levels: Iterable[Level]) -> list[dict[str, int]]:
    """Counts by depth as vectors have them."""
    fields = ("paths", "positions", "chance", "players", "over", "choices")
    return [{name: getattr(level, name) for name in fields} for level in levels]


def _check_game(rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    with (folder / vector["record"]).open("rb") as lines:
        *_, end = read_record(lines, rules).states()
    yield from map(str, differences(vector["outcome"], rules.outcome_to_json(rules.outcome(end))))


def _check_record(path: Path, name: str, find: Find) -> Iterator[Problem]:
    with path.open("rb") as lines:
        verdict = check_records(lines, find)
    for flaw in verdict.flaws:
        yield Problem(name, 0, f"line {flaw.line}: {flaw.why}")
    if verdict.ok and (verdict.unfinished or verdict.without_outcome):
        yield Problem(name, 0, "a game without its outcome")
