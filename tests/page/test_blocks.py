import numpy as np
import pytest
from hypothesis import given

from maintext.page.blocks import fold
from maintext.page.parse import empty_page, parse
from maintext.page.tags import Flag
from tests.soup import soups


def texts(html: str) -> list[str]:
    page = parse(html)
    return [page.block_text(block) for block in range(len(page.blocks))]


@given(soups)
def test_blocks_are_runs_of_leaves_between_visible_block_elements(html: str) -> None:
    page = parse(html)
    hidden = page.has(Flag.HIDDEN)
    literal: list[list[int]] = []
    for leaf in page.leaves.tolist():
        last = literal[-1][-1] if literal else None
        same = last is not None and page.block[last] == page.block[leaf]
        between = range(last + 1 if last is not None else 0, leaf)
        border = any(page.is_block[row] and not hidden[row] for row in between)
        if same and not border:
            literal[-1].append(leaf)
        else:
            literal.append([leaf])
    blocks = page.blocks
    assert [page.leaves[blocks.leaves(block)].tolist() for block in range(len(blocks))] == literal
    assert blocks.first_row.tolist() == [leaves[0] for leaves in literal]
    assert blocks.last_row.tolist() == [leaves[-1] for leaves in literal]
    assert blocks.element.tolist() == [page.block[leaves[0]] for leaves in literal]
    assert blocks.of_leaf.tolist() == [block for block, leaves in enumerate(literal) for _ in leaves]
    assert blocks.chars.tolist() == [sum(page.chars[leaf] for leaf in leaves) for leaves in literal]


@given(soups)
def test_no_character_of_a_leaf_is_lost_or_repeated(html: str) -> None:
    page = parse(html)
    leaves = "".join(page.row_text(leaf) for leaf in page.leaves.tolist())
    assert "".join("".join(texts(html)).split()) == "".join(leaves.split())


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one <b>two</b> three</p>", ["one two three"]),
        ("<div>one<p>two</p>three</div>", ["one", "two", "three"]),
        ("one<br>two", ["one", "two"]),
        ("<table><tr><td>one<td>two</table>", ["one", "two"]),
        ("one<script>x</script>two", ["onetwo"]),
        ("one <div hidden>x</div>two", ["one two"]),
        ("one <span style='display:none'>x</span>two", ["one two"]),
        ("<b>one</b> <i>two</i>", ["one two"]),
        ("one<!-- -->two", ["onetwo"]),
        ("<ruby>漢<rt>かん</rt></ruby>字", ["漢かん字"]),
        ("<pre>\n\n  one\n    two\n</pre>", ["  one\n    two"]),
        ("<p> \u200b </p>", []),
        ("", []),
    ],
)
def test_a_block_is_what_a_reader_sees_as_one_line(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        (" a \n\t b ", "a b"),
        ("第一行\n第二行", "第一行第二行"),
        ("第一行 \r\n  第二行", "第一行第二行"),
        ("𠮷\n野家", "𠮷野家"),
        ("第一 第二", "第一 第二"),
        ("第一\nword", "第一 word"),
        ("한국어\n문장", "한국어 문장"),
        ("", ""),
    ],
)
def test_folding_keeps_spaces_but_not_line_breaks_between_han_and_kana(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_sums_are_over_the_leaves_of_a_block() -> None:
    page = parse("<p>one <b>two</b><p>three")
    assert page.blocks.sum(page.words).tolist() == [2, 1]
    assert page.blocks.sum_leaves(np.array([1, 10, 100])).tolist() == [11, 100]


@given(soups)
def test_a_block_with_half_of_its_characters_marked_counts_as_marked(html: str) -> None:
    page = parse(html)
    leaves = np.random.default_rng(len(html)).random(len(page.leaves)) < 0.5
    for block, marked in enumerate(page.blocks.mostly(leaves)):
        mine = page.blocks.of_leaf == block
        chars = page.chars[page.leaves[mine]]
        assert marked == (chars[leaves[mine]].sum() >= chars.sum() / 2)


def test_a_linked_word_stays_in_its_sentence() -> None:
    blocks = parse("<p>The tower leans <a href=/>visibly</a> to the south.").blocks
    assert blocks.mostly(np.array([True, False, True])).tolist() == [True]
    assert blocks.mostly(np.array([False, True, False])).tolist() == [False]


def test_a_page_without_leaves_has_no_blocks() -> None:
    for page in (empty_page(), parse("<p> ")):
        assert len(page.blocks) == 0
        assert page.blocks.chars.tolist() == page.blocks.of_leaf.tolist() == []
        assert repr(page.blocks) == "<Blocks: 0>"
