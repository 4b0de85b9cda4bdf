"""Elements that a page's own style sheets hide: `display: none` and `visibility: hidden`.

A plain cascade by specificity and order, with the selectors of turbohtml. It shares no code with the kernel's
style sheets, so that an extractor that hides too much is not forgiven. Sheets that the page links to are not
read.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from turbohtml import Element, SelectorSyntaxError

from maintext.evaluation.structure.tree import attribute, inner, parents, shown_text

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SETTING = re.compile(
    r"(?:^|[;\s])(display|visibility)\s*:\s*([a-z-]+)\s*(!\s*important)?\s*(?=;|$)", re.IGNORECASE
)
_ESCAPE = re.compile(r"\\(?:[0-9a-f]{1,6}\s?|.)", re.IGNORECASE | re.DOTALL)
_ATTRIBUTE = re.compile(r"""\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]""")
_ID = re.compile(r"#[\w-]+")
_CLASS = re.compile(r"\.[\w-]+|(?<!:):(?!not\(|is\(|where\()[\w-]+")
_TAG = re.compile(r"(?:^|[\s>+~(])[a-z][\w-]*", re.IGNORECASE)
_BRACE = re.compile(r"[{}]")
_OTHER = re.compile(r"\b(?:print|speech|not|prefers|orientation|hover|pointer|height)\b")
_NOT_PAPER = re.compile(r"not\s+(?:print|speech)$")
_WIDTH = re.compile(r"\((min|max)-width\s*:\s*([\d.]+)(px|r?em)\s*\)")
_SCREEN = 1280  # pixels
_LETTER = 16  # pixels of an em
_MOST_RULES = 20_000
_WITHOUT_SCRIPTS = "no-js"
"""A class of pages that scripts remove at once."""
_ENTERED = ("@media", "@supports", "@layer", "@container")

HIDDEN = {"display": "none", "visibility": "hidden"}


class _Rule(NamedTuple):
    """A selector, and what it sets."""

    selector: str
    name: str
    value: str
    weight: tuple[bool, tuple[int, int, int], int]
    """`!important`, specificity and order."""


def hidden_by_sheets(root: Element) -> list[Element]:
    """The outermost elements with text that are not shown; none if nobody would see the page.

    Images are hidden until a script loads them, so they count as shown.
    """
    sheets = [sheet.text for sheet in inner(root, "style") if _applies(attribute(sheet, "media"))]
    rules = list(islice(_read_rules("\n".join(sheets)), _MOST_RULES))
    found = {rule: _find(root, rule) for rule in rules if rule.value == HIDDEN[rule.name]}
    hiding = {element for elements in found.values() for element in elements}
    if not hiding:
        return []
    won: dict[tuple[Element, str], _Rule] = {}
    for rule in rules:
        for element in hiding.intersection(found[rule] if rule in found else _find(root, rule)):
            before = won.get((element, rule.name))
            if before is None or before.weight <= rule.weight:
                won[element, rule.name] = rule
    hidden = {
        element
        for (element, name), rule in won.items()
        if rule.value == HIDDEN[name] and not _shows_itself(element, name, rule)
    }
    outer = [element for element in hidden if hidden.isdisjoint(parents(element)) and shown_text(element)]
    return [] if _is_most(root, outer) else outer


def _shows_itself(element: Element, name: str, rule: _Rule) -> bool:
    """Whether an inline style is stronger than a rule."""
    return not rule.weight[0] and any(
        own == name and value.lower() != HIDDEN[name]
        for own, value, _ in _SETTING.findall(attribute(element, "style"))
    )


def _is_most(root: Element, hidden: list[Element]) -> bool:
    """Whether half of the text is hidden: a script shows it, since no page is meant to be blank."""
    body = next(inner(root, "body"), root)
    return 2 * sum(len(shown_text(element)) for element in hidden) > len(shown_text(body))


def _find(root: Element, rule: _Rule) -> list[Element]:
    try:
        return list(root.select(rule.selector))
    except SelectorSyntaxError:  # a state such as `:hover`, or a part such as `::before`
        return []


def _applies(media: str) -> bool:
    """Whether a media query holds for a wide screen."""
    return not media.strip() or any(map(_holds, media.lower().split(",")))


def _holds(query: str) -> bool:
    if _NOT_PAPER.match(query.strip()):
        return True
    if _OTHER.search(query):
        return False
    for side, number, unit in _WIDTH.findall(query):
        width = float(number) * (1 if unit == "px" else _LETTER)
        if width > _SCREEN if side == "min" else width < _SCREEN:
            return False
    return True


def _read_rules(sheet: str) -> Iterator[_Rule]:
    """The rules of a sheet that set what is shown, in order."""
    for order, (selectors, body) in enumerate(_style_rules(_COMMENT.sub(" ", sheet))):
        for name, value, important in _SETTING.findall(body):
            for selector in _split(selectors):
                if _WITHOUT_SCRIPTS not in selector:
                    weight = bool(important), _specificity(selector), order
                    yield _Rule(selector, name.lower(), value.lower(), weight)


def _style_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that apply."""
    at = 0
    while (opens := sheet.find("{", at)) >= 0:
        head = sheet[at:opens].rpartition(";")[2].rpartition("}")[2].strip()
        if head.startswith("@"):
            name, _, query = head.partition(" ")
            is_entered = name.lower() in _ENTERED and (name.lower() != "@media" or _applies(query))
            at = opens + 1 if is_entered else _closing(sheet, opens)
            continue
        closes = sheet.find("}", opens)
        closes = len(sheet) if closes < 0 else closes
        yield head, sheet[opens + 1 : closes]
        at = closes + 1


def _closing(sheet: str, opens: int) -> int:
    """The place after a block."""
    depth, at = 0, opens
    for brace in _BRACE.finditer(sheet, opens):
        depth += 1 if brace[0] == "{" else -1
        at = brace.end()
        if not depth:
            break
    return at if not depth else len(sheet)


def _split(selectors: str) -> list[str]:
    """The selectors between commas outside of parentheses."""
    parts, depth = [""], 0
    for sign in selectors:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def _specificity(selector: str) -> tuple[int, int, int]:
    """Numbers of ids, of classes and attributes, and of elements."""
    plain, attributes = _ATTRIBUTE.subn("", _ESCAPE.sub("x", selector))
    return len(_ID.findall(plain)), attributes + len(_CLASS.findall(plain)), len(_TAG.findall(plain))
