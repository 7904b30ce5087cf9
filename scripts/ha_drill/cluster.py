"""A cluster on one machine: etcd, three members that Patroni runs with deploy/patroni/member.yml, and two nodes of Grow."""

import contextlib
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psycopg

from .link import Link, Loop
from .processes import HasEnded, Processes, children_of, postmaster_of, send, session_of
from .waiting import API_USER, PATIENCE, ask, free_port, wait_until


class Member:
    """A member: Patroni and its PostgreSQL, and the ways to it and from it to etcd."""

    def __init__(self, cluster: "Cluster", name: str):
        self.cluster = cluster
        self.name = name
        self.data = cluster.folder / name / "data"
        self.data.parent.mkdir()
        cluster.own(self.data.parent)
        self.port, self.api_port = free_port(), free_port()
        self.way = Link(cluster.loop, free_port(), self.port)
        self.api_way = Link(cluster.loop, free_port(), self.api_port)
        self.etcd_way = Link(cluster.loop, free_port(), cluster.etcd_port)
        self.patroni: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        python = Path(sys.executable).parent
        self.patroni = self.cluster.processes.start(
            f"member-{self.name}",
            [python / "patroni", self.cluster.configuration],
            {
                "PATH": f"{self.cluster.postgresql}:/usr/bin:/bin",
                "PATRONI_NAME": self.name,
                "PATRONI_ETCD3_HOSTS": f"127.0.0.1:{self.etcd_way.port}",
                # The one way to etcd is this member's own. Otherwise Patroni would go to the address that etcd tells.
                "PATRONI_ETCD3_USE_PROXIES": "on",
                "PATRONI_RESTAPI_LISTEN": f"127.0.0.1:{self.api_port}",
                "PATRONI_RESTAPI_CONNECT_ADDRESS": f"127.0.0.1:{self.api_way.port}",
                "PATRONI_RESTAPI_USERNAME": API_USER,
                "PATRONI_RESTAPI_PASSWORD": self.cluster.password,
                "PATRONI_POSTGRESQL_LISTEN": f"127.0.0.1:{self.port}",
                "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"127.0.0.1:{self.way.port}",
                "PATRONI_POSTGRESQL_DATA_DIR": str(self.data),
                "PATRONI_POSTGRESQL_BIN_DIR": str(self.cluster.postgresql),
                "PATRONI_POSTGRESQL_PGPASS": str(self.data.parent / "pgpass"),
                "PATRONI_SUPERUSER_PASSWORD": self.cluster.password,
                "PATRONI_REPLICATION_PASSWORD": self.cluster.password,
            },
        )

    def crash(self) -> None:
        """Ends Patroni and the postmaster as a machine does that loses its power. The backends notice and end."""
        postmaster = self._postmaster()
        patroni, self.patroni = self._patroni(), None
        send(signal.SIGKILL, [*session_of(patroni.pid), postmaster])
        patroni.wait()

    def pause(self) -> None:
        postmaster = self._postmaster()
        send(signal.SIGSTOP, [postmaster, *children_of(postmaster), *session_of(self._patroni().pid)])

    def resume(self) -> None:
        postmaster = self._postmaster()
        send(signal.SIGCONT, [postmaster, *children_of(postmaster), *session_of(self._patroni().pid)])

    def cut(self) -> None:
        for way in (self.way, self.api_way, self.etcd_way):
            way.cut()

    def mend(self) -> None:
        for way in (self.way, self.api_way, self.etcd_way):
            way.mend()

    def is_leader(self) -> bool:
        """Whether it has the lock, and its PostgreSQL takes writes."""
        return ask(self.api_port, "GET", "/primary")[0] == 200

    def connect(self) -> psycopg.Connection[Any]:
        """Connects to PostgreSQL itself, beside the ways of the drill."""
        password = self.cluster.password
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user="postgres", password=password, dbname="grow", connect_timeout=5
        )

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        with self.connect() as connection:
            return connection.execute(statement).fetchall()

    def has_two_standbys(self) -> bool:
        """Whether each of two standbys can let a commit go."""
        try:
            standbys = self.sql("SELECT state, sync_state FROM pg_stat_replication")
        except psycopg.Error:
            return False
        return standbys == [("streaming", "quorum")] * 2

    def _patroni(self) -> subprocess.Popen[bytes]:
        if self.patroni is None:
            raise RuntimeError(f"{self.name} does not run")
        return self.patroni

    def _postmaster(self) -> int:
        postmaster = postmaster_of(self.data)
        if postmaster is None:
            raise RuntimeError(f"PostgreSQL of {self.name} does not run")
        return postmaster


class Node:
    """A Grow server. If it ends, nobody starts it again."""

    def __init__(self, cluster: "Cluster", name: str):
        self.name = name
        self.port = free_port()
        self.process = cluster.processes.start(
            f"grow-{name}",
            [cluster.grow, "serve"],
            {
                "GROW_DATABASE_URL": cluster.url,
                "GROW_LISTEN": f"127.0.0.1:{self.port}",
                "GROW_PUBLIC_URL": f"http://127.0.0.1:{self.port}",
                "GROW_ERASURES": str(cluster.own_folder(f"grow-{name}") / "erasures"),
                "GROW_LOG": "warn",
                # All farmers come from one address, and each sows more than a farmer does.
                "GROW_FARMER_REQUESTS": "4000000000",
                "GROW_ADDRESS_REQUESTS": "4000000000",
                "GROW_SIGN_IN_REQUESTS": "4000000000",
                "GROW_COUNTED_SOWINGS": "none",
                "GROW_COUNTED_HECTARES": "none",
                "GROW_SOWINGS": "none",
            },
        )

    def is_ready(self) -> bool:
        return ask(self.port, "GET", "/readyz")[0] == 200


class Cluster:
    def __init__(self, processes: Processes, etcd: Path, postgresql: Path, grow: Path, configuration: Path):
        self.processes = processes
        self.folder = processes.folder
        self.postgresql = postgresql
        self.grow = grow
        self.configuration = configuration
        self.password = secrets.token_hex(16)
        self.loop = Loop()
        self._start_etcd(etcd)
        self.members = [Member(self, name) for name in ("h1", "h2", "h3")]
        for member in self.members:
            member.start()
        threading.Thread(target=self._restart_members, daemon=True).start()
        leader = wait_until(self.leader, "the cluster has a leader")
        wait_until(leader.has_two_standbys, "the leader has two standbys")
        # As an operator does once.
        with leader.connect() as connection:
            connection.execute(f"ALTER ROLE grow PASSWORD '{self.password}'")
        hosts = ",".join(f"127.0.0.1:{member.way.port}" for member in self.members)
        self.url = f"postgres://grow:{self.password}@{hosts}/grow?sslmode=disable"
        processes.run("grow-migrate", [grow, "migrate"], {"GROW_DATABASE_URL": self.url})
        self.nodes = [Node(self, name) for name in ("a", "b")]
        for node in self.nodes:
            wait_until(node.is_ready, f"Grow {node.name} is ready")

    def own(self, path: Path) -> None:
        """Gives a folder to the user that PostgreSQL runs as."""
        if self.processes.user:
            shutil.chown(path, self.processes.user, self.processes.user)

    def own_folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        self.own(folder)
        return folder

    def leader(self, other_than: Member | None = None) -> Member | None:
        return next((member for member in self.members if member is not other_than and member.is_leader()), None)

    def whole(self) -> Member | None:
        """The leader, if both others follow it."""
        leader = self.leader()
        return leader if leader and leader.has_two_standbys() else None

    def switch_over(self, leader: Member, candidate: Member) -> None:
        body = {"leader": leader.name, "candidate": candidate.name}
        status, answer = ask(leader.api_port, "POST", "/switchover", body, self.password, PATIENCE)
        if status != 200:
            raise RuntimeError(f"switchover from {leader.name} to {candidate.name}: {status} {answer.decode()}")

    def _start_etcd(self, binary: Path) -> None:
        """One member of etcd: three on one machine would fail together."""
        self.etcd_port, peers = free_port(), free_port()
        clients, others = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{peers}"
        self.processes.start(
            "etcd",
            [str(binary), "--data-dir", str(self.own_folder("etcd")), "--initial-cluster", f"default={others}"]
            + ["--listen-client-urls", clients, "--advertise-client-urls", clients]
            + ["--listen-peer-urls", others, "--initial-advertise-peer-urls", others],
        )
        wait_until(lambda: ask(self.etcd_port, "GET", "/health")[0] == 200, "etcd is healthy")

    def _restart_members(self) -> None:
        """Starts a Patroni again that ended by itself, as systemd does with Restart=always."""
        with contextlib.suppress(HasEnded):
            while True:
                time.sleep(0.5)
                for member in self.members:
                    if (patroni := member.patroni) and patroni.poll() is not None:
                        member.start()
