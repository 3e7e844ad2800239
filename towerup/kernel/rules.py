"""Rules by name: the catalogue, and what is said when a rule is broken."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Literal, NamedTuple, TypeAlias

import attrs


@attrs.frozen
class Citation:
    """Where a rule stands: a text (named in the catalogue) and the heading in it."""

    text: str
    heading: str

    def __str__(self) -> str:
        return f"{self.text}, “{self.heading}”"


@attrs.frozen
class Rule:
    """One rule of the rulebook, in our words."""

    id: str
    title: str
    statement: str
    kind: Literal["stated", "ruled"]
    citations: tuple[Citation, ...]
    ruling: str | None = None

    def __str__(self) -> str:
        return f"{self.id} {self.title}"


@attrs.frozen
class Option:
    """One reading of an open question."""

    name: str
    meaning: str


@attrs.frozen
class Ruling:
    """A question that the texts leave open, the readings offered (the first is the default), and why."""

    name: str
    title: str
    question: str
    why: str
    options: tuple[Option, ...]

    @property
    def default(self) -> str:
        return self.options[0].name


@attrs.frozen
class Text:
    """A source that citations name."""

    id: str
    title: str
    language: str
    note: str = ""


class UnknownRule(LookupError):
    """No rule has this id; the message says which ids are near it."""


@attrs.frozen
class Catalogue:
    """All rules and rulings of one game."""

    texts: tuple[Text, ...]
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]

    def __getitem__(self, id: str) -> Rule:
        try:
            return self.rules[id]
        except KeyError:
            near = difflib.get_close_matches(id.upper(), self.rules, n=3, cutoff=0.5)
            hint = f"; near it: {', '.join(near)}" if near else ""
            raise UnknownRule(f"there is no rule {id!r}{hint}") from None

    @classmethod
    def from_toml(cls, file: Traversable) -> Catalogue:
        """The catalogue written in a TOML file of the ruleset."""
        return cls.parse(file.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, toml: str) -> Catalogue:
        """The catalogue in this TOML text: `rules`, and if there are some, `rulings` and `texts` to cite."""
        data = tomllib.loads(toml)
        rules = [
            Rule(
                **(
                    {"kind": "stated"}
                    | entry
                    | {"citations": tuple(Citation(**one) for one in entry.get("citations", ()))}
                )
            )
            for entry in data["rules"]
        ]
        rulings = [
            Ruling(**(entry | {"options": tuple(Option(**one) for one in entry["options"])}))
            for entry in data.get("rulings", ())
        ]
        return cls(
            texts=tuple(Text(**entry) for entry in data.get("texts", ())),
            rules={rule.id: rule for rule in rules},
            rulings={ruling.name: ruling for ruling in rulings},
        )


class Objection(NamedTuple):
    """What speaks against an action or a state: the id of the broken rule, and what is wrong here in words."""

    rule: str
    message: str


Objections: TypeAlias = Iterator[Objection]
"""What the rules yield about an action, the most basic objection first; nothing if it is legal."""

Finding = Objection


@attrs.frozen
class Violation:
    """A broken rule as a user meets it: the rule, and what is wrong here in words."""

    rule: Rule
    message: str

    @property
    def id(self) -> str:
        return self.rule.id

    @property
    def title(self) -> str:
        return self.rule.title

    @property
    def citations(self) -> tuple[Citation, ...]:
        return self.rule.citations

    def __str__(self) -> str:
        cited = "; ".join(map(str, self.rule.citations))
        return f"{self.rule.id} ({self.rule.title}): {self.message}{f' [{cited}]' if cited else ''}"


def violations(catalogue: Catalogue, findings: Iterable[Finding]) -> tuple[Violation, ...]:
    """Findings with their rules looked up."""
    return tuple(Violation(catalogue[finding.rule], finding.message) for finding in findings)


class IllegalAction(ValueError):
    """The action breaks rules: all of them are in `violations`."""

    def __init__(self, action: object, violations: tuple[Violation, ...]) -> None:
        super().__init__(action, violations)
        self.action = action
        self.violations = violations

    def __str__(self) -> str:
        return "\n".join([f"{self.action} is not legal here:", *(f"  {one}" for one in self.violations)])


class ImpossiblePosition(ValueError):
    """A state built by hand or read from a file that no game can reach: every reason is in `violations`."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(violations)
        self.violations = violations

    def __str__(self) -> str:
        return "\n".join(["no game can reach this position:", *(f"  {one}" for one in self.violations)])
