"""Title, authors, date, site name, language, licence."""

from dataclasses import dataclass

from maintext.page import Page


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself."""

    title: str | None = None


def read_metadata(page: Page, url: str | None = None) -> Metadata:
    return Metadata(page.title or None)
