"""The licence that a page's text is under."""

import re
from collections.abc import Iterator

import numpy as np

from maintext.metadata.declared import Declared
from maintext.metadata.json_ld import JsonLd
from maintext.page import Page
from maintext.tags import A

_MOST_LINKS = 10_000
_LICENCE_ADDRESS = re.compile(
    r"^(?:https?:)?//(?:www\.)?creativecommons\.org/(?:licenses|publicdomain)/[\w./+-]+", re.IGNORECASE
)
_LONGEST = 300


def read_licence(page: Page, declared: Declared, json_ld: JsonLd) -> Iterator[tuple[str, str]]:
    """Licences that the page names, the most trusted first, with where they were found."""
    for value in json_ld.values("license"):
        address = (
            value.get("url") or value.get("@id") or value.get("name") if isinstance(value, dict) else value
        )
        if isinstance(address, str):
            yield address[:_LONGEST], "json-ld"
    for rel in ("license", "licence"):
        for row in declared.rels.named(rel):
            yield (page.attribute(row, "href") or "")[:_LONGEST], "rel=license"
    for value, source in declared.first("dcterms.license", "dc.rights", "dcterms.rights", "copyright"):
        if _LICENCE_ADDRESS.match(value):
            yield value, source
    addresses, of_row = page.shared_values("href")
    if "creativecommons.org/" not in "\n".join(addresses):
        return
    for row in np.flatnonzero(of_row >= 0)[:_MOST_LINKS].tolist():
        address = addresses[of_row[row]]
        if "creativecommons.org/" in address and page.tag[row] == A and _LICENCE_ADDRESS.match(address):
            yield address[:_LONGEST], "link"
