"""Arguments and options that commands share, and the examples in their help."""

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from maintext.arguments import wrong_choice
from maintext.errors import quoted
from maintext.limits import Limits
from maintext.options import Described, Output, Select, described, split_options

Command = TypeVar("Command", bound=Callable[..., Any])
_LIMITS = Limits()
_UNDERSCORED = re.compile(r"\b[a-z]+_[a-z_]+\b")  # in the words about an option: another one's name


class Report(StrEnum):
    """Output formats of a report on pages."""

    TABLE = "table"
    JSON = "json"


class RuleName(StrEnum):
    """How a page is judged: `maintext.verdict.Rule`."""

    MODEL = "model"
    PRINTED = "printed"


def starting(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """For the shell: the names that start with what was typed. They are only looked up there."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def method_names() -> list[str]:
    """The names of methods, and of their printed forms."""
    from maintext.methods.registry import METHODS, PRINTED_SPECS

    return [*METHODS, *PRINTED_SPECS]


def _check_charset(charset: str | None) -> str | None:
    if charset:
        from maintext.text.decode import unknown_charset

        if name := unknown_charset(charset):
            raise typer.BadParameter(f"there is no encoding {quoted(name)}")
    return charset


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
        help="Files (.html, also .html.gz, .txt and .md), folders (every .html, .htm and .xhtml below, also "
        ".gz), quoted patterns, http(s) URLs, or - for standard input, which is also read if there is no "
        "input.",
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
    typer.Option(
        help="Encoding named by the page's HTTP header, or that whole Content-Type header.",
        show_default=False,
        callback=_check_charset,
    ),
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
        "see [bold]maintext methods[/bold]. Your own: package.module.MyMethod.",
        autocompletion=starting(method_names),
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
        autocompletion=starting(method_names),
    ),
]
Peers = Annotated[
    list[str],
    typer.Option("--peers", metavar="NAMES", help="Public extractors: names, all, none."),
]


def choice(
    what: str, choices: Sequence[str], words: str, *names: str, hint: str = "", panel: str | None = None
) -> Any:
    """An option with one of some values, which the shell completes; `hint` ends the error about others."""

    def parse(chosen: str) -> str:
        if chosen not in choices:
            raise typer.BadParameter(wrong_choice(what, chosen, choices) + hint)
        return chosen

    return typer.Option(
        *names,
        parser=parse,
        metavar=f"[{'|'.join(choices)}]",
        help=words,
        autocompletion=starting(lambda: choices),
        rich_help_panel=panel,
    )


def takes_options(command: Command) -> Command:
    """Give a command that has `**options` all options of the library, from the fields of their classes."""
    signature = inspect.signature(command)
    own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    added = [
        inspect.Parameter(
            one.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if one.is_list else one.default,
            annotation=_annotation(one, panel),
        )
        for owner, panel in ((Select, "Which text"), (Output, "How it is written"))
        for one in described(owner)
    ]
    command.__signature__ = signature.replace(parameters=own + added)  # type: ignore[attr-defined]
    del command.__annotations__["options"]
    return command


def _annotation(option: Described, panel: str) -> Any:
    """The type and the help of an option, as typer reads them."""
    name = f"--{option.name.replace('_', '-')}"
    words = _UNDERSCORED.sub(_option_name, option.words) + (" May be repeated." if option.is_list else "")
    if option.choices:
        return Annotated[str, choice(option.name, option.choices, words, name, panel=panel)]
    if option.kind is bool and option.default:
        name += f"/--no-{name[2:]}"
    kind = list[str] | None if option.is_list else option.kind
    least = 0 if option.kind is int else None
    shown = typer.Option(name, help=words, rich_help_panel=panel, min=least, metavar=option.shown)
    return Annotated[kind, shown]


def _option_name(word: re.Match[str]) -> str:
    """A name of the library, as the command has it."""
    return f"--{word[0].replace('_', '-')}"


def chosen_options(options: dict[str, Any]) -> tuple[Select, Output]:
    """What a command's options say; one line if a value is not valid."""
    given = {name: () if name == "prune" and value is None else value for name, value in options.items()}
    try:
        return split_options(given)
    except (TypeError, ValueError) as error:
        raise typer.BadParameter(_as_option(str(error), given)) from None


def _as_option(message: str, given: dict[str, Any]) -> str:
    """A message of the library, with the names of options as the command has them.

    The first word may be one; others are names if they have an underscore.
    """

    def named(word: re.Match[str]) -> str:
        is_name = word[0] in given and ("_" in word[0] or not word.start())
        return _option_name(word) if is_name else word[0]

    return re.sub(r"[a-z_]+", named, message).replace(", or None,", ",")


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


def make_limits(max_bytes: int, max_nodes: int, max_depth: int, timeout: float) -> Limits:
    """The limits as options give them."""
    try:
        return Limits(max_bytes, max_nodes, max_depth, timeout)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
