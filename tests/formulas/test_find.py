"""Formulas of pages: each once, in its place."""

import pickle
import re

import numpy as np
import pytest

from maintext.page.parse import parse
from maintext.page.tags import TAG_ID, Flag
from maintext.render import to_html, to_markdown, to_text

EULER = r"e^{i\pi}+1=0"
POWER = "<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup>"
MATHML = f"<math>{POWER}<mo>+</mo><mn>1</mn><mo>=</mo><mn>0</mn></math>"
SOURCE = f"<annotation encoding=application/x-tex>{EULER}</annotation>"
ANNOTATED = f"<math><semantics><mi>e</mi>{SOURCE}</semantics></math>"
GLYPHS = "<span aria-hidden=true><span>e</span><span>iπ</span></span>"
INLINE = {
    "MathML": MATHML,
    "MathML with a prefix": re.sub(r"<(/?)", r"<\1mml:", MATHML),
    "annotation with a prefix": re.sub(r"<(/?)", r"<\1m:", ANNOTATED),
    "annotation": ANNOTATED,
    "alttext": f'<math alttext="{EULER}"><mi>e</mi></math>',
    "script": f"<script type=math/tex>{EULER}</script>",
    "KaTeX": f"<span class=katex><span class=katex-mathml>{ANNOTATED}</span>{GLYPHS}</span>",
    "MathJax 2": f"<span class=MathJax_Preview>e</span><span class=MathJax>{GLYPHS}{MATHML}</span> "
    f"<script type=math/tex>{EULER}</script>",
    "MathJax 2 without its script": f"<span class=MathJax>{GLYPHS}{MATHML}</span>",
    "MathJax 3": "<mjx-container><mjx-math>e</mjx-math>"
    f"<mjx-assistive-mml>{MATHML}</mjx-assistive-mml></mjx-container>",
    "Wikipedia": f'<span class=mwe-math-element><span style="display: none">{ANNOTATED}</span>'
    f'<img class=mwe-math-fallback-image-inline src=/i.svg alt="{EULER}"></span>',
    "image of a wiki": f'<img class="tex x" src=/i.svg alt="{EULER}">',
    "image of WordPress": f'<img class=latex src=/i.svg alt="{EULER}">',
    "MathML in a script": f"<script type=math/mml>{MATHML}</script>",
    "AsciiMath": f"<script type=math/asciimath>{EULER}</script>",
}


@pytest.mark.parametrize("source", INLINE.values(), ids=INLINE)
def test_a_formula_is_part_of_its_paragraph_once(source: str) -> None:
    page = parse(f"<p>Euler found that {source} holds.")
    kept = np.ones(len(page.blocks), dtype=np.bool_)
    wanted = f"Euler found that ${EULER}$ holds."
    assert page.block_texts == [wanted]
    assert to_text(page, kept) == wanted
    assert to_markdown(page, kept) == wanted
    assert to_html(page, kept) == f"<p>{wanted}</p>"


DISPLAY = {
    "MathML": MATHML.replace("<math>", "<math display=block>"),
    "script": f'<script type="math/tex; mode=display">{EULER}</script>',
    "KaTeX": f"<span class=katex-display><span class=katex>{ANNOTATED}{GLYPHS}</span></span>",
    "MathJax 3": f"<mjx-container display=true>{MATHML}</mjx-container>",
    "a script in a box": "<span class=math-container>"
    f'<script type="math/tex;mode=display">{EULER}</script></span>',
}


@pytest.mark.parametrize("source", DISPLAY.values(), ids=DISPLAY)
def test_a_displayed_formula_is_a_block(source: str) -> None:
    assert parse(f"<p>We know {source} by now.").block_texts == ["We know", f"$${EULER}$$", "by now."]


def test_the_columns_of_a_page_with_formulas_fit_together() -> None:
    page = parse(f"<p>水 {MATHML} é<p hidden>{MATHML}</p><p>{ANNOTATED} b")
    assert page.text == "".join(page.row_text(row) for row in range(len(page)) if page.tag[row] == 0)
    assert page.row_text(0) == page.text
    assert (page.parent < np.arange(len(page))).all()
    assert [page.xpath(int(leaf)) for leaf in page.leaves][1] == "/html/body/p[1]/math/text()"
    assert page.has(Flag.FORMULA).sum() == 6
    assert (
        pickle.loads(pickle.dumps(page)).block_texts
        == page.block_texts
        == [f"水 ${EULER}$ é", f"${EULER}$ b"]
    )


def test_hidden_formulas_stay_hidden() -> None:
    assert parse(f"<p>a <b hidden>{MATHML}</b><math hidden><mi>x</mi></math> b").block_texts == ["a b"]


def test_a_wrapper_around_several_formulas_is_none() -> None:
    texts = parse(f"<div class=katex><p>one {MATHML}<p>two {ANNOTATED}</div>").block_texts
    assert texts == [f"one ${EULER}$", f"two ${EULER}$"]


def test_pages_without_formulas_are_not_searched() -> None:
    assert not parse(
        "<p>$5 <img class=text alt=x> <script>math</script><script type=text/x>x</script>"
    ).table.has_formulas


def test_formulas_inside_each_other_are_refused() -> None:
    page = parse("<p><b>a</b>")
    rows, flags = np.array([3, 4]), np.zeros(2, dtype=np.int64)
    with pytest.raises(ValueError, match=r".+"):
        page.table.with_formulas(rows, [b"x", b"y"], np.zeros(2, dtype=np.bool_), flags)


def test_formulas_with_more_text_than_offsets_of_32_bits_are_refused() -> None:
    page = parse("<p>" + "<b>a</b>" * 300)
    rows = np.flatnonzero(page.tag == TAG_ID["b"])
    flags, is_display = np.zeros(300, dtype=np.int64), np.zeros(300, dtype=np.bool_)
    with pytest.raises(MemoryError):
        page.table.with_formulas(rows, [bytes(2**24)] * 300, is_display, flags)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        (r"$$\sum_{i=0}^n *x*$$", r"$$\sum_{i=0}^n *x*$$"),
        (r"so \(a_1*b*\) and \[c*d*\]", r"so \(a_1*b*\) and \[c*d*\]"),
        (r"let $x_1*y_2*$, then", r"let $x_1*y_2*$, then"),
        (r"\begin{align}a*b*\end{align}", r"\begin{align}a*b*\end{align}"),
        ("$5 *and* $6", r"$5 \*and\* $6"),
        ("from $5_000 * 2 to $6_000", "from $5_000 * 2 to $6_000"),
        ("$HOME/*a* =$PATH", r"$HOME/\*a\* =$PATH"),
    ],
)
def test_latex_in_the_text_is_not_escaped(text: str, markdown: str) -> None:
    page = parse(f"<p>{text}")
    assert to_markdown(page, np.ones(1, dtype=np.bool_)) == markdown
