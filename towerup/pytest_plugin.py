"""pytest's entry point of towerup: `pytest --towerup-implementation CMD` holds an implementation of a game against the rules.

The test vectors and a duel become tests. Most people who run pytest do not use towerup: without the option this does
nothing, and it imports the rules only when they are needed.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from towerup.oracle.implementations import Implementation
    from towerup.oracle.matches import Difference

DEFAULT_GAMES = 100
ENOUGH = 5
"""After so many tests in a row without an answer nothing more is asked."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("towerup", "an implementation of a game, held against towerup's rules")
    group.addoption(
        "--towerup-implementation",
        metavar="CMD",
        help="Test this program, which speaks the line protocol: the vectors and a duel become tests.",
    )
    group.addoption(
        "--towerup-python", metavar="MODULE:FACTORY", help="Test an implementation in Python, without a process."
    )
    group.addoption(
        "--towerup-vectors",
        metavar="PATH",
        action="append",
        default=[],
        help="Ask these vectors too: a file, such as a duel writes, or a folder of them (repeatable).",
    )
    group.addoption(
        "--towerup-game", metavar="GAME", default=None, help="The game that it plays (the first: tower-up)."
    )
    group.addoption(
        "--towerup-games",
        metavar="N",
        type=_count,
        default=DEFAULT_GAMES,
        help=f"How many games of the duel there are for each number of players ({DEFAULT_GAMES}).",
    )
    group.addoption(
        "--towerup-timeout", metavar="S", type=_seconds, default=None, help="How long an answer may take (10 s)."
    )


def _count(text: str) -> int:
    from towerup.kernel.numbers import whole_number

    return whole_number(text, "the number of games", 1)


def _seconds(text: str) -> float:
    from towerup.kernel.numbers import NumberError, decimal_number

    seconds = decimal_number(text, "the number of seconds", most=1_000_000)
    if not seconds:
        raise NumberError("the number of seconds must be more than 0")
    return seconds


@pytest.hookimpl(tryfirst=True)  # so that -k and --deselect choose among these tests too
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("towerup_implementation") or config.getoption("towerup_python"):
        items += _Game.from_parent(session, name="towerup", nodeid="towerup").collect()


class _Vectors(pytest.Collector):
    """The vectors of one file."""

    path: Path

    def collect(self) -> Iterator[pytest.Item]:
        from towerup.oracle.vectors import VectorError, read
        from towerup.rulesets import ruleset

        try:
            rules, content = read(self.path, ruleset)
        except VectorError as error:
            raise pytest.UsageError(f"{self.path}: {error}") from None
        for number, vector in enumerate(content["vectors"], start=1):
            yield _Vector.from_parent(self, name=str(number), game=rules.name, vector=vector)


class _Game(pytest.Collector):
    """All tests of the implementation, and the implementation itself, which they share."""

    def collect(self) -> list[pytest.Item]:
        from towerup.oracle import specs
        from towerup.rulesets import NAMES, ruleset

        try:
            self.rules = rules = ruleset(self.config.getoption("towerup_game") or NAMES[0])
        except ValueError as error:
            raise pytest.UsageError(f"--towerup-game: {error}") from None
        self.other = self._implementation()
        self.session.config.add_cleanup(self.other.close)
        self._resumes: list[str | None] = []
        self.silent = 0
        found: list[pytest.Item] = []
        for path in [*sorted((specs.folder() / "vectors" / rules.name).glob("*.json")), *self._own_vectors()]:
            found += _Vectors.from_parent(self, name=path.stem, path=path).collect()
        found += [
            _Duel.from_parent(self, name=f"duel of {players}", players=players) for players in rules.player_counts()
        ]
        return found

    def _own_vectors(self) -> Iterator[Path]:
        for name in self.config.getoption("towerup_vectors"):
            path = self.config.invocation_params.dir / name
            if not path.exists():
                raise pytest.UsageError(f"--towerup-vectors: there is no file or folder {name}")
            yield from sorted(path.glob("*.json")) if path.is_dir() else [path]

    def _implementation(self) -> Implementation:
        from towerup.oracle.implementations import TIMEOUT, ProcessImplementation, PythonImplementation, factory

        command = self.config.getoption("towerup_implementation")
        python = self.config.getoption("towerup_python")
        timeout = self.config.getoption("towerup_timeout") or TIMEOUT
        if command and python:
            raise pytest.UsageError("either --towerup-implementation or --towerup-python is wanted, not both")
        try:
            if python:
                return PythonImplementation(factory(python), timeout)
            return ProcessImplementation(_words(command), timeout)
        except ValueError as error:
            raise pytest.UsageError(f"the implementation under test: {error}") from None

    def unable(self, game: str) -> str | None:
        """Why it cannot begin in the middle of a game; None if it can."""
        if not self._resumes:
            from towerup.oracle.asking import resumes
            from towerup.rulesets import ruleset

            self._resumes.append(resumes(self.other, ruleset(game)))
        return self._resumes[0]


def _words(command: str) -> list[str]:
    words = shlex.split(command, posix=sys.platform != "win32")
    if not words:
        raise ValueError("the command is empty")
    return words


class _Wrong(Exception):
    """What the implementation does is not what the rules say: in words."""


class _Test(pytest.Item):
    """A test that says in words what is wrong, and no more."""

    @property
    def owner(self) -> _Game:
        found = self.getparent(_Game)
        assert found is not None
        return found

    def judge(self) -> None:
        """Raises what is wrong."""
        raise NotImplementedError

    def runtest(self) -> None:
        from towerup.oracle.implementations import Failure

        if self.owner.silent >= ENOUGH:
            pytest.skip(f"it has not answered in {ENOUGH} tests in a row")
        try:
            self.judge()
        except Failure:
            self.owner.silent += 1
            raise
        except BaseException:  # a test that fails, or is skipped: it has answered
            self.owner.silent = 0
            raise
        self.owner.silent = 0

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from towerup.oracle.implementations import CannotStart, Failure
        from towerup.oracle.protocol import Refusal

        if isinstance(excinfo.value, _Wrong | Failure | Refusal | CannotStart):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class _Vector(_Test):
    """One question, with the right answer."""

    def __init__(self, *, game: str, vector: dict[str, Any], **given: Any) -> None:
        super().__init__(**given)
        self._game = game
        self._vector = vector

    def judge(self) -> None:
        from towerup.oracle.asking import ANYWHERE, ask
        from towerup.oracle.protocol import Refusal
        from towerup.rulesets import ruleset

        owner, vector = self.owner, self._vector
        if vector["kind"] not in ANYWHERE:
            why = owner.unable(self._game)
            if why is not None:
                pytest.skip(f"it cannot begin in the middle of a game: {why}")
        assert self.parent is not None
        try:
            wrong = list(ask(owner.other, ruleset, self._game, vector, self.parent.path.parent))
        except Refusal as refusal:
            wrong = [str(refusal)]
        if wrong:
            raise _Wrong("\n".join([f"{self.name} of {self.parent.name}: {vector['shows']}", *wrong]))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.parent.name if self.parent else ''} {self.name}"


class _Duel(_Test):
    """Whole games, as far as the first difference."""

    def __init__(self, *, players: int, **given: Any) -> None:
        super().__init__(**given)
        self._players = players

    def judge(self) -> None:
        from towerup.oracle.dueling import Duel, Terms

        terms = Terms(self.config.getoption("towerup_games"), (self._players,))
        result = Duel(self.owner.rules, self.owner.other, terms).run()
        if result.difference is not None:
            raise _Wrong(_report(result.difference))
        if result.fleeting:
            raise _Wrong("\n".join(f"once, in game {one.game + 1}: {one.what}" for one in result.fleeting))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


def _report(difference: Difference) -> str:
    from towerup.oracle.duel_report import difference_text
    from towerup.view import picture

    actions = [f"  {number} {action}" for number, action in enumerate(difference.record.actions, start=1)]
    lines = [difference_text(difference), f"The shortest game found has {len(actions)} actions before it:", *actions]
    lines += ["The table then:", picture(difference.state, colour=False), "The game as a record:"]
    lines += [line.decode().rstrip() for line in difference.record.lines()]
    return "\n".join(lines)
