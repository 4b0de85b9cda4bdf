"""`maintext evaluate`: methods and public extractors, side by side on labelled pages."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import Data, Layout, Methods, Peers, examples
from maintext.methods.spec import split_specs

EXAMPLES = examples(
    "maintext evaluate --data labelled/  # every method: token F1 by data set",
    "maintext evaluate --data labelled/ --methods papers,cetd --peers all --report out/  # a full report",
    "maintext evaluate --data labelled/ --methods 'ceds,ceds:printed,lqf(quota=0.25)'  # forms of a method",
    "maintext evaluate --data labelled/ --methods none --papers --report out/  # the papers' tables",
    "maintext evaluate --data labelled/ --methods auto --peers all --structure  # what Markdown keeps",
    "maintext evaluate --data labelled/ --methods none --peers trafilatura --limit 50  # a quick look",
)


def evaluate(
    data: Data,
    methods: Methods = ["all"],  # noqa: B006 - Typer reads it, nothing changes it
    peers: Peers = ["none"],  # noqa: B006
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write a report here; without it, a table is printed.", show_default=False
        ),
    ] = None,
    papers: Annotated[
        bool,
        typer.Option(
            "--papers",
            help="Also run what the papers' tables need: their methods, printed forms and opponents.",
        ),
    ] = False,
    structure: Annotated[
        bool,
        typer.Option(
            "--structure",
            help="Also measure the Markdown: code, tables, headings, lists, formulas, links, images.",
        ),
    ] = False,
    layout: Layout = None,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 2,
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Seconds that an extractor may take for a page.")
    ] = 30.0,
    cache: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of the cache.", show_default="~/.cache/maintext"),
    ] = None,
    folds: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Models of `train auto --folds`: adds auto-cv, tested only on sites it was not fitted to.",
            show_default=False,
        ),
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Run everything; do not use the cache.")
    ] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many pages of each data set.", show_default=False)
    ] = None,
) -> int:
    """Run methods and public extractors on labelled pages, and measure what they find.

    Each runs in its own process, which is killed when a page takes too long.
    Results are cached: a second run costs nothing, and an interrupted run
    resumes.

    Exit code: 0 done; 2 the pages could not be read, or wrong usage.
    """
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console, progress
    from maintext.errors import missing_package

    try:
        from maintext.cli.scoreboard import scoreboard, structure_board
        from maintext.evaluation.cache import Cache, default_folder
        from maintext.evaluation.datasets import LabelledPage
        from maintext.evaluation.extractors import (
            FOLDED,
            MARKDOWN,
            choose,
            choose_markdown,
            extractor_version,
        )
        from maintext.evaluation.outcome import Outcome
        from maintext.evaluation.report import write_report
        from maintext.evaluation.report.papers import paper_extractors
        from maintext.evaluation.report.structure import measure_structure
        from maintext.evaluation.report.work import WorkPool
        from maintext.evaluation.runner import choose_pages, in_order, run
    except ImportError as error:
        raise missing_package(error, "eval") from None

    if papers and report is None:
        raise typer.BadParameter("--papers makes tables of a report: add --report FOLDER")
    named = text_peers(split(peers)) if structure else split(peers)
    chosen = choose([*split(methods), *(paper_extractors() if papers else ())], named)
    extractors = installed([*([FOLDED] if folds else []), *chosen])
    folded = [MARKDOWN + FOLDED] if folds else []
    shaped = installed([*folded, *choose_markdown(split(methods), split(peers))]) if structure else []
    pages = choose_pages(data, layout, limit)
    labelled = [page for page in pages if page.text]
    versions = {name: extractor_version(name, folds) for name in (*extractors, *shaped)}
    with nullcontext() if no_cache else Cache(cache or default_folder(), versions) as kept:

        def extract(own: list[LabelledPage], names: list[str], words: str) -> list[Outcome]:
            outcomes = run(own, names, workers=workers, seconds=timeout, cache=kept, folds=folds)
            return in_order(progress(outcomes, len(own) * len(names), words), own, names)

        found = extract(pages, extractors, "extracting")
        marked = extract(labelled, shaped, "extracting Markdown") if structure else []
    if report is not None:
        write_report(pages, found, report, structure=marked, workers=workers, progress=progress)
        console().say(f"written to {report}")
        return FOUND
    console().table(scoreboard(pages, found))
    if structure:
        with WorkPool(workers, progress) as work:
            console().table(structure_board(measure_structure(labelled, marked, work)))
    return FOUND


def text_peers(peers: list[str]) -> list[str]:
    """The peers without those that give Markdown only."""
    from maintext.evaluation.peers import PEERS
    from maintext.evaluation.structure.peers import MARKDOWN_PEERS

    return [name for name in peers if name in PEERS or name not in MARKDOWN_PEERS]


def installed(extractors: list[str]) -> list[str]:
    """The extractors that are installed; the others are reported in one line."""
    from maintext.cli.commands import complain
    from maintext.evaluation.extractors import missing_peers

    missing = missing_peers(extractors)
    if missing:
        complain("left out, not installed", f"{', '.join(missing)}; pip install 'maintext[peers]'")
    found = [name for name in extractors if name not in missing]
    if not found:
        raise typer.BadParameter("no extractor to run: see --methods and --peers")
    return found


def split(words: list[str]) -> list[str]:
    """Names and specs that were separated by commas or given as repeated options."""
    return [spec for word in words for spec in split_specs(word)]
