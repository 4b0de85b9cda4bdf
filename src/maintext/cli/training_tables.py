"""Tables of `maintext train`: the pages that were used, and the figures of the model."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from maintext.cli.reports import plain_table
from maintext.model.second_look import LOOKS
from maintext.training.auto.adapt import Trial

_LEFT_OUT = {
    "without_text": "without text",
    "without_gold": "without gold text",
    "gold_absent": "whose gold text is not on them",
}


def count_pages(pages: Mapping[str, int]) -> str:
    """Number of pages used, and why others were left out.

    >>> count_pages({"used": 1200, "without_text": 0, "without_gold": 3, "gold_absent": 2})
    '1,200 pages used; left out: 3 without gold text, 2 whose gold text is not on them'
    """
    left_out = [f"{pages[key]:,} {words}" for key, words in _LEFT_OUT.items() if pages[key]]
    return f"{pages['used']:,} pages used" + (f"; left out: {', '.join(left_out)}" if left_out else "")


def figure_table(figures: Mapping[str, Any]) -> Table:
    """The figures of cross-validation on a model's card, by data set."""
    table = plain_table("cross-validation")
    table.add_column("token F1", justify="right")
    table.add_column("word F1", justify="right")
    for name, f1 in figures["token_f1"].items():
        table.add_row(Text(name), f"{f1:.4f}", f"{figures['word_f1'][name]:.4f}")
    table.caption = (
        f"{figures['pages']:,} pages, folds: {figures['folds']}; Brier score {figures['brier']:.4f}"
    )
    return table


def second_look_table(card: Mapping[str, Any]) -> Table:
    """The part of a model's card on its second look, by data set."""
    table = plain_table("second look")
    for title in ("token F1 without", "with", "better", "worse"):
        table.add_column(title, justify="right")
    for name, row in card["token_f1"].items():
        f1 = f"{row['without']:.4f}", f"{row['with']:.4f}"
        table.add_row(Text(name), *f1, f"{row['better']:,}", f"{row['worse']:,}")
    table.caption = ", ".join(f"{card[name]:,} {name}" for name in LOOKS)
    return table


def trial_table(trials: Mapping[str, Trial], chosen: str) -> Table:
    """Candidates in cross-validation; the chosen one is marked."""
    table = plain_table("", "model")
    table.add_column("token F1", justify="right")
    table.add_column("gain", justify="right")
    for name, trial in trials.items():
        gain = f"{trial.gain:+.4f} ± {trial.error:.4f}" if name != "unchanged" else ""
        style = "green" if name == chosen else ""
        mark = "→" if name == chosen else ""
        table.add_row(mark, name, f"{trial.token_f1:.4f}", gain, style=style)
    return table
