"""Waiting for what is to become true, and asking servers."""

import base64
import http.client
import json
import random
import socket
import time
from collections.abc import Callable
from typing import Any

# Time in which everything has to be there again.
PATIENCE = 120.0
API_USER = "drill"


def wait_until(condition: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Asks until the condition holds, and returns what it said."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.1)
    return value


def free_port() -> int:
    """A port that is free, below those that the system gives to clients: it stays free while its server restarts."""
    while True:
        with socket.socket() as attempt:
            try:
                attempt.bind(("127.0.0.1", random.randrange(20000, 32000)))
            except OSError:
                continue
            return int(attempt.getsockname()[1])


def ask(port: int, method: str, path: str, body: Any = None, password: str = "", seconds: float = 2) -> tuple[int, bytes]:
    """Asks an HTTP server. Status 0 if it does not answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    headers = {"Authorization": "Basic " + base64.b64encode(f"{API_USER}:{password}".encode()).decode()}
    try:
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()
