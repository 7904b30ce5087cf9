"""Farmers who sow without end. Each sends a sowing until it is acknowledged, like the app: always with the same key."""

from __future__ import annotations

import datetime
import http.client
import itertools
import json
import random
import threading
import time
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlsplit

from .waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from .cluster import Node

WRITERS = 16
# A writer's pause after a sowing, and after one that was not acknowledged.
PAUSE = 0.3
# A node answers within its own limits. One that does not is left for the other one.
TIMEOUT = 10.0
# One sowing in so many is sent again after its acknowledgement.
REPEATED_ONE_IN = 10
# Farmers live in several states and sow on many days, as everywhere: sowings of one crop and ten days change one row.
PLACES = ("Thanjavur", "Guntur", "Nashik", "Ludhiana")
DAYS = 170


class Acknowledged(NamedTuple):
    at: float
    node: Node
    key: str
    id: str


class Crew:
    """All writers, and what was acknowledged to them."""

    def __init__(self, nodes: Sequence[Node]):
        self.nodes = nodes
        self.acknowledged: list[Acknowledged] = []
        # Answers that a farmer must never get.
        self.wrong: list[str] = []
        self.may_sow = threading.Event()
        self.at_rest = [threading.Event() for _ in range(WRITERS)]
        self.writers = [Writer(self, number) for number in range(WRITERS)]
        for writer in self.writers:
            writer.start()

    def resume(self) -> None:
        for at_rest in self.at_rest:
            at_rest.clear()
        self.may_sow.set()

    def pause(self) -> None:
        """Waits until every sowing that was begun is acknowledged."""
        self.may_sow.clear()
        wait_until(lambda: all(at_rest.is_set() for at_rest in self.at_rest), "every sowing is acknowledged")

    def has_acknowledged_since(self, moment: float, node: Node) -> bool:
        recent = itertools.takewhile(lambda one: one.at > moment, reversed(self.acknowledged))
        return any(one.node is node for one in recent)


class Writer(threading.Thread):
    """A farmer who has signed in, agreed to the notice and saved a profile."""

    def __init__(self, crew: Crew, number: int):
        super().__init__(daemon=True)
        self.crew = crew
        self.number = number
        self.cookie = ""
        self.connections: dict[Node, http.client.HTTPConnection] = {}
        node = crew.nodes[0]
        self._sign_in(node)
        notice = json.loads(self._must(node, "GET", "/api/v1/privacy-notice"))
        self._must(node, "PUT", "/api/v1/me/consent", {"version": notice["version"], "language": notice["language"]})
        self._must(node, "PUT", "/api/v1/me/profile", {"number": "9876543210", "place": PLACES[number % len(PLACES)]})
        self.crops = [row["crop"] for row in json.loads(self._must(node, "GET", "/api/v1/demand"))["crops"]]

    def run(self) -> None:
        while True:
            if not self.crew.may_sow.is_set():
                self.crew.at_rest[self.number].set()
                self.crew.may_sow.wait()
            self._sow()
            time.sleep(PAUSE)

    def _sow(self) -> None:
        key = str(uuid.uuid4())
        sowing = {
            "crop": random.choice(self.crops),
            "field_size_ha": random.randint(50, 250) / 100,
            "sown_on": str(datetime.date.today() - datetime.timedelta(days=random.randrange(1, DAYS))),
        }
        # The own node first, then the other one, and so on.
        for attempt in itertools.count(self.number):
            node = self.crew.nodes[attempt % len(self.crew.nodes)]
            if identity := self._send(node, key, sowing):
                self.crew.acknowledged.append(Acknowledged(time.monotonic(), node, key, identity))
                break
            time.sleep(PAUSE)
        if random.randrange(REPEATED_ONE_IN) == 0:
            other = self.crew.nodes[(attempt + 1) % len(self.crew.nodes)]
            repeated = self._send(other, key, sowing)
            if repeated not in (None, identity):
                self.crew.wrong.append(f"{key} was acknowledged as {identity} and again as {repeated}")

    def _send(self, node: Node, key: str, sowing: dict[str, Any]) -> str | None:
        """Returns the id of an acknowledged sowing."""
        try:
            status, body, _ = self._ask(node, "POST", "/api/v1/me/sowings", sowing, {"Idempotency-Key": key})
        except (OSError, http.client.HTTPException):
            return None
        if status in (200, 201):
            return str(json.loads(body)["id"])
        if status not in (429, 503):
            self.crew.wrong.append(f"node {node.name} answered {status} to {key}: {body.decode()}")
        return None

    def _must(self, node: Node, method: str, path: str, body: Any = None) -> bytes:
        status, answer, _ = self._ask(node, method, path, body)
        if status != 200:
            raise RuntimeError(f"{method} {path}: {status} {answer.decode()}")
        return answer

    def _sign_in(self, node: Node) -> None:
        """Follows the development sign-in with a login hint until there is a session."""
        cookies: dict[str, str] = {}
        path = "/auth/start?mode=redirect&login_hint=" + quote(f"writer{self.number:02}@example.org")
        for _ in range(6):
            self.cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
            status, body, headers = self._ask(node, "GET", path)
            for cookie in headers.get_all("Set-Cookie", []):
                name, _, value = cookie.partition(";")[0].partition("=")
                cookies[name] = value
            if not (location := headers.get("Location")):
                raise RuntimeError(f"sign-in: {status} from {path}: {body.decode()}")
            parts = urlsplit(location)
            path = f"{parts.path}?{parts.query}" if parts.query else parts.path
            if path == "/dashboard":
                self.cookie = f"grow_session={cookies['grow_session']}"
                return
        raise RuntimeError(f"sign-in: too many redirects, the last to {path}")

    def _ask(
        self, node: Node, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        connection = self.connections.setdefault(node, http.client.HTTPConnection("127.0.0.1", node.port, timeout=TIMEOUT))
        try:
            connection.request(
                method,
                path,
                None if body is None else json.dumps(body),
                {"Content-Type": "application/json", "Cookie": self.cookie} | (headers or {}),
            )
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        except (OSError, http.client.HTTPException):
            # The next request connects anew.
            connection.close()
            raise


def longest_gap(acknowledged: Sequence[Acknowledged], since: float) -> float:
    """The longest time without any acknowledgement."""
    times = [since, *(one.at for one in acknowledged)]
    return max((later - earlier for earlier, later in itertools.pairwise(times)), default=PATIENCE)
