"""Traceability: for each rule the code that enforces it, the properties that say it again, the tests, and the planted faults.

Knows no game by name: it starts from a ruleset and reads the sources of the package that the ruleset comes from. What
it finds is found by reading, not by running, so that a rule that nobody has thought of shows as a hole.

- Code: where an objection is made, `Objection("TU-FOUND-03", …)`, and where a comment or the docstring of a function names the
  rule. The modules of properties, of laws and of coverage tell rules over again: they do not count.
- Tests: the marks `allows` and `forbids` in the folder `tests` of the repository. An installed package has none, and
  the report says so.
- Faults: those of `faults.toml` in the ruleset's package, if it has one.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel.properties import Property
from towerup.kernel.rules import Catalogue, Rule
from towerup.kernel.ruleset import AnyRuleset, Claim

from .faults import Fault, faults_file, read_faults

MARKS = ("allows", "forbids")
"""The marks by which a test says which rules it shows, and how."""


@attrs.frozen(order=True)
class Spot:
    """A place in a source: the file, the line, and the function or class there (empty between them)."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()


@attrs.frozen
class Told:
    """A property that says a rule again: its name, what it is about (state, transition or position), and what it says."""

    name: str
    about: str
    statement: str


@attrs.frozen
class Planted:
    """A planted fault that the properties or the tests must find."""

    id: str
    title: str


@attrs.frozen
class Trace:
    """All that there is about one rule. What could not be looked at (tests, faults) is None."""

    rule: Rule
    code: tuple[Spot, ...]
    properties: tuple[Told, ...] | None
    allowing: tuple[Spot, ...] | None
    forbidding: tuple[Spot, ...] | None
    faults: tuple[Planted, ...] | None

    @property
    def holes(self) -> tuple[str, ...]:
        """What the rule lacks, in words."""
        there = {
            "code": self.code,
            "property": self.properties,
            "allowing test": self.allowing,
            "forbidding test": self.forbidding,
            "fault": self.faults,
        }
        return tuple(what for what, found in there.items() if found == ())


@attrs.frozen
class Traces:
    """The traces of all rules; and strays: what names a rule that the catalogue lacks, or cannot be read."""

    traces: Mapping[str, Trace]
    strays: tuple[str, ...]
    tests: Path | None
    """The folder with the tests, or None if there is none here."""
    has_faults: bool

    @property
    def holes(self) -> tuple[tuple[str, str], ...]:
        """Every hole: the rule's id, and what it lacks."""
        return tuple((id, hole) for id, trace in self.traces.items() for hole in trace.holes)


def trace(rules: AnyRuleset, tests: Path | None = None, sources: Traversable | None = None) -> Traces:
    """The traces of a ruleset's rules; `tests` and `sources` are the repository's and the package's own unless given."""
    package = package_of(rules)
    tests = folder_of_tests(package) if tests is None else tests
    sources = resources.files(package) if sources is None else sources
    catalogue = rules.catalogue()
    pattern = _pattern(catalogue)
    told = list(_properties(rules))
    code = _code(sources, package.replace(".", "/"), pattern, _modules_of_properties(rules))
    marked, unread = _marked_tests(tests) if tests else ({}, [])
    faults = _faults(package)
    mentions = _mentions(code, [law for _, law in told], marked, faults or ())
    # The folder of tests holds those of other games too, whose ids begin otherwise.
    heads = {id.partition("-")[0] for id in catalogue.rules}
    ours = [(id, where) for id, where in mentions if id.partition("-")[0] in heads]
    lacking = [f"{id} is in no catalogue: {where}" for id, where in ours if id not in catalogue.rules]
    return Traces(
        traces={
            id: Trace(
                rule=rule,
                code=tuple(code.get(id, ())),
                # A rule that no step can apply is about what is no action; that it forbids is shown by tests.
                properties=tuple(Told(law.name, about, law.statement) for about, law in told if id in law.rules)
                or (None if any(rules.properties) and id in rules.coverage.only_forbidding else ()),
                allowing=tuple(sorted(marked.get(("allows", id), ()))) if tests else None,
                forbidding=tuple(sorted(marked.get(("forbids", id), ()))) if tests else None,
                faults=None
                if faults is None
                else tuple(Planted(fault.id, fault.title) for fault in faults if id in fault.rules),
            )
            for id, rule in catalogue.rules.items()
        },
        strays=(*dict.fromkeys(lacking), *unread),
        tests=tests,
        has_faults=faults is not None,
    )


def package_of(rules: AnyRuleset) -> str:
    """The package that a ruleset's code is in."""
    return str(rules.catalogue.__module__).rpartition(".")[0]


def folder_of_tests(package: str) -> Path | None:
    """The folder `tests` of the repository that the package is used from; None where it is installed without one."""
    top = resources.files(package.partition(".")[0])
    root = top.parent if isinstance(top, Path) else None
    # An installed package lies among many, and a folder of tests there would be anybody's.
    return root / "tests" if root and (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def _pattern(catalogue: Catalogue) -> re.Pattern[str]:
    """What an id looks like: as those of the catalogue do, so that one with a slip in it is noticed."""
    heads = sorted({re.escape(id.partition("-")[0]) for id in catalogue.rules})
    return re.compile(rf"\b(?:{'|'.join(heads)})-(?:[A-Z]+-)*\d+\b")


def _mentions(
    code: Mapping[str, Iterable[Spot]],
    laws: Iterable[Claim],
    marked: Mapping[tuple[str, str], Iterable[Spot]],
    faults: Iterable[Any],
) -> Iterator[tuple[str, str]]:
    """Every id that is named anywhere, with where."""
    yield from ((id, str(spot)) for id, spots in code.items() for spot in spots)
    yield from ((id, f"property {law.name}") for law in laws for id in law.rules)
    yield from ((id, str(spot)) for (_, id), spots in marked.items() for spot in spots)
    yield from ((id, f"fault {fault.id}") for fault in faults for id in fault.rules)


# --- properties


def _properties(rules: AnyRuleset) -> Iterator[tuple[str, Property]]:
    """Every property, with what it is about."""
    properties = rules.properties
    for about, some in (
        ("always", properties.of_states),
        ("step", properties.of_steps),
        ("offered", (*properties.of_offers, *properties.of_chances)),
        ("scored", properties.of_outcomes),
        ("sometimes", properties.events),
    ):
        yield from ((about, one) for one in some)


def _modules_of_properties(rules: AnyRuleset) -> set[str]:
    """The modules that name rules without enforcing them: those of the properties, and the one that counts coverage."""
    telling = {str(law.check.__module__) for _, law in _properties(rules)}
    coverage = getattr(rules, "coverage", None)
    return telling | {str(getattr(coverage, "notable", coverage).__module__)} if coverage else telling


# --- code


def _code(folder: Traversable, path: str, pattern: re.Pattern[str], without: set[str]) -> dict[str, list[Spot]]:
    """For each id the places under a folder that enforce it, the judge's first; some modules are left out."""
    judged: dict[str, set[Spot]] = defaultdict(set)
    tagged: dict[str, set[Spot]] = defaultdict(set)
    for file, text in _sources(folder, path):
        if file.removesuffix(".py").replace("/", ".") not in without and pattern.search(text):
            tree = ast.parse(text)
            for id, line in _findings(tree, pattern):
                judged[id].add(Spot(file, line, _name_at(tree, line)))
            for id, line in (*_tags(text, pattern), *_docstrings(tree, pattern)):
                tagged[id].add(Spot(file, line, _name_at(tree, line)))
    return {id: [*sorted(judged[id]), *sorted(tagged[id] - judged[id])] for id in {*judged, *tagged}}


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        inner = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, inner)
        elif entry.name.endswith(".py"):
            yield inner, entry.read_text(encoding="utf-8")


def _findings(tree: ast.Module, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """Where the judge reports a rule by name."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("Finding", "Objection")
            and node.args
        ):
            rule = node.args[0]
            if isinstance(rule, ast.Constant) and isinstance(rule.value, str) and pattern.fullmatch(rule.value):
                yield rule.value, node.lineno


def _tags(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """The ids in comments, with their line or, of those that have a line to themselves, that of the code below."""
    waiting: list[str] = []
    skipped = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            ids = pattern.findall(token.string)
            if token.line[: token.start[1]].strip():
                yield from ((id, token.start[0]) for id in ids)
            else:
                waiting += ids
        elif token.type not in skipped and waiting:
            yield from ((id, token.start[0]) for id in waiting)
            waiting = []


def _docstrings(tree: ast.Module, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """The ids in the docstrings of functions, with the line of the function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from ((id, node.lineno) for id in pattern.findall(ast.get_docstring(node) or ""))


def _name_at(tree: ast.Module, line: int) -> str:
    """The function or class at a line, named with those around it; the name that is given a value at the top level."""
    names: list[str] = []
    body: list[Any] = list(ast.iter_child_nodes(tree))
    while body:
        node = body.pop()
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))], default=0)
        if not first <= line <= (node.end_lineno or first):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        elif not names and isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            names += [target.id] if isinstance(target, ast.Name) else []
        body = [child for child in ast.iter_child_nodes(node) if hasattr(child, "lineno")]
    return ".".join(names)


# --- tests

Marked = dict[tuple[str, str], set[Spot]]
"""By mark and id of a rule, the tests that bear the mark."""


def _marked_tests(folder: Path) -> tuple[Marked, list[str]]:
    """The tests by what they are marked with, and the marks that cannot be read without running."""
    marked: Marked = defaultdict(set)
    unread: list[str] = []
    for file in sorted(folder.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if any(f"mark.{mark}" in text for mark in MARKS):
            tree = ast.parse(text)
            path = file.relative_to(folder.parent).as_posix()
            constants = _constants(tree)
            for spot, marks in _tests(tree, path, [], ()):
                for mark, id in (found for one in marks for found in _ids(one, constants)):
                    if id is None:
                        unread.append(f"{spot}: the rules of a mark {mark!r} must be written out")
                    else:
                        marked[mark, id].add(spot)
    return marked, list(dict.fromkeys(unread))


def _tests(
    node: Any, path: str, names: list[str], marks: tuple[ast.expr, ...]
) -> Iterator[tuple[Spot, list[ast.expr]]]:
    """Every test function with the expressions that mark it: on itself, on its classes, in `pytestmark`."""
    outer = [
        *marks,
        *(
            one.value
            for one in node.body
            if isinstance(one, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in one.targets)
        ),
    ]
    for one in node.body:
        if isinstance(one, ast.ClassDef) and one.name.startswith("Test"):
            yield from _tests(one, path, [*names, one.name], (*outer, *one.decorator_list))
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test"):
            yield Spot(path, one.lineno, "::".join([*names, one.name])), [*outer, *one.decorator_list]


def _ids(expression: ast.expr, constants: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str | None]]:
    """Every mark in an expression (also deep in a `parametrize`) with each of its ids; None for what cannot be read."""
    called = {id(node.func): node for node in ast.walk(expression) if isinstance(node, ast.Call)}
    for node in ast.walk(expression):
        if not isinstance(node, ast.Attribute) or node.attr not in MARKS:
            continue
        if not (isinstance(node.value, ast.Attribute) and node.value.attr == "mark"):
            continue
        call = called.get(id(node))
        for argument in [None] if call is None else call.args:
            yield from ((node.attr, one) for one in _strings(argument, constants))


def _strings(argument: ast.expr | None, constants: Mapping[str, tuple[str, ...]]) -> tuple[str | None, ...]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return (argument.value,)
    if isinstance(argument, ast.Starred) and isinstance(argument.value, ast.Name):
        return constants.get(argument.value.id, (None,))
    return (None,)


def _constants(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """The names at the top of a module that stand for a list of strings written out."""
    found: dict[str, tuple[str, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.List):
            items = [item.value for item in node.value.elts if isinstance(item, ast.Constant)]
            strings = [item for item in items if isinstance(item, str)]
            if len(strings) == len(node.value.elts):
                found |= {target.id: tuple(strings) for target in node.targets if isinstance(target, ast.Name)}
    return found


# --- faults


def _faults(package: str) -> tuple[Fault, ...] | None:
    """The planted faults of a ruleset; None if it has none to read."""
    if not faults_file(package).is_file():
        return None
    return read_faults(package)
