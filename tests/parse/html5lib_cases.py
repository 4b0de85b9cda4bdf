"""The tree-construction cases of html5lib-tests, as far as a node table can represent them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from maintext._kernel import native
from maintext.limits import Limits
from maintext.page.page import Page
from maintext.page.tags import TAGS, TEXT

FOLDER = Path(__file__).parent.parent / "html5lib"

# Attributes whose white space a table folds.
_WORD_LISTS = frozenset(
    "class rel rev accept-charset headers accesskey dropzone sizes sandbox archive".split()
)


@dataclass
class Outline:
    """One row: its depth, name and attributes."""

    depth: int
    name: str
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A source, and its expected tree."""

    name: str
    source: str
    tree: list[str]


def tree(source: str | bytes, limits: Limits = Limits()) -> Page:
    """The page as the parser makes it, with the elements of formulas."""
    return Page(native.parse(source, False, limits.nodes, limits.depth, 3600.0), (), limits)


def cases() -> Iterator[Case]:
    """All cases of whole documents without scripting; a table has no fragments."""
    for file in sorted(FOLDER.glob("*.dat")):
        content = file.read_bytes().decode("utf-8", "surrogatepass")  # keep carriage returns
        for number, block in enumerate(re.split(r"(?:\A|\n\n)#data\n", content)[1:]):
            source, _, rest = re.split(r"(\A|\n)#errors\n", block, maxsplit=1)
            head, _, tree = rest.partition("#document\n")
            if "#document-fragment" not in head and "#script-on" not in head:
                yield Case(f"{file.stem}:{number}", source, tree.rstrip("\n").split("\n"))


def expected(case: Case) -> list[Outline]:
    """The rows of the case's tree: no comments, no doctype, no text of scripts and styles."""
    rows: list[Outline] = []
    contents: list[int] = []  # depths of open template contents, which have no level of their own
    for line in _lines(case.tree):
        depth = (len(line) - len(line.lstrip(" "))) // 2
        while contents and depth <= contents[-1]:
            contents.pop()
        item = line[2 * depth :]
        level = depth - len(contents)
        if item == "content":
            contents.append(depth)
        elif item.startswith('"'):
            rows.append(Outline(level, TAGS[TEXT], item[1:-1]))
        elif item.startswith("<!"):
            continue
        elif item.startswith("<") and item.endswith(">"):
            rows.append(Outline(level, item[1:-1].rpartition(" ")[2]))
        else:
            name, _, value = item.partition("=")
            name, value = name.replace(" ", ":"), value[1:-1]
            rows[-1].attributes[name] = fold_words(name, value)
    return _without_programs(rows)


def outline(page: Page) -> list[Outline]:
    """The rows of a page."""
    return [
        Outline(
            int(page.depth[row]),
            page.tag_name(row),
            page.row_text(row) if page.tag[row] == TEXT else "",
            dict(page.attributes.get(row, {})),
        )
        for row in range(len(page))
    ]


def fold_words(name: str, value: str) -> str:
    """An attribute's value as it is in a table."""
    return " ".join(re.split(r"[ \t\n\f\r]+", value.strip(" \t\n\f\r"))) if name in _WORD_LISTS else value


def _lines(tree: list[str]) -> Iterator[str]:
    """The lines of a tree, without their bars; lines of one text or comment are joined."""
    together = ""
    for line in tree:
        if line.startswith("| ") and together:
            yield together
            together = ""
        together = together + "\n" + line if not line.startswith("| ") else line[2:]
    if together:
        yield together


def _without_programs(rows: list[Outline]) -> list[Outline]:
    kept: list[Outline] = []
    program = -1  # the depth of an open script or style
    for row in rows:
        if program >= 0 and row.depth > program:
            continue
        data = "json" in row.attributes.get("type", "").lower()
        program = row.depth if row.name == "style" or (row.name == "script" and not data) else -1
        kept.append(row)
    return kept
