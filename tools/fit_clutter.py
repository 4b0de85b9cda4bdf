"""Fit the trees that look again at short kept lines (maintext.methods.auto.clutter), and measure them.

python tools/fit_clutter.py DATA FOLDS [threshold ...]

DATA is a folder of labelled pages. FOLDS has the models `fold0.npz` to `fold3.npz` of `maintext train auto`,
for the pages that the bundled model was fitted to. Prints, for each threshold, what dropping lines changes,
by trees that were not fitted to the page's site; 1 is without trees. Then it writes `model/clutter.npz`.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.sites import FOLDS, fold_of, site_key
from maintext.limits import Limits
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.clutter import find_lines, is_plain, line_columns, write_trees
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel
from maintext.model.trees import Trees
from maintext.pipeline import read
from maintext.text.words import tokens
from maintext.training.align import align
from maintext.training.auto.boosting import Boosting, fit_trees

FITTED = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
"""Data sets that the bundled model was fitted to."""
TARGET = Path(__file__).parents[1] / "src" / "maintext" / "model" / "clutter.npz"
HOW = Boosting(trees=120, levels=4, rate=0.1, regularisation=10.0, feature_share=0.5)
THRESHOLDS = (0.6, 0.7, 0.8, 1.0)
MOST_OF_A_SET = 800
"""Weight of the lines of a set, at most: the conventions of a large set are not those of all readers."""


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a labelled page, and what is needed for its F1."""

    dataset: str
    fold: int
    columns: Columns
    is_clutter: BoolArray
    weight: FloatArray
    words: list[Counter[str]]
    """Of each line."""
    kept: Counter[str]
    gold: Counter[str]

    def f1(self, drops: BoolArray) -> float:
        """F1 of the kept words without some of the lines."""
        kept = self.kept.copy()
        for number in np.flatnonzero(drops):
            kept.subtract(self.words[number])
        return 2 * (kept & self.gold).total() / max(kept.total() + self.gold.total(), 1)


def lines_of(labelled: LabelledPage, method: Auto, fold: int) -> Lines | None:
    """The lines of a page; None if it has no text or no gold."""
    limits = Limits()
    page = read(labelled.html, labelled.url, None, limits, limits.deadline()).page
    if not len(page.blocks) or not (labelled.text or "").strip():
        return None
    scores = method.score(page)
    kept = clean_up(scores, method.select(scores), until="clutter").blocks
    lines, kinds = find_lines(scores, kept)
    columns = line_columns(scores, kept, lines, kinds)
    alignment = align(page, labelled.text or "")
    words = {int(block): Counter(tokens(page.block_text(int(block)))) for block in np.flatnonzero(kept)}
    all_words = sum(words.values(), Counter())
    if columns is None:
        lines, columns = lines[:0], np.zeros((0, 0), np.float32)
    sizes = np.array([words[int(line)].total() for line in lines])
    weight = np.where(alignment.usable, (sizes + 1) / (all_words.total() + 50), 0.0)
    return Lines(
        labelled.dataset, fold, columns, ~alignment.main[lines], weight,
        [words[int(line)] for line in lines], all_words, Counter(tokens(labelled.text or "")),
    )  # fmt: skip


def all_lines(data: Path, folds: Path) -> Iterator[Lines]:
    """The lines of all pages; those of `FITTED` by models that were not fitted to their sites."""
    by_fold = [Auto(model=AutoModel.load(folds / f"fold{fold}.npz")) for fold in range(FOLDS)]
    for path in sorted(data.glob("*.parquet")):
        for labelled in read_pages(path):
            fold = fold_of(site_key(labelled.url, labelled.html))
            found = lines_of(labelled, by_fold[fold] if path.stem in FITTED else Auto(), fold)
            if found is not None:
                yield found


def fit(pages: Sequence[Lines]) -> Trees:
    """Trees for lines that are no main text."""
    pages = [page for page in pages if page.weight.any()]
    weight = np.concatenate([page.weight for page in pages])
    weight = 0.5 * np.minimum(weight / weight[weight > 0].mean(), 8) + 0.5 * (weight > 0)
    dataset = np.concatenate([np.full(len(page.weight), page.dataset) for page in pages])
    for name, count in Counter(dataset.tolist()).items():
        weight[dataset == name] *= min(1.0, MOST_OF_A_SET / count)
    target = np.concatenate([page.is_clutter for page in pages]).astype(np.int64)
    return fit_trees(np.hstack([page.columns for page in pages]), target, weight, "Logloss", HOW, seed=0)


def report(pages: Sequence[Lines], probability: Sequence[FloatArray], threshold: float) -> None:
    """Print, by data set: pages, F1 before, change of F1, pages that change, better, worse."""
    sets: dict[str, list[float]] = defaultdict(lambda: [0.0] * 6)
    for page, p in zip(pages, probability, strict=True):
        before = page.f1(np.zeros(len(p), np.bool_))
        change = page.f1(p >= threshold) - before
        for name in (page.dataset, "old sets" if page.dataset in FITTED else "other sets"):
            row = sets[name]
            for at, value in enumerate(
                (1, before, change, bool((p >= threshold).any()), change > 1e-9, change < -1e-9)
            ):
                row[at] += value
    print(f"threshold {threshold}")
    for name, (count, before, change, changed, better, worse) in sorted(sets.items()):
        print(f"  {name:14} {count:5.0f} pages  F1 {before / count:.4f} {change / count:+.5f}", end="  ")
        print(f"changed {changed:.0f}  better {better:.0f}  worse {worse:.0f}")


def main() -> None:
    """Fit, measure, write."""
    pages = list(all_lines(Path(sys.argv[1]), Path(sys.argv[2])))
    measure(pages, [float(word) for word in sys.argv[3:]] or THRESHOLDS)
    TARGET.write_bytes(write_trees(fit(pages)))


def measure(pages: Sequence[Lines], thresholds: Sequence[float]) -> list[FloatArray]:
    """Print the reports, with trees that were not fitted to the page's site; return the probabilities."""
    by_fold = [fit([page for page in pages if page.fold != fold]) for fold in range(FOLDS)]
    probability = []
    for page in pages:
        margins = by_fold[page.fold].margins(page.columns)[0] if len(page.words) else np.zeros(0)
        plain = is_plain(page.columns) if len(page.words) else np.zeros(0, np.bool_)
        probability.append(np.where(plain, 1.0, 1 / (1 + np.exp(-margins))))
    for threshold in thresholds:
        report(pages, probability, threshold)
    return probability


if __name__ == "__main__":
    main()
