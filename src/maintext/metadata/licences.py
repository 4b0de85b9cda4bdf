"""The licence that a page's text is under."""

import re
from collections.abc import Iterator

from maintext.metadata.declared import Declared
from maintext.metadata.json_ld import JsonLd
from maintext.page.page import Page
from maintext.page.tags import A

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
    for row, address in declared.links:
        if page.tag[row] == A and _LICENCE_ADDRESS.match(address):
            yield address[:_LONGEST], "link"
