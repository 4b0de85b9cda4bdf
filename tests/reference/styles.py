"""Which elements are hidden, and why: the rules of `_kernel/styles`, literally and without an index.

Reads sheets without comments, escapes and at-rules; other tests have these.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from maintext.page.tags import TAG_FLAGS, TAG_ID, Flag

_SPACE = " \t\n\f\r"
_UNITS = {
    "": 1.0, "px": 1, "pt": 1.333, "pc": 16, "cm": 37.8, "mm": 3.78, "in": 96, "rem": 16,
    "em": 1, "ex": 0.5, "ch": 0.5, "%": 1, "vw": 1, "vh": 1, "vmin": 1, "vmax": 1,
}  # fmt: skip
_PLAIN = {"", "px", "pt", "pc", "cm", "mm", "in", "rem"}
_FONT = {"em", "ex", "ch"}
_VIEW = {"vw", "vh", "vmin", "vmax"}
_COLOURS = {"white": "#ffffff", "red": "#ff0000", "black": "#000000", "snow": "#fffafa"}
_GLOBAL = ("inherit", "initial", "unset", "revert", "revert-layer")
_OPENS = re.compile(r"accordion|collaps|expander|faq|tab[-_]*(?:pane|content)", re.IGNORECASE)
_CLOSED = re.compile(r"nav|menu|modal|popup|dialog|overlay|cookie|consent|search|filter", re.IGNORECASE)
_SIDES = ("left", "top", "right", "bottom")
_SIZES = ("width", "height", "max-width", "max-height")
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


# -- values -------------------------------------------------------------------------------------------------


def _length(value: str) -> tuple[float, str] | None:
    found = re.match(r"([-+]?)(\d*)(?:\.(\d*))?([a-z%]*)", value, re.IGNORECASE)
    assert found is not None
    whole, part, unit = found[2], found[3] or "", found[4].lower()
    if not whole + part or unit not in _UNITS:
        return None
    number = float(f"{whole or 0}.{part or 0}") * _UNITS[unit]
    return (-number if found[1] == "-" else number), unit


def _is_tiny(value: str) -> bool:
    found = _length(value)
    return found is not None and 0 <= found[0] <= (1 if found[1] in _PLAIN else 0.06)


def _is_far(value: str) -> bool:
    found = _length(value)
    if found is None:
        return False
    number, unit = found
    least = -40 if unit in _FONT else -999 if unit == "" else -400 if unit in _PLAIN else -100
    return number <= least


def _is_known(name: str, value: str) -> bool:
    """Whether a browser knows the value; else it ignores the declaration."""
    if value.lower() in _GLOBAL or "var(" in value.lower() or value.startswith("-"):
        return True
    if name == "display":
        first = "none block inline flex grid table list-item flow ruby math run-in contents compact marker"
        return any(value.lower().startswith(word) for word in first.split()) and (
            value.lower() == "none" or not value.lower().startswith("none")
        )
    if name == "visibility":
        return value.lower() in ("visible", "hidden", "collapse")
    words = ("auto", "none", "min-content", "max-content", "fit-content", "stretch")
    if name in (*_SIZES, "opacity", "font-size"):
        is_size = name == "font-size" and re.search("(small|large)$|^medium$", value, re.IGNORECASE)
        return _length(value) is not None or value.lower() in words or "(" in value or bool(is_size)
    return name not in ("color", "background-color") or _colour(value) is not None


def _colour(value: str) -> str | None:
    """Eight hexadecimal digits; empty if it is not known; None if it is none."""
    value = _COLOURS.get(value.lower(), value.lower())
    if value == "transparent":
        return "00000000"
    if value.startswith("#"):
        digits = value[1:]
        if len(digits) in (3, 4):
            digits = "".join(2 * digit for digit in digits)
        return f"{digits:f<8}" if re.fullmatch(r"[0-9a-f]{6}|[0-9a-f]{8}", digits) else None
    return None if re.fullmatch(r"[a-z-]*", value) and value else ""


def _is_near(one: str, other: str) -> bool:
    return all(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) <= 20 for i in (0, 2, 4))


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
        found = re.search(r"(?:!)[ \t\n\f\r]*important$", value.strip(_SPACE), re.IGNORECASE)
        value = value.strip(_SPACE)[: found.start()] if found else value
        if colon:
            yield name.strip(_SPACE).lower(), value.strip(_SPACE), found is not None


_SIMPLE = re.compile(
    r"(?P<tag>[a-z][\w-]*)|\*|\.(?P<cls>[\w-]+)|\#(?P<id>[\w-]+)|\[(?P<key>[\w-]+)(?:=(?P<value>\w+))?\]"
    r"|:not\((?P<not>[^()]*)\)|:(?P<pseudo>first-child|last-child)"
)


class _Page:
    def __init__(self, rows: Sequence[Row], sheets: Sequence[str], strict: bool) -> None:
        self.rows, self.strict = rows, strict
        self.rules = [
            (selector.strip(_SPACE), block, number)
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
                if _is_known(name, value) and (name not in found or place >= found[name][0]):
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
        size = _font(css.get("font-size", "inherit"))
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
        opacity = _length(css.get("opacity", "1"))
        if css.get("display", "").lower() == "none":
            return "display:none"
        least = {"": 0.05, "%": 5.0}
        if opacity and not fades and opacity[0] <= least.get(opacity[1], -1e9):
            return "opacity:0"
        if cuts and any(_is_tiny(css[name]) for name in _SIZES if name in css):
            return "zero size"
        if any(_is_clipped(css.get(name, "")) for name in ("clip", "clip-path")):
            return "clipped"
        if any(_is_indented(css.get(name, "")) for name in ("text-indent", "margin-left", "margin-top")):
            return "off-screen"
        is_moved = css.get("position", "").lower() in ("absolute", "fixed", "relative")
        if is_moved and any(_is_far(css[side]) or _is_far_right(css[side]) for side in _SIDES if side in css):
            return "off-screen"
        return "aria-hidden" if attributes.get("aria-hidden") == "true" else None

    def _is_colourless(self, row: int) -> bool:
        coloured = row
        while "color" not in self.style(coloured):
            coloured = self.rows[coloured].above
        colour = _colour(self.style(coloured)["color"])
        if not colour or (not self.strict and self.rows[coloured].name in ("html", "body")):
            return False
        if int(colour[6:], 16) < 26:
            return True
        at = row
        while at >= 0:
            behind = _colour(self.style(at).get("background-color", "transparent"))
            if behind == "":
                return False
            if behind and int(behind[6:], 16) >= 128:
                return _is_near(colour, behind)
            if not self.strict and self.style(at).get("position", "").lower() in ("absolute", "fixed"):
                return False
            at = self.rows[at].above
        return _is_near(colour, "ffffff")

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


def _font(value: str) -> bool | None:
    """Whether a font is too small to be read; None if it is that of the parent."""
    if value.lower() in ("inherit", "unset", "larger", "smaller"):
        return None
    found = _length(value)
    if found is None:
        return False
    number, unit = found
    if unit in _FONT or unit == "%":
        return True if number <= (0.1 if unit in _FONT else 10) else None
    return number <= (0.1 if unit in _VIEW else 1.5)


def _is_clipped(value: str) -> bool:
    value = value.lower()
    if "rect(" in value:
        return _is_tiny(value.partition("rect(")[2].strip(_SPACE))
    if "inset(" in value:
        found = _length(value.partition("inset(")[2])
        return found is not None and found[1] == "%" and found[0] >= 50
    return "circle(" in value and _is_tiny(value.partition("circle(")[2])


def _is_indented(value: str) -> bool:
    found = _length(value)
    return _is_far(value) and found is not None and found[1] != "%" and found[0] <= -999


def _is_far_right(value: str) -> bool:
    found = _length(value)
    return found is not None and found[1] in _PLAIN and found[0] >= 5000


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
