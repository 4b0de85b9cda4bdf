"""A digest of the inputs of a report, so that an existing report is not made again."""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib import resources
from itertools import chain
from pathlib import Path

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.outcome import Outcome

_SOURCES = (".py", ".json", ".css", ".js", ".html")


def inputs_digest(pages: Iterable[LabelledPage], outcomes: Iterable[Outcome]) -> str:
    """A string that changes whenever the report may."""
    digest = sha256()
    for part in chain(_package(), _pages(pages), _outcomes(outcomes)):
        digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()


def is_made(directory: Path, inputs: str) -> bool:
    """Whether a folder has the report of these inputs."""
    try:
        record = json.loads((directory / "report.json").read_bytes())
        return bool(record["inputs"] == inputs and (directory / "report.html").is_file())
    except (OSError, ValueError, LookupError, TypeError):
        return False


def _package() -> Iterator[bytes]:
    """Every source of the package: methods and measures matter as much as the report's own code."""
    with resources.as_file(resources.files("maintext")) as root:
        for file in sorted(root.rglob("*")):
            if file.suffix in _SOURCES:
                yield file.relative_to(root).as_posix().encode()
                yield file.read_bytes()


def _pages(pages: Iterable[LabelledPage]) -> Iterator[bytes]:
    for page in pages:
        labels = (
            page.dataset,
            page.id,
            page.text,
            page.url,
            page.lang,
            page.page_type,
            page.with_,
            page.without,
        )
        yield repr(labels).encode("utf-8", "surrogatepass")
        yield page.html


def _outcomes(outcomes: Iterable[Outcome]) -> Iterator[bytes]:
    for each in outcomes:
        facts = (each.dataset, each.page, each.extractor, each.status, each.milliseconds, each.error)
        yield repr(facts).encode("utf-8", "surrogatepass")
        yield each.text.encode("utf-8", "surrogatepass")
