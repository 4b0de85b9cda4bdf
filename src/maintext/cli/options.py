"""Arguments and options that commands share, and the examples in their help."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from maintext.errors import unknown
from maintext.limits import Limits
from maintext.render import TableChoice, TitleChoice

if TYPE_CHECKING:
    from maintext.judge import Rule

_LIMITS = Limits()


class Report(StrEnum):
    """Output formats of a report on pages."""

    TABLE = "table"
    JSON = "json"


class RuleName(StrEnum):
    """How a page is judged: `maintext.judge.Rule`."""

    MODEL = "model"
    PRINTED = "printed"


def examples(*lines: str) -> str:
    """Lines of `command  # what it does` as the epilogue of a command's help."""
    shown = [f"[cyan]{command.strip()}[/cyan]  [dim]{words}[/dim]" for command, _, words in _split(lines)]
    return "\n\n".join(["[bold]Examples[/bold]", *shown])


def _split(lines: tuple[str, ...]) -> list[tuple[str, str, str]]:
    return [line.partition("  # ") for line in lines]


Inputs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="INPUT...",
        help="Files, folders (every .html, .htm and .xhtml below), quoted patterns, http(s) URLs, "
        "or - for standard input, which is also read if there is no input.",
        show_default=False,
    ),
]
Pages = Annotated[
    list[str],
    typer.Argument(metavar="PAGE...", help="Files, folders, quoted patterns, http(s) URLs."),
]
Url = Annotated[
    str | None, typer.Option(help="URL of the page, if it comes from a file.", show_default=False)
]
Charset = Annotated[
    str | None,
    typer.Option(help="Encoding named by the page's HTTP header.", show_default=False),
]
AUTO = "auto"
"""The value of --site that finds other pages of the site."""
Site = Annotated[
    str | None,
    typer.Option(
        "--site",
        metavar="FILE|auto",
        help="Template of the page's site; or auto: fetch two other pages of it, found by the page's links.",
        show_default=False,
    ),
]
SitePages = Annotated[
    list[str] | None,
    typer.Option(
        "--site-page",
        metavar="PAGE",
        help="Another page of the same site, to find what repeats; may be repeated.",
        show_default=False,
    ),
]
Model = Annotated[
    Path | None,
    typer.Option(
        "--model",
        metavar="FILE",
        help="Your own model, from [bold]maintext train[/bold]: .npz for auto, "
        "or .json together with -m naive_bayes.",
        show_default=False,
    ),
]
OneMethod = Annotated[
    str | None,
    typer.Option(
        "--method",
        "-m",
        metavar="SPEC",
        help="A name, NAME:printed for the form printed in its paper, or NAME(parameter=value, ...); "
        "see [bold]maintext methods[/bold].",
    ),
]
Data = Annotated[
    Path, typer.Option("--data", metavar="PATH", help="A data set of labelled pages, or a folder of them.")
]
Layout = Annotated[
    str | None, typer.Option("--layout", help="Layout of the data set on disk.", show_default="detected")
]
Methods = Annotated[
    list[str],
    typer.Option(
        "--methods",
        metavar="SPECS",
        help="Methods separated by commas: a name, NAME:printed, NAME(parameter=value, ...), "
        "or all, papers, printed, baselines, none; may be repeated.",
    ),
]
Peers = Annotated[
    list[str],
    typer.Option("--peers", metavar="NAMES", help="Public extractors: names, all, none."),
]
ArticleRule = Annotated[
    RuleName | None,
    typer.Option(
        "--rule",
        help="How [bold]--articles-only[/bold] judges a page: by our model (default), or by the P value as "
        "printed in paper 3.",
        show_default=False,
    ),
]


def choice(what: str, choices: Sequence[str], words: str, *names: str) -> Any:
    """An option with one of some values."""

    def parse(chosen: str) -> str:
        if chosen not in choices:
            raise typer.BadParameter(unknown(what, chosen, choices))
        return chosen

    return typer.Option(*names, parser=parse, metavar=f"[{'|'.join(choices)}]", help=words)


Title = Annotated[
    str,
    choice(
        "choice of title",
        get_args(TitleChoice),
        "always: the text starts with the title; never: it is left out; auto: if the method keeps it.",
    ),
]
Tables = Annotated[
    str,
    choice(
        "choice of tables",
        get_args(TableChoice),
        "Tables in Markdown. pipe: with pipes; html: as HTML; auto: HTML where pipes cannot hold one.",
    ),
]
_PANEL = "Limits"
MaxBytes = Annotated[
    int,
    typer.Option(
        max=1 << 40, help="Limit on the bytes of a page; the rest is cut off.", rich_help_panel=_PANEL
    ),
]
MaxNodes = Annotated[
    int, typer.Option(help="Limit on elements and text nodes of a page.", rich_help_panel=_PANEL)
]
MaxDepth = Annotated[int, typer.Option(help="Limit on the nesting of a page.", rich_help_panel=_PANEL)]
Timeout = Annotated[
    float, typer.Option(help="Seconds for one page, and again for its download.", rich_help_panel=_PANEL)
]
MAX_BYTES, MAX_NODES, MAX_DEPTH, TIMEOUT = _LIMITS.bytes, _LIMITS.nodes, _LIMITS.depth, _LIMITS.seconds


def article_rule(rule: RuleName | None, articles_only: bool = True) -> "Rule":
    """The rule as options give it."""
    if rule and not articles_only:
        raise typer.BadParameter("--rule needs --articles-only")
    return "printed" if rule == RuleName.PRINTED else "model"


def make_limits(max_bytes: int, max_nodes: int, max_depth: int, timeout: float) -> Limits:
    """The limits as options give them."""
    try:
        return Limits(max_bytes, max_nodes, max_depth, timeout)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
