"""Fit the bundled counts of `naive_bayes` for every reading of its paper that is not the default.

Usage: python tools/naive_bayes_readings.py DATA OUTPUT [all | permissive]
"""

import sys
from pathlib import Path

from maintext.cli.train import SourceName
from maintext.evaluation.datasets import read_pages
from maintext.methods.papers.bayes_blocks import READINGS
from maintext.training.conventions import from_sources
from maintext.training.naive_bayes import train


def main(data: str, output: str, sources: str = "all") -> None:
    """Count the blocks of the labelled pages, and write the model."""
    pages = from_sources(read_pages(Path(data)), SourceName(sources).value)
    train(pages, segmentations=READINGS).save(Path(output))


if __name__ == "__main__":
    main(*sys.argv[1:])
