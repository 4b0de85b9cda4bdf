"""The licence of a page's text."""

import re
from collections.abc import Iterator

from maintext.metadata.declared import Declarations, Found
from maintext.metadata.json_ld import JsonLd
from maintext.page.page import Page
from maintext.page.tags import A

_LICENCE_URL = re.compile(
    r"^(?:https?:)?//(?:www\.)?creativecommons\.org/(?:licenses|publicdomain)/[\w./+-]+", re.IGNORECASE
)
_LONGEST = 300


def read_licence(page: Page, declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
    """Licences of the page and where they were found, the most trusted first."""
    for value in json_ld.values("license"):
        url = value.get("url") or value.get("@id") or value.get("name") if isinstance(value, dict) else value
        if isinstance(url, str):
            yield url[:_LONGEST], "json-ld"
    for rel in ("license", "licence"):
        for row in declared.rels.named(rel):
            yield (page.attribute(row, "href") or "")[:_LONGEST], "rel=license"
    for value, source in declared.first("dcterms.license", "dc.rights", "dcterms.rights", "copyright"):
        if _LICENCE_URL.match(value):
            yield value, source
    for row, url in declared.links:
        if page.tag[row] == A and _LICENCE_URL.match(url):
            yield url[:_LONGEST], "link"
