"""Fit the bundled counts of `naive_bayes` for every reading of its paper that is not the default.

Usage: python tools/naive_bayes_readings.py DATA OUTPUT
"""

import sys
from pathlib import Path

from maintext.evaluation.datasets import read_pages
from maintext.methods.papers.bayes_blocks import READINGS
from maintext.training.naive_bayes import train


def main(data: str, output: str) -> None:
    """Count the blocks of the labelled pages, and write the model."""
    train(read_pages(Path(data)), segmentations=READINGS).save(Path(output))


if __name__ == "__main__":
    main(*sys.argv[1:])
