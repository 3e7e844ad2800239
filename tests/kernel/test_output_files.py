"""Output files: whole or not at all, and never something else in the place of what was there."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import towerup
from towerup.kernel import output_files
from towerup.kernel.output_files import ReaderGone, output_file, output_text, write_file

POSIX = pytest.mark.skipif(os.name != "posix", reason="links, pipes and signals as POSIX has them")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """No test leaves a temporary file in mind, or a handler behind."""
    before = [signal.getsignal(number) for number in output_files._DEADLY]
    yield
    assert not output_files._pending
    assert [signal.getsignal(number) for number in output_files._DEADLY] == before


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def test_a_new_file(tmp_path: Path) -> None:
    """With the mode that any program would give it."""
    with umask(0o027):
        write_file(tmp_path / "report.json", b"new")
    assert (tmp_path / "report.json").read_bytes() == b"new"
    assert names(tmp_path) == ["report.json"]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "report.json").stat().st_mode) == 0o640


def test_an_old_file_is_there_until_the_new_one_is_whole(tmp_path: Path) -> None:
    """Who looks meanwhile sees the old one."""
    path = tmp_path / "report.json"
    path.write_bytes(b"old")
    with output_file(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["report.json"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit, OSError])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: type[BaseException]) -> None:
    """Ctrl-C is one."""
    path = tmp_path / "report.json"
    path.write_bytes(b"old")

    def write(text: bool) -> None:
        with output_text(path) if text else output_file(path) as file:
            file.write("half" if text else b"half")  # type: ignore[arg-type]  # one of two kinds of file
            raise error

    for text in (False, True):
        with pytest.raises(error):
            write(text)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["report.json"]


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    """A `.part` file beside it is somebody's own; the temporary name cannot be guessed."""
    (tmp_path / "report.json.part").write_bytes(b"mine")
    seen = []
    for _ in range(2):
        with output_file(tmp_path / "report.json") as file:
            file.write(b"new")
            seen += [name for name in names(tmp_path) if name not in ("report.json", "report.json.part")]
    assert (tmp_path / "report.json.part").read_bytes() == b"mine"
    assert len({*seen}) == 2
    assert names(tmp_path) == ["report.json", "report.json.part"]


def test_text_is_utf_8_with_its_own_line_ends(tmp_path: Path) -> None:
    with output_text(tmp_path / "a.csv") as file:
        file.write("é\n")
        file.write("ł\r\n")
    assert (tmp_path / "a.csv").read_bytes() == "é\nł\r\n".encode()


@POSIX
def test_a_long_name(tmp_path: Path) -> None:
    """A name as long as the file system allows: the temporary one is no longer."""
    write_file(tmp_path / ("n" * 255), b"new")
    assert (tmp_path / ("n" * 255)).read_bytes() == b"new"


@POSIX
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Its target is replaced, where it is; also through a chain of links, and if the target was not there yet."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far/report.json").write_bytes(b"old")
    (tmp_path / "second").symlink_to("far/report.json")
    (tmp_path / "link").symlink_to("second")
    (tmp_path / "dangling").symlink_to("far/new.json")
    write_file(tmp_path / "link", b"new")
    write_file(tmp_path / "dangling", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "second").is_symlink()
    assert (tmp_path / "dangling").is_symlink()
    assert not (tmp_path / "far/report.json").is_symlink()
    assert (tmp_path / "far/report.json").read_bytes() == b"new"
    assert (tmp_path / "far/new.json").read_bytes() == b"new"
    assert names(tmp_path / "far") == ["new.json", "report.json"]


@POSIX
def test_a_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links"):
        write_file(tmp_path / "loop", b"new")
    assert (tmp_path / "loop").is_symlink()


@POSIX
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    """It stays a pipe, and its reader gets everything."""
    os.mkfifo(tmp_path / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_file(tmp_path / "pipe", b"new" * 100_000)
    reader.join()
    assert got == [b"new" * 100_000]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert names(tmp_path) == ["pipe"]


@POSIX
def test_a_pipe_whose_reader_goes_away(tmp_path: Path) -> None:
    """It has an error of its own, for those to whom it is none."""
    os.mkfifo(tmp_path / "pipe")
    reader = threading.Thread(target=lambda: (tmp_path / "pipe").open("rb").close())
    reader.start()

    def write() -> None:
        with output_file(tmp_path / "pipe") as file:
            reader.join()
            file.write(b"new" * 100_000)

    with pytest.raises(ReaderGone):
        write()


@POSIX
def test_a_device_is_written_to(tmp_path: Path) -> None:
    """Directly or by a link; one that is full says so."""
    write_file(Path(os.devnull), b"new")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    (tmp_path / "link").symlink_to(os.devnull)
    write_file(tmp_path / "link", b"new")
    assert names(tmp_path) == ["link"]
    if Path("/dev/full").exists():
        with pytest.raises(OSError, match="No space left on device"):
            write_file(Path("/dev/full"), b"new")


@POSIX
def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    """Also through a link, and for a superuser, who could write to it."""
    path = tmp_path / "report.json"
    path.write_bytes(b"old")
    path.chmod(0o444)
    (tmp_path / "link").symlink_to(path)
    for named in (path, tmp_path / "link"):
        with pytest.raises(PermissionError) as raised:
            write_file(named, b"new")
        assert raised.value.strerror == "it is read-only"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["link", "report.json"]


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_of_an_old_file_is_kept(tmp_path: Path, mode: int) -> None:
    """Whatever a new one would have."""
    path = tmp_path / "report.json"
    path.write_bytes(b"old")
    path.chmod(mode)
    with umask(0o077 if mode & 0o077 else 0o000):
        write_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only a superuser can give files away")
def test_the_owner_of_an_old_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(b"old")
    os.chown(path, 12_345, 23_456)
    write_file(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12_345, 23_456)


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A folder, a folder that is not there, a file in the place of a folder, a name that no file can have."""
    (tmp_path / "file").write_bytes(b"old")
    for path, why in {
        tmp_path: "it is a folder",
        tmp_path / "no/such/report.json": f"there is no folder {tmp_path / 'no/such'}",
        tmp_path / "file/report.json": "Not a directory",
        tmp_path / "a\0b": "no file can have this name",
    }.items():
        with pytest.raises(OSError, match=re.escape(why)) as raised:
            write_file(path, b"new")
        assert raised.value.strerror == why
    assert names(tmp_path) == ["file"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a superuser may write anywhere")
def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(PermissionError, match="no file can be made in"):
            write_file(tmp_path / "report.json", b"new")
    finally:
        tmp_path.chmod(0o755)


WRITES = """
import os, sys
from pathlib import Path
from towerup.kernel.output_files import output_file
{before}
with output_file(Path(sys.argv[1])) as outer, output_file(Path(sys.argv[1] + "2")) as inner:
    outer.write(b"half")
    inner.write(b"half")
    outer.flush()
    print("ready", flush=True)
    sys.stdin.read()
"""


@POSIX
@pytest.mark.parametrize(
    ("before", "number", "code"),
    [
        ("", signal.SIGTERM, -signal.SIGTERM),
        ("import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)", signal.SIGHUP, -signal.SIGHUP),
        ("import signal; signal.signal(signal.SIGINT, signal.default_int_handler)", signal.SIGINT, -signal.SIGINT),
        ("import signal; signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))", signal.SIGTERM, 7),
    ],
)
def test_a_signal_leaves_nothing_half_written(tmp_path: Path, before: str, number: int, code: int) -> None:
    """The process ends as the signal ends it, or as a handler of its own says; both temporary files are gone.

    Under `nohup`, or in the background of a script, the tests inherit that signals are ignored: the process wants them back.
    """
    path = tmp_path / "report.json"
    path.write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", WRITES.format(before=before), str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        assert len(names(tmp_path)) == 3
        process.send_signal(number)
        assert process.wait(60) == code
    assert names(tmp_path) == ["report.json"]
    assert path.read_bytes() == b"old"


FORKS = """
import os, signal, sys
from pathlib import Path
from towerup.kernel.output_files import output_file
with output_file(Path(sys.argv[1])) as file:
    file.write(b"new")
    file.flush()
    child = os.fork()
    if not child:
        os.kill(os.getpid(), signal.SIGTERM)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGTERM
"""


@POSIX
def test_a_child_that_is_forked_removes_nothing(tmp_path: Path) -> None:
    """It inherits the handler, but the file is its parent's."""
    path = tmp_path / "report.json"
    subprocess.run([sys.executable, "-c", FORKS, str(path)], check=True)
    assert path.read_bytes() == b"new"


@POSIX
def test_standard_output_by_name_is_appended_to(tmp_path: Path) -> None:
    """`--json /dev/stdout > file`: what is printed before and after stays in the file."""
    if not Path("/dev/stdout").exists():
        pytest.skip("no /dev/stdout")
    code = (
        "from pathlib import Path; from towerup.kernel.output_files import write_file; print('a', flush=True); "
        "write_file(Path('/dev/stdout'), b'b\\n'); print('c')"
    )
    with (tmp_path / "out").open("ab") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"a\nb\nc\n"
    assert names(tmp_path) == ["out"]


def test_no_other_module_writes_files() -> None:
    """Whatever the package writes goes through the one module."""
    package = Path(towerup.__file__).parent
    writes = re.compile(
        r"\.write_(?:text|bytes)\(|open\([^)]*[\"'][rwax]?b?\+?[wax]|O_CREAT|\.touch\(|mkstemp|NamedTemporary|\.part\b[\"']"
        r"|os\.(?:replace|rename)\(|shutil\.(?:copy|move)\w*\((?!stream)|\.write_(?:parquet|csv|ndjson)\(|\.to_(?:parquet|csv)\("
    )
    found = [
        f"{path.relative_to(package)}: {line.strip()}"
        for path in sorted(package.rglob("*.py"))
        # A resume file grows line by line, so that what was done is kept if the process is killed.
        if path.name not in ("output_files.py", "resume_files.py", "resuming.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if writes.search(line)
    ]
    assert not found
