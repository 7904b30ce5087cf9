"""Drills of SIGTERM, and of a server whose clock is wrong."""

import contextlib
import datetime
import json
import random
import socket
import threading
import time
import uuid
from collections import Counter

from .databases import Postgres, Sqlite
from .farmers import SOWINGS, Farmer, Farmers, name_of
from .server import Server
from .stage import Line, Stage, sow, tell

# Writes in flight, of so many farmers.
WRITES, SENDERS = 100, 20
# Time in which a server ends.
STOPS_WITHIN = 10.0
# Writes wait for the database when SIGTERM arrives, and so long after it.
HELD_AFTER = 0.5
AHEAD = datetime.timedelta(days=2)


def stop_on_sqlite(stage: Stage, line: Line) -> None:
    stop(stage, line, "SQLite", "sigterm-sqlite")


def stop_on_postgres(stage: Stage, line: Line) -> None:
    stop(stage, line, "PostgreSQL", "sigterm-postgres")


def stop(stage: Stage, line: Line, kind: str, name: str) -> None:
    streams, times = stage.either(200, 1000), stage.either(2, 5)
    line.what += f", with {streams:,} streams and {WRITES} writes in flight"
    line.times = str(2 * times)
    took, answers = [], Counter()
    with (
        stage.database(kind, name) as database,
        stage.servers(database, name) as servers,
        stage.farmers(servers, SENDERS) as farmers,
    ):
        [server] = servers
        for number in range(2 * times):
            # Every second time nothing holds the writes: SIGTERM arrives as they do.
            is_held = number % 2 == 0
            seconds, writes = stop_once(line, database, server, streams, is_held, farmers)
            took.append(seconds)
            answers.update(write.answer for write in writes if write.is_answered)
            server.start()
            stored = {key for [key] in database.sql("SELECT idempotency_key FROM sowings")}
            for write in writes:
                if not write.is_answered:
                    answers[f"{write.answer}, {'stored' if write.key in stored else 'not stored'}"] += 1
                # A farmer's app sends again what was not acknowledged: it may have been stored.
                identity = write.id or write.repeat()
                farmers.acknowledge(server, write.key, identity)
            line.settle(database, farmers, servers)
            tell(f"{line.what}: {'held' if is_held else 'racing'}, ended in {took[-1]:.1f} s")
    line.require(max(took) <= STOPS_WITHIN, f"it ended {max(took):.1f} s after SIGTERM")
    line.seen.append(f"ended within {max(took):.1f} s (bar {STOPS_WITHIN:.0f} s)")
    line.seen.append("writes answered: " + ", ".join(f"{count:,} x {answer}" for answer, count in answers.most_common()))


class Write:
    """A sowing on a connection of its own, which has been used before."""

    def __init__(self, server: Server, farmer: Farmer):
        self.farmer = farmer
        self.key = str(uuid.uuid4())
        self.answer = ""
        self.id = ""
        self.body = {"crop": random.choice(farmer.crops), "field_size_ha": 1.25}
        self.text = json.dumps(self.body)
        self.server = server
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        self.socket.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        self.socket.recv(65536)

    @property
    def is_answered(self) -> bool:
        return self.answer[0].isdigit()

    def send(self) -> None:
        self.socket.sendall(
            f"POST /api/v1/me/sowings HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {self.farmer.cookie}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {self.key}\r\nContent-Length: {len(self.text)}\r\n\r\n"
            f"{self.text}".encode()
        )

    def receive(self) -> None:
        """Until the body is whole or the connection ends."""
        received = b""
        try:
            while not is_whole(received) and (part := self.socket.recv(65536)):
                received += part
        except OSError as error:
            self.answer = f"no answer ({type(error).__name__})"
            return
        finally:
            self.socket.close()
        if not is_whole(received):
            self.answer = "no answer (closed)"
            return
        status = int(received.split(b" ", 2)[1])
        body = received.partition(b"\r\n\r\n")[2]
        self.answer = name_of(status, body)
        if status in (200, 201):
            self.id = json.loads(body)["id"]


    def repeat(self) -> str:
        """Sends it again, to a server that was started meanwhile. Returns its id."""
        status, answer = self.farmer.ask(self.server, "POST", SOWINGS, self.body, self.key)
        if status not in (200, 201):
            raise RuntimeError(f"a sowing that is sent again is answered with {status}: {answer}")
        return str(answer["id"])


def is_whole(received: bytes) -> bool:
    head, end, body = received.partition(b"\r\n\r\n")
    lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(end) and bool(lengths) and len(body) >= int(lengths[0])


def stop_once(
    line: Line, database: Sqlite | Postgres, server: Server, streams: int, is_held: bool, farmers: Farmers
) -> tuple[float, list[Write]]:
    """Returns the seconds until it ended, and the writes."""
    opened = [open_stream(server) for _ in range(streams)]
    writes = [Write(server, farmers.writers[number % SENDERS]) for number in range(WRITES)]
    with database.held() if is_held else contextlib.nullcontext():
        for write in writes:
            write.send()
        if is_held:
            # Until the server has read them all.
            time.sleep(HELD_AFTER)
        began = time.monotonic()
        ended: list[tuple[int, float]] = []
        waiter = threading.Thread(target=lambda: ended.append((server.stop(60), time.monotonic())), daemon=True)
        waiter.start()
        if is_held:
            time.sleep(HELD_AFTER)
    for write in writes:
        write.receive()
    waiter.join()
    [(code, at)] = ended
    line.require(code == 0, f"the exit code is {code}")
    unanswered = [write.answer for write in writes if not write.is_answered]
    line.require(not unanswered, f"{len(unanswered)} of {WRITES} writes that were sent {'and held ' if is_held else ''}"
                 f"before SIGTERM were not answered: {Counter(unanswered)}")
    other = [write.answer for write in writes if write.is_answered and write.answer[:3] not in ("200", "201", "503")]
    line.require(not other, f"writes were answered with {other}")
    torn = sum(not ends_well(stream) for stream in opened)
    line.require(not torn, f"{torn} of {streams} streams did not end well")
    return at - began, writes


def open_stream(server: Server) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    stream.sendall(f"GET /api/v1/demand/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    received = b""
    while b"event: overview" not in received:
        part = stream.recv(65536)
        if not part:
            raise RuntimeError(f"a stream was not opened: {received.decode()}")
        received += part
    return stream


def ends_well(stream: socket.socket) -> bool:
    """Whether the stream has ended with its last, empty part, as a browser expects that connects anew."""
    received = b""
    with stream:
        try:
            while part := stream.recv(65536):
                received = (received + part)[-65536:]
        except OSError:
            return False
    return received.endswith(b"0\r\n\r\n")


def clock(stage: Stage, line: Line) -> None:
    line.times = "2 engines"
    for kind in ("SQLite", "PostgreSQL"):
        name = f"clock-{kind.lower()}"
        with (
            stage.database(kind, name) as database,
            stage.servers(database, name) as servers,
            stage.farmers(servers, 4) as farmers,
        ):
            [server] = servers
            seen = []
            for offset in (None, AHEAD, None):
                if seen:
                    server.stop()
                    server.clock = offset and datetime.datetime.now(datetime.UTC) + offset
                    server.start()
                sow(farmers, 8)
                farmers.pause()
                line.settle(database, farmers, servers)
                seen.append(len(farmers.acknowledged))
            for farmer in farmers.writers:
                farmer.send_again(server)
            line.require(not farmers.renewed, f"{farmers.renewed} sowings have another id when they are sent again")
            line.settle(database, farmers, servers)
            sessions = f"{farmers.new_sessions} sessions ended with 401" if farmers.new_sessions else "all sessions hold"
            line.seen.append(f"{kind}: {seen[0]} sown before, {seen[1] - seen[0]} ahead, {seen[2] - seen[1]} after it, "
                             f"all there; {sessions}")
