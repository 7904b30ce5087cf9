"""Runs the drills and prints their table. `scripts/faults` checks what they need and starts this."""

import argparse
import datetime
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from ha_drill.processes import Processes
from ha_drill.report import keep_evidence, write_between_markers

from . import engine, file, live, signals
from .server import raise_file_limit
from .stage import Line, Stage, tell

ROOT = Path(__file__).resolve().parents[2]
EVIDENCE = ROOT / "target/faults"
# The longest time of a drill, short and full, in seconds.
LONGEST, LONGEST_IN_FULL = 180, 900

DRILLS: dict[str, tuple[str, Callable[[Stage, Line], None]]] = {
    "kill-sqlite": (f"`kill -9` under {engine.MANY} farmers who sow, SQLite", engine.kill_on_sqlite),
    "kill-postgres": (f"`kill -9` under {engine.MANY} farmers who sow, PostgreSQL", engine.kill_on_postgres),
    "postgres-stopped": ("PostgreSQL stopped", engine.postgres_stopped),
    "postgres-cut": ("all connections to PostgreSQL cut", engine.postgres_cut),
    "postgres-paused": ("SIGSTOP of PostgreSQL", engine.postgres_paused),
    "disk-full": ("disk full: SQLite, its log and the list of erasures", file.disk_full),
    "disk-full-postgres": ("disk full: PostgreSQL", file.disk_full_postgres),
    "disk-full-erasures": (
        "disk full: the list of erasures alone, while farmers delete their accounts",
        file.erasures_full,
    ),
    "file-removed": ("SQLite file removed; the backup restored", file.removed),
    "file-halved": ("SQLite file cut to half; the backup restored", file.halved),
    "file-emptied": ("SQLite file cut to nothing; the backup restored", file.emptied),
    "sigterm-sqlite": ("SIGTERM, SQLite", signals.stop_on_sqlite),
    "sigterm-postgres": ("SIGTERM, PostgreSQL", signals.stop_on_postgres),
    "clock": ("the server's clock, by setting and not the machine's, two days ahead and back", signals.clock),
    "nodes": ("three servers on one PostgreSQL", live.nodes),
}


def run(stage: Stage, name: str) -> Line:
    """Runs a drill, which does not take longer than it may."""
    what, drill = DRILLS[name]
    line = Line(what)
    tell(f"{name}: begins")
    signal.alarm(stage.either(LONGEST, LONGEST_IN_FULL))
    try:
        drill(stage, line)
    except Exception as error:
        # The other drills say what they see all the same.
        line.faults.append(f"{type(error).__name__}: {error}")
    finally:
        signal.alarm(0)
    for log in (stage.folder / "logs").glob(f"grow-{name}*"):
        line.require("panicked" not in log.read_text(), f"a panic is in the log {log.name}")
    if line.faults:
        line.seen.append(f"**faults: {len(line.faults)}**")
    acknowledged, lost, doubled = line.totals
    tell(f"{name}: {acknowledged} acknowledged, {lost} lost, {doubled} doubled, "
         f"met exact {line.exact} of {line.checks}; {'; '.join(line.seen)}")
    for fault in line.faults:
        tell(f"  {fault}")
    return line


def table(lines: list[Line]) -> str:
    rows = [
        "| fault | times | acknowledged | lost | doubled | `met` exact | what was seen |",
        "|---|---|---|---|---|---|---|",
    ]
    for line in lines:
        if line.checks:
            acknowledged, lost, doubled = line.totals
            counts = f"{acknowledged:,} | {lost} | {doubled} | {line.exact} of {line.checks}"
        else:
            counts = "- | - | - | -"
        rows.append(f"| {line.what} | {line.times} | {counts} | {'; '.join(line.seen)} |")
    return "\n".join(rows)


def report(arguments: argparse.Namespace, lines: list[Line]) -> str:
    def first_line(command: list[str | Path]) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]

    postgresql = first_line(["psql", "-V"]).removeprefix("psql (PostgreSQL) ").split()[0]
    options = ["--full"] if arguments.full else []
    options += ["--only", ",".join(arguments.only)] if arguments.only != list(DRILLS) else []
    options += [] if str(arguments.grow) == "target/dist/grow" else [str(arguments.grow)]
    return (
        f"`{' '.join(['scripts/faults', *options])}` on {datetime.date.today():%-d %B %Y}, {platform.system()} "
        f"{platform.machine()}, PostgreSQL {postgresql}:\n\n{table(lines)}"
    )


def too_long(_: int, __: FrameType | None) -> None:
    raise TimeoutError("the drill took longer than it may")


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/faults")
    parser.add_argument("--grow", type=Path, required=True)
    parser.add_argument("--may-mount", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", type=lambda names: names.split(","), default=list(DRILLS))
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    if unknown := set(arguments.only) - set(DRILLS):
        parser.error(f"unknown drill {', '.join(sorted(unknown))}: there are {', '.join(DRILLS)}")

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    signal.signal(signal.SIGALRM, too_long)
    raise_file_limit()
    folder = Path(tempfile.mkdtemp(prefix="grow-faults-"))
    folder.chmod(0o755)
    (folder / "logs").mkdir()
    processes = Processes(folder, None)
    lines: list[Line] = []
    try:
        # It may be built anew meanwhile.
        shutil.copy(arguments.grow, folder / "grow")
        stage = Stage(processes, arguments.full, arguments.may_mount)
        for name in arguments.only:
            lines.append(run(stage, name))
    finally:
        faults = [f"{line.what}: {fault}" for line in lines for fault in line.faults]
        if faults:
            tell(f"the logs are in {keep_evidence(folder, EVIDENCE, faults)}")
        processes.end()

    text = report(arguments, lines)
    print(text)
    if arguments.write:
        write_between_markers(arguments.write, "scripts/faults", text)
    for fault in faults:
        print(f"faults: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
