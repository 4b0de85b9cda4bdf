"""MathML → LaTeX, on thirty formulas; spaces do not count."""

import pytest

from maintext.formulas.latex import delimited
from maintext.formulas.mathml import Element, to_latex
from maintext.page.parse import parse

FORMULAS: list[tuple[str, list[str]]] = [
    ("<mi>e</mi><mo>+</mo><mn>1</mn>", ["e+1"]),
    ("<msup><mi>x</mi><mn>2</mn></msup>", ["x^{2}", "x^2"]),
    ("<msub><mi>a</mi><mi>i</mi></msub>", ["a_{i}", "a_i"]),
    ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", ["x_{1}^{2}", "x_1^2"]),
    ("<mfrac><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", ["\\frac{1}{n+1}"]),
    ("<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>", ["\\sqrt{a+b}"]),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", ["\\sqrt[3]{x}"]),
    (
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>",
        ["\\sum_{i=0}^{n}x_{i}", "\\sum_{i=0}^nx_i", "\\sum_{i=0}^{n}x_i"],
    ),
    ("<mover><mi>x</mi><mo>¯</mo></mover>", ["\\bar{x}", "\\overline{x}"]),
    ("<mover accent='true'><mi>v</mi><mo>→</mo></mover>", ["\\vec{v}", "\\overrightarrow{v}"]),
    ("<mover><mi>θ</mi><mo>^</mo></mover>", ["\\hat{\\theta}"]),
    (
        "<munder><mo>lim</mo><mrow><mi>x</mi><mo>→</mo><mi>∞</mi></mrow></munder>",
        ["\\lim_{x\\to\\infty}", "\\lim_{x\\rightarrow\\infty}", "\\lim\\limits_{x\\to\\infty}"],
    ),
    ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", ["\\sinx", "\\sin{x}"]),
    (
        "<mi>α</mi><mo>≤</mo><mi>β</mi><mo>≠</mo><mi>γ</mi>",
        ["\\alpha\\leq\\beta\\neq\\gamma", "\\alpha\\le\\beta\\ne\\gamma"],
    ),
    ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", ["\\left(a,b\\right)", "(a,b)"]),
    (
        "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo>",
        [
            "\\left(\\begin{matrix}1&0\\\\0&1\\end{matrix}\\right)",
            "(\\begin{matrix}1&0\\\\0&1\\end{matrix})",
            "\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}",
        ],
    ),
    (
        "<mo>{</mo><mtable><mtr><mtd><mi>x</mi></mtd></mtr><mtr><mtd><mi>y</mi></mtd></mtr></mtable>",
        ["\\begin{cases}x\\\\y\\end{cases}"],
    ),
    (
        "<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><mi>f</mi><mo>(</mo><mi>x</mi><mo>)</mo><mi>d</mi><mi>x</mi>",
        ["\\int_{0}^{\\infty}f(x)dx", "\\int_0^{\\infty}f(x)dx"],
    ),
    ("<mi mathvariant='bold'>A</mi>", ["\\mathbf{A}"]),
    ("<mi mathvariant='double-struck'>R</mi>", ["\\mathbb{R}"]),
    ("<mtext>if </mtext><mi>x</mi><mo>&gt;</mo><mn>0</mn>", ["\\text{if}x>0"]),
    ("<msup><mi>f</mi><mo>′</mo></msup>", ["f'", "f^{\\prime}", "f^{'}"]),
    ("<mover><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>⏞</mo></mover>", ["\\overbrace{a+b}"]),
    ("<munder><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>⏟</mo></munder>", ["\\underbrace{a+b}"]),
    (
        "<mmultiscripts><mi>U</mi><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts>",
        ["{}_{92}^{238}U", "\\_{92}^{238}U", "{}_{92}^{238}{U}"],
    ),
    (
        "<mi>A</mi><mo>∩</mo><mi>B</mi><mo>⊂</mo><mi>C</mi><mo>∈</mo><mi>ℝ</mi>",
        ["A\\capB\\subsetC\\in\\mathbb{R}"],
    ),
    ("<mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>", ["|x|", "\\left|x\\right|", "\\lvertx\\rvert"]),
    (
        "<mstyle displaystyle='true'><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac></mstyle>",
        ["\\binom{n}{k}", "{n\\atopk}", "\\genfrac{}{}{0pt}{}{n}{k}"],
    ),
    ("<mn>100</mn><mo>%</mo><mo>&amp;</mo><mi>x</mi><mo>\u2062</mo><mi>y</mi>", ["100\\%\\&xy"]),
    (
        "<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup><mo>⋅</mo><msup><mi>e</mi><mrow><mo>−</mo><mi>i</mi><mi>π</mi></mrow></msup>",
        ["(a)^{2}\\cdote^{-i\\pi}", "{(a)}^{2}\\cdote^{-i\\pi}", "\\left(a\\right)^{2}\\cdote^{-i\\pi}"],
    ),
]


@pytest.mark.parametrize(("mathml", "accepted"), FORMULAS)
def test_presentation_mathml_becomes_latex(mathml: str, accepted: list[str]) -> None:
    (text,) = parse(f"<p><math>{mathml}</math>").block_texts
    assert text[0] == text[-1] == "$"
    assert "".join(text[1:-1].split()) in ["".join(latex.split()) for latex in accepted]


def test_deeply_nested_mathml_becomes_text() -> None:
    element = Element("mi", text="x")
    for _ in range(100_000):
        element = Element("mrow", children=[element])
    assert to_latex(element) == "x"


@pytest.mark.parametrize(
    ("latex", "is_display", "text"),
    [
        (r"{\displaystyle E=mc^{2}}", False, "$E=mc^{2}$"),
        (r"\displaystyle x", True, "$$x$$"),
        (r"\displaystyles", False, r"$\displaystyles$"),
        (r"\(a\)", False, "$a$"),
        ("$a$ and $b$", False, "$$a$ and $b$$"),
        ("a % a note\n+ b", False, "$a + b$"),
        (r"5 \%", False, r"$5 \%$"),
        (r"\begingroup", False, ""),
        (r"\newcommand{\R}{\mathbb{R}}", True, ""),
        ("  ", True, ""),
    ],
)
def test_latex_is_put_between_dollar_signs(latex: str, is_display: bool, text: str) -> None:
    assert delimited(latex, is_display) == text
