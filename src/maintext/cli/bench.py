"""`maintext bench`: speed, memory and growth of extractors."""

from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import Data, Layout, Methods, Peers, examples

EXAMPLES = examples(
    "maintext bench --data labelled/  # every method, compared with turbohtml",
    "maintext bench --data labelled/ --methods p_value --peers all --pages 300 --output bench.json",
    "maintext bench --data labelled/ --methods auto,p_value --max-kb 100  # small pages: fixed costs",
    "maintext bench --data labelled/ --methods p_value --hostile p_value --pages 20  # hostile pages, too",
)


def bench(
    data: Data,
    methods: Methods = ["all"],  # noqa: B006 - Typer reads it, nothing changes it
    peers: Peers = ["turbohtml"],  # noqa: B006
    against: Annotated[
        str,
        typer.Option(metavar="NAME", help="Method or peer to compare with, or none."),
    ] = "turbohtml",
    hostile: Annotated[
        list[str],
        typer.Option(metavar="NAMES", help="Extractors that also run the hostile pages: names, all, none."),
    ] = ["none"],  # noqa: B006
    pages: Annotated[int, typer.Option(min=1, help="Number of pages, evenly spread over the data.")] = 200,
    max_kb: Annotated[
        int | None,
        typer.Option(
            min=1, help="Only pages of at most this size, in thousands of bytes.", show_default=False
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Runs of each page; the best counts.")] = 3,
    alone: Annotated[
        int,
        typer.Option(
            min=0, help="Also run each extractor alone, each page this many times in a row; 0 to skip."
        ),
    ] = 5,
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Seconds that an extractor may take for a page.")
    ] = 20.0,
    layout: Layout = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the figures to a .json or .md file; may be repeated.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Measure how fast extractors are, what memory they need, and how both grow.

    Each extractor runs in its own process. All extractors run ten pages
    before the next ten; after that, each runs all pages alone. Use an idle
    machine.

    Exit code: 0 done; 2 the pages could not be read, or wrong usage.
    """
    from maintext.cli.commands import complain
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console, progress
    from maintext.errors import MaintextError, missing_package

    try:
        from maintext.cli.evaluate import installed, split
        from maintext.evaluation.bench import BenchPage, Plan, evenly, small_pages
        from maintext.evaluation.bench import bench as measure
        from maintext.evaluation.bench.report import sheets, write
        from maintext.evaluation.datasets import read_pages
        from maintext.evaluation.extractors import choose, load_extractor
    except ImportError as error:
        raise missing_package(error, "eval") from None

    extractors = installed(choose(split(methods), split(peers)))
    plan = Plan(
        tuple(extractors),
        against=_against(against, extractors),
        hostile=_hostile(split(hostile), extractors),
        rounds=rounds,
        alone=alone,
        seconds=timeout,
    )
    for file in output or ():
        if file.suffix not in (".json", ".md"):
            raise typer.BadParameter(f"{file} is neither .json nor .md")
    found = small_pages((BenchPage(page.html, page.url) for page in read_pages(data, layout)), max_kb)
    if not found and max_kb:
        raise MaintextError(f"{data} has no page of at most {max_kb} KB")
    chosen = [found[position] for position in evenly(len(found), pages)]
    result = measure(chosen, plan, load_extractor, progress)
    screen = console()
    if float(result.machine.get("load", 0)) > 0.5:
        complain("bench", f"the machine was busy (load {result.machine['load']}): times are too high")
    for sheet in sheets(result):
        screen.table(sheet.table())
    for file in output or ():
        write(result, file)
        screen.say(f"written to {file}")
    return FOUND


def _against(name: str, extractors: list[str]) -> str | None:
    """The extractor to compare with; None for none, or if the default one is not run."""
    if name == "none" or (name == "turbohtml" and "peer:turbohtml" not in extractors):
        return None
    return _among(name, extractors)


def _hostile(names: list[str], extractors: list[str]) -> tuple[str, ...]:
    if names == ["none"]:
        return ()
    return tuple(extractors if names == ["all"] else (_among(name, extractors) for name in names))


def _written(spec: str) -> list[str]:
    """The spec as `choose` writes it; none if it is not one."""
    from maintext.errors import MethodError
    from maintext.methods.registry import canonical_spec

    try:
        return [canonical_spec(spec)]
    except MethodError:
        return []


def _among(name: str, extractors: list[str]) -> str:
    """A method, or a peer with or without `peer:` before its name."""
    for known in (name, f"peer:{name}", *_written(name)):
        if known in extractors:
            return known
    raise typer.BadParameter(f"{name} is not one of the extractors: {', '.join(extractors)}")
