"""`docs/features.md` lists every feature with its meaning, family by family."""

import re
from pathlib import Path

import pytest
from maintext.features.elements import element_above

from maintext.features import context, groups, landmarks, methods, place, shape, text, whole

_PAGE = Path(__file__).parents[2] / "docs" / "features.md"
_FAMILIES = {
    "text": text,
    "place": place,
    "shape": shape,
    "landmarks": landmarks,
    "groups": groups,
    "methods": methods,
    "context": context,
    "whole": whole,
}
_NUMBER = re.compile(r"(?<=^above)\d|(?<=^alike)\d|(?<=@)[+-]\d|(?<=~)\d+|(?<=\^)\d")


def table(meanings: dict[str, str]) -> str:
    """A family's features and meanings; those that differ in a number alone are one line, with {n} for it."""
    lines = ["| feature | what it is |", "|---|---|"]
    for name, meaning in meanings.items():
        number = _NUMBER.search(name)
        if number:
            name = name[: number.start()] + "{n}" + name[number.end() :]
            for level in range(2):  # these are not put as numbers
                meaning = meaning.replace(element_above(level), element_above(9).replace("9", "{n}"))
            meaning = re.sub(rf"(?<![\w+-]){re.escape(number[0])}(?!\w)", "{n}", meaning)
        line = f"| `{name}` | {meaning.replace('|', chr(92) + '|').replace('<', '&lt;')} |"
        if line not in lines:
            lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("family", _FAMILIES)
def test_every_feature_is_listed_with_its_meaning(family: str) -> None:
    assert f"{table(_FAMILIES[family].MEANINGS)}\n" in _PAGE.read_text(encoding="utf-8")


def test_features_that_differ_in_a_number_are_one_line() -> None:
    above = {f"above{level}_x": f"x in {element_above(level)}" for level in range(4)}
    assert table({**above, "above12": "y"}).splitlines()[2:] == [
        "| `above{n}_x` | x in the element {n} levels above the block's |",
        "| `above{n}2` | y |",
    ]
