"""`maintext gate`: fail when the quality of a method drops."""

from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import Data, Layout, Methods, examples

EXAMPLES = examples(
    "maintext gate --data labelled/ --floors floors.json --raise  # write the first floors",
    "maintext gate --data labelled/ --floors floors.json  # has anything become worse?",
    "maintext gate --data labelled/ --floors floors.json --methods all,printed --raise  # printed forms, too",
    "maintext gate --data labelled/ --floors floors.json --lower fe --because 'the paper says so'",
)
DROPPED = 1


def gate(
    data: Data,
    floors: Annotated[
        Path, typer.Option(metavar="FILE", help="File of the floors: the quality that must be reached.")
    ],
    methods: Methods = ["all"],  # noqa: B006 - Typer reads it, nothing changes it
    raise_: Annotated[
        bool, typer.Option("--raise", help="Raise the floors of what improved, and add new ones.")
    ] = False,
    lower: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METHOD",
            help="Lower this method's floors to what it reaches; may be repeated. Needs --because.",
            show_default=False,
        ),
    ] = None,
    new_corpus: Annotated[
        bool,
        typer.Option(
            "--new-corpus", help="Set all floors again because the data has changed. Needs --because."
        ),
    ] = False,
    because: Annotated[
        str | None, typer.Option(help="The reason, which is recorded in the file.", show_default=False)
    ] = None,
    date: Annotated[str | None, typer.Option(help="The date to record.", show_default=False)] = None,
    layout: Layout = None,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 2,
) -> int:
    """Measure methods on labelled pages, and compare with the floors.

    A method that has a floor is always measured.
    Floors only rise, and only if nothing drops. Lowering one needs a reason,
    which is recorded in the file.

    Exit code: 0 nothing dropped; 1 something did, one line for each; 2 the
    pages could not be read or are not those of the floors, or wrong usage.
    """
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console, progress
    from maintext.errors import MaintextError, missing_package

    if (lower or new_corpus) and not (because or "").strip():
        raise typer.BadParameter("lowering floors needs a reason: --because REASON")
    try:
        from maintext.cli.evaluate import split
        from maintext.evaluation.datasets import read_pages
        from maintext.evaluation.extractors import choose
        from maintext.evaluation.floors import Floors
        from maintext.evaluation.gate import FloorChanges, run_gate, with_floors
    except ImportError as error:
        raise missing_package(error, "eval") from None

    if not (raise_ or floors.exists()):
        raise MaintextError(f"no floors at {floors}; --raise writes them")
    known = Floors.load(floors)
    changes = FloorChanges(raise_, tuple(lower or ()), new_corpus, because or "", date)
    measured = with_floors(choose(split(methods), []), known)
    result = run_gate(list(read_pages(data, layout)), measured, known, changes, workers, progress)
    console().table(result.sheet().table())
    for line in result.judgement.lines():
        print(line)
    if result.judgement.drops:
        return DROPPED
    if result.floors != known:
        result.floors.save(floors)
        print(f"written to {floors}")
    return FOUND
