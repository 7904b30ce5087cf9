"""A small disk of its own, in memory, that a drill fills."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path


class Disk:
    def __init__(self, folder: Path):
        self.folder = folder
        self.ballast = folder / "ballast"

    def fill(self) -> None:
        """To the last byte."""
        with open(self.ballast, "ab", buffering=0) as ballast:
            for size in (1 << 16, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while ballast.write(b"\0" * size) == size:
                        pass

    def make_room(self) -> None:
        self.ballast.unlink(missing_ok=True)


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Disk]:
    """Mounts it. `scripts/faults` has a mount namespace of its own, so that it is gone with the drill in any case."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", folder], check=True)
    try:
        yield Disk(folder)
    finally:
        # Whoever still has a file open keeps the disk, and nobody else sees it.
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()
