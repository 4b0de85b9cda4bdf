"""robots.txt: which paths of a site may be fetched by programs (RFC 9309).

Python's own `urllib.robotparser` does not know the `*` and `$` of patterns, which most sites use.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import unquote

AGENT = "maintext"
"""The name by which a site can address us."""
_NAME = re.compile(r"[a-z_-]*")
_EVERYONE = "*"
_LONGEST = 500 * 1024
"""Characters that are read, as the standard says."""
_MOST_RULES = 5000


class _Rule(NamedTuple):
    pattern: str
    is_allowed: bool
    pieces: tuple[str, ...]
    """The parts between the `*` of the pattern."""

    @classmethod
    def read(cls, pattern: str, is_allowed: bool) -> "_Rule":
        return cls(pattern, is_allowed, tuple(map(unquote, pattern.removesuffix("$").split("*"))))

    def matches(self, path: str) -> bool:
        """Whether a path begins with the pattern; `*` stands for any characters, `$` for the end."""
        first, *rest = self.pieces
        if not path.startswith(first):
            return False
        at = len(first)
        ends = self.pattern.endswith("$")
        last = rest.pop() if ends and rest else None
        for piece in rest:
            found = path.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        if last is not None:
            return path.endswith(last) and len(path) - len(last) >= at
        return not ends or at == len(path)


_NOTHING = _Rule.read("/", False)
"""Forbids every path."""


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of a site for us."""

    rules: tuple[_Rule, ...] = ()
    delay: float = 0.0
    """Seconds between two requests, if the site names them."""

    @classmethod
    def read(cls, text: str) -> "Robots":
        r"""The rules in a robots.txt: those for us, else those for everyone. Too many forbid everything.

        >>> robots = Robots.read("User-agent: *\nDisallow: /print\nAllow: /print/index$")
        >>> robots.allows("/print/story"), robots.allows("/print/index"), robots.allows("/story")
        (False, True, True)
        """
        groups: dict[str, list[tuple[str, str]]] = {}
        named: set[str] = set()
        is_open = False  # whether another name may be added to those of the group
        for line in text[:_LONGEST].removeprefix("\ufeff").splitlines():
            key, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
            key = key.lower()
            if key == "user-agent":
                named = (named if is_open else set()) | ({_agent(value)} & {AGENT, _EVERYONE})
                is_open = True
            elif key in ("allow", "disallow", "crawl-delay"):
                is_open = False
                for name in named:
                    groups.setdefault(name, []).append((key, value))
        lines = groups.get(AGENT, groups.get(_EVERYONE, []))
        delay = max((_seconds(value) for key, value in lines if key == "crawl-delay"), default=0.0)
        patterns = {(value, key == "allow") for key, value in lines if key != "crawl-delay" and value}
        if len(patterns) > _MOST_RULES:
            return cls((_NOTHING,), delay)
        return cls(tuple(_Rule.read(*pattern) for pattern in sorted(patterns)), delay)

    def allows(self, path: str) -> bool:
        """Whether a path, with its query, may be fetched: the longest rule that matches decides."""
        path = unquote(path)
        found = [rule for rule in self.rules if rule.matches(path)]
        longest = max((len(rule.pattern) for rule in found), default=0)
        return not found or any(rule.is_allowed for rule in found if len(rule.pattern) == longest)


def _agent(value: str) -> str:
    """The name of a robot, without its version."""
    found = _NAME.match(value.lower())
    return _EVERYONE if value.startswith(_EVERYONE) else found[0] if found else ""


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        return 0.0
    return seconds if 0 < seconds < float("inf") else 0.0
