"""A result as sheets, Markdown and JSON."""

import dataclasses
import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from maintext.evaluation.bench import BenchResult
from maintext.evaluation.bench.growth import Cost, FamilyGrowth, SizeGrowth
from maintext.evaluation.bench.stages import STAGES
from maintext.evaluation.sheet import Sheet

NONE = "–"


def sheets(result: BenchResult) -> list[Sheet]:
    """All figures as tables."""
    hostile = (
        _family_sheet(name, [growth for growth in result.families if growth.extractor == name])
        for name in result.plan.hostile
    )
    ours = _stage_sheet(result), _thread_sheet(result)
    found = [_speed_sheet(result), *ours, _size_sheet(result.sizes), *hostile]
    return [sheet for sheet in found if sheet.rows]


def to_markdown(result: BenchResult) -> str:
    """The result as Markdown: the machine, then the sheets."""
    machine = ", ".join(f"{name} {value}" for name, value in result.machine.items())
    versions = ", ".join(f"{name} {version}" for name, version in result.versions.items())
    measured = f"{result.pages} pages, {result.bytes / 1e6:.1f} MB, best of {result.plan.rounds} rounds."
    head = f"{measured} {machine}.\n\n{versions}.\n"
    return "\n".join([head, *(sheet.markdown() for sheet in sheets(result))])


def to_json(result: BenchResult) -> str:
    """The result as JSON."""
    plain = dataclasses.asdict(result)
    for row, growth in zip(plain["families"], result.families, strict=True):
        row |= {"time_ratio": growth.time_ratio, "memory_ratio": growth.memory_ratio}
    return json.dumps(_without_nan(plain), indent=1, ensure_ascii=False) + "\n"


def write(result: BenchResult, file: Path) -> None:
    """Write the result as Markdown or JSON, by the file's name."""
    content = to_markdown(result) if file.suffix == ".md" else to_json(result)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8", newline="\n")


def _speed_sheet(result: BenchResult) -> Sheet:
    against = result.plan.against
    alone = {speed.extractor: speed for speed in result.alone}
    rows = tuple(
        (
            speed.extractor,
            _number(speed.mean_ms, 2),
            _number(speed.median_ms, 2),
            _number(speed.megabytes_per_second, 1),
            *((_number(speed.ratio, 2),) if against else ()),
            *((_number(alone[speed.extractor].mean_ms, 2),) if alone else ()),
            *((_number(alone[speed.extractor].ratio, 2),) if alone and against else ()),
            _megabytes(speed.peak),
            ", ".join(f"{count} {status}" for status, count in speed.failures.items()) or "0",
        )
        for speed in result.speeds
    )
    ratio = (f"× {against.removeprefix('peer:')}",) if against else ()
    warm = ("alone", *(f"{name}, alone" for name in ratio)) if alone else ()
    header = ("extractor", "ms/page", "median", "MB/s", *ratio, *warm, "peak MB", "failed")
    return Sheet("Time and memory", header, rows)


def _stage_sheet(result: BenchResult) -> Sheet:
    rows = tuple(
        (
            stages.extractor,
            *(_number(stages.milliseconds[stage], 2) for stage in STAGES),
            f"{stages.total:.2f}",
        )
        for stages in result.stages
    )
    return Sheet("Stages, ms/page", ("method", *STAGES, "all"), rows)


def _thread_sheet(result: BenchResult) -> Sheet:
    rows = tuple(
        (
            gain.extractor,
            *(_number(result.pages / seconds, 0) for seconds in (gain.one, gain.many)),
            _number(gain.ratio, 2),
        )
        for gain in result.threads
    )
    threads = result.threads[0].threads if result.threads else 0
    return Sheet("Threads, pages/s", ("method", "1 thread", f"{threads} threads", "×"), rows)


def _size_sheet(growths: list[SizeGrowth]) -> Sheet:
    starts = sorted({bucket.start for growth in growths for bucket in growth.buckets})
    rows = []
    for growth in growths:
        medians = {bucket.start: bucket.median_ms for bucket in growth.buckets}
        cells = (_number(medians.get(start), 2) for start in starts)
        rows.append((growth.extractor, *cells, _number(growth.exponent, 2)))
    header = ("extractor", *(f"{_size(start)}–{_size(2 * start)}" for start in starts), "exponent")
    return Sheet("Median ms/page by page size", header, tuple(rows))


def _family_sheet(name: str, growths: Iterable[FamilyGrowth]) -> Sheet:
    rows = tuple(
        (
            growth.family,
            *_costs(growth.costs),
            _number(growth.time_ratio, 2) if growth.status == "ok" else growth.status,
            _number(growth.memory_ratio, 2),
        )
        for growth in growths
    )
    header = ("family", "KB", "ms", "ms, 2n", "MB", "MB, 2n", "time ×", "memory ×")
    return Sheet(f"Hostile families: {name}", header, rows)


def _costs(costs: tuple[Cost, ...]) -> tuple[str, ...]:
    """Size and cost at n and, if it was run, at 2n."""
    first, second = costs[0], costs[1] if len(costs) > 1 else None
    return (
        f"{first.bytes / 1e3:.0f}",
        _brief(1000 * first.seconds),
        _brief(None if second is None else 1000 * second.seconds),
        _megabytes(first.peak),
        _megabytes(None if second is None else second.peak),
    )


def _number(value: float | None, digits: int) -> str:
    return NONE if value is None or math.isnan(value) else f"{value:.{digits}f}"


def _megabytes(value: int | None) -> str:
    return _brief(None if value is None else value / 1e6)


def _brief(value: float | None) -> str:
    """A figure in about four digits, because columns are narrow."""
    return _number(value, 0 if value is not None and value >= 100 else 1)


def _size(length: int) -> str:
    """A power of two, in short.

    >>> _size(2048), _size(1 << 20)
    ('2K', '1M')
    """
    for unit, size in (("M", 1 << 20), ("K", 1 << 10)):
        if length >= size:
            return f"{length // size}{unit}"
    return str(length)


def _without_nan(value: Any) -> Any:
    """Replace NaN, which JSON does not have, with None."""
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
