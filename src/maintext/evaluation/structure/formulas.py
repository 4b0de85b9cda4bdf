"""Formulas: the elements that hold one, and keys by which they are compared."""

import re
from dataclasses import dataclass

from turbohtml import Element

from maintext.evaluation.structure.tree import attribute, classes, inner

_CONTAINERS = frozenset(
    "katex katex-display MathJax MathJax_Display MathJax_SVG mjx-chtml MathJax_CHTML mwe-math-element".split()
)
"""Classes of elements that show one formula."""
_IMAGES = frozenset("latex tex mwe-math-fallback-image-inline mwe-math-fallback-image-display".split())
_GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon "
        "phi chi psi omega".split(),
        "αβγδεζηθικλμνξπρστυφχψω",
        strict=True,
    )
)
_SPACING = re.compile(r"\\(?:displaystyle|textstyle|scriptstyle|left|right|limits|[,;:!> ])")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_NOT_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class FormulaKey:
    """A formula as LaTeX, where the page has it so, and its letters and digits in order."""

    tex: str
    """Empty for MathML without LaTeX."""
    signs: str


def formula(element: Element) -> FormulaKey | None:
    """The formula that an element shows; None if it is none.

    A container of MathJax 2 that is followed by its script gives an empty one: the script counts.
    """
    names = classes(element)
    if element.tag == "script":
        is_tex = attribute(element, "type").lower().startswith("math/tex")
        return from_tex(element.text) if is_tex else None
    if element.tag == "img":
        alt = attribute(element, "alt")
        return from_tex(alt.strip("$")) if alt and not _IMAGES.isdisjoint(names) else None
    if element.tag not in ("math", "mjx-container") and _CONTAINERS.isdisjoint(names):
        return None
    if _has_script(element):
        return FormulaKey("", "")
    return _inside(element)


def _has_script(element: Element) -> bool:
    following = element.next_sibling
    while following is not None and not isinstance(following, Element):
        following = following.next_sibling
    return isinstance(following, Element) and attribute(following, "type").startswith("math/tex")


def _inside(element: Element) -> FormulaKey | None:
    for node in inner(element, "annotation"):
        if "tex" in attribute(node, "encoding"):
            return from_tex(node.text)
    maths = [element] if element.tag == "math" else list(inner(element, "math"))
    for math in maths:
        if tex := attribute(math, "alttext"):
            return from_tex(tex)
    for image in inner(element, "img"):
        if alt := attribute(image, "alt"):
            return from_tex(alt)
    for math in maths:
        return FormulaKey("", _NOT_SIGNS.sub("", math.text))
    return None


def from_tex(tex: str) -> FormulaKey:
    r"""A formula in LaTeX.

    >>> from_tex(r"{\displaystyle e^{i\pi }+1=0}")
    FormulaKey(tex='e^i\\pi+1=0', signs='eiπ10')
    """
    plain = re.sub(r"[\s{}]+", "", _SPACING.sub("", tex))
    letters = _COMMAND.sub(lambda match: _GREEK.get(match[1], " "), _SPACING.sub("", tex))
    return FormulaKey(plain, _NOT_SIGNS.sub("", letters))
