"""Options of `maintext run` on corpora: input, verifying and resuming, output, columns, operation."""

from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import choice
from maintext.errors import unknown

INPUT = "Input"

InputFormat = Annotated[
    str | None, typer.Option("--input-format", help="warc, parquet, jsonl or html.", rich_help_panel=INPUT)
]
HtmlColumn = Annotated[str | None, typer.Option(help="Column of the HTML.", rich_help_panel=INPUT)]
UrlColumn = Annotated[str | None, typer.Option(help="Column of the URL.", rich_help_panel=INPUT)]
IdColumn = Annotated[str | None, typer.Option(help="Column of the id.", rich_help_panel=INPUT)]
CharsetColumn = Annotated[str | None, typer.Option(help="Column of the HTTP charset.", rich_help_panel=INPUT)]
ShardMb = Annotated[
    int | None,
    typer.Option(
        min=1, help="Size of a shard, in MB; by default 64, less for a small input.", rich_help_panel=INPUT
    ),
]

RESUMING = "Verifying and resuming"

Verify = Annotated[
    bool,
    typer.Option(
        "--verify",
        help="Compare every part of the output with its digest; damaged shards are done again.",
        rich_help_panel=RESUMING,
    ),
]
Identity = Annotated[
    str,
    choice(
        "identity",
        ("name-size", "digest"),
        "How an input is recognised when a run is resumed, wherever it is then.",
        "--identity",
    ),
]
OtherVersion = Annotated[
    bool,
    typer.Option(
        "--other-version",
        help="Resume an output of another version of maintext; model_version says which made a row.",
        rich_help_panel=RESUMING,
    ),
]

OUTPUT = "Output"


def _words(value: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in value.split(",") if word.strip())


def parse_columns(value: str) -> tuple[str, ...]:
    """Groups of columns, or `all`."""
    from maintext.batch.record import GROUPS

    groups = tuple(group for group in GROUPS if group != "tokens")  # a tokenizer asks for these
    named = groups if value == "all" else _words(value)
    for group in named:
        if group not in groups:
            raise typer.BadParameter(unknown("group of columns", group, (*groups, "all")))
    return tuple(group for group in groups if group in named)


def parse_partition(value: str) -> tuple[str, ...]:
    """Columns to partition by."""
    from maintext.batch.parts import PARTITIONS

    for name in _words(value):
        if name not in PARTITIONS:
            raise typer.BadParameter(unknown("partition", name, PARTITIONS))
    return _words(value)


ExtraColumns = Annotated[
    str,
    typer.Option(
        "--columns",
        metavar="GROUP,...",
        help="More columns: markdown, html, links, quality, or all.",
        rich_help_panel=OUTPUT,
    ),
]
FilterWords = Annotated[
    str | None,
    typer.Option(
        "--filter",
        metavar="RULES",
        help="gopher, c4, fineweb, several with commas, or an expression such as "
        "[bold]words > 100 and language == 'en'[/bold]: other texts are left out, their rows stay.",
        rich_help_panel=OUTPUT,
    ),
]
Tokenizer = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|NAME",
        help="Count tokens: a tokenizer.json, or a model in Hugging Face's local cache.",
        rich_help_panel=OUTPUT,
    ),
]
Partition = Annotated[
    str,
    typer.Option(
        metavar="COLUMN,...",
        help="Folders by language, crawl_date (the day), kind, status or verdict.",
        rich_help_panel=OUTPUT,
    ),
]
PartMb = Annotated[
    int | None,
    typer.Option(min=1, help="Begin another part at this size, in MB.", rich_help_panel=OUTPUT),
]

OPERATION = "Operation"

DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Only plan, and estimate time and output of what is left to do, from a sample; write nothing.",
        rich_help_panel=OPERATION,
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="PAGES",
        help="Take this many pages, from all over the input, or all if it has fewer. They are counted first.",
        rich_help_panel=OPERATION,
    ),
]
Sample = Annotated[
    float,
    typer.Option(
        metavar="SHARE", help="A share of the pages, chosen by their ids.", rich_help_panel=OPERATION
    ),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Only errors and warnings.", rich_help_panel=OPERATION)
]
LogFile = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Append events as JSON lines.", rich_help_panel=OPERATION),
]
MetricsFile = Annotated[
    Path | None,
    typer.Option(
        "--metrics",
        metavar="FILE",
        help="Write counts for Prometheus (textfile collector), every ten seconds.",
        rich_help_panel=OPERATION,
    ),
]
BaseUrl = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="Put before each line of a list of paths (warc.paths.gz), such as s3://commoncrawl/.",
        rich_help_panel=OPERATION,
    ),
]


def check_share(share: float) -> None:
    """Raise an error if a share is not one."""
    if not 0 < share <= 1:
        raise typer.BadParameter(f"--sample takes a share above 0 and up to 1, not {share:g}")
