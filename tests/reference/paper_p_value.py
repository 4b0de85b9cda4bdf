"""Paper 3 in its own words: the steps and definitions, on a plain tree, string by string.

Nothing here is fast, and nothing is shared with `maintext.methods.papers.p_value`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from maintext.page.page import Page

CERTAINLY_NOT_MAIN_TEXT = (
    "script noscript style embed label form input iframe head meta link object aside channel".split()
)
REMOVED_ATTRIBUTES = ("id", "class", "style")
WITHOUT_TAILING = (
    "area base basefont br col embed frame hr img input link meta param source track wbr".split()
)


@dataclass(eq=False)
class Tag:
    """A tag with all that is between its heading and its tailing; a text is a str."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Tag | str"] = field(default_factory=list)


def plain_tree(page: Page) -> dict[int, Tag]:
    """The elements of a parsed page, by row. Comments ("annotation") have no rows."""
    tags: dict[int, Tag] = {}
    for row in range(len(page)):
        above = int(page.parent[row])
        node: Tag | str
        if page.tag_name(row) == "#text":
            node = page.row_text(row)
        else:
            node = tags[row] = Tag(page.tag_name(row), dict(page.attributes.get(row, {})))
        if above >= 0:
            tags[above].children.append(node)
    return tags


def step_1(tag: Tag) -> None:
    """Remove the contents which are certainly not main text, and the three attributes of other tags."""
    tag.attributes = {name: value for name, value in tag.attributes.items() if name not in REMOVED_ATTRIBUTES}
    tag.children = [
        child for child in tag.children if isinstance(child, str) or child.name not in CERTAINLY_NOT_MAIN_TEXT
    ]
    for child in tag.children:
        if isinstance(child, Tag):
            step_1(child)


def string_of(tag: Tag) -> str:
    """The character string of a tag: its heading, all the characters between, its tailing."""
    attributes = "".join(f' {name}="{value}"' for name, value in tag.attributes.items())
    tailing = "" if tag.name in WITHOUT_TAILING else f"</{tag.name}>"
    return f"<{tag.name}{attributes}>{''.join(map(_string, tag.children))}{tailing}"


def _string(child: "Tag | str") -> str:
    return child if isinstance(child, str) else string_of(child)


def text_of(tag: Tag) -> str:
    """The string of a tag after removing all the tag headings and tailings in it: step 3."""
    return "".join(child if isinstance(child, str) else text_of(child) for child in tag.children)


def length(tag: Tag) -> int:
    """Definition 1."""
    return len(string_of(tag))


def text_length(tag: Tag) -> int:
    """Definition 2."""
    return len(text_of(tag))


def valid_text_length(tag: Tag, in_link: bool = False) -> int:
    """Definition 3: the text length minus that of all `<a>` in the tag.

    Our reading: a tag inside of an `<a>`, or an `<a>` itself, has no valid text.
    """
    if in_link or tag.name == "a":
        return 0
    return text_length(tag) - sum(map(text_length, _outermost_links(tag)))


def _outermost_links(tag: Tag) -> Iterator[Tag]:
    for child in tag.children:
        if isinstance(child, Tag):
            if child.name == "a":
                yield child
            else:
                yield from _outermost_links(child)


def p_values(html: Tag) -> list[tuple[Tag, float]]:
    """Equation (1) for each tag after step 1, in document order."""
    whole = valid_text_length(html)
    return [
        (tag, text_length(tag) / length(tag) * valid_text_length(tag, in_link) / whole if whole else 0.0)
        for tag, in_link in _all_tags(html, False)
    ]


def _all_tags(tag: Tag, in_link: bool) -> Iterator[tuple[Tag, bool]]:
    yield tag, in_link
    for child in tag.children:
        if isinstance(child, Tag):
            yield from _all_tags(child, in_link or tag.name == "a")


def p_value_of_a_page(values: list[tuple[Tag, float]]) -> float:
    """Definition 4."""
    return max((value for _, value in values), default=0.0)


def main_text_area(values: list[tuple[Tag, float]]) -> Tag | None:
    """Step 2: the tag with the maximum P value; none if no tag has text outside links."""
    chosen = None
    for tag, value in values:
        if value == p_value_of_a_page(values) and value > 0 and chosen is None:
            chosen = tag
    return chosen
