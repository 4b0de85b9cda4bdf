"""Whole numbers in a query."""

import re
from collections.abc import Mapping

from maintext.errors import quoted
from maintext.serve.errors import invalid

MOST = 999_999_999
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def read_number(query: Mapping[str, str], name: str, default: int, least: int = 0, most: int = MOST) -> int:
    """A number of a query; `Refusal` if it is none, or out of range."""
    given = query.get(name, str(default))
    if not _WHOLE.fullmatch(given) or not least <= int(given) <= most:
        raise invalid(f"{name} must be a whole number from {least} to {most}, not {quoted(given)}")
    return int(given)
