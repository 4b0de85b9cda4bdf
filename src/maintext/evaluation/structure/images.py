"""Images of a page: the URLs that are right, and the caption."""

import re
from dataclasses import dataclass

from turbohtml import Element

from maintext.evaluation.structure.text import squeezed, url_keys
from maintext.evaluation.structure.tree import attribute, classes, inner, parents, shown_text

_LAZY = re.compile(r"^data-.*(?:src|original|lazy|url|image|file)", re.IGNORECASE)
_SMALLEST = 33  # pixels of a declared side
_BLANK = re.compile(
    r"(?:blank|spacer|pixel|placeholder|transparent|loading|1x1|grey|gray|lazy)[^/]*$", re.IGNORECASE
)
"""Placeholders of other images."""
_APART = frozenset("aside nav footer".split())
_DECORATION = re.compile(
    r"emoji|emoticon|smil(?:ey|ie)s?\b|/smiles/|avatars?\b"
    r"|(?:\b|_)(?:icons?\d*|buttons?|bullets?)(?:\b|_).*\.(?:gif|png|svg)\b",
    re.IGNORECASE,
)
"""In the class or URL of emoji, icons, and portraits beside posts."""


@dataclass(frozen=True, slots=True)
class GoldImage:
    """An image."""

    urls: frozenset[str]
    """Each is right."""
    caption: str
    """Letters and digits; empty without a caption."""


def picture(image: Element, base: str | None) -> GoldImage | None:
    """An image of the text; None if it is an icon, emoji or portrait, has no URL, or is not in the text."""
    above = list(parents(image))
    if any(_DECORATION.search(text) for text in (attribute(image, "src"), *classes(image))):
        return None
    if any(element.tag in _APART or _is_button(element) for element in above) or _is_small(image):
        return None
    group = next((element for element in above if element.tag == "picture"), None)
    sources = [image, *(inner(group, "source") if group is not None else ())]
    urls = [url for source in sources for url in _urls(source)]
    real = [url for url in urls if not url.lower().startswith("data:")]
    wanted = [url for url in real if not _BLANK.search(url)]
    if not wanted:
        return None
    return GoldImage(frozenset().union(*(url_keys(url, base) for url in wanted)), _caption(above))


def _urls(source: Element) -> list[str]:
    found = [attribute(source, "src")]
    for name in source.attrs:
        value = attribute(source, name)
        if name.endswith("srcset"):
            found += [part.split()[0] for part in re.split(r",\s+|,(?=https?:)", value) if part.split()]
        elif _LAZY.match(name) and "/" in value and "{" not in value:
            found.append(value)
    return [url.strip() for url in found if url.strip()]


def _is_small(image: Element) -> bool:
    sides = [attribute(image, side).removesuffix("px") for side in ("width", "height")]
    return any(side.isascii() and side.isdigit() and int(side) < _SMALLEST for side in sides)


def _is_button(element: Element) -> bool:
    return element.tag == "a" and attribute(element, "href").lower().startswith("javascript:")


def _caption(above: list[Element]) -> str:
    for element in above:
        if element.tag == "figure" or "wp-caption" in classes(element):
            for part in inner(element):
                if part.tag == "figcaption" or "wp-caption-text" in classes(part):
                    return squeezed(shown_text(part))
            return ""
    return ""
