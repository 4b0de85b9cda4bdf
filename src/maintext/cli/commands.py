"""How commands end and show their help: exit codes, one line for an error, no traceback."""

import os
import re
import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from maintext.errors import MaintextError

UNREADABLE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
_HELP_WIDTH = 200
"""Columns of help that goes into a pipe or file: no example and no option needs more."""

# Typer has its own copy of click or uses click's, by version; this is the right one's in both.
UsageError: Any = typer.BadParameter.__base__


class Command(TyperCommand):
    """A command whose help is wrapped on a terminal only."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _set_help_width()
        super().format_help(ctx, formatter)


class CommandGroup(TyperGroup):
    """A group of commands whose help is wrapped on a terminal only."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _set_help_width()
        super().format_help(ctx, formatter)


class Commands(CommandGroup):
    """All commands. They return their exit code; an error is one line, never a traceback."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        for stream, errors in (sys.stdout, "replace"), (sys.stderr, "backslashreplace"):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors=errors)
        try:
            code = super().main(*args, **options | {"standalone_mode": False})
            sys.stdout.flush()
        except SystemExit as end:  # click's own, if the pipe was closed while it printed help
            code = _leave_pipe() if isinstance(end.__context__, BrokenPipeError) else end.code
        except BrokenPipeError:
            code = _leave_pipe()
        except KeyboardInterrupt:
            code = INTERRUPTED
        except UsageError as error:
            hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            code = complain(None, _plain(error.format_message()) + hint)
        except MaintextError as error:
            code = complain(None, str(error))
        except OSError as error:
            code = complain(None, f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))
        sys.exit(code)

    def invoke(self, ctx: Any) -> Any:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            code = _leave_pipe()
        return code


_KINDS = {"int": "a whole number", "integer": "a whole number", "float": "a number"}


def _plain(message: str) -> str:
    """A message of the parser, with the kinds of numbers in plain words."""
    message = message.removeprefix("Invalid value: ").rstrip(".")
    return re.sub(r"a valid (int|integer|float)(?: range)?\b", lambda found: _KINDS[found[1]], message)


def _leave_pipe() -> int:
    """End quietly: the reader, such as `head`, has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def _set_help_width() -> None:
    from typer import rich_utils  # slow to import, and for help only

    rich_utils.MAX_WIDTH = None if sys.stdout.isatty() else _HELP_WIDTH


def complain(name: str | None, message: str) -> int:
    """Write one line about an input to standard error; returns the exit code."""
    shown = "" if name is None else f"{'standard input' if name == '-' else name}: "
    print(f"maintext: {shown}{' '.join(message.split())}", file=sys.stderr)
    return UNREADABLE
