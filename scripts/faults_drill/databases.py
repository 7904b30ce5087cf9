"""The two databases of Grow. The ledger of ha_drill asks them in the words of PostgreSQL."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import time
import uuid
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from ha_drill.processes import children_of, postmaster_of, send

PRIVATE_POSTGRES = Path(__file__).resolve().parents[1] / "private-postgres"
OF_GROW = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"


class Sqlite:
    def __init__(self, file: Path):
        self.file = file
        self.url = f"sqlite:{file}"

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        return read_sqlite(self.file, "mode=ro", statement)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Nothing is written meanwhile."""
        connection = sqlite3.connect(self.file, timeout=5, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield
        finally:
            connection.close()


def read_sqlite(file: Path, mode: str, statement: str) -> list[tuple[Any, ...]]:
    """Numbers are decimals, and ids are text, as from PostgreSQL."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?{mode}", uri=True)) as connection:
        connection.create_function("uuid_text", 1, lambda id: str(uuid.UUID(bytes=id)))
        rows = connection.execute(statement.replace("id::text", "uuid_text(id)"))
        return [tuple(Decimal(value) if isinstance(value, int) else value for value in row) for row in rows]


class Postgres:
    """A server of its own, which ends with this process."""

    def __init__(self, folder: Path | None = None):
        self.keeper = subprocess.Popen(
            [PRIVATE_POSTGRES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | ({"TMPDIR": str(folder)} if folder else {}),
        )
        assert self.keeper.stdout
        self.url = self.keeper.stdout.readline().strip()
        if not self.url:
            raise RuntimeError("private-postgres did not start")
        self.data = Path(self._psql("SHOW data_directory"))

    def drill(self, word: str) -> None:
        """One of the drills of private-postgres."""
        assert self.keeper.stdin and self.keeper.stdout
        self.keeper.stdin.write(f"{word}\n")
        self.keeper.stdin.flush()
        if self.keeper.stdout.readline() != "done\n":
            raise RuntimeError(f"private-postgres did not do {word}")

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        rows = self._psql(f"SELECT coalesce(json_agg(row_to_json(row)), '[]') FROM ({statement}) AS row")
        return [tuple(row.values()) for row in json.loads(rows, parse_int=Decimal, parse_float=Decimal)]

    def _psql(self, statement: str) -> str:
        command = ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", self.url, "-c", statement]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"psql: {done.stderr}")
        return done.stdout.strip()

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """No sowing is written meanwhile."""
        with self.session() as say:
            say("BEGIN; LOCK TABLE sowings IN EXCLUSIVE MODE; SELECT 1;")
            yield

    @contextlib.contextmanager
    def session(self) -> Iterator[Any]:
        """A session of psql: a function that sends statements and returns the one line that they answer."""
        psql = subprocess.Popen(
            ["psql", "-qXAt", self.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert psql.stdin and psql.stdout

        def say(statements: str) -> str:
            psql.stdin.write(f"{statements}\n")
            psql.stdin.flush()
            return psql.stdout.readline().strip()

        try:
            yield say
        finally:
            psql.stdin.close()
            psql.wait()

    def cut_connections(self, seconds: float, pause: float) -> int:
        """Ends all connections of Grow again and again. Returns how many were ended."""
        cut = 0
        end = time.monotonic() + seconds
        with self.session() as say:
            while time.monotonic() < end:
                cut += int(say(f"SELECT count(pg_terminate_backend(pid)) {OF_GROW};"))
                time.sleep(pause)
        return cut

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        postmaster = postmaster_of(self.data)
        if not postmaster:
            raise RuntimeError("the postmaster is not there")
        processes = [postmaster, *children_of(postmaster)]
        send(signal.SIGSTOP, processes)
        try:
            yield
        finally:
            send(signal.SIGCONT, processes)

    def end(self) -> None:
        assert self.keeper.stdin
        self.keeper.stdin.close()
        self.keeper.wait()
