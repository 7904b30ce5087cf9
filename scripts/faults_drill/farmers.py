"""The farmers of ha_drill, in any number, who remember what they sent and sign in again when a session ended."""

import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPMessage
from typing import Any

from ha_drill.writers import TIMEOUT, Acknowledged, Crew, Writer

from .server import Server

SOWINGS = "/api/v1/me/sowings"


class Farmers(Crew):
    """So many farmers, and what was acknowledged to them."""

    def __init__(self, servers: Sequence[Server], count: int):
        self.nodes = servers
        self.acknowledged: list[Acknowledged] = []
        self.wrong: list[str] = []
        # Answers to sowings by status and type of problem.
        self.answers: Counter[str] = Counter()
        # When the request began that was acknowledged.
        self.began: dict[str, float] = {}
        # Sessions that were ended, and sowings that a restored server did not know any more.
        self.new_sessions = self.renewed = 0
        self.is_over = False
        self.may_sow = threading.Event()
        self.at_rest = [threading.Event() for _ in range(count)]
        self.writers = [Farmer(self, number) for number in range(count)]
        for farmer in self.writers:
            farmer.start()

    def end(self) -> None:
        """Ends the farmers, also those who never got an answer."""
        self.is_over = True
        self.may_sow.set()

    def acknowledge(self, server: Server, key: str, identity: str) -> None:
        """Notes a sowing that a drill has sent itself. After a restore a key may get another id."""
        noted = Acknowledged(time.monotonic(), server, key, identity)
        # Others only append meanwhile, so that places in the list stay.
        for place, one in enumerate(list(self.acknowledged)):
            if one.key == key:
                self.acknowledged[place] = noted
                return
        self.acknowledged.append(noted)


class Farmer(Writer):
    """Retries with the same key, and sends everything again to a server that does not know the session any more."""

    def __init__(self, crew: Farmers, number: int):
        self.sent: dict[str, dict[str, Any]] = {}
        super().__init__(crew, number)

    def ask(self, server: Server, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, dict[str, Any]]:
        """Asks once, on a connection of its own: this farmer may be sowing meanwhile. An answer without a body is empty."""
        connection = HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie} | ({"Idempotency-Key": key} if key else {})
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        return answer.status, json.loads(text) if text else {}

    def send_again(self, server: Server) -> None:
        """Sends every acknowledged sowing again, and counts those that get another id."""
        identities = {one.key: one.id for one in list(self.crew.acknowledged)}
        for key, sowing in list(self.sent.items()):
            if key not in identities:
                continue
            status, answer = self.ask(server, "POST", SOWINGS, sowing, key)
            if status not in (200, 201):
                self.crew.wrong.append(f"{key}, sent again, is answered with {status}: {answer}")
            elif answer["id"] != identities[key]:
                self.crew.acknowledge(server, key, answer["id"])
                self.crew.renewed += 1

    def _send(self, node: Server, key: str, sowing: dict[str, Any]) -> str | None:
        if self.crew.is_over:
            # Ends this thread only.
            raise SystemExit
        self.sent[key] = sowing
        began = time.monotonic()
        identity = super()._send(node, key, sowing)
        if identity:
            self.crew.began.setdefault(key, began)
        return identity

    def _ask(
        self, node: Server, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, HTTPMessage]:
        answer = super()._ask(node, method, path, body, headers)
        if answer[0] == 401 and path == SOWINGS:
            # A restore ends all sessions. What was recorded after the backup is known to the farmers alone.
            self.crew.new_sessions += 1
            self._sign_in(node)
            self.send_again(node)
            answer = super()._ask(node, method, path, body, headers)
        if path == SOWINGS:
            self.crew.answers[name_of(answer[0], answer[1])] += 1
        return answer


def name_of(status: int, body: bytes) -> str:
    """The status, and the type if it is a problem: `503 storage-full`."""
    try:
        return f"{status} {json.loads(body)['type']}" if status >= 400 else str(status)
    except (ValueError, KeyError, TypeError):
        return str(status)
