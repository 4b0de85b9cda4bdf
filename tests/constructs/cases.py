"""The construct pages: a page, and what a careful reader would want of it."""

from dataclasses import dataclass
from pathlib import Path

import maintext
from maintext.document import Document
from maintext.options import TableFormat

FOLDER = Path(__file__).parent
URL = "https://example.org/posts/page.html"
OR = "<!-- or -->\n"
"""Between texts of which each is right."""
START, END = "<!-- construct -->\n", "<!-- end of construct -->\n"
"""Around the part of a page that the case is about."""


@dataclass(frozen=True, slots=True)
class Case:
    """A construct page."""

    name: str

    @property
    def html(self) -> str:
        """The whole page."""
        return (FOLDER / f"{self.name}.html").read_text(encoding="utf-8")

    @property
    def construct(self) -> str:
        """The part of the page that the case is about."""
        return self.html.partition(START)[2].partition(END)[0]

    def accepted(self, suffix: str) -> list[str]:
        """Texts of which each is right, where given: `md`, `txt`, or `auto.md` for `table_format="auto"`."""
        path = FOLDER / f"{self.name}.{suffix}"
        if not path.exists():
            return []
        return [text.removesuffix("\n") for text in path.read_text(encoding="utf-8").split(OR)]

    def extract(self, table_format: TableFormat = "pipe") -> Document:
        """The main text with the method `auto`, and with the title, whether `auto` chose it or not."""
        return maintext.extract(self.html, url=URL, title="always", table_format=table_format)


def all_cases() -> list[Case]:
    """Every page in the folder, by name."""
    return [Case(path.stem) for path in sorted(FOLDER.glob("*.html"))]


def known_failures() -> dict[str, str]:
    """The names of the cases that fail today, and why."""
    lines = (FOLDER / "known-failures.txt").read_text(encoding="utf-8").splitlines()
    return {name: reason.strip() for name, _, reason in (line.partition(":") for line in lines)}
