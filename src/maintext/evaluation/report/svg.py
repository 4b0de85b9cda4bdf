"""Small drawings as SVG: axes, marks, bars and heat maps. Colours are CSS classes."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from typing import Literal

from maintext.evaluation.report.results import Family

Anchor = Literal["start", "middle", "end"]
Scale = Callable[[float], float]
"""Maps a value to pixels."""

MARKS: dict[Family, str] = {
    # Paths of about the same area around 0, 0: a shape for each family, because not everyone sees its colour.
    "own": "M0-7L2.1-2.3 7-2 3.2 1.4 4.4 6.4 0 3.7-4.4 6.4-3.2 1.4-7-2-2.1-2.3Z",
    "paper": "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z",
    "baseline": "M-4.4-4.4H4.4V4.4H-4.4Z",
    "peer": "M0-6.2L6.2 0 0 6.2-6.2 0Z",
}


def asset(name: str) -> str:
    """A style sheet or script of the report."""
    return (resources.files("maintext.evaluation.report") / "assets" / name).read_text("utf-8")


def linear(low: float, high: float, start: float, end: float) -> Scale:
    """A linear scale from low..high to start..end."""
    width = (high - low) or 1.0
    return lambda value: start + (value - low) / width * (end - start)


def logarithmic(low: float, high: float, start: float, end: float) -> Scale:
    """A logarithmic scale from low..high to start..end."""
    scale = linear(math.log10(low), math.log10(high), start, end)
    return lambda value: scale(math.log10(value))


def steps(low: float, high: float, count: int = 6) -> list[float]:
    """About `count` round numbers from low to high.

    >>> steps(0.42, 0.93)
    [0.5, 0.6, 0.7, 0.8, 0.9]
    """
    width = (high - low) or 1.0
    size = 10 ** math.floor(math.log10(width / count))
    size *= next(factor for factor in (1, 2, 5, 10) if width / (size * factor) <= count)
    first, last = math.ceil(low / size - 1e-9), math.floor(high / size + 1e-9)
    return [round(number * size, 10) for number in range(first, last + 1)]


@dataclass
class Drawing:
    """A canvas; later parts are drawn on top. All text is escaped."""

    width: int
    height: int
    title: str
    """A description for those who cannot see it."""
    parts: list[str] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        """A straight line."""
        self.parts.append(f'<path class="{style}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>')

    def polyline(self, points: Iterable[tuple[float, float]], style: str) -> None:
        """A line through points."""
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'<path class="{style}" d="M{path}"/>')

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        style: str,
        *,
        opacity: float = 1.0,
        hint: str = "",
    ) -> None:
        """A rectangle; the hint is shown on hover."""
        faint = f' fill-opacity="{opacity:.3f}"' if opacity < 1 else ""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2"'
        self.parts.append(f'<rect class="{style}" {place}{faint}>{_hint(hint)}</rect>')

    def mark(self, x: float, y: float, shape: Family, *, hint: str = "") -> None:
        """The mark of a family."""
        place = f'd="{MARKS[shape]}" transform="translate({x:.1f} {y:.1f})"'
        self.parts.append(f'<path class="mark {shape}" {place}>{_hint(hint)}</path>')

    def text(self, x: float, y: float, text: str, *, anchor: Anchor = "start", style: str = "") -> None:
        """A line of text; y is its base line."""
        look = f' class="{style}"' if style else ""
        place = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{place}{look}>{escape(text)}</text>')

    def x_axis(
        self, scale: Scale, ticks: Sequence[tuple[float, str]], label: str, top: float, bottom: float
    ) -> None:
        """Grid lines from top to bottom, with their values below."""
        for value, shown in ticks:
            self.line(scale(value), top, scale(value), bottom, "grid")
            self.text(scale(value), bottom + 18, shown, anchor="middle", style="muted")
        middle = (scale(ticks[0][0]) + scale(ticks[-1][0])) / 2 if ticks else self.width / 2
        self.text(middle, bottom + 38, label, anchor="middle", style="muted")

    def y_axis(
        self,
        scale: Scale,
        ticks: Sequence[tuple[float, str]],
        label: str,
        left: float,
        right: float,
        top: float,
    ) -> None:
        """Grid lines from left to right, with their values at the left and the label above the top."""
        for value, shown in ticks:
            self.line(left, scale(value), right, scale(value), "grid")
            self.text(left - 8, scale(value) + 4, shown, anchor="end", style="muted")
        self.text(left - 34, top - 14, label, style="muted")

    def svg(self) -> str:
        """The drawing for a page that has `theme.css` and `plot.css`."""
        return self._svg("")

    def standalone(self) -> str:
        """The drawing as a file, light or dark as the reader prefers."""
        style = f"<style>{asset('theme.css')}{asset('plot.css')}</style>"
        backdrop = f'<rect class="backdrop" width="{self.width}" height="{self.height}"/>'
        return self._svg(style + backdrop) + "\n"

    def _svg(self, before: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} {self.height}">'
            f"<title>{escape(self.title)}</title>{before}{''.join(self.parts)}</svg>"
        )


def _hint(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
