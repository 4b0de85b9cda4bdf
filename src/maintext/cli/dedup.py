"""`maintext dedup`: drop near-duplicates."""

from typing import TYPE_CHECKING, Annotated

import typer

from maintext.cli.options import examples

if TYPE_CHECKING:
    from maintext.batch.duplicates import Deduplicated

EXAMPLES = examples(
    "maintext dedup texts/ --output unique/  # a copy of the output of maintext run, without near-duplicates",
    "maintext dedup january/ february/ --output unique/ --threshold 0.9  # across runs, only the closest",
)


def dedup(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="OUTPUT...",
            help="Outputs of [bold]maintext run[/bold]: folders, or Parquet and JSONL files. Not WET.",
        ),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FOLDER", help="Folder or URL for the rows that are kept."),
    ],
    threshold: Annotated[
        float, typer.Option(help="Share of five-word sequences that two texts must have in common.")
    ] = 0.8,
    keep_all: Annotated[
        bool, typer.Option("--keep-all", help="Keep every row, and only write the clusters.")
    ] = False,
) -> int:
    """Drop texts that are nearly the same as an earlier one.

    The first one of a cluster is kept, in the order of the arguments and rows. Rows get
    two columns: [bold]cluster_id[/bold], the id of the first row, and [bold]cluster_size[/bold].
    FOLDER/_maintext/duplicates.jsonl.zst lists what was dropped, and how
    similar it is. Rows without a text are kept. WET outputs ([bold]--sink warc.wet.gz[/bold]) are refused.

    Exit code: 0 done; 2 an input could not be read or is WET, or wrong usage; 4 the disk is full.
    """
    from maintext.cli.commands import complain
    from maintext.cli.output import FOUND, UNFINISHED
    from maintext.errors import missing_package

    try:
        from maintext.batch.full_disk import is_full, name_full

        found = _drop(inputs, output, threshold, keep_all)
    except ImportError as error:
        raise missing_package(error, "batch") from None
    except OSError as error:
        if not is_full(error):
            raise
        complain(None, name_full(error, output))
        return UNFINISHED
    stay = found.rows - found.dropped
    if keep_all:
        print(f"{found.rows} rows; {found.dropped} of {found.texts} texts are copies of an earlier one")
    else:
        print(f"{stay} of {found.rows} rows stay; {found.dropped} of {found.texts} texts dropped")
    return FOUND


def _drop(inputs: list[str], output: str, threshold: float, keep_all: bool) -> "Deduplicated":
    """Drop near-duplicates under a progress bar."""
    from maintext.batch.duplicates import drop_duplicates
    from maintext.cli.screen import make_bar

    with make_bar() as bar:
        task = bar.add_task("signed", total=None)
        return drop_duplicates(
            inputs,
            output,
            threshold=threshold,
            keep_all=keep_all,
            report=lambda stage, rows: bar.update(task, description=stage, completed=rows),
        )
