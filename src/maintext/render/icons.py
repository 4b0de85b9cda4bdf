"""Images that are no content: emoji, portraits of users, spacers and icons."""

import re

from maintext.page.attributes import Attributes

_CLASS = re.compile(
    r"(?:^|[\s_-])(?:(?:tw)?emojis?|emojione|emoticons?|smil(?:ey|ie)s?|avatars?)(?=$|[\s_-])|mceSmilie",
    re.IGNORECASE,
)
_FOLDER = re.compile(
    r"/(?:(?:tw)?emojis?|emojione|emoticons?|smil(?:ey|ie)s?|joypixels|avatars)/|/smiles/[^/]*\.gif$|gravatar\.com/avatar/",
    re.IGNORECASE,
)
"""Not single files: a photo may be called smile.jpg."""
_SPACER = re.compile(
    r"(?:spacer|blank|clear|transparent|trans|pixel|shim|1x1|1x1\.trans)[-_]?\d*\.(?:gif|png)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"(?:spacer|blank|clear|transparent|trans|pixel|shim|1x1|lazy|lazy-?load(?:ing)?|placeholder|loading|grey|gray)"
    r"(?:[-_.](?:trans|transparent|pixel|gif|\d+))*\.(?:gif|png|svg|jpe?g|webp)",
    re.IGNORECASE,
)
_ICON = re.compile(
    r"(?:^|[/_-])(?:icons?\d*|bullets?|buttons?)(?:[/_-][^?#]*)?\.(?:svg|png|gif)$", re.IGNORECASE
)
"""A drawing with that name, or in a folder of that name."""
_LARGEST_ICON = 32
"""Pixels of both sides."""


def is_decoration(attributes: Attributes, url: str, *, is_inside: bool) -> bool:
    """Whether an image with these attributes is no content; `is_inside` if it is inside a line of text.

    >>> is_decoration({"class": "wp-smiley"}, "/x.png", is_inside=True)
    True
    >>> is_decoration({"width": "16", "height": "16"}, "/x.png", is_inside=True)
    True
    >>> is_decoration({"width": "16", "height": "160"}, "/x.png", is_inside=True)
    False
    """
    path = re.split(r"[?#]", url, maxsplit=1)[0]
    if _CLASS.search(attributes.get("class", "")) or _FOLDER.search(path):
        return True
    if _SPACER.fullmatch(path.rpartition("/")[2]) or _ICON.search(path):
        return True
    return is_inside and all(_is_small(attributes.get(side, "")) for side in ("width", "height"))


def is_placeholder(url: str) -> bool:
    """Whether an image only holds the place of another, which is loaded later.

    >>> is_placeholder("/lazy/1x1.trans.gif?v=2"), is_placeholder("/photos/blank-map.jpg")
    (True, False)
    """
    return _PLACEHOLDER.fullmatch(re.split(r"[?#]", url, maxsplit=1)[0].rpartition("/")[2]) is not None


def _is_small(length: str) -> bool:
    length = length.strip().removesuffix("px")
    return length.isascii() and length.isdigit() and int(length[:5]) <= _LARGEST_ICON
