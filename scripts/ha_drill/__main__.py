"""Runs the drills and prints their table. `scripts/ha` installs what they need and starts this."""

import argparse
import datetime
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path

from .cluster import Cluster, Member
from .ledger import Balance, balance
from .link import HELD_SECONDS, ONE_IN
from .processes import Processes
from .waiting import wait_until
from .writers import WRITERS, Crew, longest_gap

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target/ha"
CONFIGURATION = ROOT / "deploy/patroni/member.yml"
# The longest time without an acknowledgement that is accepted.
BAR_SECONDS = 30.0
# Delay of a slow way in each direction, and sowings that are acknowledged over it in a round.
DELAY_SECONDS = 0.2
OVER_SLOW_WAY = 150


def kill(cluster: Cluster, crew: Crew, leader: Member) -> None:
    """The leader's machine is lost, and starts again when another one leads."""
    leader.crash()
    try:
        another_leads(cluster, leader)
    finally:
        leader.start()


def pause(cluster: Cluster, crew: Crew, leader: Member) -> None:
    """The leader hangs for longer than it holds its lock, and goes on as if nothing had been."""
    end = time.monotonic() + lock_seconds() + 5
    leader.pause()
    try:
        another_leads(cluster, leader)
        wait_until(lambda: time.monotonic() > end, "the lock has run out")
    finally:
        leader.resume()


def cut_off(cluster: Cluster, crew: Crew, leader: Member) -> None:
    """Nothing reaches the leader, and it does not reach etcd, until another one leads and takes writes."""
    leader.cut()
    try:
        another_leads(cluster, leader)
        nodes_write(cluster, crew, time.monotonic())
    finally:
        leader.mend()


def slow(cluster: Cluster, crew: Crew, leader: Member) -> None:
    """Everything to the leader and back takes longer: from the standbys as from Grow."""
    count = len(crew.acknowledged)
    leader.way.delay, leader.way.holds_writes = DELAY_SECONDS, True
    try:
        wait_until(lambda: len(crew.acknowledged) >= count + OVER_SLOW_WAY, "Grow writes over the slow way")
    finally:
        leader.way.delay, leader.way.holds_writes = 0.0, False


def switch_over(cluster: Cluster, crew: Crew, leader: Member) -> None:
    """An operator makes another member the leader."""
    others = [member for member in cluster.members if member is not leader]
    cluster.switch_over(leader, others[0])


@dataclass
class Drill:
    title: str
    run: Callable[[Cluster, Crew, Member], None]
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    exact: int = 0
    gaps: list[float] = field(default_factory=list)
    back: int = 0


DRILLS = {
    "kill": Drill("kill -9 of the leader", kill),
    "pause": Drill("SIGSTOP of the leader, beyond its lock", pause),
    "cut": Drill("the leader is cut off", cut_off),
    "slow": Drill(
        f"the leader's link takes {DELAY_SECONDS * 1000:.0f} ms each way, "
        f"and one commit in {ONE_IN} is held {HELD_SECONDS:.0f} s",
        slow,
    ),
    "switchover": Drill("planned switchover", switch_over),
}


def lock_seconds() -> int:
    found = re.search(r"^ +ttl: (\d+)$", CONFIGURATION.read_text(), re.MULTILINE)
    assert found, CONFIGURATION
    return int(found[1])


def another_leads(cluster: Cluster, than: Member) -> None:
    wait_until(lambda: cluster.leader(other_than=than), "another member leads")


def tell(text: str) -> None:
    print(f"{datetime.datetime.now():%H:%M:%S} {text}", file=sys.stderr, flush=True)


def run_round(cluster: Cluster, crew: Crew, drill: Drill) -> list[str]:
    """Runs a round. Returns what went wrong."""
    faults = []
    first, wrong = len(crew.acknowledged), len(crew.wrong)
    since = time.monotonic()
    crew.resume()
    try:
        nodes_write(cluster, crew, since)
        leader = wait_until(cluster.leader, "there is a leader")
        drill.run(cluster, crew, leader)
        wait_until(cluster.whole, "the leader has two standbys again")
        nodes_write(cluster, crew, time.monotonic())
        drill.back += 1
    except TimeoutError as late:
        faults.append(f"not back by itself: {late}")
    crew.pause()
    leader = wait_until(cluster.leader, "there is a leader")
    found: Balance = balance(cluster, leader, crew)
    acknowledged = crew.acknowledged[first:]
    gap = longest_gap(acknowledged, since)
    drill.acknowledged += len(acknowledged)
    drill.lost += len(found.lost)
    drill.doubled += len(found.doubled)
    drill.exact += not found.inexact
    drill.gaps.append(gap)
    tell(
        f"{drill.title}: {len(acknowledged)} acknowledged, {len(found.lost)} lost, {len(found.doubled)} doubled, "
        f"met {'not exact' if found.inexact else 'exact'}, longest gap {gap:.1f} s, {leader.name} leads"
    )
    faults += [f"lost: {one}" for one in found.lost] + [f"doubled: {one}" for one in found.doubled]
    faults += found.inexact + crew.wrong[wrong:]
    faults += [f"node {node.name} ended" for node in cluster.nodes if node.process.poll() is not None]
    if gap > BAR_SECONDS:
        faults.append(f"nothing was acknowledged for {gap:.1f} s")
    return faults


def nodes_write(cluster: Cluster, crew: Crew, since: float) -> None:
    for node in cluster.nodes:
        wait_until(partial(crew.has_acknowledged_since, since, node), f"node {node.name} writes")


def table(drills: list[Drill], rounds: int) -> str:
    bar = f"longest gap (bar {BAR_SECONDS:.0f} s)"
    lines = [
        f"| drill | rounds | acknowledged | lost | doubled | `met` exact | {bar} | of each round | all back by themselves |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for drill in drills:
        each = " · ".join(f"{gap:.1f}" for gap in drill.gaps)
        lines.append(
            f"| {drill.title} | {rounds} | {drill.acknowledged:,} | {drill.lost} | {drill.doubled} "
            f"| {drill.exact} of {rounds} | {max(drill.gaps):.1f} s | {each} | {drill.back} of {rounds} |"
        )
    return "\n".join(lines)


def report(arguments: argparse.Namespace, drills: list[Drill]) -> str:
    def first_words(command: list[str | Path]) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]

    etcd = first_words([arguments.etcd, "--version"]).removeprefix("etcd Version: ")
    postgresql = first_words([arguments.postgresql / "postgres", "-V"]).removeprefix("postgres (PostgreSQL) ").split()[0]
    command = f"scripts/ha --rounds {arguments.rounds} --drills {','.join(arguments.drills)}"
    return (
        f"`{command}` on {datetime.date.today():%-d %B %Y}, with {WRITERS} farmers who sow.\n"
        f"Patroni {version('patroni')}, etcd {etcd}, PostgreSQL {postgresql}.\n\n{table(drills, arguments.rounds)}"
    )


def write_between_markers(document: Path, text: str) -> None:
    begin, end = (f"<!-- Written by scripts/ha: {what} -->" for what in ("begin", "end"))
    before, _, rest = document.read_text().partition(begin)
    after = rest.partition(end)[2]
    if not after:
        raise SystemExit(f"ha: {document} lacks the lines {begin} and {end}")
    document.write_text(f"{before}{begin}\n{text}\n{end}{after}")


def main() -> int:
    parser = argparse.ArgumentParser("scripts/ha", "scripts/ha [--rounds N] [--drills NAME,NAME] [--write FILE] [GROW]")
    parser.add_argument("--etcd", type=Path, required=True)
    parser.add_argument("--postgresql", type=Path, required=True)
    parser.add_argument("--grow", type=Path, required=True)
    parser.add_argument("--user")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--drills", type=lambda names: names.split(","), default=list(DRILLS))
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    if unknown := set(arguments.drills) - set(DRILLS):
        parser.error(f"unknown drill {', '.join(sorted(unknown))}: there are {', '.join(DRILLS)}")

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    folder = Path(tempfile.mkdtemp(prefix="drill-", dir=HOME))
    folder.chmod(0o755)
    (folder / "logs").mkdir()
    processes = Processes(folder, arguments.user)
    drills = [DRILLS[name] for name in arguments.drills]
    faults: list[str] = []
    try:
        # It may be built anew meanwhile.
        grow = folder / "grow"
        shutil.copy(arguments.grow, grow)
        tell("starts etcd, three members and two nodes")
        cluster = Cluster(processes, arguments.etcd, arguments.postgresql, grow, CONFIGURATION)
        crew = Crew(cluster.nodes)
        for number in range(arguments.rounds):
            for drill in drills:
                wait_until(cluster.whole, "the leader has two standbys")
                of_round = run_round(cluster, crew, drill)
                faults += [f"{drill.title}, round {number + 1}: {fault}" for fault in of_round]
    except Exception as error:
        faults.append(f"{type(error).__name__}: {error}")
        raise
    finally:
        if faults:
            kept = HOME / "evidence" / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
            shutil.copytree(folder / "logs", kept)
            (kept / "faults").write_text("\n".join(faults) + "\n")
            tell(f"the logs are in {kept}")
        processes.end()

    text = report(arguments, drills)
    print(text)
    if not faults:
        print(f"drills: scripts/ha, {len(drills)} kinds, nothing lost or doubled")
    if arguments.write:
        write_between_markers(arguments.write, text)
    for fault in faults:
        print(f"ha: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
