"""`maintext train`: fit a method to labelled pages, or adapt its model to your own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maintext.cli.options import examples

if TYPE_CHECKING:
    from maintext.model.auto import AutoModel

EXAMPLES = examples(
    "maintext train auto --from-labels mine.jsonl -o mine.npz  # adapt auto to a few dozen pages of your own",
    "maintext extract page.html --model mine.npz  # use it",
    "maintext train auto --data labelled/  # fit auto from scratch, to thousands of pages of many sites",
    "maintext train auto --data labelled/ --folds folds/  # the same; keep the models of cross-validation",
    "maintext train auto --data labelled/ --folds folds/ --only-second-look  # after a new clean-up",
    "maintext train auto --data labelled/ --sources permissive  # only data sets with permissive licences",
    "maintext train naive_bayes --data labelled/  # fit to a folder of Parquet files",
    "maintext train naive_bayes:printed --data labelled/  # the same for the form printed in its paper",
)
_TRAINED = {"auto": ".npz", "naive_bayes": ".json"}
"""Methods that can be trained, and the suffix of their model files."""


class SourceName(StrEnum):
    """The data sets that `--sources` allows."""

    ALL = "all"
    PERMISSIVE = "permissive"


def train(
    method: Annotated[
        str, typer.Argument(help="The method to fit: auto, naive_bayes, or naive_bayes with parameters.")
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="A data set of labelled pages, or a folder of them: fit from scratch.",
            show_default=False,
        ),
    ] = None,
    from_labels: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Your own labelled pages, a few dozen: adapt a model of auto to them.",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The model to adapt.", show_default="the package's own"),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Output file.",
            show_default="auto.npz, naive_bayes.json",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="For auto: the same seed gives the same model.")] = 0,
    sources: Annotated[
        SourceName,
        typer.Option(
            help="With --data: all data sets, or only those known to have permissive licences.",
        ),
    ] = SourceName.ALL,
    folds: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="For auto: write the models of cross-validation and a plot here, for `evaluate --folds`.",
            show_default=False,
        ),
    ] = None,
    only_second_look: Annotated[
        bool,
        typer.Option(
            "--only-second-look",
            help="For auto: refit only the second look of --model, by the models that are in --folds.",
        ),
    ] = False,
) -> int:
    """Fit a method to labelled pages, and write its model.

    --data fits the method from scratch. --from-labels adapts your model of
    auto to your own pages: changes are cross-validated, and kept only if they
    help. The card of a model of auto is written beside it, as .json. A model
    of naive_bayes says which parameters it was fitted with; a method with
    others refuses it.

    Exit code: 0 the model was written; 2 the pages could not be read, or
    wrong usage.
    """
    from maintext.cli.output import FOUND
    from maintext.errors import missing_package
    from maintext.methods.registry import find_method

    name = find_method(method).name
    if name not in _TRAINED:
        raise typer.BadParameter(f"{name} cannot be trained; {' and '.join(_TRAINED)} can")
    if (data is None) == (from_labels is None):
        raise typer.BadParameter("give either --data or --from-labels")
    if name != "auto" and from_labels is not None:
        raise typer.BadParameter(f"--from-labels is for auto, not for {name}")
    if only_second_look and (name != "auto" or data is None or folds is None):
        raise typer.BadParameter("--only-second-look is for auto, and needs --data and --folds")
    if data is not None and model is not None and not only_second_look:
        raise typer.BadParameter("--model needs --from-labels; --data fits from scratch")
    if data is None and sources is not SourceName.ALL:
        raise typer.BadParameter("--sources needs --data; your own labels are used as they are")
    target = output or Path(name + _TRAINED[name])
    try:
        if name == "auto":
            _need_extra()
        if from_labels is not None:
            _adapt_auto(from_labels, model, target, seed)
        elif data is not None and folds is not None and only_second_look:
            _refit_second_look(data, sources, model, target, seed, folds)
        elif data is not None and name == "auto":
            _train_auto(data, sources, target, seed, folds)
        elif data is not None:
            _train_naive_bayes(method, data, sources, target)
    except ImportError as error:
        raise missing_package(error, "train") from None
    return FOUND


def _need_extra() -> None:
    """Fail now if a package is missing, not after reading all pages."""
    for package in ("catboost", "rapidfuzz", "scipy", "sklearn"):
        import_module(package)


def _train_auto(data: Path, sources: SourceName, output: Path, seed: int, folds: Path | None) -> None:
    from maintext.cli.screen import console
    from maintext.cli.training_tables import count_pages, figure_table, second_look_table
    from maintext.evaluation.datasets import read_pages
    from maintext.training.auto import train
    from maintext.training.auto.recipe import RECIPE
    from maintext.training.auto.reliability import draw_reliability
    from maintext.training.conventions import from_sources

    pages = from_sources(read_pages(data), sources.value)
    with _stages(_page_count(data)) as (on_page, report):
        model = train(pages, seed, report, on_page, folds, RECIPE)
    card = model.card
    if folds is not None:
        drawing = draw_reliability(card["cross_validation"]["reliability"])
        (folds / "reliability.svg").write_text(drawing.standalone(), encoding="utf-8")
    screen = console()
    screen.say(count_pages(card["pages"]))
    screen.table(figure_table(card["cross_validation"]))
    screen.table(second_look_table(card["second_look"]))
    _write_auto(model, output)


def _refit_second_look(
    data: Path, sources: SourceName, base: Path | None, output: Path, seed: int, folds: Path
) -> None:
    from maintext.cli.screen import console
    from maintext.cli.training_tables import second_look_table
    from maintext.evaluation.datasets import read_pages
    from maintext.model.auto import shipped_auto
    from maintext.model.files import load_auto
    from maintext.training.auto import refit_second_look
    from maintext.training.conventions import from_sources

    model = load_auto(base) if base else shipped_auto()
    pages = from_sources(read_pages(data), sources.value)
    with _stages(_page_count(data)) as (on_page, report):
        model = refit_second_look(pages, model, folds, seed, report, on_page)
    console().table(second_look_table(model.card["second_look"]))
    _write_auto(model, output)


def _adapt_auto(labels: Path, base: Path | None, output: Path, seed: int) -> None:
    from maintext.cli.screen import console
    from maintext.cli.training_tables import count_pages, trial_table
    from maintext.evaluation.datasets import read_pages
    from maintext.model.auto import shipped_auto
    from maintext.model.files import load_auto
    from maintext.training.auto.adapt import adapt

    model = load_auto(base) if base else shipped_auto()
    pages = list(read_pages(labels))
    with _stages(len(pages)) as (on_page, report):
        adaptation = adapt(pages, model, seed, report, on_page)
    screen = console()
    screen.say(f"{count_pages(adaptation.pages)}. {adaptation.validation}")
    screen.table(trial_table(adaptation.trials, adaptation.chosen))
    screen.say(adaptation.reason)
    _write_auto(adaptation.model, output)


def _train_naive_bayes(spec: str, data: Path, sources: SourceName, output: Path) -> None:
    from maintext.cli.screen import console, progress
    from maintext.evaluation.datasets import read_pages
    from maintext.methods.papers.naive_bayes import NaiveBayes
    from maintext.methods.registry import get_method
    from maintext.training.conventions import from_sources
    from maintext.training.naive_bayes import train

    method = get_method(spec)
    assert isinstance(method, NaiveBayes)
    pages = progress(read_pages(data), _page_count(data), "counting blocks")
    model = train(from_sources(pages, sources.value), segmentations=method.segmentation.family)
    output.parent.mkdir(parents=True, exist_ok=True)
    model.save(output)
    console().say(model.summary(), f"written to {output}")


@contextmanager
def _stages(pages: int | None) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Two callbacks: one moves the bar after each page, one prints a line for each later stage."""
    from maintext.cli.screen import make_bar

    with make_bar() as bar:
        task = bar.add_task("reading pages", total=pages)

        def report(stage: str) -> None:
            bar.update(task, visible=False)
            bar.console.print(stage, style="dim", markup=False, soft_wrap=True)

        yield lambda: bar.advance(task), report


def _write_auto(model: "AutoModel", output: Path) -> None:
    """Write the model, and its card beside it."""
    import json

    from maintext.cli.screen import console

    output.parent.mkdir(parents=True, exist_ok=True)
    model.save(output)
    card = output.with_suffix(".json")
    card.write_text(json.dumps(model.card, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    size = output.stat().st_size / 1e6
    console().say(f"written to {output} ({size:.2f} MB); its card to {card}")


def _page_count(data: Path) -> int | None:
    """Number of pages of a Parquet data set; None for other layouts, where counting means reading."""
    from pyarrow import ArrowInvalid, parquet

    from maintext.evaluation.datasets import dataset_files, find_layout

    if find_layout(data).name != "parquet":
        return None
    try:
        return sum(parquet.read_metadata(file).num_rows for file in dataset_files(data))
    except (ArrowInvalid, OSError):  # a damaged file is reported when it is read
        return None
