"""CSS selectors → rows of a page. Each step is array arithmetic over the node table, so time is linear.

    lists      nav, aside
    simple     div  *  #id  .class  [name]  [name=value]  and the operators ~= |= ^= $= *=, with i
    joined     div p   div > p   h1 + p   h1 ~ p
    pseudo     :is() :where() :not() :has() :root :empty :first-child :last-child :only-child
               :nth-child() :first-of-type :last-of-type :only-of-type :nth-of-type()

Inside `:has()`, selectors have no combinators but a leading `>`.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.errors import SelectorError, quoted
from maintext.page.page import Page

Match = Callable[[Page], BoolArray]
"""Marks the rows that match."""

_LONGEST = 500
_TOKEN = re.compile(
    r"""\s*(?P<comma>,)\s*
    | \s*(?P<combinator>[>+~])\s*
    | (?P<space>\s+)
    | \#(?P<id>(?:[\w-]|\\.|[^\x00-\x7f])+)
    | \.(?P<class>(?:[\w-]|\\.|[^\x00-\x7f])+)
    | \[\s*(?P<name>[\w:-]+)\s*(?:(?P<operator>[~|^$*]?=)\s*
        (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s\]"'=<>`]+))\s*(?P<case>[iIsS])?\s*)?\]
    | :(?P<pseudo>[a-z-]+)(?P<open>\(\s*)?
    | (?P<close>\s*\))
    | (?P<tag>\*|[A-Za-z][\w-]*)""",
    re.VERBOSE,
)
_STEP = re.compile(r"\s*(?:(odd|even)|([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))\s*\)", re.IGNORECASE)


class _Step(NamedTuple):
    combinator: str
    match: Match


@lru_cache(maxsize=256)
def compile_selector(selector: str) -> Match:
    """A function from a page to the elements that a selector matches; `SelectorError` if it is not valid.

    >>> from maintext.page.parse import parse
    >>> page = parse("<nav><a href=/>Home</a></nav><p class='lead big'>Tea")
    >>> [page.tag_name(row) for row in np.flatnonzero(compile_selector("p.lead, nav > a")(page))]
    ['a', 'p']
    """
    if len(selector) > _LONGEST:
        raise SelectorError(f"a selector has at most {_LONGEST} characters, not {len(selector):,}")
    reader = _Reader(selector.strip())
    found = reader.list()
    if reader.at < len(reader.text):
        raise reader.error()
    return found


class _Reader:
    """Reads a selector from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def error(self) -> SelectorError:
        """The error at this place."""
        if self.at >= len(self.text):
            return SelectorError(f"the selector {quoted(self.text)} is not complete")
        return SelectorError(f"the selector {quoted(self.text)} cannot be read at {quoted(self.rest)}")

    @property
    def rest(self) -> str:
        """What is not read yet."""
        return self.text[self.at :]

    def token(self) -> re.Match[str]:
        """The next token, not yet taken."""
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise self.error()
        return found

    def list(self, *, relative: bool = False) -> Match:
        """Selectors with commas between them, up to the end or a closing bracket."""
        found = [self.relative() if relative else self.complex()]
        while self.at < len(self.text) and self.token()["comma"]:
            self.at = self.token().end()
            found.append(self.relative() if relative else self.complex())
        return found[0] if len(found) == 1 else _any(found)

    def complex(self) -> Match:
        """Compounds with combinators between them."""
        steps = [_Step("", self.compound())]
        while self.at < len(self.text):
            token = self.token()
            if not token["combinator"] and not token["space"]:
                break
            self.at = token.end()
            steps.append(_Step(token["combinator"] or " ", self.compound()))
        return _joined(steps) if len(steps) > 1 else steps[0].match

    def relative(self) -> Match:
        """A compound inside `:has()`: the elements that have one below them."""
        is_child = bool(child := re.compile(r"\s*>\s*").match(self.text, self.at))
        if child:
            self.at = child.end()
        return _having(self.compound(), is_child)

    def compound(self) -> Match:
        """Simple selectors without anything between them."""
        found: list[Match] = []
        while self.at < len(self.text):
            start, token = self.at, self.token()
            if token["comma"] or token["combinator"] or token["space"] or token["close"]:
                break
            if token["tag"] and found:
                raise self.error()
            self.at = token.end()
            try:
                found.append(self.simple(token))
            except KeyError:
                self.at = start
                raise self.error() from None
        if not found:
            raise self.error()
        return found[0] if len(found) == 1 else _all(found)

    def simple(self, token: re.Match[str]) -> Match:
        """One simple selector; `KeyError` if there is no such pseudo-class."""
        if token["tag"]:
            return _tag(token["tag"].lower())
        if token["id"]:
            return _attribute("id", _equal(_unescaped(token["id"])))
        if token["class"]:
            return _attribute("class", _word(_unescaped(token["class"])))
        if token["name"]:
            return _attribute(token["name"].lower(), _test(token))
        return self.pseudo(token["pseudo"], bool(token["open"]))

    def pseudo(self, name: str, is_open: bool) -> Match:
        if not is_open:
            return _PSEUDO[name]
        if name in ("nth-child", "nth-of-type"):
            step = _STEP.match(self.text, self.at)
            if step is None:
                raise self.error()
            self.at = step.end()
            return _nth(*_numbers(step), of_type=name == "nth-of-type")
        if name not in ("is", "where", "not", "has"):
            raise KeyError(name)
        inner = self.list(relative=name == "has")
        if self.at >= len(self.text) or not (end := self.token())["close"]:
            raise self.error()
        self.at = end.end()
        return _not(inner) if name == "not" else inner


# -- simple selectors -------------------------------------------------------------------------------------


def _tag(name: str) -> Match:
    if name == "*":
        return lambda page: page.is_element
    return lambda page: np.isin(
        page.tag, [at for at, known in enumerate(page.tag_names) if known.lower() == name]
    )


def _attribute(name: str, test: Callable[[str], bool]) -> Match:
    """Rows whose value of an attribute passes a test, which is run once for each distinct value."""

    def match(page: Page) -> BoolArray:
        values, of_row = page.shared_values(name)
        passed = np.array([*map(test, values), False], dtype=np.bool_)
        return passed[of_row]

    return match


def _equal(wanted: str) -> Callable[[str], bool]:
    return lambda value: value == wanted


def _word(wanted: str) -> Callable[[str], bool]:
    return lambda value: wanted in value.split()


def _test(token: re.Match[str]) -> Callable[[str], bool]:
    """The test of `[name operator value]`."""
    operator = token["operator"]
    if not operator:
        return lambda _: True
    wanted = next(part for part in (token["double"], token["single"], token["bare"]) if part is not None)
    tests: dict[str, Callable[[str, str], bool]] = {
        "=": str.__eq__,
        "~=": lambda value, part: part in value.split(),
        "|=": lambda value, part: value == part or value.startswith(part + "-"),
        "^=": lambda value, part: bool(part) and value.startswith(part),
        "$=": lambda value, part: bool(part) and value.endswith(part),
        "*=": lambda value, part: bool(part) and part in value,
    }
    test = tests[operator]
    if (token["case"] or "").lower() == "i":
        return lambda value: test(value.lower(), wanted.lower())
    return lambda value: test(value, wanted)


def _unescaped(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


# -- combinations -----------------------------------------------------------------------------------------


def _all(parts: list[Match]) -> Match:
    return lambda page: np.logical_and.reduce([part(page) for part in parts])


def _any(parts: list[Match]) -> Match:
    return lambda page: np.logical_or.reduce([part(page) for part in parts])


def _not(part: Match) -> Match:
    return lambda page: page.is_element & ~part(page)


def _joined(steps: list[_Step]) -> Match:
    def match(page: Page) -> BoolArray:
        found = steps[0].match(page)
        for combinator, part in steps[1:]:
            found = _REACHED[combinator](page, found) & part(page)
        return found

    return match


def _having(part: Match, is_child: bool) -> Match:
    def match(page: Page) -> BoolArray:
        found = part(page)
        if not is_child:
            return page.is_element & (page.subtree(found) > found)
        marked = np.zeros(len(page), dtype=np.bool_)
        parents = page.parent[found]
        marked[parents[parents >= 0]] = True
        return marked

    return match


def _children(page: Page, found: BoolArray) -> BoolArray:
    return np.append(found, False)[page.parent]


def _below(page: Page, found: BoolArray) -> BoolArray:
    return _children(page, page.inside(found))


def _next(page: Page, found: BoolArray) -> BoolArray:
    order, _, position = _siblings(page, page.parent)
    reached = np.zeros(len(page), dtype=np.bool_)
    reached[order[1:]] = found[order[:-1]] & (position[1:] > 0)
    return reached


def _later(page: Page, found: BoolArray) -> BoolArray:
    order, first, _ = _siblings(page, page.parent)
    before: IntArray = np.cumsum(found[order]) - found[order]
    reached = np.zeros(len(page), dtype=np.bool_)
    reached[order] = before > before[first]
    return reached


_REACHED = {" ": _below, ">": _children, "+": _next, "~": _later}


# -- places among siblings --------------------------------------------------------------------------------


def _siblings(page: Page, group: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The elements by group; for each, where its group starts in that order, and its place in the group."""
    rows = np.flatnonzero(page.is_element)
    order = rows[np.argsort(group[rows], kind="stable")]
    groups = group[order]
    begins = np.ones(len(order), dtype=np.bool_)
    begins[1:] = groups[1:] != groups[:-1]
    first = np.flatnonzero(begins)[np.cumsum(begins) - 1] if len(order) else order
    return order, first, np.arange(len(order)) - first


def _nth(step: int, offset: int, *, of_type: bool = False, from_end: bool = False) -> Match:
    """Elements at the places step × n + offset among their siblings, from 1."""

    def match(page: Page) -> BoolArray:
        group = (page.parent + 1) * len(page.tag_names) + page.tag if of_type else page.parent
        order, first, position = _siblings(page, group)
        if from_end:
            position = np.bincount(first, minlength=len(order))[first] - 1 - position
        distance = position + 1 - offset
        hit = distance == 0 if not step else (distance % step == 0) & (distance // step >= 0)
        marked = np.zeros(len(page), dtype=np.bool_)
        marked[order[hit]] = True
        return marked

    return match


def _numbers(step: re.Match[str]) -> tuple[int, int]:
    """Step and offset of `2n + 1`, `odd`, `3`."""
    word, factor, sign, offset, place = step.groups()
    if word:
        return 2, int(word.lower() == "odd")
    if place:
        return 0, int(place)
    number = int(f"{factor}1" if factor in ("", "+", "-") else factor)
    return number, int(f"{sign}{offset}") if offset else 0


def _only(of_type: bool) -> Match:
    return _all([_nth(0, 1, of_type=of_type), _nth(0, 1, of_type=of_type, from_end=True)])


_PSEUDO: dict[str, Match] = {
    "root": lambda page: page.is_element & (page.parent < 0),
    "empty": lambda page: page.is_element & (page.end == np.arange(len(page)) + 1),
    "first-child": _nth(0, 1),
    "last-child": _nth(0, 1, from_end=True),
    "only-child": _only(False),
    "first-of-type": _nth(0, 1, of_type=True),
    "last-of-type": _nth(0, 1, of_type=True, from_end=True),
    "only-of-type": _only(True),
}


def matching(page: Page, selectors: Iterator[str] | tuple[str, ...]) -> BoolArray:
    """Rows that one of the selectors matches, with everything below them."""
    found = np.zeros(len(page), dtype=np.bool_)
    for selector in selectors:
        found |= compile_selector(selector)(page)
    return page.inside(found)
