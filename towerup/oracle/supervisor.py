"""Runs one program and ends everything that it started: `python supervisor.py FD PROGRAM ARGUMENT…` (Linux).

A program may start children that leave its session (`setsid`), so a signal to its process group does not reach them. This
process is a *subreaper*: Linux makes it the parent of every orphan below it, and so it can find and end them all.

FD is a socket to the process that wants the program. The first line over it is the program's process id, or `error N`
if it cannot be started; the second is how the program ended (as `Popen.returncode` has it). When the other side
closes the socket, or dies, the program is killed. Standard input and output are the program's own.

This is a script of its own that imports nothing of the library, because it must start quickly.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import sys
import threading

PR_SET_CHILD_SUBREAPER = 36


def main(words: list[str]) -> None:
    """Starts the program, waits for its end, and ends what it has left behind."""
    asker = socket.socket(fileno=int(words[0]))
    asker.set_inheritable(False)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        # A session of its own: a program that signals its whole group does not end us.
        program = os.posix_spawnp(
            words[1], words[1:], os.environ, setsid=True, setsigmask=[], setsigdef=_signals_that_python_changes()
        )
    except OSError as error:
        asker.sendall(b"error %d\n" % (error.errno or 0))
        return
    _leave_standard_streams()
    asker.sendall(b"%d\n" % program)
    threading.Thread(target=_kill_when_closed, args=(asker, program), daemon=True).start()
    code = _wait_for(program)
    with contextlib.suppress(OSError):  # nobody may be there to hear it
        asker.sendall(b"%d\n" % code)
    _end_all_below()


def _signals_that_python_changes() -> list[signal.Signals]:
    return [signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ]


def _leave_standard_streams() -> None:
    """Lets go of the program's streams, so that they end when the program closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _kill_when_closed(asker: socket.socket, program: int) -> None:
    with contextlib.suppress(OSError):
        asker.recv(1)
    with contextlib.suppress(OSError):
        os.kill(program, signal.SIGKILL)


def _wait_for(program: int) -> int:
    """How the program ended; orphans that end before are reaped on the way."""
    while True:
        # It is not reaped before its id is compared: until then the id belongs to nobody else.
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        if ended.si_pid == program:
            return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        os.waitpid(ended.si_pid, 0)


def _end_all_below() -> None:
    """Kills all descendants, round after round: whoever loses a parent becomes a child of this process."""
    while True:
        for process in below(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def below(ancestor: int) -> list[int]:
    """The ids of all processes below another one."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  # pathlib takes longer to import than all of this to run
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123  # as above
                # The name of the program stands in brackets, and may itself contain some.
                children.setdefault(int(file.read().rpartition(b")")[2].split()[1]), []).append(int(name))
    found, next_ones = [], [ancestor]
    while next_ones:
        next_ones = [child for parent in next_ones for child in children.get(parent, ())]
        found += next_ones
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
