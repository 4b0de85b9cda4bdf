"""The second look of `auto`: trees that decide again when it is known what is kept.

The model scores every block before it is known what is kept around it. After the choice
(`maintext.methods.auto.cleanup`), four small ensembles look at

    lists      lists, definition lists and data tables, each as a whole
    headings   headings
    posts      blocks of a thread: text of its posts, and the rest
    lines      short lines that readers may skip, such as "Read more: …"

They are part of the model of `auto`: in the same file, and fitted with it, by
`maintext.training.auto.second_look`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from maintext.model.schema import HEADING_FEATURES, LINE_FEATURES, LIST_FEATURES, POST_FEATURES
from maintext.model.trees import Trees

LOOKS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "lists": ("list", LIST_FEATURES),
    "headings": ("heading", HEADING_FEATURES),
    "posts": ("post", POST_FEATURES),
    "lines": ("line", LINE_FEATURES),
}
"""The ensembles, and the names of their features in a model file."""


class Bounds(NamedTuple):
    """The log odds at which a second look changes a choice; in between, blocks stay as they were chosen."""

    list_from: float
    """A list is kept from here on."""
    list_below: float
    """Below, it is dropped."""
    heading_from: float
    heading_below: float
    post_from: float
    """Text of a post is kept from here on."""
    post_below: float
    """Below, any block of a thread is dropped."""
    line_from: float
    """A line is dropped from here on."""


@dataclass(frozen=True, eq=False)
class SecondLook:
    """Fitted trees, and the log odds at which they change a choice."""

    lists: Trees
    """Features of a list → the log odds that it is main text."""
    headings: Trees
    posts: Trees
    lines: Trees
    """Features of a line → the log odds that it is not main text."""
    bounds: Bounds
