"""Fit the second look at lists and headings, and write src/maintext/model/second_look.json.

python tools/fit_second_look.py PATH... --folds FOLDER

PATH are data sets of labelled pages; FOLDER has the models of `maintext train auto --folds FOLDER`, fitted
to the same pages. A minute or two for 1,800 pages.
"""

import argparse
from pathlib import Path

from maintext.evaluation.datasets import read_pages
from maintext.evaluation.sites import FOLDS
from maintext.model.auto import AutoModel
from maintext.training.second_look import score_pages, train_second_look

OUTPUT = Path(__file__).parent.parent / "src" / "maintext" / "model" / "second_look.json"


def main() -> None:
    """Read the arguments, fit, and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--folds", required=True, type=Path, metavar="FOLDER")
    parser.add_argument("--seed", default=0, type=int)
    chosen = parser.parse_args()
    models = [AutoModel.load(chosen.folds / f"fold{fold}.npz") for fold in range(FOLDS)]
    pages = score_pages((page for path in chosen.data for page in read_pages(path)), models)
    look = train_second_look(pages, chosen.seed, print)
    OUTPUT.write_text(look.to_json(), encoding="utf-8")
    print(f"{len(pages)} pages; written to {OUTPUT}")


if __name__ == "__main__":
    main()
