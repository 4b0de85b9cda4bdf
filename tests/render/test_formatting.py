"""Without formatting, a page is written as if its bold, italic, struck and marked text were plain."""

import re
from random import Random

import pytest

from maintext.options import Output
from maintext.page.parse import parse
from maintext.render import to_html, to_markdown
from tests.render.pages import everything, random_source

_TAGS = re.compile(r"<(/?)(?:b|strong|em|i|s|del|strike|mark)\b", re.IGNORECASE)
PLAIN = Output(formatting=False)


@pytest.mark.parametrize("seed", range(60))
def test_formatting_is_left_out_and_nothing_else(seed: int) -> None:
    html = random_source(Random(seed), 30)
    page, kept = everything(html)
    bare, all_kept = everything(_TAGS.sub(r"<\1span", html))
    if page.block_texts != bare.block_texts:
        pytest.skip("misnested formatting makes another tree")
    assert to_markdown(page, kept, None, PLAIN) == to_markdown(bare, all_kept)
    assert to_html(page, kept, None, PLAIN) == to_html(bare, all_kept)


def test_code_and_structure_stay() -> None:
    page, kept = everything(
        "<h2>A <b>b</b></h2><p>c <code>d</code> <i>e</i> f<sup>2</sup> <s>g</s> <mark>h</mark><ul><li>i"
    )
    assert to_markdown(page, kept, None, PLAIN) == "## A b\n\nc `d` e f<sup>2</sup> g h\n\n- i"
    assert parse(to_html(page, kept, None, PLAIN)).text.split() == "A b c d e f2 g h i".split()
