"""CJK and white space are defined once, in `maintext.text.characters`; C and Python agree on them."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

import maintext
from maintext.page.blocks import fold
from maintext.page.parse import parse
from maintext.render.text import to_text
from maintext.text.characters import (
    CJK,
    CJK_TEXT,
    EAST_ASIAN,
    INVISIBLE,
    JOINED_LINES,
    KANA_LETTERS,
    SPACELESS,
    WHITE_SPACE,
    Counts,
    Kind,
    characters,
    codes_in,
)
from maintext.text.unseen import drop_unseen
from maintext.text.words import find_words, tokens
from tests.reference.counts import text_counts

SOURCE = Path(__file__).parents[2] / "src" / "maintext"  # an installed package has no C files

# Files that need such characters for another reason.
ALLOWED = {
    "text/characters.py": "the definitions",
    "text/words.py": "capitals with a lower case, full-width ones too",
    "_kernel/model/texts.c": "a full-width colon",
    "_kernel/model/words.c": "a full-width question mark",
    "evaluation/report/html.py": "line ends to escape in JavaScript",
    "cli/output.py": "line ends to escape in JSON lines",
    "_kernel/styles/colour_names.c": "colours",
    "_kernel/model/languages.c": "the bits of a 16-bit float",
    "evaluation/structure/gold.py": "a full-width colon in titles",
    "_kernel/rows/headings.c": "an anchor mark that is not seen",
    "formulas/symbols.py": "operators that are not seen",
    "page/marks.py": "quotation marks of Chinese and Japanese",
    "_kernel/rows/unseen.c": "characters that are not shown",
    "text/unseen.py": "the same, in an example",
}
_CODE = re.compile(
    r"\\u([0-9a-fA-F]{4})\b|\\U([0-9a-fA-F]{8})\b|\b0x([0-9a-fA-F]{4,6})\b|\\u\{([0-9a-fA-F]+)\}"
)
_RANGE = re.compile(r"([^\x00-\x7f])-([^\x00-\x7f])")


def sources() -> list[Path]:
    files = [path for suffix in ("py", "c", "h", "js") for path in SOURCE.rglob(f"*.{suffix}")]
    return [path for path in files if path.parent.name != "generated"]


def is_defined_once(code: int) -> bool:
    """Whether a set with this character belongs in `maintext.text.characters`."""
    is_space = code > 0xFF and (chr(code).isspace() or code in codes_in(INVISIBLE))
    is_surrogate = 0xD800 <= code <= 0xE000
    return is_space or (0x2E80 <= code <= 0xFFEF and not is_surrogate) or 0x20000 <= code <= 0x3FFFF


def own_definitions(source: str) -> list[str]:
    ranges = (
        match for match in _RANGE.finditer(source) if match[1] < match[2] and is_defined_once(ord(match[1]))
    )
    return [match[0] for match in (*filter(is_code, _CODE.finditer(source)), *ranges)]


def is_code(match: re.Match[str]) -> bool:
    code = int(next(filter(None, match.groups())), 16)
    return code <= sys.maxunicode and code != 0xFEFF and is_defined_once(code)  # U+FEFF: byte order mark


def test_no_other_file_defines_a_set_of_its_own() -> None:
    found = {
        path.relative_to(SOURCE).as_posix(): own_definitions(path.read_text("utf-8")) for path in sources()
    }
    assert {name: codes for name, codes in found.items() if codes and name not in ALLOWED} == {}
    assert {name for name in ALLOWED if not found[name]} == set()


@pytest.mark.parametrize(
    "source",
    [r'"[\u4e00-\u9fff]"', r'"[\U00020000-\U0003ffff]"', "code >= 0x3400", "[一-龥]", r"\u{4e00}", r"\u3000"],
)
def test_such_a_definition_is_noticed(source: str) -> None:
    assert own_definitions(source)


def test_white_space_is_that_of_python() -> None:
    text = "".join(map(chr, range(sys.maxunicode + 1)))
    assert [ord(char) for char in re.findall(r"\s", text)] == codes_in(WHITE_SPACE)
    assert [ord(char) for char in text if char.isspace()] == codes_in(WHITE_SPACE)
    assert not set(codes_in(WHITE_SPACE)) & set(codes_in(INVISIBLE))


def test_first_bytes_of_white_space_are_those_that_the_kernel_looks_for() -> None:
    first = {chr(code).encode()[0] for code in codes_in(WHITE_SPACE) if code > 0x7F}
    assert first <= {0xC2, 0xE1, 0xE2, 0xE3}


# -- C and Python ---------------------------------------------------------------------------------------

SETS = (KANA_LETTERS, CJK, CJK_TEXT, JOINED_LINES, EAST_ASIAN, SPACELESS, WHITE_SPACE, INVISIBLE)


def border_characters() -> list[str]:
    """Characters at the borders of every set, inside and outside."""
    borders = {
        border for ranges in SETS for first, last in ranges for border in (first - 1, first, last, last + 1)
    }
    changed_by_parser = {0x0D, *range(0xD800, 0xE000)}
    characters = map(chr, sorted(borders - changed_by_parser))
    return [char for char in characters if not is_dropped(char)]


def is_dropped(char: str) -> bool:
    """Whether the kernel may drop the character, since it is not shown (tests/text/test_unseen.py)."""
    return any(drop_unseen(text) != text for text in (f"a{char}b", f"x{char}{char}y"))


def in_paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


@pytest.mark.parametrize("shape", ["茶{}\n{}茶", "{}\n 茶", "茶 \n{}", "x{}{}\ny", "a{}b"])
def test_the_kernel_folds_lines_as_python_does(shape: str) -> None:
    texts = [shape.format(char, char) for char in border_characters()]
    page = parse(in_paragraphs(f".{text}." for text in texts))
    shown = to_text(page, np.ones(len(page.blocks), dtype=np.bool_))
    assert shown.split("\n\n") == [fold(f".{text}.") for text in texts]


def test_the_kernel_counts_kinds_as_the_reference_does() -> None:
    texts = [f"a{char}b {char}" for char in border_characters()]
    page = parse(in_paragraphs(texts))
    counts = [text_counts(text) for text in texts]
    for name in Counts._fields:
        assert getattr(page, name)[page.leaves].tolist() == [count[name] for count in counts]


def test_a_character_of_plane_2_or_3_is_cjk_everywhere() -> None:
    rare = "𠀀𠮷\U0002f800𰻞\U0003ffff"
    page = parse(f"<p>{rare}茶")
    assert page.cjk[page.leaves].tolist() == [len(rare) + 1]
    assert tokens(f"a{rare}b") == ["a", *rare, "b"]
    found = find_words(characters(rare, np.array([0]), np.array([len(rare)])))
    assert found.kind.tolist() == [Kind.CJK] * len(rare)
    assert len(set(found.hash.tolist())) == len(rare)
    assert parse("<p><i>𠮷</i><i>Tea</i><i>𠮷</i>").block_texts == ["𠮷Tea𠮷"]


def test_a_line_break_next_to_a_character_of_plane_2_is_no_space() -> None:
    story = "这座塔建于1911年，用砖和石灰砌成。没有人知道它为什么向南倾斜，也没有人打算把它扶正。"
    document = maintext.extract(
        f"<article><h1>𠮷\n野家</h1><p>{story}<p>{story}<p>野\r\n𠮷 \n\t家{story}</article>"
    )
    assert document.text.splitlines()[0] == "𠮷野家"
    assert document.text.splitlines()[-1] == f"野𠮷家{story}"
    assert document.markdown.startswith("# 𠮷野家\n")
    assert document.markdown.rstrip().endswith(f"野𠮷家{story}")
    assert "<h1>𠮷野家</h1>" in document.html
