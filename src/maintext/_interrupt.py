"""Ctrl-C while the command is loading ends it without a traceback.

Importing takes most of the first second, and Python imports the package before the command's first line.
"""

import signal
import sys
from pathlib import PurePath


def is_command() -> bool:
    """Whether this process runs `maintext` or `python -m maintext`, rather than somebody's program."""
    program = sys.argv[0] if sys.argv else ""
    if program == "-m":  # as long as Python looks for the module
        return "maintext" in sys.orig_argv
    return PurePath(program).name in ("maintext", "maintext.exe")


def end_at_once() -> None:
    """From now on an interrupt ends the process, if it would raise KeyboardInterrupt."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_again() -> None:
    """From now on an interrupt raises KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
