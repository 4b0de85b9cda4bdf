"""Speed, memory and growth of extractors, side by side. See docs/benchmark.md.

probe.py     an extractor in its own process
timing.py    pages × extractors, interleaved → best times → ms/page, MB/s, ratios
stages.py    time of each stage of our methods
threads.py   speed-up by threads
growth.py    cost by page size and on the hostile families
machine.py   the machine that was measured on
report.py    the result as tables, Markdown and JSON
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from maintext.evaluation.bench.growth import FamilyGrowth, SizeGrowth, family_growth, size_growth
from maintext.evaluation.bench.machine import describe_machine
from maintext.evaluation.bench.probe import BenchPage, Load, PageLimits, measure
from maintext.evaluation.bench.stages import StageTimes, stage_times
from maintext.evaluation.bench.threads import ThreadGain, thread_gains
from maintext.evaluation.bench.timing import Measure, Speed, Times, evenly, small_pages, speeds, time_pages
from maintext.evaluation.hostile import hostile_pages
from maintext.evaluation.peers import PEER, PEERS
from maintext.evaluation.progress import Progress
from maintext.methods.registry import get_method
from maintext.version import __version__

__all__ = ["BenchPage", "BenchResult", "Plan", "bench", "evenly", "small_pages"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a benchmark."""

    extractors: tuple[str, ...]
    against: str | None = None
    """The extractor to compare with."""
    hostile: tuple[str, ...] = ()
    """The extractors that also run the hostile families."""
    rounds: int = 3
    alone: int = 0
    """Runs of each page in a row, by each extractor alone; 0 to skip."""
    n: int = 4000
    """Size of the hostile pages; each is also run at twice that."""
    seconds: float = 20.0
    """Time limit of a page."""
    memory: int = 8 << 30
    """Memory limit of a page, in bytes (Linux)."""


@dataclass(frozen=True, slots=True)
class BenchResult:
    """All measurements."""

    machine: dict[str, str]
    versions: dict[str, str]
    pages: int
    bytes: int
    plan: Plan
    speeds: list[Speed]
    """Extractors interleaved."""
    alone: list[Speed]
    """One extractor after the other, each with warm caches."""
    stages: list[StageTimes]
    threads: list[ThreadGain]
    sizes: list[SizeGrowth]
    families: list[FamilyGrowth]


def bench(pages: Sequence[BenchPage], plan: Plan, load: Load, progress: Progress) -> BenchResult:
    """Measure extractors on pages, and on the hostile families."""
    machine = describe_machine()
    limits = PageLimits(plan.seconds, plan.memory)
    extractors: dict[str, Measure] = {name: partial(measure, name, load, limits) for name in plan.extractors}
    times = time_pages(pages, extractors, plan.rounds, progress)
    ours = [get_method(name) for name in plan.extractors if not name.startswith(PEER)]
    htmls = [page.html for page in pages]
    families = hostile_pages()
    pairs = [(family, name) for family in families for name in plan.hostile]
    return BenchResult(
        machine=machine,
        versions=_versions(plan.extractors),
        pages=len(pages),
        bytes=int(times.bytes.sum()),
        plan=plan,
        speeds=speeds(times, plan.against),
        alone=_time_alone(pages, plan, load, progress) if plan.alone else [],
        stages=stage_times(progress(htmls, len(htmls), "timing stages"), ours, plan.rounds) if ours else [],
        threads=thread_gains(htmls, progress(ours, len(ours), "timing threads"), plan.rounds),
        sizes=[size_growth(name, times.bytes, times.seconds[name]) for name in plan.extractors],
        families=[
            family_growth(name, family, families[family], extractors[name], plan.n, plan.rounds)
            for family, name in progress(pairs, len(pairs), "hostile families")
        ],
    )


def _time_alone(pages: Sequence[BenchPage], plan: Plan, load: Load, progress: Progress) -> list[Speed]:
    """Run all pages by each extractor in turn, each page several times in a row."""
    limits = PageLimits(plan.seconds * plan.alone, plan.memory)
    each = [
        time_pages(pages, {name: partial(measure, name, load, limits, times=plan.alone)}, 1, progress)
        for name in plan.extractors
    ]
    together = Times(
        each[0].bytes,
        seconds={name: seconds for times in each for name, seconds in times.seconds.items()},
        failures={name: failures for times in each for name, failures in times.failures.items()},
    )
    return speeds(together, plan.against)


def _versions(extractors: Sequence[str]) -> dict[str, str]:
    peers = [PEERS[name.removeprefix(PEER)] for name in extractors if name.startswith(PEER)]
    return {"maintext": __version__} | {peer.name: peer.version() or "" for peer in peers}
