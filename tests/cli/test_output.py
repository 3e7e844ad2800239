"""What becomes of a command's output: a reader that goes away, a full disk, a name that is no plain file."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup import lab
from towerup.cli.app import app

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices as POSIX has them")
COMMAND = (sys.executable, "-m", "towerup")
FULL = Path("/dev/full")
# Buffered as for a user; what is set here may not be what a user has.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | {"NO_COLOR": "1"}


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "250", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "game.jsonl"
    file.write_bytes(b"".join(lab.play(tu.new_game(2, edition="small"), [lab.player("random")] * 2, 1).lines()))
    return file


def run_without_reader(words: Sequence[str], lines: int) -> tuple[int, bytes]:
    """The exit code and what is on standard error, if so many lines are read and then no more."""
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(lines):
            assert process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
        return process.wait(60), told


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["moves", "GAME", "--format", "csv"], 1),
        (["rules"], 0),
        (["--version"], 0),
        pytest.param(["moves", "GAME", "--to", "/dev/stdout", "--format", "csv"], 1, marks=pytest.mark.thorough),
        pytest.param(["moves", "GAME", "--format", "jsonl"], 1, marks=pytest.mark.thorough),
        pytest.param(["moves", "GAME"], 1, marks=pytest.mark.thorough),
        pytest.param(["rules", "--json"], 0, marks=pytest.mark.thorough),
        pytest.param(["check", "GAME"], 0, marks=pytest.mark.thorough),
        pytest.param(["--help"], 0, marks=pytest.mark.thorough),
    ],
)
def test_a_reader_that_goes_away_is_no_error(words: list[str], lines: int, game: Path) -> None:
    """As in `towerup moves games | head -1`: nothing is said, and the exit code is 0."""
    code, told = run_without_reader([str(game) if word == "GAME" else word for word in words], lines)
    assert (code, told) == (0, b"")


def test_a_command_that_found_something_keeps_its_exit_code() -> None:
    """Nobody reads what it says; what it found is told by its code all the same."""
    code, told = run_without_reader(["rules", "NO-SUCH-RULE"], 0)
    assert code == 2
    assert b"there is no rule" in told


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        (["moves", "GAME", "--format", "csv"], ""),
        pytest.param(["moves", "GAME", "--format", "csv"], "1", marks=pytest.mark.thorough),
        pytest.param(["rules"], "", marks=pytest.mark.thorough),
        pytest.param(["rules"], "1", marks=pytest.mark.thorough),
        pytest.param(["--help"], "", marks=pytest.mark.thorough),
        pytest.param(["version"], "1", marks=pytest.mark.thorough),
    ],
)
def test_a_full_disk_is_told_in_a_sentence(words: list[str], unbuffered: str, game: Path) -> None:
    """Not as if a record could not be read, and without a traceback."""
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *(str(game) if word == "GAME" else word for word in words)],
            stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT | {"PYTHONUNBUFFERED": unbuffered}, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == b"towerup: standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "text"])
def test_a_full_disk_is_told_of_a_file_too(form: str, game: Path) -> None:
    done = towerup("moves", str(game), "--to", str(FULL), "--format", form)
    assert done.exit_code == 2
    assert done.output == "towerup: /dev/full cannot be written: No space left on device\n"
    assert stat.S_ISCHR(FULL.stat().st_mode)


def test_a_table_goes_through_a_named_pipe(tmp_path: Path, game: Path) -> None:
    """In every form; it stays a pipe."""
    for form in ("csv", "jsonl", "parquet"):
        os.mkfifo(tmp_path / f"{form}.fifo")
        got: list[bytes] = []
        reader = threading.Thread(
            target=lambda got=got, form=form: got.append((tmp_path / f"{form}.fifo").read_bytes())
        )
        reader.start()
        done = towerup("moves", str(game), "--to", str(tmp_path / f"{form}.fifo"), "--format", form)
        reader.join()
        assert done.exit_code == 0, done.output
        assert towerup("moves", str(game), "--to", str(tmp_path / f"moves.{form}")).exit_code == 0
        assert got == [(tmp_path / f"moves.{form}").read_bytes()]
        assert (tmp_path / f"{form}.fifo").is_fifo()


def test_a_named_pipe_whose_reader_goes_away_is_no_error(tmp_path: Path, game: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    reader = threading.Thread(target=lambda: (tmp_path / "fifo").open("rb").close())
    reader.start()
    done = towerup("moves", *[str(game)] * 20, "--to", str(tmp_path / "fifo"), "--format", "csv")
    reader.join()
    assert (done.exit_code, done.output) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ["moves", "GAME", "--to", "FILE", "--format", "csv"],
        ["show", "GAME", "--svg", "FILE"],
        ["perft", "--edition", "tiny", "--depth", "1", "--json", "FILE"],
        ["verify", "--games", "1", "--edition", "tiny", "--jobs", "1", "--json", "FILE"],
        ["tournament", "random", "random", "--games", "2", "--edition", "tiny", "--jobs", "1", "--json", "FILE"],
    ],
)
def test_every_report_minds_what_is_at_its_path(words: list[str], tmp_path: Path, game: Path) -> None:
    """A read-only file is refused with a sentence; a link stays one; a `.part` file beside it is somebody's own."""
    target, link, part = tmp_path / "target", tmp_path / "link", tmp_path / "link.part"
    target.write_bytes(b"old")
    target.chmod(0o444)
    link.symlink_to(target)
    part.write_bytes(b"mine")
    words = [{"GAME": str(game), "FILE": str(link)}.get(word, word) for word in words]
    done = towerup(*words)
    assert done.exit_code == 2, done.output
    assert f"{link} cannot be written: it is read-only" in done.output
    assert target.read_bytes() == b"old"
    target.chmod(0o640)
    done = towerup(*words)
    assert done.exit_code == 0, done.output
    assert link.is_symlink()
    assert target.stat().st_size > 3
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert part.read_bytes() == b"mine"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "link.part", "target"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_cannot_be_kept_is_told(jobs: str, tmp_path: Path) -> None:
    """By a process of its own, too."""
    (tmp_path / "game-1-3.jsonl").mkdir()
    done = towerup("verify", "--games", "60", "--edition", "tiny", "--jobs", jobs, "--records", str(tmp_path))
    assert done.exit_code == 2
    assert f"{tmp_path / 'game-1-3.jsonl'} cannot be written: it is a folder" in done.output


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for words in (
        ["verify", "--games", "1", "--edition", "tiny", "--records", str(tmp_path / "file")],
        ["tournament", "random", "random", "--records", str(tmp_path / "file/games")],
        ["vectors", "--make", "--game", "tower-up", str(tmp_path / "file/vectors")],
    ):
        done = towerup(*words)
        assert done.exit_code == 2, done.output
        assert "cannot be made: " in done.output


@pytest.mark.parametrize(
    "size", ["²", pytest.param("9" * 5_000, marks=pytest.mark.thorough), pytest.param("", marks=pytest.mark.thorough)]
)
def test_a_strange_size_of_the_terminal_is_passed_over(size: str) -> None:
    """The environment is input, too."""
    environment = ENVIRONMENT | {"COLUMNS": size, "LINES": size}
    done = subprocess.run([*COMMAND, "version"], capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"{tu.__version__}\n", b"")


def test_the_version() -> None:
    """`towerup --version` and `towerup version` print it and nothing else."""
    assert towerup("--version").output == towerup("version").output == f"{tu.__version__}\n"
    assert towerup("--version").exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify", "--games", "٣"], "it must be a whole number in the digits 0 to 9, not '٣'"),
        (["verify", "--games", "9" * 5_000], "it has 5,000 digits; 18 is the most"),
        (["verify", "--games", "0"], "it must be 1 or more, not 0"),
        (["verify", "--games", "1_000"], "it must be a whole number"),
        (["verify", "--players", "٣"], "the edition is for 2, 3, 4 players"),
        (["serve", "--port", "65536"], "it must be from 0 to 65535, not 65536"),
        (["serve", "--seconds", "nan"], "it must be a number such as 3 or 0.25, not 'nan'"),
        (["serve", "--seconds", "0"], "it must be from 0.01 to 1000000, not 0"),
        (["serve", "--seconds", "9999999999"], "it must be from 0.01 to 1000000, not 9999999999"),
        (["moves", "--new", "２"], "it must be a whole number"),
        (["tournament", "random", "mcts:٣"], "the number of iterations must be a whole number"),
        (["explore", "--set", "starting_floors=٣"], "starting_floors must be a whole number"),
    ],
)
def test_a_number_is_checked(words: list[str], said: str) -> None:
    """In plain digits, not too many, within its limits; exit code 2 and a sentence."""
    done = towerup(*words)
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())
