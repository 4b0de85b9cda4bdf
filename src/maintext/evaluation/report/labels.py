"""Placement of names in a plot: near their points, and not over marks, other names or lines."""

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin
from typing import NamedTuple

Point = tuple[float, float]

CHARACTER = 6.7
"""Pixels, for the widest common letters."""
_LINE = 14  # pixels from one line of text to the next
_MARK = 7  # pixels from the middle of a mark to its edge
_DISTANCES = (10, 14, 19, 25, 32, 40, 50, 62, 76, 92, 110, 130)
_DIRECTIONS = 16
_SAMPLES = 12  # points of a line that are checked


class LabelBox(NamedTuple):
    """A rectangle on the drawing."""

    x1: float
    y1: float
    x2: float
    y2: float

    def meets(self, other: "LabelBox") -> bool:
        """Whether the two boxes overlap."""
        return self.x1 < other.x2 and other.x1 < self.x2 and self.y1 < other.y2 and other.y1 < self.y2

    def holds(self, point: Point) -> bool:
        """Whether a point is inside."""
        return self.x1 < point[0] < self.x2 and self.y1 < point[1] < self.y2

    def nearest(self, point: Point) -> Point:
        """The point of the box that is nearest to another."""
        return min(max(point[0], self.x1), self.x2), min(max(point[1], self.y1), self.y2)


def place(names: Sequence[str], points: Sequence[Point], room: LabelBox) -> list[LabelBox]:
    """Boxes for the names of points, in the given order.

    Each gets the nearest free place around its point; if there is none, the place right of it.
    """
    marks = [LabelBox(x - _MARK, y - _MARK, x + _MARK, y + _MARK) for x, y in points]
    placed: list[LabelBox] = []
    lines: list[Point] = []
    for at, (name, point) in enumerate(zip(names, points, strict=True)):
        width = CHARACTER * len(name)
        chosen = LabelBox(point[0] + 10, point[1] - _LINE / 2, point[0] + 10 + width, point[1] + _LINE / 2)
        others = [*placed, *marks[:at], *marks[at + 1 :]]
        for box in _around(point, width):
            inside = room.x1 <= box.x1 and box.x2 <= room.x2 and room.y1 <= box.y1 and box.y2 <= room.y2
            if inside and not box.meets(marks[at]) and _is_free(box, point, others, lines):
                chosen = box
                break
        placed.append(chosen)
        lines += _line(point, chosen.nearest(point))
    return placed


def _is_free(box: LabelBox, point: Point, others: Sequence[LabelBox], lines: Sequence[Point]) -> bool:
    if any(map(box.meets, others)) or any(map(box.holds, lines)):
        return False
    line = _line(point, box.nearest(point))
    return not any(other.holds(step) for other in others for step in line)


def _line(start: Point, end: Point) -> list[Point]:
    """Points on the line from a mark to its name, outside the mark."""
    if dist(start, end) <= _MARK:
        return []
    shares = [step / _SAMPLES for step in range(_SAMPLES + 1)]
    steps = [
        (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in shares
    ]
    return [step for step in steps if dist(start, step) > _MARK]


def _around(point: Point, width: float) -> Iterator[LabelBox]:
    """Places for a name, the nearest first; at the same distance, beside the point first, below it last."""
    x, y = point
    for distance in _DISTANCES:
        for step in sorted(range(_DIRECTIONS), key=_dislike):
            angle = 2 * pi * step / _DIRECTIONS
            across, up = cos(angle), sin(angle)
            middle = x + distance * across + _half(across, width)
            centre = y - distance * up - (0 if abs(across) > 0.3 else _LINE / 2 * (1 if up > 0 else -1))
            yield LabelBox(middle - width / 2, centre - _LINE / 2, middle + width / 2, centre + _LINE / 2)


def _half(across: float, width: float) -> float:
    """Half the name's width to its side of the point; 0 above and below it."""
    if abs(across) <= 0.3:
        return 0.0
    return width / 2 if across > 0 else -width / 2


def _dislike(step: int) -> tuple[float, int]:
    angle = 2 * pi * step / _DIRECTIONS
    return abs(sin(angle)) + (0.1 if cos(angle) < 0 else 0.0), step
