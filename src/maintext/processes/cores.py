"""How many processes at once are worth having."""

import os


def count_cores() -> int:
    """The cores that this process may use: a container or a scheduler may have given it a few of many."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
