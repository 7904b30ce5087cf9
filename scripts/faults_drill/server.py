"""A Grow server that a drill ends and starts again, on the same port and database."""

import datetime
import json
import resource
import signal
import subprocess
import time
from pathlib import Path

from ha_drill.processes import Processes
from ha_drill.settings import settings
from ha_drill.waiting import ask, free_port, wait_until

# Time in which a server is ready, alone and beside other work of the machine.
TO_START = 60.0


class Server:
    def __init__(self, processes: Processes, name: str, database_url: str, erasures: Path, **others: str):
        self.processes = processes
        self.name = name
        self.port = free_port()
        self.settings = settings(self.port, database_url, erasures) | others
        self.process: subprocess.Popen[bytes] | None = None
        # The time at which it starts next, if that is not the machine's.
        self.clock: datetime.datetime | None = None

    @property
    def log(self) -> Path:
        return self.processes.folder / "logs" / f"grow-{self.name}"

    def start(self) -> float:
        """Returns the seconds until it was ready."""
        began = time.monotonic()
        clock = {"GROW_DEV_CLOCK": self.clock.isoformat(timespec="seconds")} if self.clock else {}
        self.process = self.processes.start(
            f"grow-{self.name}", [self.processes.folder / "grow", "serve"], self.settings | clock
        )
        wait_until(self._is_ready_or_ended, f"grow {self.name} is ready", TO_START)
        if not self.runs():
            raise RuntimeError(f"grow {self.name} ended at its start: {self.log.read_text()[-2000:]}")
        return time.monotonic() - began

    def run(self, *words: str | Path) -> None:
        """Runs a command of Grow with the settings of the server."""
        self.processes.run(f"grow-{self.name}-{words[0]}", [self.processes.folder / "grow", *words], self.settings)

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self, seconds: float = 30) -> int:
        """Sends SIGTERM. Returns the exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def readiness(self) -> tuple[int, str]:
        """The status of /readyz, and the type if it is a problem. Status 0 without an answer."""
        status, body = ask(self.port, "GET", "/readyz", seconds=5)
        return status, json.loads(body)["type"] if status >= 400 else ""

    def is_ready(self) -> bool:
        return self.readiness()[0] == 200

    def status_of(self, path: str) -> int:
        return ask(self.port, "GET", path, seconds=5)[0]

    def _is_ready_or_ended(self) -> bool:
        return not self.runs() or self.is_ready()


def raise_file_limit() -> None:
    """As far as it may be. Servers inherit it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
