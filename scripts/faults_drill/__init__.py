"""Drills of faults that Grow has to survive. They share farmers, ledger and processes with the drills of ha_drill."""

import sys
from unittest.mock import MagicMock

# `ha_drill.cluster` names psycopg, which only its own members use. These drills need nothing beside Python itself.
sys.modules.setdefault("psycopg", MagicMock())
