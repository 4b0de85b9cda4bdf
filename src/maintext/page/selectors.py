"""CSS selectors → rows of a page. Each step is array arithmetic over the node table, so time is linear.

    lists      nav, aside
    simple     div  *  #id  .class  [name]  [name=value]  and the operators ~= |= ^= $= *=, with i
    joined     div p   div > p   h1 + p   h1 ~ p
    pseudo     :is() :where() :not() :has() :root :empty :first-child :last-child :only-child
               :nth-child() :first-of-type :last-of-type :only-of-type :nth-of-type()

Inside `:has()`, selectors have no combinators but a leading `>`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from maintext.arrays import BoolArray
from maintext.errors import SelectorError, quoted
from maintext.page import matches
from maintext.page.matches import Match, Step
from maintext.page.page import Page

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
            if not self.text.strip():
                return SelectorError("a selector is empty")
            return SelectorError(f"the selector {quoted(self.text)} is not complete")
        if self.text.lstrip("( ").startswith("/"):
            return SelectorError(f"{quoted(self.text)} is an XPath: give a CSS selector, such as 'main p'")
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
        return found[0] if len(found) == 1 else matches.any_of(found)

    def complex(self) -> Match:
        """Compounds with combinators between them."""
        steps = [Step("", self.compound())]
        while self.at < len(self.text):
            token = self.token()
            if not token["combinator"] and not token["space"]:
                break
            self.at = token.end()
            steps.append(Step(token["combinator"] or " ", self.compound()))
        return matches.joined(steps) if len(steps) > 1 else steps[0].match

    def relative(self) -> Match:
        """A compound inside `:has()`: the elements that have one below them."""
        is_child = bool(child := re.compile(r"\s*>\s*").match(self.text, self.at))
        if child:
            self.at = child.end()
        return matches.having(self.compound(), is_child)

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
        return found[0] if len(found) == 1 else matches.all_of(found)

    def simple(self, token: re.Match[str]) -> Match:
        """One simple selector; `KeyError` if there is no such pseudo-class."""
        if token["tag"]:
            return matches.of_tag(token["tag"].lower())
        if token["id"]:
            return matches.with_attribute("id", matches.is_equal(matches.unescaped(token["id"])))
        if token["class"]:
            return matches.with_attribute("class", matches.has_word(matches.unescaped(token["class"])))
        if token["name"]:
            return matches.with_attribute(token["name"].lower(), matches.value_test(token))
        return self.pseudo(token["pseudo"], bool(token["open"]))

    def pseudo(self, name: str, is_open: bool) -> Match:
        if not is_open:
            return matches.PSEUDO[name]
        if name in ("nth-child", "nth-of-type"):
            step = _STEP.match(self.text, self.at)
            if step is None:
                raise self.error()
            self.at = step.end()
            return matches.nth(*matches.nth_numbers(step), of_type=name == "nth-of-type")
        if name not in ("is", "where", "not", "has"):
            raise KeyError(name)
        inner = self.list(relative=name == "has")
        if self.at >= len(self.text) or not (end := self.token())["close"]:
            raise self.error()
        self.at = end.end()
        return matches.none_of(inner) if name == "not" else inner


def matching(page: Page, selectors: Iterable[str]) -> BoolArray:
    """Rows that one of the selectors matches, with everything below them."""
    found = np.zeros(len(page), dtype=np.bool_)
    for selector in selectors:
        found |= compile_selector(selector)(page)
    return page.inside(found)
