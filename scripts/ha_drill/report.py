"""What is left of a drill: its table in a document, and its logs."""

import datetime
import shutil
from pathlib import Path


def write_between_markers(document: Path, script: str, text: str) -> None:
    """Writes into a document what this script measured."""
    begin, end = f"<!-- Written by {script}: begin -->", f"<!-- Written by {script}: end -->"
    before, _, rest = document.read_text().partition(begin)
    after = rest.partition(end)[2]
    if not after:
        raise SystemExit(f"{script}: {document} lacks the lines {begin} and {end}")
    document.write_text(f"{before}{begin}\n{text}\n{end}{after}")


def keep_evidence(folder: Path, evidence: Path, faults: list[str]) -> Path:
    """Keeps the logs of a drill that went wrong, and what was wrong."""
    kept = evidence / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
    shutil.copytree(folder / "logs", kept)
    (kept / "faults").write_text("\n".join(faults) + "\n")
    return kept
