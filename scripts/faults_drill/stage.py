"""What every drill has: a folder, processes, and the line of the table that it fills in."""

import contextlib
import datetime
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Self

from ha_drill.waiting import wait_until
from ha_drill.ledger import balance
from ha_drill.processes import Processes

from .databases import Postgres, Sqlite
from .farmers import Farmers
from .server import Server


@dataclass
class Line:
    """A line of the table."""

    what: str
    times: str = "1"
    # Acknowledged, lost and doubled of each crew of farmers: one after the other, in drills that begin anew.
    counts: dict[Farmers, tuple[int, int, int]] = field(default_factory=dict)
    exact: int = 0
    checks: int = 0
    seen: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def totals(self) -> tuple[int, int, int]:
        """Acknowledged, lost, doubled."""
        acknowledged, lost, doubled = zip(*self.counts.values(), strict=True) if self.counts else ((), (), ())
        return sum(acknowledged), sum(lost), sum(doubled)

    def require(self, holds: object, otherwise: str) -> None:
        if not holds:
            self.faults.append(otherwise)

    def settle(self, database: Sqlite | Postgres, farmers: Farmers, servers: list[Server]) -> None:
        """Compares what was acknowledged with what is stored, while nobody sows."""
        found = balance(SimpleNamespace(nodes=servers), database, farmers)
        _, lost, doubled = self.counts.get(farmers, (0, 0, 0))
        self.counts[farmers] = len(farmers.acknowledged), max(lost, len(found.lost)), max(doubled, len(found.doubled))
        self.checks += 1
        self.exact += not found.inexact
        self.faults += [f"lost: {one}" for one in found.lost] + [f"doubled: {one}" for one in found.doubled]
        self.faults += found.inexact + farmers.wrong
        farmers.wrong = []
        for server in servers:
            self.require(server.runs(), f"grow {server.name} ended")


class Stage:
    def __init__(self, processes: Processes, full: bool, may_mount: bool):
        self.processes = processes
        self.full = full
        self.may_mount = may_mount

    @property
    def folder(self) -> Path:
        return self.processes.folder

    def either(self, short: int, full: int) -> int:
        return full if self.full else short

    @contextlib.contextmanager
    def database(self, kind: str, name: str) -> Iterator[Sqlite | Postgres]:
        if kind == "SQLite":
            yield Sqlite(self.folder / name / "grow.db")
            return
        postgres = Postgres()
        try:
            self.processes.run(f"migrate-{name}", [self.folder / "grow", "migrate"], {"GROW_DATABASE_URL": postgres.url})
            yield postgres
        finally:
            postgres.end()

    @contextlib.contextmanager
    def servers(self, database: Sqlite | Postgres, *names: str, **settings: str) -> Iterator[list[Server]]:
        """Servers that are ready. They end with the drill."""
        servers = []
        try:
            for name in names:
                folder = self.folder / f"{name}-erasures"
                folder.mkdir(exist_ok=True)
                servers.append(Server(self.processes, name, database.url, folder / "erasures", **settings))
                servers[-1].start()
            yield servers
        finally:
            for server in servers:
                if server.runs():
                    server.kill()

    @contextlib.contextmanager
    def farmers(self, servers: list[Server], count: int) -> Iterator[Farmers]:
        farmers = Farmers(servers, count)
        try:
            yield farmers
        finally:
            farmers.end()


def holds_within(condition: Callable[[], object], seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        return bool(wait_until(condition, "", seconds))
    return False


def sow(farmers: Farmers, count: int) -> None:
    """Lets the farmers sow until so many more are acknowledged."""
    before = len(farmers.acknowledged)
    farmers.resume()
    wait_until(lambda: len(farmers.acknowledged) >= before + count, "farmers sow")


def next_acknowledgement(farmers: Farmers, since: float) -> float:
    """The seconds until the next one."""
    before = len(farmers.acknowledged)
    wait_until(lambda: len(farmers.acknowledged) > before, "a sowing is acknowledged")
    return time.monotonic() - since


def refusals(answers: Counter[str]) -> str:
    """Those that are no acknowledgements, the most frequent first."""
    counts = [f"{count:,} x {answer}" for answer, count in answers.most_common() if answer[0] != "2"]
    return ", ".join(counts) or "none"


class Watch:
    """All that /readyz says in the time of a `with`."""

    def __init__(self, server: Server):
        self.server = server
        self.said: set[tuple[int, str]] = set()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._look, daemon=True)

    @property
    def statuses(self) -> set[int]:
        return {status for status, _ in self.said}

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()

    def _look(self) -> None:
        while not self.is_over.wait(0.5):
            self.said.add(self.server.readiness())


def tell(text: str) -> None:
    print(f"{datetime.datetime.now():%H:%M:%S} {text}", file=sys.stderr, flush=True)
