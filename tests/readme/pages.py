"""The pages, the blocks of code on them, and how a block is run.

A page is run from top to bottom, in a folder of its own in which `docs` and `specs` lie as in the repository:

- a block with a title (`title="mine.py"`) is a file, and is written there; a `pyproject.toml` is installed as well;
- Python is run, with all names of the blocks before it: as a session if it has prompts, else as it stands;
- in a `console` block what follows `$` is run, and must say what stands below it; there `…` stands for any words, and on a
  line of its own for any lines;
- in an `sh` block every `towerup` command must be one that there is, with options that there are; it is not run;
- a picture on the page that its code writes must be as written.

With TOWERUP_WRITE=1 pictures and the answers of commands are put right; read what has changed.

A block that another test runs says so in a comment before it: `<!-- run by tests/… -->`.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
from typer.main import get_command
from typer.testing import CliRunner

from towerup.cli.app import app

ROOT = Path(__file__).parents[2]

PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "specs/**/*.md", "tests/*/README.md")
    for path in ROOT.glob(pattern)
)  # fmt: skip

FENCE = re.compile(
    r"^(?:<!-- run by (?P<elsewhere>\S+) -->\n)?"
    r"(?P<indent> *)```(?P<language>\w*)(?P<more>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
WIDTH = "100"
WRITE = bool(os.environ.get("TOWERUP_WRITE"))
"""Whether what a page shows is to be written anew: the answers of commands, and pictures."""
AS_WRITTEN = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@attrs.frozen
class Block:
    """A block of code on a page: its language, its words, and the line of the page that it begins after."""

    language: str
    text: str
    line: int
    title: str | None
    elsewhere: str | None

    @property
    def is_session(self) -> bool:
        """Whether it shows Python as it is typed, with prompts and answers."""
        return self.text.lstrip().startswith(">>>")


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        title = re.search(r'title="([^"]+)"', found["more"])
        yield Block(
            found["language"],
            textwrap.dedent(found["text"]),
            text.count("\n", 0, found.start("text")),
            title and title[1],
            found["elsewhere"],
        )


def name_of(page: Path) -> str:
    """What a page is called in the tests."""
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else page.name


# --- running a page


class Desk:
    """A folder in which a page is tried out: the files it writes, and the names its Python has made."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "page"}
        for shared in ("docs", "specs"):
            (folder / shared).symlink_to(ROOT / shared)

    def run(self) -> int:
        """Runs the page, from the top; gives the number of blocks that did something."""
        try:
            done = sum(self._block(block) for block in blocks(self.page))
        finally:
            self._forget()
            sys.path[:] = [path for path in sys.path if path != str(self.folder)]
        for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", self.page.read_text(encoding="utf-8")):
            made, kept = self.folder / Path(picture).name, self.page.parent / picture
            if made.exists() and WRITE:
                kept.write_bytes(made.read_bytes())
            assert not made.exists() or made.read_bytes() == kept.read_bytes(), f"{picture} is not what the code makes"
        return done

    def _block(self, block: Block) -> bool:
        if block.elsewhere:
            assert (ROOT / block.elsewhere).is_file(), (
                f"{name_of(self.page)}:{block.line} is run by no file that is there"
            )
        elif block.title:
            (self.folder / block.title).write_text(block.text, encoding="utf-8")
            if block.title == "pyproject.toml":
                self._install(tomllib.loads(block.text)["project"])
        elif block.language in ("python", "pycon"):
            self._python(block)
        elif block.language == "console":
            self._console(block)
        else:
            return False
        return True

    def _install(self, project: dict[str, Any]) -> None:
        """Does what `pip install --editable .` does in a folder with this pyproject.toml."""
        info = self.folder / f"{project['name']}-{project['version']}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        groups = project["entry-points"].items()
        lines = [
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
            for group, points in groups
        ]
        (info / "entry_points.txt").write_text("".join(lines))
        sys.path.insert(0, str(self.folder))

    def _python(self, block: Block) -> None:
        if not block.is_session:
            exec(compile("\n" * block.line + block.text, str(self.page), "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, name_of(self.page), str(self.page), block.line
        )
        found = doctest.DocTestRunner(optionflags=AS_WRITTEN)
        told: list[str] = []
        found.run(test, out=told.append, clear_globs=False)
        self.names = test.globs
        assert not found.failures, "".join(told)

    def _console(self, block: Block) -> None:
        commands = re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE)
        assert commands, f"{name_of(self.page)}:{block.line} has no command"
        for command, shown in commands:
            said = self._said(command)
            if WRITE and self.page.is_relative_to(ROOT) and not re.fullmatch(_pattern(shown), said):
                text = self.page.read_text(encoding="utf-8")
                old, new = f"$ {command}\n{shown}", f"$ {command}\n{shown_anew(shown, said)}"
                self.page.write_text(text.replace(old, new, 1), encoding="utf-8")
                continue
            assert re.fullmatch(_pattern(shown), said), (
                f"{name_of(self.page)}:{block.line}: $ {command}\nshows\n{shown}\nbut it says\n{said}"
            )

    def _said(self, command: str) -> str:
        words = shlex.split(command, comments=True)
        if words[0] == "towerup":
            given = [sys.executable if word in ("python", "python3") else word for word in words[1:]]
            result = CliRunner().invoke(app, given, env={"NO_COLOR": "1", "COLUMNS": WIDTH})
            assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
            self._forget()
            return result.output
        assert words[0] in ("python", "python3", "pytest"), f"{words[0]} is nothing that a page can run"
        start = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"] if words[0] == "pytest" else [sys.executable]
        done = subprocess.run([*start, *words[1:]], capture_output=True, text=True, check=False, timeout=120)
        return done.stdout + done.stderr

    def _forget(self) -> None:
        """What was imported from this folder is read anew next time: the page may have changed it."""
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(str(self.folder)):
                del sys.modules[name]


def _pattern(shown: str) -> str:
    lines = [r"(?:.*\n)*" if line == "…" else _words(line) + r"\n" for line in shown.splitlines()]
    return "".join(lines)


def _words(line: str) -> str:
    return re.escape(line).replace("…", ".*") + " *"


def shown_anew(shown: str, said: str) -> str:
    """What a page should show of an answer: the lines that it showed, as they read now. What was left out stays left out.

    After `…` the next line is the first that begins with the same word; after the last `…` it is counted from the end.
    """
    old, new = shown.splitlines(), [line.rstrip() for line in said.splitlines()]
    last = max((number for number, line in enumerate(old) if line == "…"), default=None)
    if last is None:
        return "".join(f"{next((kept for kept in old if re.fullmatch(_words(kept), line)), line)}\n" for line in new)
    place, result = 0, []
    for number, line in enumerate(old):
        if line == "…":
            result.append(line)
        else:
            if number == last + 1:
                place = len(new) - (len(old) - number)
            elif number and old[number - 1] == "…":
                place = next((n for n in range(place, len(new)) if new[n].split()[:1] == line.split()[:1]), place)
            result.append(line if re.fullmatch(_words(line), new[place]) else new[place])
            place += 1
    return "".join(f"{line}\n" for line in result)


# --- the commands that pages name


def named_commands(page: Path) -> Iterator[tuple[int, list[str], bool]]:
    """Every `towerup` command on a page: the line, its words, and whether it is whole (in a block) or only named in a text."""
    text = page.read_text(encoding="utf-8")
    for block in blocks(page):
        if block.language in ("sh", "console", ""):
            for number, line in enumerate(block.text.replace("\\\n", "  ").splitlines(), start=block.line + 1):
                written = line.removeprefix("$ ") if block.language == "console" else line
                if block.language != "console" or line.startswith("$ "):
                    yield from ((number, words, True) for words in _towerup(written))
    for found in re.finditer(r"`(towerup [^`]+)`", FENCE.sub(lambda one: "\n" * one[0].count("\n"), text)):
        words = re.sub(r"\s+", " ", found[1])
        yield text.count("\n", 0, found.start()) + 1, words.split(), False


def _towerup(line: str) -> Iterator[list[str]]:
    """The `towerup` commands of a line of shell."""
    command: list[str] | None = None
    for word in [*shlex.split(line, comments=True), ";"]:
        if word in ("&&", "||", "|", ";", ">", "<"):
            if command:
                yield command
            command = None
        elif command is not None:
            command.append(word)
        elif word == "towerup" or word.endswith("/towerup"):
            command = ["towerup"]


def complaint(words: list[str], whole: bool) -> str | None:
    """What is wrong with a command that a page names; None if nothing is."""
    command: Any = get_command(app)
    rest = words[1:]
    path = "towerup"
    while hasattr(command, "commands"):
        if not rest or rest[0] in ("--help", "-h", "--version", "…"):
            return None
        name = rest.pop(0)
        if name not in command.commands:
            return f"there is no command {path} {name}"
        command, path = command.commands[name], f"{path} {name}"
    own = rest[: rest.index("--")] if "--" in rest else rest
    for word in own:
        if re.match(r"--\w|-[a-z]", word) and word.partition("=")[0] not in options_of(command):
            return f"{path} has no option {word}"
    if whole and "--help" not in rest:
        try:
            command.make_context(path, list(rest))
        except Exception as error:  # noqa: BLE001  # Typer has changed whose errors these are
            return f"{' '.join(words)}: {error}"
    return None


def options_of(command: Any) -> set[str]:
    """The options of a command and of all commands in it."""
    own = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    inner = getattr(command, "commands", {}).values()
    return own.union({"--help", "-h"}, *(options_of(one) for one in inner))


def named_options(page: Path) -> set[str]:
    """The options that a text on the page names alone, without their command."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return set(re.findall(r"`(--[a-z][a-z-]*)", text))
