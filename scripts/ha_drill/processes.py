"""The processes of a drill. Each is known by its id and the time of its start, so that no other one is ever ended.

Run as a program, this is the keeper: it waits for the end of its standard input, which only the drill holds open, then
ends the processes and deletes the folder. So they end even if the drill is killed.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

# Lines `id start` of everything that was started.
LIST = "processes"


class Status(NamedTuple):
    parent: int
    session: int
    start: int


def status_of(pid: int) -> Status | None:
    try:
        # The name of the program, in parentheses, may contain anything.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    return None if fields[0] in "ZX" else Status(int(fields[1]), int(fields[3]), int(fields[19]))


def all_processes() -> Iterator[tuple[int, Status]]:
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (status := status_of(int(entry))):
            yield int(entry), status


def session_of(leader: int) -> list[int]:
    return [pid for pid, status in all_processes() if status.session == leader]


def children_of(parent: int) -> list[int]:
    return [pid for pid, status in all_processes() if status.parent == parent]


def send(number: signal.Signals, pids: Sequence[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def postmaster_of(data: Path) -> int | None:
    """The PostgreSQL that runs on this folder, which Patroni starts in a session of its own."""
    try:
        pid = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
        return pid if os.readlink(f"/proc/{pid}/cwd") == str(data) else None
    except (OSError, ValueError):
        return None


class HasEnded(Exception):
    """The drill is over, and starts nothing any more."""


class Processes:
    """Starts processes in a folder, as the user that PostgreSQL accepts."""

    def __init__(self, folder: Path, user: str | None):
        self.folder = folder
        self.user = user
        self.lock = threading.Lock()
        self.has_ended = False
        self.keeper = subprocess.Popen([sys.executable, __file__, folder], stdin=subprocess.PIPE, start_new_session=True)

    def start(
        self, name: str, command: Sequence[str | Path], environment: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.has_ended:
                raise HasEnded
            with open(self.folder / "logs" / name, "ab") as log:
                process = subprocess.Popen(
                    command,
                    cwd=self.folder,
                    env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | (environment or {}),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    user=self.user,
                    group=self.user,
                    extra_groups=[] if self.user else None,
                )
            if status := status_of(process.pid):
                with open(self.folder / LIST, "a") as listed:
                    listed.write(f"{process.pid} {status.start}\n")
        return process

    def run(self, name: str, command: Sequence[str | Path], environment: dict[str, str]) -> None:
        if self.start(name, command, environment).wait() != 0:
            raise RuntimeError(f"{name} failed: {(self.folder / 'logs' / name).read_text()}")

    def end(self) -> None:
        """Ends all processes and deletes the folder."""
        with self.lock:
            self.has_ended = True
        assert self.keeper.stdin
        self.keeper.stdin.close()
        self.keeper.wait()


def end_all(folder: Path) -> None:
    listed = folder / LIST
    for line in listed.read_text().splitlines() if listed.exists() else []:
        pid, start = map(int, line.split())
        if (status := status_of(pid)) and status.start == start:
            send(signal.SIGKILL, session_of(pid))
    # Those that started PostgreSQL are gone, so that nothing starts it again.
    for data in folder.glob("*/data"):
        if postmaster := postmaster_of(data):
            processes = [postmaster, *children_of(postmaster)]
            send(signal.SIGKILL, processes)
            while any(map(status_of, processes)):
                time.sleep(0.05)


if __name__ == "__main__":
    sys.stdin.read()
    end_all(Path(sys.argv[1]))
    shutil.rmtree(sys.argv[1], ignore_errors=True)
