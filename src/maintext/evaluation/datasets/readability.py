"""The test pages of Mozilla's Readability: folders with `source.html` and `expected.html`.

The gold text is the text of `expected.html`, which is the output of Readability itself: these pages show
how much an extractor agrees with it. `expected-metadata.json` has title, author, date and language. In a
clone of the repository, the folders are in `test/test-pages/`.
"""

from collections.abc import Iterator
from pathlib import Path

from maintext.evaluation.datasets.base import (
    LabelledPage,
    Layout,
    read_html,
    read_json,
    read_labels,
    sorted_files,
)
from maintext.page.parse import parse
from maintext.text.decode import decode


def _folder(path: Path) -> Path:
    in_clone = path / "test" / "test-pages"
    return in_clone if in_clone.is_dir() else path


def _detect(path: Path) -> bool:
    return any(_folder(path).glob("*/expected.html"))


def _read(path: Path) -> Iterator[LabelledPage]:
    for expected in sorted_files(_folder(path), "*/expected.html"):
        case = expected.parent
        metadata = case / "expected-metadata.json"
        labels = read_json(metadata) if metadata.is_file() else {}
        known = read_labels(
            {
                "text": _text(read_html(expected)),
                "title": labels.get("title"),
                "author": labels.get("byline"),
                "date": labels.get("publishedTime"),
                "lang": labels.get("lang"),
            },
            metadata,
        )
        yield LabelledPage("readability", case.name, read_html(case / "source.html"), **known)


def _text(html: bytes) -> str:
    """All text of a page, one line per block."""
    page = parse(decode(html).source)
    return "\n".join(map(page.block_text, range(len(page.blocks))))


READABILITY = Layout("readability", "*/source.html + */expected.html", _detect, _read)
