"""Compares what was acknowledged with what the leader has."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from .waiting import ask
from .writers import Crew

if TYPE_CHECKING:
    from .cluster import Cluster, Member

# Nodes see each other's writes within half a second.
TO_SEE = 5.0

# What the running sums have beside the sowings that count, of India and of each state.
UNEQUAL_SUMS = """
    SELECT region, crop_year, crop, sum(kg) FROM (
        SELECT region, crop_year, crop, sown_kg AS kg FROM supply WHERE region = 'IN'
        UNION ALL
        SELECT 'IN', crop_year, crop, -expected_yield_kg FROM sowings
        WHERE counted = 1 AND withdrawn_at IS NULL AND failed_at IS NULL
        UNION ALL
        SELECT region, crop_year, crop, sown_kg FROM supply WHERE region <> 'IN'
        UNION ALL
        SELECT region, crop_year, crop, -expected_yield_kg FROM sowings
        WHERE region <> 'IN' AND counted = 1 AND withdrawn_at IS NULL AND failed_at IS NULL
    ) AS both_sides GROUP BY region, crop_year, crop HAVING sum(kg) <> 0
"""

SOWN = """
    SELECT crop_year, crop, sum(expected_yield_kg) FROM sowings
    WHERE counted = 1 AND withdrawn_at IS NULL AND failed_at IS NULL GROUP BY crop_year, crop
"""


@dataclass
class Balance:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    inexact: list[str] = field(default_factory=list)


def balance(cluster: Cluster, leader: Member, crew: Crew) -> Balance:
    """Everything that was ever acknowledged, while nobody sows."""
    result = Balance()
    stored = leader.sql("SELECT idempotency_key, id::text FROM sowings")
    pairs = set(stored)
    times = Counter(key for key, _ in stored)
    result.lost = [f"{one.key} {one.id}" for one in crew.acknowledged if (one.key, one.id) not in pairs]
    result.doubled = [f"{key} is there {count} times" for key, count in times.items() if count > 1]
    known = {one.key for one in crew.acknowledged}
    result.doubled += [f"{key} {identity} was sent by nobody" for key, identity in stored if key not in known]
    result.inexact = [f"supply less sowings: {row}" for row in leader.sql(UNEQUAL_SUMS)]
    sown = {(year, crop): kg for year, crop, kg in leader.sql(SOWN)}
    for node in cluster.nodes:
        end = time.monotonic() + TO_SEE
        while (differences := overview_against(node.port, sown)) and time.monotonic() < end:
            time.sleep(0.1)
        result.inexact += [f"node {node.name}: {difference}" for difference in differences]
    return result


def overview_against(port: int, sown: dict[tuple[int, str], Decimal]) -> list[str]:
    """How `met` of each crop differs from the outside supply and the sowings."""
    status, body = ask(port, "GET", "/api/v1/demand")
    if status != 200:
        return [f"the overview is answered with {status}"]
    differences = []
    overview = json.loads(body, parse_float=Decimal)
    for row in overview["crops"]:
        expected = row["outside_tonnes"] + sown.get((overview["crop_year"], row["crop"]), Decimal(0)) / 1000
        if row["met_tonnes"] != expected:
            differences.append(f"{row['crop']} has {row['met_tonnes']} t met instead of {expected} t")
    return differences
