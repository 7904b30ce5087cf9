"""Drills of disks and files: a full disk, and a database that is removed or cut while farmers sow."""

import os
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ha_drill.waiting import wait_until

from .databases import Postgres, Sqlite, read_sqlite
from .disk import Disk, small_disk
from .farmers import SOWINGS, Farmer, Farmers
from .server import Server
from .stage import Line, Stage, Watch, holds_within, refusals, sow

SOME = 16
# Time in which Grow says that the disk is full, and in which it goes on once there is room.
TO_NOTICE = 10.0
# What a database has set aside for itself is used up before a sowing is refused.
TO_USE_UP = 60.0
# Time in which a job deletes the rows of closed accounts.
TO_ERASE = 30.0
ACCOUNT = "/api/v1/me"
# What is sown on a disk that may be full.
BED = {"crop": "groundnut", "field_size_ha": 1.25}


def lacks_disks(stage: Stage, line: Line) -> bool:
    """Says so in the table."""
    if not stage.may_mount:
        line.times = "not run"
        line.seen.append("a small disk cannot be mounted here: that needs root, and the right to mount")
    return not stage.may_mount


def disk_full(stage: Stage, line: Line) -> None:
    if lacks_disks(stage, line):
        return
    # Room for the database with its log, and for some thousand sowings.
    with small_disk(stage.folder / "small", "24m") as disk:
        database = Sqlite(disk.folder / "grow.db")
        fill_under_farmers(stage, line, "disk-full", database, disk, disk.folder / "erasures")


def disk_full_postgres(stage: Stage, line: Line) -> None:
    """Where the log of PostgreSQL finds no room, it ends itself, and an operator starts it again when there is some."""
    if lacks_disks(stage, line):
        return
    with small_disk(stage.folder / "small", "160m") as disk:
        disk.folder.chmod(0o777)
        postgres = Postgres(disk.folder)
        try:
            stage.processes.run("migrate", [stage.folder / "grow", "migrate"], {"GROW_DATABASE_URL": postgres.url})
            fill_under_farmers(stage, line, "disk-full-postgres", postgres, disk, stage.folder / "erasures-of-postgres")
        finally:
            postgres.end()


def fill_under_farmers(
    stage: Stage, line: Line, name: str, database: Sqlite | Postgres, disk: Disk, erasures: Path
) -> None:
    times = stage.either(2, 5)
    line.times = str(times)
    said: set[str] = set()
    notices, backs = [], []
    with (
        stage.servers(database, name, GROW_ERASURES=str(erasures)) as servers,
        stage.farmers(servers, SOME) as farmers,
    ):
        [server] = servers
        # This one does not sow by itself.
        probe = Farmer(farmers, SOME)
        sow(farmers, SOME)
        farmers.answers.clear()
        for _ in range(times):
            farmers.resume()
            disk.fill()
            began = time.monotonic()
            key, status, answer = wait_until(lambda: refused(probe, server), "a sowing is refused", TO_USE_UP)
            notices.append(time.monotonic() - began)
            said.add(f"{status} `{answer.get('type')}`")
            line.require(status >= 500, f"a sowing on a full disk is answered with {status}: {answer}")
            says_so = holds_within(lambda: server.readiness()[0] == 503, TO_NOTICE)
            said.add(f"`/readyz` {name_of(*server.readiness())}")
            line.require(says_so, f"/readyz said {name_of(*server.readiness())} for {TO_NOTICE:.0f} s on a full disk")
            line.require(server.status_of("/api/v1/demand") == 200, "the overview cannot be read while the disk is full")
            time.sleep(stage.either(2, 10))
            disk.make_room()
            if isinstance(database, Postgres) and not is_there(database):
                database.drill("restart-primary")
                said.add("PostgreSQL had ended itself and was started")
            began = time.monotonic()
            stored = database.sql(f"SELECT idempotency_key FROM sowings WHERE idempotency_key = '{key}'")
            line.require(not stored or answer.get("type") == "outcome-unknown", f"{key} was refused and is stored")
            if stored:
                _, found = probe.ask(server, "POST", SOWINGS, BED, key)
                farmers.acknowledge(server, key, str(found["id"]))
            wait_until(server.is_ready, "grow is ready by itself", TO_NOTICE)
            backs.append(time.monotonic() - began)
            sow(farmers, SOME)
            farmers.pause()
            line.settle(database, farmers, servers)
    line.seen += [", ".join(sorted(said)), f"meanwhile refused: {refusals(farmers.answers)}"]
    line.seen.append(f"refused within {max(notices):.1f} s, and with room ready by itself within {max(backs):.1f} s")


def refused(farmer: Farmer, server: Server) -> tuple[str, int, dict[str, object]] | None:
    """Sows. Returns the key and the answer if it was refused."""
    key = str(uuid.uuid4())
    status, answer = farmer.ask(server, "POST", SOWINGS, BED, key)
    if status in (200, 201):
        farmer.sent[key] = BED
        farmer.crew.acknowledge(server, key, answer["id"])
        return None
    return key, status, answer


def name_of(status: int, problem: str) -> str:
    return f"{status} `{problem}`" if problem else str(status)


def is_there(postgres: Postgres) -> bool:
    try:
        return bool(postgres.sql("SELECT 1 AS one"))
    except RuntimeError:
        return False


def erasures_full(stage: Stage, line: Line) -> None:
    if lacks_disks(stage, line):
        return
    name = "disk-full-erasures"
    with (
        small_disk(stage.folder / "small", "64k") as disk,
        stage.database("SQLite", name) as database,
        stage.servers(database, name, GROW_ERASURES=str(disk.folder / "erasures")) as servers,
        stage.farmers(servers, 5) as farmers,
    ):
        [server] = servers
        line.times = f"{len(farmers.writers)} farmers"
        sow(farmers, SOME)
        farmers.pause()
        disk.fill()
        answers = set()
        for farmer in farmers.writers:
            status, answer = farmer.ask(server, "DELETE", ACCOUNT, {"confirmation": "DELETE"})
            answers.add(f"{status} `{answer.get('type')}`")
            line.require(status == 503, f"an account was deleted without the list: {status} {answer}")
            status, _ = farmer.ask(server, "GET", SOWINGS)
            line.require(status == 200, f"the farmer who stays is answered with {status}")
        line.settle(database, farmers, servers)
        line.seen.append(f"full: {', '.join(sorted(answers))}, all sowings still there")
        disk.make_room()
        for farmer in farmers.writers:
            status, answer = farmer.ask(server, "DELETE", ACCOUNT, {"confirmation": "DELETE"})
            line.require(status in (200, 204), f"an account cannot be deleted when there is room: {status} {answer}")
        listed = len((disk.folder / "erasures").read_text().split())
        line.require(listed == len(farmers.writers), f"{listed} farmers are in the list of erasures")
        # A job deletes the rows of closed accounts.
        line.require(holds_within(lambda: not database.sql("SELECT idempotency_key FROM sowings"), TO_ERASE),
                     f"sowings of erased farmers are stored {TO_ERASE:.0f} s later")
        line.seen.append(f"with room: all deleted, {listed} in the list")


def removed(stage: Stage, line: Line) -> None:
    spoil(stage, line, "file-removed", lambda file: file.unlink())


def halved(stage: Stage, line: Line) -> None:
    spoil(stage, line, "file-halved", lambda file: os.truncate(file, file.stat().st_size // 2))


def emptied(stage: Stage, line: Line) -> None:
    spoil(stage, line, "file-emptied", lambda file: os.truncate(file, 0))


@dataclass
class Spoilt:
    """What was seen in all rounds."""

    acknowledged_after: int = 0
    in_backup: int = 0
    sent_again: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    readiness: set[str] = field(default_factory=set)
    to_start: float = 0


def spoil(stage: Stage, line: Line, name: str, fault: Callable[[Path], None]) -> None:
    """Farmers sow, a backup is made, they sow on, the file is spoiled, and the backup takes its place."""
    times = stage.either(1, 5)
    line.times = str(times)
    spoilt = Spoilt()
    for number in range(times):
        with (
            stage.database("SQLite", f"{name}-{number}") as database,
            stage.servers(database, f"{name}-{number}") as servers,
            stage.farmers(servers, SOME) as farmers,
        ):
            assert isinstance(database, Sqlite)
            spoil_once(stage, line, spoilt, database, farmers, servers[0], fault)
    line.seen += [
        f"afterwards {spoilt.acknowledged_after:,} acknowledged, refused: {refusals(spoilt.refused)}, `/readyz` "
        + ", ".join(sorted(spoilt.readiness)),
        f"restored with {spoilt.in_backup:,} sowings, ready in {spoilt.to_start:.1f} s",
        f"farmers sent {spoilt.sent_again:,} again that were recorded after the backup",
    ]


def spoil_once(
    stage: Stage,
    line: Line,
    spoilt: Spoilt,
    database: Sqlite,
    farmers: Farmers,
    server: Server,
    fault: Callable[[Path], None],
) -> None:
    backup = stage.folder / f"{server.name}.backup"
    sow(farmers, 3 * SOME)
    before = list(farmers.acknowledged)
    server.run("backup", backup)
    in_backup = set(read_sqlite(backup, "immutable=1", "SELECT idempotency_key, id::text FROM sowings"))
    spoilt.in_backup += len(in_backup)
    missing = [one.key for one in before if (one.key, one.id) not in in_backup]
    line.require(not missing, f"the backup lacks what was acknowledged before it: {missing}")
    sow(farmers, 3 * SOME)

    farmers.answers.clear()
    fault(database.file)
    since = time.monotonic()
    with Watch(server) as watch:
        time.sleep(stage.either(4, 10))
    after = [one.key for one in farmers.acknowledged if farmers.began.get(one.key, since) > since]
    spoilt.acknowledged_after += len(after)
    spoilt.refused += farmers.answers
    spoilt.readiness |= {name_of(*said) for said in watch.said}
    line.require(not after, f"{len(after)} sowings were begun after the fault and acknowledged")
    line.require(watch.statuses == {503}, f"/readyz said {sorted(watch.statuses)} after the fault")

    code = server.stop()
    line.require(code == 0, f"SIGTERM ended it with {code}")
    server.run("restore", backup)
    stored = set(database.sql("SELECT idempotency_key, id::text FROM sowings"))
    line.require(
        stored == in_backup, f"after the restore {len(stored)} sowings are stored, and the backup has {len(in_backup)}"
    )
    spoilt.to_start = max(spoilt.to_start, server.start())
    sow(farmers, SOME)
    farmers.pause()
    line.require(farmers.new_sessions, "the sessions of before hold after a restore")
    spoilt.sent_again += farmers.renewed
    line.settle(database, farmers, [server])
