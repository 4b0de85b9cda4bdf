import numpy as np

from maintext.methods.baselines.lines import Lines
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import INLINE_TAGS, VOID_TAGS
from tests.methods.baselines.literal import Node, random_pages, tree


def literal_block_lines(page: Page) -> list[tuple[int, int]]:
    """Characters and tags of each line of the page, printed with a new line at each border of a block."""
    lines: list[list[str]] = [[]]

    def write(node: Node) -> None:
        if page.is_leaf[node.row]:
            lines[-1].append(" ".join(page.row_text(node.row).split()))
            return
        if node.name not in INLINE_TAGS:
            lines.append([])
        lines[-1].append("<")
        for child in node.children:
            write(child)
        if node.name not in VOID_TAGS:
            lines[-1].append("<")
        if node.name not in INLINE_TAGS:
            lines.append([])

    write(tree(page)[0])
    counts = [(sum(len(item) for item in line if item != "<"), line.count("<")) for line in lines]
    return [count for count in counts if any(count)]


def test_block_lines_of_random_trees_agree_with_a_printed_page_except_for_end_tags() -> None:
    for page in random_pages():
        lines = Lines.of(page, "block", None)
        printed = literal_block_lines(page)
        # An end tag after a nested block is on the nested block's line here, and on its own line there.
        with_text = [count for count in printed if count[0]]
        assert lines.chars[lines.chars > 0].tolist() == [chars for chars, _ in with_text]
        assert lines.tags.sum() == sum(tags for _, tags in printed)
        np.testing.assert_array_equal(
            lines.chars, np.bincount(lines.of_leaf, page.chars[page.leaves], len(lines.chars))
        )


def test_source_lines_are_those_of_the_file() -> None:
    html = "<html><body>\n<p>one\n<p><b>two</b> three\n</p><div>\n\n  four\n</div> five\n<p>\nsix\nseven"
    lines = Lines.of(parse(html), "source", None)
    assert lines.of_leaf.tolist() == [1, 2, 2, 4, 5, 7]
    # Lines with a tag or text: 1 html body, 2 <p>, 3 <p><b>, 4 <div>, 6, 7, 8 <p>, 9.
    assert lines.chars.tolist() == [0, 3, 8, 0, 4, 4, 0, 9]


def test_noise_has_no_characters_and_hidden_tags_do_not_count() -> None:
    lines = Lines.of(parse("<p>one<p hidden><b>two</b><p>three"), "block", np.array([False, True]))
    assert lines.chars.sum() == 3
    assert lines.tags.sum() == 8
