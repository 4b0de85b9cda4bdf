"""Which elements are hidden, and why: the rules of `_kernel/styles`, literally and without an index.

Reads sheets without comments, escapes and at-rules; other tests have these.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from maintext.page.tags import TAG_FLAGS, TAG_ID, Flag
from tests.reference.style_values import (
    SIZES,
    SPACE,
    colour_of,
    is_clipped,
    is_far,
    is_far_right,
    is_indented,
    is_known,
    is_near,
    is_tiny,
    is_tiny_font,
    length_of,
)

_OPENS = re.compile(r"accordion|collaps|expander|faq|tab[-_]*(?:pane|content)", re.IGNORECASE)
_CLOSED = re.compile(r"nav|menu|modal|popup|dialog|overlay|cookie|consent|search|filter", re.IGNORECASE)
_SIDES = ("left", "top", "right", "bottom")
_PLACED = ("visibility:hidden", "opacity:0", "zero size", "colour")


@dataclass(frozen=True)
class Row:
    """A row of a page: an element, or a text without attributes."""

    name: str
    above: int
    attributes: Mapping[str, str]
    text: str = ""


@dataclass(frozen=True)
class Hiding:
    """Whether each row is hidden, and the reasons of the outermost elements that hide themselves."""

    rows: list[bool]
    reasons: dict[int, str]


# -- declarations and rules --------------------------------------------------------------------------------

Declared = Iterator[tuple[str, str, bool]]


def _declarations(style: str) -> Declared:
    depth, start, parts = 0, 0, []
    for at, char in enumerate(style):
        if char == ";" and not depth:
            parts.append(style[start:at])
            start = at + 1
        depth += (char == "(") - (char == ")" and depth > 0)
    for part in [*parts, style[start:]]:
        name, colon, value = part.partition(":")
        found = re.search(r"(?:!)[ \t\n\f\r]*important$", value.strip(SPACE), re.IGNORECASE)
        value = value.strip(SPACE)[: found.start()] if found else value
        if colon:
            yield name.strip(SPACE).lower(), value.strip(SPACE), found is not None


_SIMPLE = re.compile(
    r"(?P<tag>[a-z][\w-]*)|\*|\.(?P<cls>[\w-]+)|\#(?P<id>[\w-]+)|\[(?P<key>[\w-]+)(?:=(?P<value>\w+))?\]"
    r"|:not\((?P<not>[^()]*)\)|:(?P<pseudo>first-child|last-child)"
)


class _Page:
    def __init__(self, rows: Sequence[Row], sheets: Sequence[str], strict: bool) -> None:
        self.rows, self.strict = rows, strict
        self.rules = [
            (selector.strip(SPACE), block, number)
            for number, (selectors, block) in enumerate(
                re.findall(r"([^{}]+)\{([^{}]*)\}", "\n".join(sheets))
            )
            for selector in re.split(r",(?![^(]*\))", selectors)
        ]
        self.exempt: set[int] = set()

    # -- selectors

    def _siblings(self, row: int) -> list[int]:
        above = self.rows[row].above
        return [at for at, other in enumerate(self.rows) if other.above == above and other.name != "#text"]

    def _is(self, row: int, compound: str) -> bool:
        element = self.rows[row]
        for part in _SIMPLE.finditer(compound):
            given, attributes = part.groupdict(), element.attributes
            beside = self._siblings(row)
            fails = (
                (given["tag"] and given["tag"].lower() != element.name)
                or (given["cls"] and given["cls"] not in attributes.get("class", "").split())
                or (given["id"] and given["id"] != attributes.get("id"))
                or (given["key"] and given["key"] not in attributes)
                or (given["value"] and given["value"] != attributes[given["key"]])
                or (given["not"] and any(self._is(row, each.strip()) for each in given["not"].split(",")))
                or (given["pseudo"] == "first-child" and beside[0] != row)
                or (given["pseudo"] == "last-child" and beside[-1] != row)
            )
            if fails:
                return False
        return True

    def _matches(self, row: int, parts: Sequence[str]) -> bool:
        """Whether a row matches compounds and the combinators between them."""
        if not self._is(row, parts[-1]):
            return False
        if len(parts) == 1:
            return True
        combinator, before = parts[-2], [at for at in self._siblings(row) if at < row]
        above = []
        at = self.rows[row].above
        while at >= 0:
            above.append(at)
            at = self.rows[at].above
        where = {" ": above, ">": above[:1], "+": before[-1:], "~": before}[combinator]
        return any(self._matches(at, parts[:-2]) for at in where)

    # -- the cascade

    def style(self, row: int) -> dict[str, str]:
        """The value of each declared property."""
        found: dict[str, tuple[tuple[int, ...], str]] = {}

        def take(style: str, *rank: int) -> None:
            for order, (name, value, important) in enumerate(_declarations(style)):
                place = (int(important), *rank, order)
                if is_known(name, value) and (name not in found or place >= found[name][0]):
                    found[name] = (place, value)

        for selector, block, number in self.rules:
            parts = [part.strip() or " " for part in re.split(r"\s*([>+~])\s*|(\s)\s*", selector) if part]
            if self._matches(row, parts):
                weight = [0, 0, 0]
                for part in _SIMPLE.finditer(re.sub(r":not\(([^()]*)\)", lambda found: found[1], selector)):
                    kind = 2 if part["tag"] else 0 if part["id"] else 1
                    weight[kind] += part[0] != "*"
                take(block, 0, *weight, number)
        take(self.rows[row].attributes.get("style", ""), 1)
        return {name: value for name, (_, value) in found.items()}

    def reason(self, row: int, inherited: frozenset[str]) -> tuple[str | None, frozenset[str]]:
        """Why an element hides itself, and the reasons that its content inherits."""
        css = self.style(row)
        attributes = self.rows[row].attributes
        passed = set(inherited)
        visibility = css.get("visibility", "inherit").lower()
        if visibility not in ("inherit", "unset"):
            passed -= {"visibility:hidden"}
            passed |= {"visibility:hidden"} if visibility in ("hidden", "collapse") else set()
        size = is_tiny_font(css.get("font-size", "inherit"))
        if size is not None:
            passed -= {"zero size"}
            passed |= {"zero size"} if size else set()
        if "color" in css or "colour" in inherited:
            passed -= {"colour"}
            passed |= {"colour"} if self._is_colourless(row) else set()
        reason = self._own_reason(css, attributes)
        for name in ("visibility:hidden", "zero size", "colour"):
            if reason is None and name in passed - inherited:
                reason = name
        is_image = self.rows[row].name == "img" and reason not in (None, "display:none", "hidden")
        if is_image and not self.strict:
            return None, inherited
        if reason and (row in self.exempt or (not self.strict and _is_shown_later(attributes))):
            return None, inherited
        return reason, frozenset(passed)

    def _own_reason(self, css: Mapping[str, str], attributes: Mapping[str, str]) -> str | None:
        if "hidden" in attributes and css.get("display", "none").lower() == "none":
            return "hidden"
        moves = any(name.endswith(("transition", "animation")) or name == "will-change" for name in css)
        moves |= any(name.startswith("-") and name.endswith("transform") for name in css)
        fades = (moves or "transform" in css) and not self.strict
        cuts = any(
            css.get(name, "").lower().startswith(("hidden", "clip"))
            for name in ("overflow", "overflow-x", "overflow-y")
        )
        opacity = length_of(css.get("opacity", "1"))
        if css.get("display", "").lower() == "none":
            return "display:none"
        least = {"": 0.05, "%": 5.0}
        if opacity and not fades and opacity[0] <= least.get(opacity[1], -1e9):
            return "opacity:0"
        if cuts and any(is_tiny(css[name]) for name in SIZES if name in css):
            return "zero size"
        if any(is_clipped(css.get(name, "")) for name in ("clip", "clip-path")):
            return "clipped"
        if any(is_indented(css.get(name, "")) for name in ("text-indent", "margin-left", "margin-top")):
            return "off-screen"
        is_moved = css.get("position", "").lower() in ("absolute", "fixed", "relative")
        if is_moved and any(is_far(css[side]) or is_far_right(css[side]) for side in _SIDES if side in css):
            return "off-screen"
        return "aria-hidden" if attributes.get("aria-hidden") == "true" else None

    def _is_colourless(self, row: int) -> bool:
        coloured = row
        while "color" not in self.style(coloured):
            coloured = self.rows[coloured].above
        colour = colour_of(self.style(coloured)["color"])
        if not colour or (not self.strict and self.rows[coloured].name in ("html", "body")):
            return False
        if int(colour[6:], 16) < 26:
            return True
        at = row
        while at >= 0:
            behind = colour_of(self.style(at).get("background-color", "transparent"))
            if behind == "":
                return False
            if behind and int(behind[6:], 16) >= 128:
                return is_near(colour, behind)
            if not self.strict and self.style(at).get("position", "").lower() in ("absolute", "fixed"):
                return False
            at = self.rows[at].above
        return is_near(colour, "ffffff")

    # -- the page

    def find(self) -> tuple[Hiding, dict[int, int]]:
        """What is hidden now, and the characters below each element that hides itself."""
        hides: list[bool] = []
        passes: list[frozenset[str]] = []
        everything: list[bool] = []
        reasons: dict[int, str] = {}
        chars: dict[int, int] = {}
        for row, element in enumerate(self.rows):
            above = element.above
            inherited = passes[above] if above >= 0 else frozenset()
            outside = above >= 0 and hides[above]
            all_hidden = above >= 0 and everything[above]
            if element.name == "#text" or all_hidden or self._is_unshown(row):
                hides.append(outside)
                passes.append(inherited)
                everything.append(all_hidden)
                if outside and element.name == "#text" and not self._is_unshown(row):
                    chars[[*reasons][-1]] = chars.get([*reasons][-1], 0) + len(element.text)
                continue
            reason, passed = self.reason(row, inherited)
            own = reason is not None and reason not in passed
            everything.append(own)
            passes.append(passed)
            hides.append(own or bool(passed))
            if reason is not None and not outside:
                reasons[row] = reason
        return Hiding(hides, reasons), chars

    def _is_unshown(self, row: int) -> bool:
        while row >= 0:
            name = self.rows[row].name
            if name in TAG_ID and TAG_FLAGS[TAG_ID[name]] & Flag.UNSHOWN:
                return True
            row = self.rows[row].above
        return False


def _is_shown_later(attributes: Mapping[str, str]) -> bool:
    role = attributes.get("role", "").lower()
    if attributes.get("hidden", "").lower() == "until-found" or role == "tabpanel":
        return True
    names = [attributes.get(name, "") for name in ("class", "id")]
    opens = role == "region" and "aria-labelledby" in attributes
    opens |= bool(
        re.fullmatch(r"js_content", names[1], re.IGNORECASE) or re.fullmatch(r"S:[0-9a-fA-F]+", names[1])
    )
    opens |= any(_OPENS.search(name) for name in names)
    return opens and not any(_CLOSED.search(name) for name in names)


def find_hidden(rows: Sequence[Row], sheets: Sequence[str] = (), *, strict: bool = False) -> Hiding:
    """The hidden rows. Elements with most of the page's text, or in place of it, are shown unless `strict`.

    Does not know elements that rules fold away in the content: pages here have no `<main>` and `<article>`.
    """
    page = _Page(rows, sheets, strict)
    hiding, chars = page.find()
    for _ in range(3):
        hidden = sum(chars.values())
        shown = sum(
            len(row.text)
            for at, row in enumerate(rows)
            if row.name == "#text" and not hiding.rows[at] and not page._is_unshown(at)
        )
        shown = shown if hidden >= 500 else 0
        large, is_blank = max((hidden + shown) // 2, 500), shown * 10 <= hidden + shown
        waiting = set()
        coloured = [row for row, reason in hiding.reasons.items() if reason == "colour"]
        if sum(chars.get(row, 0) for row in coloured) >= large:  # the background is not known
            waiting.update(coloured)
        for row, reason in hiding.reasons.items():
            names = [rows[row].attributes.get(name, "") for name in ("class", "id")]
            if reason in _PLACED and chars.get(row, 0) >= large:
                waiting.add(row)
            if is_blank and chars.get(row, 0) >= 500 and not any(_CLOSED.search(name) for name in names):
                waiting.add(row)
        if strict or not waiting:
            break
        page.exempt |= waiting
        hiding, chars = page.find()
    return hiding


def own_reason(attributes: Mapping[str, str]) -> str | None:
    """Why an element with these attributes hides itself, on a page without sheets."""
    return find_hidden([Row("span", -1, attributes)]).reasons.get(0)
