"""Drills of the server and of PostgreSQL: killed, stopped, cut off, paused."""

import random
import time
from collections.abc import Callable

from ha_drill.waiting import wait_until

from .databases import Postgres
from .stage import Line, Stage, Watch, next_acknowledgement, refusals, sow, tell

# Farmers who sow meanwhile.
MANY, SOME = 32, 16
# Between two cuts of all connections.
BETWEEN_CUTS = 0.1
# Time in which farmers are answered again once PostgreSQL is back.
BACK_WITHIN = 15.0


def kill_on_sqlite(stage: Stage, line: Line) -> None:
    kill(stage, line, "SQLite")


def kill_on_postgres(stage: Stage, line: Line) -> None:
    kill(stage, line, "PostgreSQL")


def kill(stage: Stage, line: Line, kind: str) -> None:
    times = stage.either(5, 50)
    line.times = str(times)
    name = "kill-sqlite" if kind == "SQLite" else "kill-postgres"
    starts = []
    with (
        stage.database(kind, name) as database,
        stage.servers(database, name) as servers,
        stage.farmers(servers, MANY) as farmers,
    ):
        [server] = servers
        for number in range(times):
            sow(farmers, MANY)
            # At any moment of a write.
            time.sleep(random.random())
            server.kill()
            starts.append(server.start())
            sow(farmers, MANY)
            farmers.pause()
            line.settle(database, farmers, servers)
            if (number + 1) % 10 == 0:
                tell(f"{line.what}: {number + 1} of {times}, {line.totals[0]} acknowledged")
    line.seen.append(f"ready again after at most {max(starts):.1f} s")


def postgres_stopped(stage: Stage, line: Line) -> None:
    seconds = stage.either(5, 30)
    line.what += f" for {seconds} s and started again"

    def fault(postgres: Postgres) -> None:
        postgres.drill("kill-primary")
        time.sleep(seconds)

    away(stage, line, "postgres-stopped", fault, after=lambda postgres: postgres.drill("restart-primary"))


def postgres_paused(stage: Stage, line: Line) -> None:
    seconds = stage.either(5, 20)
    line.what += f" for {seconds} s"

    def fault(postgres: Postgres) -> None:
        with postgres.paused():
            time.sleep(seconds)

    away(stage, line, "postgres-paused", fault)


def postgres_cut(stage: Stage, line: Line) -> None:
    seconds = stage.either(10, 60)
    line.what += f" every {BETWEEN_CUTS * 1000:.0f} ms for {seconds} s"

    def fault(postgres: Postgres) -> None:
        line.seen.append(f"{postgres.cut_connections(seconds, BETWEEN_CUTS):,} connections cut")

    away(stage, line, "postgres-cut", fault, is_away=False)


def away(
    stage: Stage,
    line: Line,
    name: str,
    fault: Callable[[Postgres], None],
    after: Callable[[Postgres], None] = lambda postgres: None,
    is_away: bool = True,
) -> None:
    """PostgreSQL is not there, or its connections end, while farmers sow."""
    with (
        stage.database("PostgreSQL", name) as postgres,
        stage.servers(postgres, name) as servers,
        stage.farmers(servers, SOME) as farmers,
    ):
        [server] = servers
        sow(farmers, SOME)
        farmers.answers.clear()
        before = len(farmers.acknowledged)
        with Watch(server) as watch:
            fault(postgres)
        meanwhile = len(farmers.acknowledged) - before
        after(postgres)
        back = next_acknowledgement(farmers, time.monotonic())
        wait_until(server.is_ready, "grow is ready")
        sow(farmers, SOME)
        farmers.pause()
        line.settle(postgres, farmers, servers)
    line.seen.append(f"meanwhile {meanwhile:,} acknowledged, refused: {refusals(farmers.answers)}")
    if is_away:
        # At both edges of the time it may still be, or be again.
        not_ready = sorted(watch.statuses - {200})
        line.require(not_ready, "/readyz stayed 200 while PostgreSQL was away")
        line.seen.append(f"`/readyz` {', '.join(map(str, not_ready))}")
    line.seen.append(f"{back:.1f} s after it the next acknowledgement")
    line.require(back <= BACK_WITHIN, f"nothing was acknowledged for {back:.1f} s after PostgreSQL was back")
