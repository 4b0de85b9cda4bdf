"""The command `maintext`. One file per command, parsing only; the core does the work.

The commands stand in extract, judge, compare, methods, run, dedup, site, train, evaluate, bench, gate,
samples, serve and mcp.
Behind them:

    options.py   arguments and options that commands share
    setup.py     options → a method, an extractor
    inputs.py    files, folders, patterns, standard input → pages to read
    fetch.py     http(s) addresses → pages, within bounds
    work.py      many pages → results, in order, over processes
    deliver.py   results → standard output, a file, a folder, the screen
    output.py    documents and messages → standard output and standard error
    screen.py    consoles for people; on them explain.py, reports.py, scoreboard.py, method_pages.py,
                 sample_pages.py, training_tables.py, run_report.py

Command files import these and the core inside their functions: `--help` does not wait for them.
"""

import os
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from maintext.cli import (
    bench,
    compare,
    dedup,
    evaluate,
    extract,
    gate,
    judge,
    mcp,
    methods,
    run,
    samples,
    serve,
    site,
    train,
)
from maintext.errors import MaintextError
from maintext.version import __version__

UNREADABLE, BROKEN_PIPE = 2, 141
# Typer has its own copy of click or uses click's, by version; this is the right one's in both.
UsageError: Any = typer.BadParameter.__base__


class Commands(TyperGroup):
    """Commands return their exit code; whatever else ends them is one line, never a traceback."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        for stream, errors in (sys.stdout, "replace"), (sys.stderr, "backslashreplace"):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors=errors)
        try:
            code = super().main(*args, **options | {"standalone_mode": False})
        except UsageError as error:
            hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            code = _complain(error.format_message().removeprefix("Invalid value: ").rstrip(".") + hint)
        except MaintextError as error:
            code = _complain(str(error))
        except OSError as error:
            code = _complain(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))
        sys.exit(code)

    def invoke(self, ctx: Any) -> Any:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader, `head` perhaps, has all it wants
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = BROKEN_PIPE
        return code


def _complain(message: str) -> int:
    print(f"maintext: {' '.join(message.split())}", file=sys.stderr)
    return UNREADABLE


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"maintext {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="See [bold]maintext COMMAND --help[/bold] for examples of each command.",
)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> int:
    """Find the main text (正文) of web pages, with evidence."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        return UNREADABLE
    return 0


app.command(epilog=extract.EXAMPLES)(extract.extract)
app.command(epilog=judge.EXAMPLES)(judge.judge)
app.command(epilog=compare.EXAMPLES)(compare.compare)
app.command(epilog=methods.EXAMPLES)(methods.methods)
app.command(epilog=run.EXAMPLES)(run.run)
app.command(epilog=dedup.EXAMPLES)(dedup.dedup)
app.add_typer(site.app, name="site")
app.command(epilog=train.EXAMPLES)(train.train)
app.command(epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command(epilog=bench.EXAMPLES)(bench.bench)
app.command(epilog=gate.EXAMPLES)(gate.gate)
app.command(epilog=samples.EXAMPLES)(samples.samples)
app.command(epilog=serve.EXAMPLES)(serve.serve)
app.command(epilog=mcp.EXAMPLES)(mcp.mcp)
