"""Rules for every page and every choice of blocks."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from maintext.page.parse import parse
from maintext.render import to_html, to_markdown, to_text
from tests.render.pages import kept_words, random_selection, read_markdown, shown_words

_ELEMENTS = set(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tr th td pre code blockquote figure "
    "figcaption img a strong em sub sup s mark br hr input".split()
)
_ATTRIBUTES = re.compile(
    r'| href="[^"]*"| src="[^"]*" alt="[^"]*"(?: title="[^"]*")?'
    r'| value="\d+"| type="checkbox" disabled(?: checked)?| class="language-[^"]+"'
    r'|(?: type="[aAiI]")?(?: reversed)?(?: start="\d+")?|(?: (?:col|row)span="\d+")*'
)

seeds = given(st.integers(0, 2**32))
many = settings(max_examples=250, deadline=None)


@many
@seeds
def test_text_has_the_kept_blocks_words_in_order_and_nothing_else(seed: int) -> None:
    selection = random_selection(seed)
    assert to_text(*selection).split() == kept_words(*selection)


@many
@seeds
def test_html_shows_the_kept_blocks_words_in_order_and_nothing_else(seed: int) -> None:
    selection = random_selection(seed)
    assert shown_words(parse(to_html(*selection))) == kept_words(*selection)


@many
@seeds
def test_markdown_shows_the_kept_blocks_words_in_order_and_nothing_else(seed: int) -> None:
    selection = random_selection(seed, spans=False)  # the text of a cell is repeated in all places it spans
    assert shown_words(read_markdown(to_markdown(*selection))) == kept_words(*selection)


@many
@seeds
def test_html_is_balanced_and_has_content_elements_with_safe_attributes_only(seed: int) -> None:
    open_tags: list[str] = []
    for slash, name, attributes in re.findall(r"<(/?)(\w+)([^>]*)>", to_html(*random_selection(seed))):
        assert name in _ELEMENTS
        assert _ATTRIBUTES.fullmatch(attributes)
        assert "script:" not in attributes
        if slash:
            assert open_tags.pop() == name
        elif name not in ("br", "hr", "img", "input"):
            open_tags.append(name)
    assert not open_tags


@many
@seeds
@example(seed=943)  # a line that ends with a backslash
def test_markdown_read_again_and_rendered_again_stays_the_same(seed: int) -> None:
    once = read_markdown(to_markdown(*random_selection(seed)))
    again = read_markdown(to_markdown(once, once.blocks.chars > 0))
    assert to_text(again, again.blocks.chars > 0) == to_text(once, once.blocks.chars > 0)
