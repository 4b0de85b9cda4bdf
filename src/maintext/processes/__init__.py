"""Guarded child processes: a function on many items, one after the other, each within its limits.

    run:     items ─one message→ child ─a message for each→ results and failures, one for each item, in order
    stream:  work ─one message→ child, which finds its items itself ─messages→ whatever the work yields

In a `run`, an item that hangs, hoards memory or kills the child costs only itself: the child is replaced,
and goes on with the next item. A `stream` ends with such an item. A child is a fresh interpreter, or a
copy of this one, that talks over its standard input and output, so a guard works in threads, in daemonic
processes, and in scripts without a main guard.
"""

from maintext.processes.guard import Guard
from maintext.processes.messages import Failure, Lost

__all__ = ["Failure", "Guard", "Lost"]
