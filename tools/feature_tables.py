"""Write the files generated from the feature schema: the enums of the kernel, and docs/features.md.

python tools/feature_tables.py           # run by `make tables`
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from maintext.model.schema import (
    BLOCK_FEATURES,
    FAMILIES,
    HEADING_FEATURES,
    KINDS,
    LIST_FEATURES,
    PAGE_FEATURES,
    POST_FEATURES,
    SCORES,
    UNITS,
    element_above,
)
from maintext.model.vocabulary import NAMES

ROOT = Path(__file__).parent.parent
HEADER = ROOT / "src" / "maintext" / "_kernel" / "generated" / "features.h"
PAGE = ROOT / "docs" / "features.md"

# -- the kernel's header ----------------------------------------------------------------------------

_SIGNS = {"@-": "_BEFORE_", "@+": "_AFTER_", "~": "_NEAR_", "^": "_OVER_", "-": "_LESS_"}


def identifier(name: str) -> str:
    """A feature's name as part of a C identifier.

    >>> identifier("text@-3"), identifier("words^path-best")
    ('TEXT_BEFORE_3', 'WORDS_OVER_PATH_LESS_BEST')
    """
    for sign, word in _SIGNS.items():
        name = name.replace(sign, word)
    return name.upper()


def enum(comment: str, prefix: str, names: Iterable[str]) -> str:
    """An enum of these names in order; the last member is their number."""
    members = "".join(f"    {prefix}{identifier(name)},\n" for name in names)
    return f"/* {comment} */\nenum {{\n{members}    {prefix}COUNT\n}};\n"


def members(macro: str, prefix: str, names: Iterable[str]) -> str:
    """A macro that lists members of an enum, for the initialiser of an array."""
    return f"#define {macro} " + ", ".join(f"{prefix}{identifier(name)}" for name in names) + "\n"


def header() -> str:
    """The content of features.h."""
    return "\n".join(
        [
            "/* Written by tools/feature_tables.py from maintext.model.schema; do not edit. */",
            "#ifndef MAINTEXT_FEATURES_H\n#define MAINTEXT_FEATURES_H\n",
            enum("Columns of a block.", "FEATURE_", BLOCK_FEATURES),
            enum("Columns of a page.", "PAGE_", (name.removeprefix("page_") for name in PAGE_FEATURES)),
            enum("Columns of a list.", "LIST_", (name.removeprefix("list_") for name in LIST_FEATURES)),
            enum(
                "Columns of a heading.",
                "HEADING_",
                (name.removeprefix("heading_") for name in HEADING_FEATURES),
            ),
            enum(
                "Columns of a block of a thread.",
                "POST_",
                (name.removeprefix("post_") for name in POST_FEATURES),
            ),
            enum("Kinds of pages.", "PAGE_KIND_", KINDS),
            enum("Kinds of units.", "UNIT_", UNITS),
            enum("Tables of word weights.", "TABLE_", SCORES),
            enum("Subjects of class names.", "SUBJECT_", NAMES),
            "/* Columns of each subject and of each kind, in order. */",
            members("NAMED_FEATURES", "FEATURE_NAMED_", NAMES),
            members("KIND_FEATURES", "FEATURE_KIND_", KINDS),
            "#endif\n",
        ]
    )


# -- the tables of the docs -------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<=^above)\d|(?<=^alike)\d|(?<=@)[+-]\d|(?<=~)\d+|(?<=\^)\d")


def table(meanings: Mapping[str, str]) -> str:
    """A family's features and meanings; names that differ only in a number share a line, with {n} for it."""
    lines = ["| feature | what it is |", "|---|---|"]
    for name, meaning in meanings.items():
        number = _NUMBER.search(name)
        if number:
            name = name[: number.start()] + "{n}" + name[number.end() :]
            for level in range(2):  # these levels are written in words
                meaning = meaning.replace(element_above(level), element_above(9).replace("9", "{n}"))
            meaning = re.sub(rf"(?<![\w+-]){re.escape(number[0])}(?!\w)", "{n}", meaning)
        line = f"| `{name}` | {meaning.replace('|', chr(92) + '|').replace('<', '&lt;')} |"
        if line not in lines:
            lines.append(line)
    return "\n".join(lines)


def _marked(family: str, content: str) -> str:
    return f"<!-- {family}: written by make tables -->\n{content}\n<!-- end -->"


def page(text: str) -> str:
    """docs/features.md with the current tables between its markers."""
    for family, meanings in FAMILIES.items():
        marked = re.compile(rf"<!-- {family}: written by make tables -->\n.*?<!-- end -->", re.DOTALL)
        if not marked.search(text):
            raise ValueError(f"docs/features.md has no markers for the family {family}")
        content = _marked(family, f"{len(meanings)} columns.\n\n{table(meanings)}")
        text = marked.sub(lambda _, content=content: content, text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    HEADER.write_text(header(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
