r"""Presentation MathML → LaTeX.

Own code, because the packages for it got 20 (mathml-to-latex 1.0.0) and 6 (mathml2latex 0.2.12) of the 30
formulas in `tests/formulas/test_mathml.py` right.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from maintext.formulas.symbols import FUNCTIONS, INVISIBLE, OVER, SYMBOLS, UNDER, VARIANTS, WIDE

_DEEPEST = 64
_LONGEST_COMPOSED = 1000  # characters of a token
"""Elements nested deeper become their plain text."""
_FENCES = {"(": "pmatrix", "[": "bmatrix", "|": "vmatrix", r"\|": "Vmatrix", r"\{": "cases"}
_CLOSING = {"(": ")", "[": "]", "|": "|", r"\|": r"\|"}


@dataclass(slots=True)
class Element:
    """An element of a formula."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element"] = field(default_factory=list)
    text: str = ""
    """Its own text, if it has no children."""

    def all_text(self) -> str:
        """The text of all elements inside, without recursion: they may be nested very deeply."""
        pieces: list[str] = []
        left = [self]
        while left:
            one = left.pop()
            pieces.append(one.text)
            left += reversed(one.children)
        return "".join(pieces)


def to_latex(element: Element) -> str:
    r"""The LaTeX of a `<math>` element, without delimiters.

    >>> to_latex(Element("msup", children=[Element("mi", text="x"), Element("mn", text="2")]))
    'x^{2}'
    """
    return _tidy(_latex(element, 0))


def _latex(element: Element, depth: int) -> str:
    if depth > _DEEPEST:
        return _characters(element.all_text())
    write = _WRITERS.get(element.name)
    return write(element, depth + 1) if write else _row(element, depth + 1)


def _tidy(latex: str) -> str:
    return " ".join(latex.split())


def _parts(element: Element, depth: int) -> list[str]:
    return [_latex(child, depth) for child in element.children]


def _exactly(element: Element, depth: int, count: int) -> list[str]:
    """The first children; empty ones for those that are missing."""
    parts = [_latex(child, depth) for child in element.children[:count]]
    return parts + [""] * (count - len(parts))


def _join(parts: list[str]) -> str:
    """Parts in a row, with a space after a command that a letter would continue."""
    joined = ""
    for part in parts:
        if part[:1].isalpha() and _ends_with_command(joined):
            joined += " "
        joined += part
    return joined


def _ends_with_command(latex: str) -> bool:
    letters = len(latex) - len(latex.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
    return letters > 0 and latex[-letters - 1 : -letters] == "\\"


# -- characters ---------------------------------------------------------------------------------------------


def _characters(text: str) -> str:
    text = text.translate(INVISIBLE)
    if len(text) <= _LONGEST_COMPOSED:  # many marks on one letter would take quadratic time
        text = unicodedata.normalize("NFC", text)
    return _join([_character(one) for one in text])


def _character(one: str) -> str:
    if one in SYMBOLS:
        return SYMBOLS[one]
    plain = unicodedata.normalize("NFKC", one)
    if one >= "\U0001d400" and len(plain) == 1:  # the alphabets of mathematics
        command = _alphabet(one)
        letter = SYMBOLS.get(plain, plain)
        return f"\\{command}{{{letter}}}" if command else letter
    return " " if one.isspace() else one


def _alphabet(one: str) -> str | None:
    name = unicodedata.name(one, "").lower().replace(" ", "-")
    for variant in ("double-struck", "fraktur", "script", "monospace", "sans-serif", "bold-italic", "bold"):
        if variant in name:
            return VARIANTS[variant]
    return None


def _identifier(element: Element, depth: int) -> str:
    text = element.all_text().translate(INVISIBLE).strip()
    if text in FUNCTIONS:
        return f"\\{text} "
    variant = element.attributes.get("mathvariant", "")
    latex = _characters(text)
    if variant in VARIANTS:
        return f"\\{VARIANTS[variant]}{{{latex}}}"
    if len(text) > 1 and text.isalpha() and text.isascii():
        return f"\\operatorname{{{latex}}}" if element.name == "mi" else latex
    return latex


def _operator(element: Element, depth: int) -> str:
    text = element.all_text().translate(INVISIBLE).strip()
    return f"\\{text} " if text in FUNCTIONS else _characters(text)


def _text(element: Element, depth: int) -> str:
    text = " ".join(element.all_text().replace("\xa0", " ").split(" "))
    if not text.strip():
        return " "
    for sign in "\\{}$%&#_":
        text = text.replace(sign, SYMBOLS[sign] if sign != "\\" else "/")
    return f"\\text{{{text}}}"


def _space(element: Element, depth: int) -> str:
    return "\\\\" if element.attributes.get("linebreak") == "newline" else " "


# -- structure ----------------------------------------------------------------------------------------------


def _row(element: Element, depth: int) -> str:
    parts = _parts(element, depth) if element.children else [_characters(element.text)]
    return _join(_with_fences(element.children, parts))


def _with_fences(children: list[Element], parts: list[str]) -> list[str]:
    """A matrix between brackets has them in the name of its environment."""
    for at, child in enumerate(children):
        if at == 0 or _only(child).name != "mtable":
            continue
        fence = parts[at - 1].strip()
        name = _FENCES.get(fence)
        if name is None or not parts[at].startswith(r"\begin{matrix}"):
            continue
        after = parts[at + 1].strip() if at + 1 < len(parts) else ""
        if fence == r"\{" and after in ("", r"\}"):
            if after:
                continue
        elif after != _CLOSING.get(fence):
            continue
        body = parts[at].removeprefix(r"\begin{matrix}").removesuffix(r"\end{matrix}")
        matrix = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        rest = parts[at + 1 :] if name == "cases" else parts[at + 2 :]
        return [*parts[: at - 1], matrix, *rest]
    return parts


def _only(element: Element) -> Element:
    """What an element without its own meaning contains."""
    while element.name in ("mrow", "mstyle", "mpadded") and len(element.children) == 1:
        element = element.children[0]
    return element


def _fraction(element: Element, depth: int) -> str:
    above, below = _exactly(element, depth, 2)
    command = (
        "binom" if element.attributes.get("linethickness", "").strip() in ("0", "0px", "0pt") else "frac"
    )
    return f"\\{command}{{{above}}}{{{below}}}"


def _root(element: Element, depth: int) -> str:
    if element.name == "msqrt":
        return f"\\sqrt{{{_row(element, depth)}}}"
    inner, degree = _exactly(element, depth, 2)
    return f"\\sqrt[{degree}]{{{inner}}}"


def _base(latex: str) -> str:
    """What a script can belong to: in braces if it has a script, or is empty."""
    latex = latex.strip()
    return f"{{{latex}}}" if not latex or any(sign in latex for sign in "^_") else latex


def _script(element: Element, depth: int) -> str:
    base, *scripts = _exactly(element, depth, 3 if element.name == "msubsup" else 2)
    lower = scripts[0] if element.name != "msup" else ""
    upper = scripts[-1] if element.name != "msub" else ""
    return _scripted(_base(base), lower, upper)


def _scripted(base: str, lower: str, upper: str) -> str:
    lower, upper = lower.strip(), upper.strip()
    if lower:
        base += f"_{{{lower}}}"
    if upper and not upper.strip("'"):
        return base + upper
    return base + (f"^{{{upper}}}" if upper else "")


def _limits(element: Element, depth: int) -> str:
    base, *marks = _exactly(element, depth, 3 if element.name == "munderover" else 2)
    lower = marks[0] if element.name != "mover" else ""
    upper = marks[-1] if element.name != "munder" else ""
    signs = [child.all_text().strip() for child in element.children[1:3]]
    if element.name == "mover" and signs and signs[0] in OVER:
        command = OVER[signs[0]]
        return (
            f"\\{WIDE.get(command, command) if _is_wide(element.children[0]) else command}{{{base.strip()}}}"
        )
    if element.name == "munder" and signs and signs[0] in UNDER:
        return f"\\{UNDER[signs[0]]}{{{base.strip()}}}"
    if base.strip().startswith(("\\over", "\\under")):  # a brace with its label
        return _scripted(base.strip(), lower, upper)
    if _takes_limits(element.children[0] if element.children else element):
        return _scripted(_base(base), lower, upper)
    latex = f"\\overset{{{upper}}}{{{base}}}" if upper else base
    return f"\\underset{{{lower}}}{{{latex}}}" if lower else latex


def _is_wide(element: Element) -> bool:
    return len(element.all_text().strip()) > 1


def _takes_limits(element: Element) -> bool:
    base = _only(element)
    text = base.all_text().translate(INVISIBLE).strip()
    return text in FUNCTIONS or (len(text) == 1 and text in "∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂")


def _prescripts(element: Element, depth: int) -> str:
    if not element.children:
        return ""
    names = [child.name for child in element.children]
    parts = [
        "" if name in ("none", "mprescripts") else part
        for name, part in zip(names, _parts(element, depth), strict=True)
    ]
    split = names.index("mprescripts") if "mprescripts" in names else len(parts)
    after, before = parts[1:split], parts[split + 1 :]
    latex = "".join(_scripted("{}", *pair) for pair in _pairs(before)) + _base(parts[0])
    for number, pair in enumerate(_pairs(after)):
        latex = _scripted(latex if number == 0 else latex + "{}", *pair)
    return latex


def _pairs(parts: list[str]) -> list[tuple[str, str]]:
    parts = parts + [""] * (len(parts) % 2)
    return list(zip(parts[::2], parts[1::2], strict=True))


def _fenced(element: Element, depth: int) -> str:
    signs = [
        _characters(element.attributes.get(name, default))
        for name, default in (("open", "("), ("close", ")"))
    ]
    separators = "".join(element.attributes.get("separators", ",").split())
    pieces: list[str] = []
    for number, part in enumerate(_parts(element, depth)):
        if number and separators:
            pieces.append(separators[min(number, len(separators)) - 1])
        pieces.append(part)
    if len(element.children) == 1 and _only(element.children[0]).name == "mtable":
        children = [Element("mo"), element.children[0], Element("mo")]
        return _join(_with_fences(children, [signs[0], *pieces, signs[1]]))
    return _join([f"\\left{signs[0] or '.'}", *pieces, f"\\right{signs[1] or '.'}"])


def _table(element: Element, depth: int) -> str:
    rows = [
        " & ".join(_latex(cell, depth).strip() for cell in row.children if not _is_label(row, cell))
        for row in element.children
        if row.name in ("mtr", "mlabeledtr")
    ]
    return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"


def _is_label(row: Element, cell: Element) -> bool:
    return row.name == "mlabeledtr" and cell is row.children[0]


def _first(element: Element, depth: int) -> str:
    """Alternatives: the first is the presentation."""
    return _latex(element.children[0], depth) if element.children else ""


def _nothing(element: Element, depth: int) -> str:
    return ""


_WRITERS: dict[str, Callable[[Element, int], str]] = {
    "mi": _identifier, "mn": _operator, "mo": _operator, "mtext": _text, "ms": _text, "mspace": _space,
    "mfrac": _fraction, "msqrt": _root, "mroot": _root, "msub": _script, "msup": _script, "msubsup": _script,
    "munder": _limits, "mover": _limits, "munderover": _limits, "mmultiscripts": _prescripts,
    "mfenced": _fenced, "mtable": _table, "semantics": _first, "maction": _first,
    "annotation": _nothing, "annotation-xml": _nothing, "mphantom": _nothing, "none": _nothing,
    "mprescripts": _nothing, "maligngroup": _nothing, "malignmark": _nothing,
}  # fmt: skip
