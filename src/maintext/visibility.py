"""Text that a reader cannot see: found, left out, reported.

Seen from the markup alone: attributes and inline styles. A style sheet may hide more.
"""

import re
from dataclasses import dataclass

from maintext.page import Attributes, Page

_HIDING_STYLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("display:none", re.compile(r"display\s*:\s*none", re.IGNORECASE)),
)


def hiding_reason(attributes: Attributes) -> str | None:
    """Why an element with these attributes is not visible; None when it is."""
    if "hidden" in attributes:
        return "hidden"
    style = attributes.get("style")
    if style:
        for reason, pattern in _HIDING_STYLES:
            if pattern.search(style):
                return reason
    return None


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A text that a reader cannot see."""

    text: str
    xpath: str
    reason: str


def hidden_texts(page: Page) -> tuple[HiddenText, ...]:
    return ()
