"""Ways between the members that can be cut and slowed: each is a port that leads to another one."""

import asyncio
import random
import socket
import threading
from collections.abc import Coroutine

# In a way that holds writes, one of so many commits is held for so long.
ONE_IN, HELD_SECONDS = 20, 1.0
CHUNK = 65536


class Loop:
    """The thread in which all ways are served."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(10)


class Link:
    """A port on loopback that leads to `target`."""

    def __init__(self, loop: Loop, port: int, target: int):
        self.loop = loop
        self.port = port
        self.target = target
        self.delay = 0.0
        self.holds_writes = False
        self.server: asyncio.Server | None = None
        self.open_ends: set[asyncio.StreamWriter] = set()
        self.mend()

    def mend(self) -> None:
        self.loop.run(self._listen())

    def cut(self) -> None:
        """Resets all connections, and refuses new ones."""
        self.loop.run(self._stop())

    async def _listen(self) -> None:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def _stop(self) -> None:
        if self.server:
            self.server.close()
            self.server = None
        for end in self.open_ends:
            end.transport.abort()

    async def _serve(self, near_in: asyncio.StreamReader, near_out: asyncio.StreamWriter) -> None:
        try:
            far_in, far_out = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            near_out.transport.abort()
            return
        ends = {near_out, far_out}
        self.open_ends |= ends
        if self.server is None:
            # It was cut meanwhile.
            for end in ends:
                end.transport.abort()
        for end in ends:
            end.transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.gather(self._carry(near_in, far_out, True), self._carry(far_in, near_out, False))
        self.open_ends -= ends

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, is_request: bool) -> None:
        """Carries one direction. Everything arrives in order and after its delay, however much is on its way."""
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivery = asyncio.create_task(self._deliver(on_the_way, sink))
        loop = asyncio.get_running_loop()
        chunk = b"-"
        while chunk:
            try:
                chunk = await source.read(CHUNK)
            except OSError:
                chunk = b""
            due = loop.time() + self.delay
            if self.holds_writes and is_request and b"COMMIT" in chunk and random.randrange(ONE_IN) == 0:
                due += HELD_SECONDS
            on_the_way.put_nowait((due, chunk))
        await delivery

    async def _deliver(self, on_the_way: asyncio.Queue[tuple[float, bytes]], sink: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        chunk = b"-"
        while chunk:
            due, chunk = await on_the_way.get()
            if due > loop.time():
                await asyncio.sleep(due - loop.time())
            try:
                if chunk:
                    sink.write(chunk)
                    await sink.drain()
                else:
                    sink.close()
            except OSError:
                chunk = b""
