"""The drill of three servers on one PostgreSQL: what one acknowledges, the others show."""

import http.client
import threading
import time
import uuid

from ha_drill.waiting import wait_until

from .farmers import SOWINGS, Farmer, Farmers
from .server import Server
from .stage import Line, Stage, next_acknowledgement

CLIENTS = 64
# One farmer alone sows in this state, so that every change of it is theirs.
PLACE, STATE = "Mysuru", "IN-KA"
MEASURED = 50
# From the acknowledgement at one server to the event at another one, in 99 of 100.
SEEN_WITHIN = 1.0


class Stream(threading.Thread):
    """A live stream of a state, and when its changes arrived."""

    def __init__(self, server: Server):
        super().__init__(daemon=True)
        self.arrived: list[float] = []
        self.is_open = threading.Event()
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.connection.request("GET", f"/api/v1/demand/events?region={STATE}")
        self.answer = self.connection.getresponse()
        self.start()

    def run(self) -> None:
        # It ends when its server does.
        while line := self.answer.readline():
            if line.startswith(b"event: overview"):
                self.is_open.set()
            elif line.startswith(b"event: change"):
                self.arrived.append(time.monotonic())


def nodes(stage: Stage, line: Line) -> None:
    seconds = stage.either(10, 60)
    line.what += f", {CLIENTS} farmers who sow for {seconds} s, and a live stream at each"
    with (
        stage.database("PostgreSQL", "nodes") as postgres,
        stage.servers(postgres, "nodes-a", "nodes-b", "nodes-c") as servers,
        stage.farmers(servers, CLIENTS) as farmers,
    ):
        farmers.resume()
        began, count = time.monotonic(), len(farmers.acknowledged)
        quiet = measure(farmers, servers)
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        next_acknowledgement(farmers, began)
        rate = (len(farmers.acknowledged) - count) / (time.monotonic() - began)
        farmers.pause()
        line.settle(postgres, farmers, servers)
        line.seen.append(f"{rate:.0f} sowings a second")
    p50, p99 = quiet[len(quiet) // 2], quiet[min(len(quiet) - 1, len(quiet) * 99 // 100)]
    line.seen.append(f"from the acknowledgement to the event at another server, {len(quiet)} sowings: "
                     f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms (bar {SEEN_WITHIN:.0f} s)")
    line.require(p99 <= SEEN_WITHIN, f"another server's sowing is shown after {p99:.2f} s")


def measure(farmers: Farmers, servers: list[Server]) -> list[float]:
    """The seconds until another server's stream shows a sowing, the shortest first."""
    farmer = Farmer(farmers, len(farmers.writers))
    status, answer = farmer.ask(servers[0], "PUT", "/api/v1/me/profile", {"number": "9876543210", "place": PLACE})
    if status != 200:
        raise RuntimeError(f"the profile of {PLACE}: {status} {answer}")
    streams = [Stream(server) for server in servers]
    for stream in streams:
        if not stream.is_open.wait(10):
            raise TimeoutError("a stream did not begin")
    took = []
    for number in range(MEASURED):
        at, other = number % len(servers), (number + 1) % len(servers)
        counts = [len(stream.arrived) for stream in streams]
        key = str(uuid.uuid4())
        farmer.sent[key] = {"crop": farmer.crops[number % len(farmer.crops)], "field_size_ha": 1.25}
        status, answer = farmer.ask(servers[at], "POST", SOWINGS, farmer.sent[key], key)
        acknowledged = time.monotonic()
        if status != 201:
            raise RuntimeError(f"a sowing is answered with {status}: {answer}")
        farmers.acknowledge(servers[at], key, answer["id"])
        for stream, count in zip(streams, counts, strict=True):
            wait_until(lambda: len(stream.arrived) > count, "every stream shows the sowing", 30)
        # A stream may be quicker than the acknowledgement.
        took.append(max(0.0, streams[other].arrived[counts[other]] - acknowledged))
    return sorted(took)
