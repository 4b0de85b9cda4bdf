"""Run a function on many items in child processes, within a time and a memory limit for each item.

    run:     items ─→ one child ─→ a result or a failure for each, in order
    map:     items ─→ all children ─→ each item with its result or failure, in order or as they finish
    stream:  a job that finds its own items ─→ one child ─→ whatever the job yields

An item that hangs, crashes or uses too much memory costs only itself: its child is replaced (a `stream` ends
with such an item). A child is a fresh interpreter or a fork, and talks over its standard input and output, so
a guard works in threads, in daemonic processes and in scripts without a main guard.
"""

from maintext.processes.guard import Guard
from maintext.processes.messages import Failure, Lost

__all__ = ["Failure", "Guard", "Lost"]
