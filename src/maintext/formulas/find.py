"""Where a page has formulas, and their LaTeX.

A formula is a `<math>` element, also with a prefix (`<mml:math>`), a script of MathJax, an image with its
source in `alt`, or an element in which KaTeX, MathJax or a wiki wrapped one of them. The wrapper counts: what
it shows, and what it has for screen readers, is one formula.
"""

from dataclasses import dataclass

import numpy as np

from maintext.formulas.latex import delimited
from maintext.formulas.mathml import Element, to_latex
from maintext.page.page import Page
from maintext.page.tags import IMG, SCRIPT, TAG_ID, TEXT, Flag

_MATH = TAG_ID["math"]
_WRAPPERS = frozenset("katex-display katex mwe-math-element math-container".split())
_OUTPUT = frozenset(
    "MathJax MathJax_Display MathJax_SVG MathJax_SVG_Display MathJax_CHTML MathJax_MathML mjx-chtml "
    "mjx-full-width MathJax_PHTML MathJax_PlainSource".split()
)
_PREVIEW = "MathJax_Preview"
_DISPLAY_CLASSES = frozenset(
    "katex-display MathJax_Display MathJax_SVG_Display MJXc-display mwe-math-mathml-display "
    "mwe-math-fallback-image-display mwe-math-element-block".split()
)
_IMAGE_CLASSES = frozenset("tex latex mwe-math-fallback-image-inline mwe-math-fallback-image-display".split())
_TEX_ENCODINGS = frozenset(["application/x-tex", "text/x-tex", "tex", "latex", "application/x-latex"])
_CONTAINER = "mjx-container"
_HIDING = int(Flag.HIDDEN | Flag.UNSHOWN)
_MOST_OUTPUT = 4
"""Elements of output between a preview and its script."""


@dataclass(frozen=True, slots=True)
class PageFormula:
    """An element whose text is a formula."""

    row: int
    text: str
    """LaTeX with its delimiters; empty if the formula is elsewhere, and this element only shows it."""
    is_display: bool
    """Whether it is on its own line."""
    flags: int
    """Flags of its row."""


def find_formulas(page: Page) -> list[PageFormula]:
    """The formulas of a page, in order; none is inside another."""
    finder = _Finder(page)
    found: list[PageFormula] = []
    past = 0
    for row in finder.candidates():
        if row < past:
            continue
        formula = finder.formula(row)
        if formula is not None:
            found.append(formula)
            past = int(page.end[row])
    return found


class _Finder:
    def __init__(self, page: Page) -> None:
        self.page = page
        values, of_row = page.shared_values("class")
        self._words = [frozenset(value.split()) for value in values]
        self._of_row = of_row
        self._maths = {_MATH, *(tag for tag, name in enumerate(page.tag_names) if name.endswith(":math"))}
        self._rows = {tag: page.rows_of(tag) for tag in (SCRIPT, IMG)}
        self._rows[_MATH] = np.flatnonzero(np.isin(page.tag, list(self._maths)))

    def _classes(self, row: int) -> frozenset[str]:
        value = int(self._of_row[row])
        return self._words[value] if value >= 0 else frozenset()

    def candidates(self) -> list[int]:
        """Rows that may be formulas, in order."""
        page = self.page
        known = _WRAPPERS | _OUTPUT | _IMAGE_CLASSES | {_PREVIEW}
        marked = {number for number, words in enumerate(self._words) if words & known}
        rows = {row for row, value in enumerate(self._of_row.tolist()) if value in marked}
        rows.update(self._rows[_MATH].tolist())
        rows.update(row for row in self._rows[SCRIPT].tolist() if self._script_type(row))
        if _CONTAINER in page.tag_names:
            rows.update(page.rows_of(page.tag_names.index(_CONTAINER)).tolist())
        return sorted(rows)

    def formula(self, row: int) -> PageFormula | None:
        """The formula that a row is, if any."""
        page, classes = self.page, self._classes(row)
        tag = int(page.tag[row])
        if _PREVIEW in classes or classes & _OUTPUT:
            if self._is_shown_elsewhere(row):
                return PageFormula(row, "", False, int(page.flags[row]) | int(Flag.UNSHOWN))
            if _PREVIEW in classes:
                return None
        latex = self._latex(row)
        if latex is None:
            return None
        text = delimited(latex, self._is_display(row))
        if not text:
            return None
        flags = int(page.flags[row])
        if tag not in self._maths:  # a wrapper that is hidden, such as a script, hides only the source
            above = int(page.parent[row])
            flags = flags & ~_HIDING | (int(page.flags[above]) & _HIDING if above >= 0 else 0)
        return PageFormula(row, text, self._is_display(row), flags | int(Flag.FORMULA))

    # -- sources ------------------------------------------------------------------------------------

    def _latex(self, row: int) -> str | None:
        """LaTeX of the only source inside a row; None if there is none, or there are several."""
        page = self.page
        maths, scripts, images = (self._inside(row, tag) for tag in (_MATH, SCRIPT, IMG))
        if len(maths) == 1:
            math = maths[0]
            latex = self._annotation(math) or page.attribute(math, "alttext") or self._converted(math)
            if latex.strip():
                return latex
        if len(maths) <= 1 and len(scripts) == 1 and self._script_type(scripts[0]):
            return self._script(scripts[0])
        if len(maths) <= 1 and len(images) == 1 and self._is_picture(row, images[0]):
            return page.attribute(images[0], "alt")
        return None

    def _is_picture(self, row: int, image: int) -> bool:
        """Whether an image in a row shows a formula."""
        return bool(self._classes(image) & _IMAGE_CLASSES or self._classes(row) & _WRAPPERS)

    def _inside(self, row: int, tag: int) -> list[int]:
        """The first two rows with a tag, from a row to the end of its subtree."""
        rows = self._rows[tag]
        first, past = rows.searchsorted([row, self.page.end[row]]).tolist()
        found: list[int] = rows[first : min(past, first + 2)].tolist()
        return found

    def _annotation(self, math: int) -> str | None:
        page = self.page
        for row in range(math + 1, int(page.end[math])):
            if page.tag[row] != TEXT and _plain(page.tag_name(row)) == "annotation":
                encoding = (page.attribute(row, "encoding") or "").strip().lower()
                if encoding in _TEX_ENCODINGS:
                    return page.row_text(row)
        return None

    def _converted(self, math: int) -> str:
        return to_latex(_tree(self.page, math))

    def _script_type(self, row: int) -> str | None:
        kind = (self.page.attribute(row, "type") or "").strip().lower()
        return kind if kind.startswith("math/") else None

    def _script(self, row: int) -> str:
        source = self.page.row_text(row)
        source = source.replace("% <![CDATA[", "").replace("%]]>", "").replace("% ]]>", "")
        if not (self._script_type(row) or "").startswith("math/mml"):
            return source
        from maintext.page.parse import parse  # which calls this module

        return parse(source).text  # with its own formulas

    # -- places -------------------------------------------------------------------------------------

    def _is_display(self, row: int) -> bool:
        page = self.page
        if self._classes(row) & _DISPLAY_CLASSES:
            return True
        tag, name = int(page.tag[row]), page.tag_name(row)
        if tag == SCRIPT:
            return self._is_display_script(row)
        if name == _CONTAINER:
            return page.attribute(row, "display") in ("true", "block")
        for inner in range(row, int(page.end[row])):
            if self._classes(inner) & _DISPLAY_CLASSES:
                return True
            if int(page.tag[inner]) in self._maths:
                is_block = page.attribute(inner, "display") == "block"
                return is_block or page.attribute(inner, "mode") == "display"
            if page.tag[inner] == SCRIPT:
                return self._is_display_script(inner)
        return False

    def _is_display_script(self, row: int) -> bool:
        return ";mode=display" in (self._script_type(row) or "").replace(" ", "")

    def _is_shown_elsewhere(self, row: int) -> bool:
        """Whether this shows the formula of a script right after it, with more output between at most."""
        page = self.page
        above, after = int(page.parent[row]), int(page.end[row])
        for _ in range(2 * _MOST_OUTPUT):
            if after >= len(page) or page.parent[after] != above:
                break
            tag = page.tag[after]
            if tag == SCRIPT:
                return self._script_type(after) is not None
            is_output = bool(self._classes(after) & _OUTPUT)
            if not is_output and not (tag == TEXT and not page.row_text(after).strip()):
                return False
            after = int(page.end[after])
        return False


def _plain(name: str) -> str:
    """A tag name without its prefix."""
    return name.rpartition(":")[2]


def _tree(page: Page, math: int) -> Element:
    """The elements of a formula."""
    elements: dict[int, Element] = {}
    for row in range(math, int(page.end[math])):
        above = elements.get(int(page.parent[row]))
        if page.tag[row] == TEXT:
            if above is not None and not above.children:
                above.text += page.row_text(row)
            continue
        element = elements[row] = Element(_plain(page.tag_name(row)), dict(page.attributes.get(row, {})))
        if above is not None:
            above.text = ""
            above.children.append(element)
    return elements[math]
