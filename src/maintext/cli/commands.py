"""How commands end and show their help: exit codes, one line for an error, no traceback."""

import os
import re
import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from maintext.arguments import wrong_choice
from maintext.errors import MaintextError

UNREADABLE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
_HELP_WIDTH = 200
"""Columns of help that goes into a pipe or file: no example and no option needs more."""

# Typer has its own copy of click or uses click's, by version; this is the right one's in both.
UsageError: Any = typer.BadParameter.__base__


_OLD_NAMES = {
    "extract": {"--jobs": "--workers"},
    "run": {"--jobs": "--workers", "--memory-mb": "--memory", "--form": "--format"},
    "evaluate": {"--seconds": "--timeout"},
    "bench": {"--seconds": "--timeout"},
}
"""Options of 0.1 by command, and their names now. They work in 0.2, with a warning; 0.3 drops them."""


class Command(TyperCommand):
    """A command whose help is wrapped on a terminal only, and that takes old names of options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _with_new_names(args, _OLD_NAMES.get(self.name or "", {})))

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
            message = _plain(error.format_message())
            code = complain(None, message + hint) if message else UNREADABLE  # help was printed
        except MaintextError as error:
            code = complain(None, str(error))
        except OSError as error:
            code = complain(None, f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))
        sys.exit(code)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As click's, with a hint for somebody who left out `extract`."""
        try:
            return super().resolve_command(ctx, args)
        except UsageError as error:
            if args and ("://" in args[0] or os.path.exists(args[0])):
                raise UsageError(f"there is no command: give maintext extract {args[0]}") from None
            raise error

    def invoke(self, ctx: Any) -> Any:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            code = _leave_pipe()
        return code


def _with_new_names(args: list[str], new_names: dict[str, str]) -> list[str]:
    """The arguments, with the new names of options; a line about each old one.

    >>> _with_new_names(["page.html", "--workers=2", "--", "--jobs"], {"--jobs": "--workers"})
    ['page.html', '--workers=2', '--', '--jobs']
    """
    end = args.index("--") if "--" in args else len(args)
    renamed = []
    for arg in args[:end]:
        name, equals, value = arg.partition("=")
        if new := new_names.get(name):
            complain(None, f"{name} is now {new}")
        renamed.append(f"{new or name}{equals}{value}")
    return renamed + args[end:]


_OTHER_NAMES = {
    **{f"--{name}": f"-f {name}" for name in ("markdown", "html", "xml", "json")},
    "--txt": "-f text",
    "--xmltei": "-f tei",
    "--output-format": "--format",
    "--output-dir": "--output",
    "--precision": "--prefer precision",
    "--recall": "--prefer recall",
    "--no-comments": "--comments never",
    "--target-language": "--language",
    "--lang": "--language",
    "--encoding": "--charset",
    "--fast": "-m p_value",
    "--threshold": "--param threshold=0.5",
    "--parallel": "--workers",
    **dict.fromkeys(("-u", "--URL", "-i", "--input-file", "--input-dir"), "maintext extract INPUT"),
}
"""Options that people try first, most of them of other commands, and what to use here."""

_NO_CHOICE = re.compile(
    r"(Invalid value for '--([\w-]+)'(?: / '-\w')?: )'(.*)' is not one of (.*)", re.DOTALL
)
_KINDS = {"int": "a whole number", "integer": "a whole number", "float": "a number"}


def _plain(message: str) -> str:
    """A message of the parser, with the kinds of numbers in plain words."""
    message = message.removeprefix("Invalid value: ").rstrip(".")
    if (found := re.match(r"No such option: (-[\w-]+)", message)) and found[1] in _OTHER_NAMES:
        return f"there is no {found[1]}; use {_OTHER_NAMES[found[1]]}"
    if found := _NO_CHOICE.fullmatch(message):
        return found[1] + wrong_choice(found[2], found[3], re.findall("'([^']*)'", found[4]))
    message = re.sub(r"is not in the range x>=(\d+)$", r"is less than \1", message)
    message = re.sub(r"is not in the range (\d+)<=x<=(\d+)$", r"is not between \1 and \2", message)
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
