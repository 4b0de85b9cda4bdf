"""Quality against speed: a mark for each extractor, with its name beside it."""

from collections.abc import Sequence
from math import dist

from maintext.evaluation.report.labels import CHARACTER, LabelBox, place
from maintext.evaluation.report.leaderboard import Standing, standings
from maintext.evaluation.report.model import Figure, Section, short_name, show
from maintext.evaluation.report.results import FAMILIES, Results, family
from maintext.evaluation.report.svg import Drawing, logarithmic

_WIDTH, _HEIGHT = 960, 620
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 936, 70, 566
_TIMES = [factor * 10.0**power for power in range(-3, 6) for factor in (1, 2, 5)]
_F1 = (0.1, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.94, 0.96, 0.97, 0.98, 0.99)
_FASTEST = 0.001  # ms: the resolution of a clock
_LEAST_ERROR = 0.001
_FAR = 11  # pixels between a mark and its name above which a line joins them


def quality_speed_section(results: Results) -> Section:
    """Mean token F1 over mean time, on all pages."""
    text = (
        "Mean token F1 over mean time per page, on all pages; both time and error, 1 − F1, have "
        "logarithmic scales, so that equal steps are equal factors. On the dotted line are those that no "
        "other extractor beats in both. Times are processor time of the extraction, in processes that ran "
        "side by side; the bench command measures them more exactly."
    )
    measured = [standing for standing in standings(results, results.pages) if standing.f1]
    parts = (Figure("quality-speed", "Quality against speed", _draw(measured)),) if measured else ()
    return Section("quality-speed", "Quality against speed", text, parts)


def _draw(measured: Sequence[Standing]) -> Drawing:
    drawing = Drawing(_WIDTH, _HEIGHT, "Mean token F1 and mean milliseconds per page of each extractor")
    times = [max(each.mean_milliseconds, _FASTEST) for each in measured]
    errors = [max(1 - each.f1.value, _LEAST_ERROR) for each in measured if each.f1]
    fastest, slowest = min(times) / 1.4, max(times) * 1.6
    least, most = min(errors) / 1.12, min(max(errors) * 1.08, 1.0)
    across = logarithmic(fastest, slowest, _LEFT, _RIGHT)
    down = logarithmic(least, most, _TOP, _BOTTOM)
    ticks = [(tick, f"{tick:g}") for tick in _TIMES if fastest <= tick <= slowest]
    drawing.x_axis(across, ticks, "milliseconds per page", _TOP, _BOTTOM)
    heights = [(1 - tick, f"{tick:.2f}".lstrip("0")) for tick in _F1 if least <= 1 - tick <= most]
    drawing.y_axis(down, heights, "token F1", _LEFT, _RIGHT, _TOP)
    points = [(across(time), down(error)) for time, error in zip(times, errors, strict=True)]
    front = pareto(times, [1 - error for error in errors])
    if len(front) > 1:
        drawing.polyline([points[at] for at in front], "front")
    _draw_names(drawing, measured, points)
    for standing, (x, y) in zip(measured, points, strict=True):
        hint = f"{short_name(standing.extractor)}: F1 {show(standing.f1, 'score')}"
        spent = f"{show(standing.mean_milliseconds, 'milliseconds')} ms/page"
        drawing.mark(x, y, family(standing.extractor), hint=f"{hint}, {spent}")
    _draw_legend(drawing, measured)
    return drawing


def pareto(times: Sequence[float], f1: Sequence[float]) -> list[int]:
    """Those that no other beats in both, the fastest first.

    >>> pareto([1.0, 2.0, 3.0], [0.5, 0.4, 0.9])
    [0, 2]
    """
    front: list[int] = []
    for at in sorted(range(len(times)), key=lambda at: (times[at], -f1[at])):
        if not front or f1[at] > f1[front[-1]]:
            front.append(at)
    return front


def _draw_legend(drawing: Drawing, measured: Sequence[Standing]) -> None:
    present = {family(standing.extractor) for standing in measured}
    x = float(_LEFT)
    for each, name in FAMILIES.items():
        if each in present:
            drawing.mark(x + 6, 22, each)
            drawing.text(x + 18, 26, name)
            x += 18 + CHARACTER * len(name) + 18


def _draw_names(
    drawing: Drawing, measured: Sequence[Standing], points: Sequence[tuple[float, float]]
) -> None:
    names = [short_name(standing.extractor) for standing in measured]
    room = LabelBox(_LEFT - 4, _TOP - 10, _WIDTH - 4, _BOTTOM)
    for standing, name, point, box in zip(measured, names, points, place(names, points, room), strict=True):
        near = box.nearest(point)
        if dist(near, point) > _FAR:
            drawing.line(*point, *near, "leader")
        style = "name strong" if family(standing.extractor) == "own" else "name"
        if near[0] == point[0]:
            drawing.text((box.x1 + box.x2) / 2, box.y2 - 3.5, name, anchor="middle", style=style)
        else:
            drawing.text(
                near[0], box.y2 - 3.5, name, anchor="start" if near[0] > point[0] else "end", style=style
            )
