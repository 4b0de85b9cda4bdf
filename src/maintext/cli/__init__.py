"""The command `maintext`. One file per command, parsing only; the core does the work.

The commands are in extract, judge, compare, methods, run, dedup, site, train, evaluate, bench, gate,
samples, serve and mcp.
Behind them:

    commands.py  how commands end and show their help
    options.py   arguments and options that commands share
    setup.py     options → a method, an extractor
    inputs.py    files, folders, patterns, standard input → pages to read
    fetch.py     http(s) URLs → pages, within limits
    clock.py     a time limit on one page
    work.py      many pages → results, in order, over processes
    deliver.py   results → standard output, a file, a folder, the screen
    output.py    documents and messages → standard output and standard error
    screen.py    consoles for people; on them explain.py, reports.py, scoreboard.py, method_pages.py,
                 sample_pages.py, training_tables.py, run_report.py
    run_options.py, run_plan.py, run_log.py, dry_run.py  more of `maintext run`

Command files import these and the core inside their functions: `--help` does not wait for them.
"""

from typing import Annotated

import typer

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
from maintext.cli.commands import UNREADABLE, Command, Commands
from maintext.version import __version__


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


app.command(cls=Command, epilog=extract.EXAMPLES)(extract.extract)
app.command(cls=Command, epilog=judge.EXAMPLES)(judge.judge)
app.command(cls=Command, epilog=compare.EXAMPLES)(compare.compare)
app.command(cls=Command, epilog=methods.EXAMPLES)(methods.methods)
app.command(cls=Command, epilog=run.EXAMPLES)(run.run)
app.command(cls=Command, epilog=dedup.EXAMPLES)(dedup.dedup)
app.add_typer(site.app, name="site")
app.command(cls=Command, epilog=train.EXAMPLES)(train.train)
app.command(cls=Command, epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command(cls=Command, epilog=bench.EXAMPLES)(bench.bench)
app.command(cls=Command, epilog=gate.EXAMPLES)(gate.gate)
app.command(cls=Command, epilog=samples.EXAMPLES)(samples.samples)
app.command(cls=Command, epilog=serve.EXAMPLES)(serve.serve)
app.command(cls=Command, epilog=mcp.EXAMPLES)(mcp.mcp)
