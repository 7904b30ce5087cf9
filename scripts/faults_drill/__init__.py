"""Drills of faults that Grow has to survive. They share farmers, ledger and processes with the drills of ha_drill."""
