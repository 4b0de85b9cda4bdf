"""`maintext train`: fit a method to labelled pages."""

from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import Data, examples

EXAMPLES = examples(
    "maintext train naive_bayes --data labelled/  # fit to a folder of Parquet files",
    "maintext extract page.html -m naive_bayes --model naive_bayes.json  # use it",
)


def train(
    method: Annotated[str, typer.Argument(help="The method to fit: naive_bayes.")],
    data: Data,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where the model goes.", show_default="METHOD.json"
        ),
    ] = None,
) -> int:
    """Fit a method that is trained to labelled pages, and write its model.

    Exit code: 0 the model was written; 2 the pages could not be read, or
    wrong usage.
    """
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console, progress
    from maintext.cli.setup import find_method
    from maintext.errors import MaintextError

    name = find_method(method).name
    if name != "naive_bayes":
        raise typer.BadParameter(f"{name} is not trained; naive_bayes is")
    output = output or Path(f"{name}.json")
    try:
        from maintext.evaluation.datasets import read_pages
        from maintext.training.naive_bayes import train as fit

        model = fit(progress(read_pages(data), _page_count(data), "counting blocks"))
    except ImportError as error:
        raise MaintextError(f"{error.name} is missing: pip install 'maintext[train]'") from None
    output.parent.mkdir(parents=True, exist_ok=True)
    model.save(output)
    console().print(model.summary(), f"written to {output}", sep="\n", markup=False)
    return FOUND


def _page_count(data: Path) -> int | None:
    """Pages of a data set in Parquet; None for other layouts, which would have to be read to be counted."""
    from pyarrow import ArrowInvalid, parquet

    from maintext.evaluation.datasets import dataset_files, find_layout

    if find_layout(data).name != "parquet":
        return None
    try:
        return sum(parquet.read_metadata(file).num_rows for file in dataset_files(data))
    except (ArrowInvalid, OSError):  # a damaged file: reading it will say so
        return None
