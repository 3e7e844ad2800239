"""Runs mutmut over the rules, on a prepared copy of the repository, and keeps what it found.

`tests/mutation/run` makes the environment and calls this; `README.md` says what it is about. Where mutmut alone would
judge wrongly, this helps it:

* mutmut leaves decorated functions alone. In the copy, `@cache`, `@lru_cache`, `@property` and `@cached_property` become
  plain assignments after the function (`f = cache(f)`), which mean the same and let the function be mutated.
* Setups, editions and action spaces are made once in a process. A mutant that inherited them from another process would
  never be asked. So each mutant is tried in a process that has imported other people's libraries only; and when mutmut
  notes which test runs which function, all caches are emptied before each test, and what runs while the tests are being
  imported belongs to every test.
* The tests nearest to a mutated module run first, so that most mutants die within a second. In a mutant's process only the
  mutated function is wrapped by mutmut; all others are plain again, which makes the tests run three times as fast.
"""

from __future__ import annotations

import ast
import functools
import importlib
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import score

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "mutation" / "work"
PACKAGE = "towerup/rulesets/tower_up"

UNROLLED = {"cache", "lru_cache", "property", "cached_property"}

# For each module the tests nearest to it; they run first, all others after them.
KIN = {
    "actions": ["form", "json"],
    "board": ["board", "objectives"],
    "board_check": ["edition_check"],
    "cards": ["words", "box", "taking", "stock"],
    "codec": ["json"],
    "edition": ["edition", "box"],
    "edition_check": ["edition_check"],
    "ending": ["ending", "turns"],
    "founding": ["founding", "roofs_and_moves", "objectives", "stars", "turns"],
    "generating": ["founding", "taking", "setup", "stock", "turns"],
    "judging": ["words", "founding", "taking", "setup", "stock", "turns", "stars"],
    "notation": ["form"],
    "objectives": ["objectives"],
    "playing": ["turns", "form", "words"],
    "plots": ["founding"],
    "rulings": ["words", "setup", "ending"],
    "scoring": ["final_score", "ending"],
    "setup": ["setup", "words", "stock"],
    "space": ["turns", "taking", "founding", "form"],
    "stars": ["stars"],
    "starting": ["setup"],
    "state": ["words", "board", "objectives", "json"],
    "table": ["box", "json", "setup"],
    "taking": ["taking", "stock"],
    "understanding": ["words", "form"],
}

# These say little about a mutated rule that others would not say sooner, and take long: only their own kin wait for them.
# The score can only be lower for it.
AWAY = {f"test_{name}.py" for name in ("catalogue", "edition", "edition_check", "json", "reachability")}

# What a mutant's process finds imported already. Nothing of towerup, nothing of the tests.
PRELOADED = (
    "pytest", "hypothesis", "hypothesis.strategies", "hypothesis.stateful", "hypothesis.extra", "hypothesis.internal.conjecture.engine", "attrs", "cattrs",
    "cattrs.preconf.orjson", "networkx", "orjson", "rich.console", "typer", "typer.testing",
)  # fmt: skip

MOST_MEMORY = 4 << 30
# Seconds of processor time for one test beyond ten times what it usually takes; a mutant that needs more runs for ever.
PATIENCE = 10
TIMEOUT = 36  # what mutmut calls a timeout


# --- the copy


def prepare() -> None:
    """Bring the copy up to date; what has not changed keeps its time, so that mutmut keeps its mutants."""
    WORK.mkdir(parents=True, exist_ok=True)
    wanted = {WORK / "pyproject.toml": (ROOT / "pyproject.toml").read_bytes()}
    for folder in ("towerup", "tests", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and HERE not in path.parents:
                contents = path.read_bytes()
                if path.suffix == ".py" and folder == "towerup":
                    contents = unrolled(contents.decode()).encode()
                wanted[WORK / path.relative_to(ROOT)] = contents
    for folder in ("towerup", "tests", "docs"):
        for path in [*(WORK / folder).rglob("*"), *(WORK / "mutants" / folder).rglob("*.py")]:
            known = WORK / path.relative_to(WORK / "mutants") if WORK / "mutants" in path.parents else path
            if path.is_file() and known not in wanted:
                path.unlink()
    for path, contents in wanted.items():
        if not path.exists() or path.read_bytes() != contents:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)


def unrolled(source: str) -> str:
    """The source with each decorator that mutmut would shy away from written as an assignment after its function."""
    lines = source.splitlines()
    changes: list[tuple[int, int, int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
            continue
        decorator = node.decorator_list[0]
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(called, ast.Name) and called.id in UNROLLED:
            indent = " " * node.col_offset
            assert node.end_lineno is not None
            after = f"{indent}{node.name} = {ast.unparse(decorator)}({node.name})"
            changes.append((decorator.lineno, node.lineno, node.end_lineno, after))
    for first, start, end, after in sorted(changes, reverse=True):
        lines.insert(end, after)
        del lines[first - 1 : start - 1]
    return "\n".join(lines) + "\n"


# --- the runner


def _durations() -> dict[str, float]:
    from mutmut.state import state

    known: dict[str, float] = state().duration_by_test
    return known


class Watch:
    """Ends a test that goes on and on: its mutant counts as timed out."""

    def __init__(self) -> None:
        self.durations = dict(_durations())
        signal.signal(signal.SIGVTALRM, lambda *_: os._exit(TIMEOUT))
        self.wait(PATIENCE)

    @staticmethod
    def wait(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None:
        self.wait(PATIENCE + 10 * self.durations.get(nodeid, 1))


class Noting:
    """While mutmut notes which test runs which function: nothing may be remembered from one test to the next."""

    def __init__(self) -> None:
        self.while_importing: set[str] = set()

    def pytest_collection_finish(self, session: object) -> None:
        from mutmut.state import state

        self.while_importing = set(state()._stats)

    def pytest_runtest_setup(self, item: object) -> None:
        from mutmut.state import state

        for name, module in list(sys.modules.items()):
            if name.startswith("towerup"):
                for thing in list(vars(module).values()):
                    if hasattr(thing, "cache_clear"):
                        thing.cache_clear()
        state()._stats |= self.while_importing


def wrap_only(mutant: str) -> None:
    """From here on, modules that are imported have one function replaced by its mutant, and the others as they are."""
    from mutmut.mutation import trampoline

    module, _, name = mutant.rpartition(".")
    wanted, _, number = name.rpartition("__mutmut_")
    key = "_mutmut_orig" if number == "orig" else name

    def wrap(mutants: dict[str, Callable[..., Any]], **_: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def choose(function: Callable[..., Any]) -> Callable[..., Any]:
            owner, _, own = function.__qualname__.rpartition(".")
            if function.__module__ != module or wanted != (f"xǁ{owner}ǁ{own}" if owner else f"x_{own}"):
                return function

            @functools.wraps(function)
            def mutated(*args: Any, **kwargs: Any) -> Any:
                return mutants[key](*args, **kwargs)

            return mutated

        return choose

    trampoline.wrap_in_trampoline = wrap


def install_runner() -> None:
    """Give mutmut a runner that tries the nearest tests first and knows when to stop."""
    from mutmut.mutation import trampoline
    from mutmut.runners import harness
    from mutmut.workers import isolation

    class NearestFirst(harness.PytestRunner):  # type: ignore[misc]  # mutmut is not there for mypy
        plugins: Sequence[object] = ()

        def warm_up(self) -> None:
            for name in PRELOADED:
                importlib.import_module(name)

        def execute_pytest(self, params: list[str], **kwargs: Any) -> int:
            # pytest says that its own modules cannot be rewritten any more; towerup's tests make warnings errors.
            params = [*params, "-W", "ignore::pytest.PytestAssertRewriteWarning"]
            return int(super().execute_pytest(params, plugins=[*self.plugins, *kwargs.pop("plugins", ())], **kwargs))

        def run_stats(self, *, tests: Iterable[str]) -> int:
            self.plugins = [Noting()]
            return int(super().run_stats(tests=tests))

        def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
            if mutant_name is None:
                if not trampoline.get_mutant_under_test():
                    wrap_only(
                        ""
                    )  # the tests without any mutant; otherwise this is mutmut's check that mutants can fail
                return int(super().run_tests(mutant_name=None, tests=tests))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            wrap_only(mutant_name)
            watch = Watch()
            for some in in_stages(mutant_name, tests):
                with harness.change_cwd("mutants"):
                    code = int(self.execute_pytest(self._pytest_args_regular_run(some), plugins=[watch]))
                if code != 0:
                    return code
            return 0

    isolation.PytestRunner = NearestFirst


def in_stages(mutant: str, tests: Iterable[str]) -> list[list[str]]:
    """The tests in the order in which they are tried: those of the nearest files, then the others, quick ones first."""
    durations = _durations()
    module = mutant.rpartition(".")[0].rpartition(".")[2]
    stages: dict[str, list[str]] = {f"test_{kin}.py": [] for kin in KIN.get(module, ())}
    others: list[str] = []
    for test in sorted(tests, key=lambda test: durations.get(test, 0)):
        file = test.partition("::")[0].rpartition("/")[2]
        if file in stages or file not in AWAY:
            stages.get(file, others).append(test)
    return [stage for stage in (*stages.values(), others) if stage]


def main(arguments: list[str]) -> int:
    """Prepare, run mutmut, and leave its results in `build/mutation/work/mutants`.

    With `--survivors` only what survived the last time without being explained, or was not tried, is tried now. Other
    arguments are names or patterns of mutants, or of modules (`founding`).
    """
    processes = os.environ.get("TOWERUP_MUTATION_PROCESSES", "1")
    again = "--survivors" in arguments
    chosen = [name for name in arguments if not name.startswith("--")]
    patterns = [f"{PACKAGE.replace('/', '.')}.{name}.*" if "." not in name else name for name in chosen]
    if not again and not chosen and WORK.exists():
        shutil.rmtree(WORK)
    prepare()
    os.chdir(WORK)
    os.environ["TOWERUP_PROFILE"] = "mutation"
    sys.dont_write_bytecode = False  # the mutants of a module are a long text: compiling it once is enough
    sys.path.insert(0, str(WORK))
    from mutmut.__main__ import _run

    install_runner()
    if again:
        patterns = [name for name in unkilled() if not chosen or any(f".{module}." in name for module in chosen)]
    _run(tuple(patterns), int(processes))
    return 0 if nothing_survives() else 1


def nothing_survives() -> bool:
    """Whether a mutant that changes nothing survives: if it did not, the others' deaths would mean nothing."""
    from mutmut.mutation.trampoline import set_mutant_under_test
    from mutmut.state import state
    from mutmut.workers import isolation

    function = f"{PACKAGE.replace('/', '.')}.founding.x_found"
    tests = state().tests_by_mangled_function_name[function]

    def unchanged() -> int:
        sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  # until the process ends
        runner = isolation.PytestRunner()
        runner.warm_up()
        set_mutant_under_test(f"{function}__mutmut_orig")
        return int(runner.run_tests(mutant_name=f"{function}__mutmut_orig", tests=tests))

    survives = bool(isolation.run_in_fork(unchanged) == 0)
    print("A mutant that changes nothing", "survives, as it should." if survives else "was KILLED: trust no number.")
    return survives


def unkilled() -> list[str]:
    """The mutants that were not tried, or survived and are not explained."""
    explanations = score.Explanations()
    return [
        name
        for name, (source, status) in score.results().items()
        if status == "not checked"
        or (status not in score.KILLED and not explanations.why(score.change_of(name, source)))
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
