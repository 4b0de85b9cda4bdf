"""Values of styles, as `_kernel/styles/values.c` reads them: lengths, colours, what is known, what hides."""

import re

SPACE = " \t\n\f\r"
_UNITS = {
    "": 1.0, "px": 1, "pt": 1.333, "pc": 16, "cm": 37.8, "mm": 3.78, "in": 96, "rem": 16,
    "em": 1, "ex": 0.5, "ch": 0.5, "%": 1, "vw": 1, "vh": 1, "vmin": 1, "vmax": 1,
}  # fmt: skip
_PLAIN = {"", "px", "pt", "pc", "cm", "mm", "in", "rem"}
_FONT = {"em", "ex", "ch"}
_VIEW = {"vw", "vh", "vmin", "vmax"}
_COLOURS = {"white": "#ffffff", "red": "#ff0000", "black": "#000000", "snow": "#fffafa"}
_GLOBAL = ("inherit", "initial", "unset", "revert", "revert-layer")
SIZES = ("width", "height", "max-width", "max-height")


def length_of(value: str) -> tuple[float, str] | None:
    found = re.match(r"([-+]?)(\d*)(?:\.(\d*))?([a-z%]*)", value, re.IGNORECASE)
    assert found is not None
    whole, part, unit = found[2], found[3] or "", found[4].lower()
    if not whole + part or unit not in _UNITS:
        return None
    number = float(f"{whole or 0}.{part or 0}") * _UNITS[unit]
    return (-number if found[1] == "-" else number), unit


def is_tiny(value: str) -> bool:
    found = length_of(value)
    return found is not None and 0 <= found[0] <= (1 if found[1] in _PLAIN else 0.06)


def is_far(value: str) -> bool:
    found = length_of(value)
    if found is None:
        return False
    number, unit = found
    least = -40 if unit in _FONT else -999 if unit == "" else -400 if unit in _PLAIN else -100
    return number <= least


def is_known(name: str, value: str) -> bool:
    """Whether a browser knows the value; else it ignores the declaration."""
    if value.lower() in _GLOBAL or "var(" in value.lower() or value.startswith("-"):
        return True
    if name == "display":
        words = (
            "block|inline|flex|grid|table|list-item|flow|flow-root|ruby|math|run-in|contents|compact|marker"
        )
        known = rf"none|(?:{words}|(?:inline|table|ruby)-\S*)(?:\s.*)?"
        return re.fullmatch(known, value, re.IGNORECASE | re.DOTALL) is not None
    if name == "visibility":
        return value.lower() in ("visible", "hidden", "collapse")
    sizes = ("auto", "none", "min-content", "max-content", "fit-content", "stretch")
    if name in (*SIZES, "opacity", "font-size"):
        is_size = name == "font-size" and re.search("(small|large)$|^medium$", value, re.IGNORECASE)
        return length_of(value) is not None or value.lower() in sizes or "(" in value or bool(is_size)
    return name not in ("color", "background-color") or colour_of(value) is not None


def colour_of(value: str) -> str | None:
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


def is_near(one: str, other: str) -> bool:
    return all(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) <= 20 for i in (0, 2, 4))


def is_tiny_font(value: str) -> bool | None:
    """Whether a font is too small to be read; None if it is that of the parent."""
    if value.lower() in ("inherit", "unset", "larger", "smaller"):
        return None
    found = length_of(value)
    if found is None:
        return False
    number, unit = found
    if unit in _FONT or unit == "%":
        return True if number <= (0.1 if unit in _FONT else 10) else None
    return number <= (0.1 if unit in _VIEW else 1.5)


def is_clipped(value: str) -> bool:
    value = value.lower()
    if "rect(" in value:
        return is_tiny(value.partition("rect(")[2].strip(SPACE))
    if "inset(" in value:
        found = length_of(value.partition("inset(")[2])
        return found is not None and found[1] == "%" and found[0] >= 50
    return "circle(" in value and is_tiny(value.partition("circle(")[2])


def _pixels(value: str) -> float:
    """About how many pixels a length has on a usual screen; 0 for a percentage."""
    number, unit = length_of(value) or (0.0, "")
    return number * (1 if unit in _PLAIN else 16 if unit in _FONT else 12.8 if unit in _VIEW else 0)


def is_indented(value: str) -> bool:
    return _pixels(value) <= -999


def is_far_right(value: str) -> bool:
    return _pixels(value) >= 5000
