"""Metadata that the page also shows: with `visible="strict"`, other texts are left out.

No reader sees a description in `<meta>` or a headline in JSON-LD, so an instruction hides well there.
"""

from typing import Any

from maintext.metadata.titles import strip_site_name
from maintext.page.page import Page
from maintext.text.words import squeeze

_TEXTS = ("title", "site_name", "description")
_LISTS = ("authors", "categories", "tags")


def keep_shown(page: Page, values: dict[str, Any], sources: dict[str, str]) -> None:
    """Leave out texts that are neither in the page's shown text nor in its `<title>`."""
    leaves = zip(page.text_start[page.leaves].tolist(), page.text_end[page.leaves].tolist(), strict=True)
    shown = squeeze(" ".join([page.title, *(page.text[start:end] for start, end in leaves)]))
    for name in _TEXTS:
        if name in values and squeeze(values[name]) not in shown:
            del values[name], sources[name]
    for name in _LISTS:
        if name in values:
            values[name] = tuple(value for value in values[name] if squeeze(value) in shown)
            if not values[name]:
                del values[name], sources[name]
    if "title" not in values and page.title:
        values["title"], sources["title"] = strip_site_name(page.title), "title"
