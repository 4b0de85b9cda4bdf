"""The arithmetic of the benchmark, with made-up replies and clocks: nothing is timed here."""

import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from maintext import Extractor
from maintext.cli.sample_pages import sample_pages
from maintext.evaluation.bench import BenchPage, BenchResult, Plan, bench, evenly
from maintext.evaluation.bench.growth import (
    FEWEST,
    LEAST_SECONDS,
    MOST_ROUNDS,
    FamilyGrowth,
    exponent,
    family_growth,
    size_growth,
)
from maintext.evaluation.bench.probe import PageLimits, Probe, Reply, measure
from maintext.evaluation.bench.report import sheets, to_json, to_markdown, write
from maintext.evaluation.bench.stages import STAGES, StageTimes, run_stages, stage_times
from maintext.evaluation.bench.threads import ThreadGain, thread_gains
from maintext.evaluation.bench.timing import Measure, Times, interleaved, speeds, time_pages, time_ratio
from maintext.evaluation.extractors import load_extractor
from maintext.evaluation.peers import Extract
from maintext.methods.registry import METHODS, get_method

T = TypeVar("T")


def unseen(values: Iterable[T], total: int | None, words: str) -> Iterator[T]:
    return iter(values)


def fake(*replies: Reply) -> Measure:
    """An extractor that gives these replies, one per requested page."""

    def measure(pages: Iterator[BenchPage]) -> Generator[Reply, None, None]:
        yield from (reply for _, reply in zip(pages, replies, strict=False))

    return measure


def ok(seconds: float, peak: int | None = None) -> Reply:
    return Reply("ok", seconds, peak, seconds)


# -- interleaving and the best of rounds ------------------------------------------------------------------


def test_all_extractors_run_some_pages_before_the_next_and_the_first_one_changes() -> None:
    steps = list(interleaved(["a", "b", "c"], pages=3, rounds=2, at_once=2))
    assert [page for page, _ in steps] == [0, 1, 0, 1, 0, 1, 2, 2, 2] * 2
    assert [steps[start][1] for start in (0, 6, 9, 15)] == ["a", "b", "b", "c"]
    assert sorted(steps) == sorted([(page, name) for page in range(3) for name in "abc"] * 2)


def test_the_best_of_the_rounds_counts() -> None:
    pages = [BenchPage(b"12345"), BenchPage(b"1")]
    times = time_pages(pages, {"a": fake(ok(3), ok(1), ok(2), ok(4))}, 2, unseen)
    assert times.bytes.tolist() == [5, 1]
    assert times.seconds["a"].tolist() == [2, 1]


def test_a_page_that_fails_is_counted_and_not_run_again() -> None:
    pages = [BenchPage(b"x")] * 3
    replies = [Reply("timeout", 20.0), ok(1), Reply("error", 0.0), ok(0.5)]
    times = time_pages(pages, {"a": fake(*replies), "b": fake(*[ok(1)] * 6)}, 2, unseen)
    assert times.failures["a"] == {"timeout": 1, "error": 1}
    assert times.seconds["a"][:2].tolist() == [20.0, 0.5]
    assert np.isnan(times.seconds["a"][2])
    assert not times.failures["b"]


def test_the_peak_is_the_largest_reported_value() -> None:
    pages = [BenchPage(b"x")] * 2
    times = time_pages(pages, {"a": fake(ok(1, 7), ok(1, 5)), "b": fake(ok(1), ok(1))}, 1, unseen)
    assert times.peak == {"a": 7, "b": None}


@pytest.mark.parametrize("wanted", [1, 3, 7, 10, 30])
def test_chosen_pages_are_spread_evenly(wanted: int) -> None:
    positions = evenly(10, wanted)
    assert len(set(positions)) == len(positions) == min(wanted, 10)
    assert positions[0] == 0
    assert max(np.diff(positions), default=1) - min(np.diff(positions), default=1) <= 1


# -- figures ----------------------------------------------------------------------------------------------


def times() -> Times:
    return Times(
        np.array([1_000_000, 2_000_000, 3_000_000]),
        {"slow": np.array([1.0, 2.0, 6.0]), "fast": np.array([0.5, 1.0, np.nan])},
        {"fast": Counter(crash=1)},
    )


def test_figures_are_over_the_finished_pages() -> None:
    fast, slow = speeds(times(), "slow")
    assert (fast.extractor, fast.pages, fast.failures) == ("fast", 2, {"crash": 1})
    assert (fast.mean_ms, fast.median_ms) == (750, 750)
    assert fast.megabytes_per_second == pytest.approx(3 / 1.5)
    assert (slow.mean_ms, slow.median_ms) == (3000, 2000)
    assert slow.megabytes_per_second == pytest.approx(6 / 9)


def test_a_ratio_is_over_the_pages_that_both_finished() -> None:
    fast, slow = speeds(times(), "slow")
    assert (fast.ratio, slow.ratio) == (0.5, 1.0)
    assert time_ratio(np.array([np.nan]), np.array([1.0])) is None
    assert all(speed.ratio is None for speed in speeds(times(), None))


def test_an_extractor_that_finished_no_page_comes_last() -> None:
    failed = Times(np.array([5]), {"a": np.array([np.nan]), "b": np.array([1.0])})
    assert [speed.extractor for speed in speeds(failed, "b")] == ["b", "a"]


# -- growth -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_of_generated_times_is_found(power: float) -> None:
    sizes = np.random.default_rng(0).integers(1_000, 1_000_000, 400)
    growth = size_growth("a", sizes, 1e-9 * sizes.astype(float) ** power)
    assert growth.exponent == pytest.approx(power, abs=0.02)
    assert all(bucket.pages >= FEWEST for bucket in growth.buckets)
    assert all(bucket.start & (bucket.start - 1) == 0 for bucket in growth.buckets)


def test_with_few_buckets_there_is_no_exponent() -> None:
    assert exponent([1, 2], [1, 2]) is None
    assert size_growth("a", np.array([10, 20]), np.array([np.nan, 1.0])).buckets == ()
    assert size_growth("a", np.array([], dtype=np.int64), np.array([])).exponent is None


def grow(*replies: Reply) -> FamilyGrowth:
    return family_growth("a", "divs", lambda n: b"x" * n, fake(*replies), n=10, rounds=2)


def test_a_family_is_run_at_n_and_at_twice_n_and_the_best_time_counts() -> None:
    growth = grow(ok(2, 8_000_000), ok(4, 16_000_000), ok(1, 17_000_000), ok(3, 17_000_000))
    assert [(cost.n, cost.bytes, cost.seconds) for cost in growth.costs] == [(10, 10, 1), (20, 20, 3)]
    assert (growth.time_ratio, growth.memory_ratio, growth.status) == (3, 2, "ok")


def test_little_memory_has_no_ratio() -> None:
    assert grow(ok(1, 100_000), ok(2, 900_000), ok(1), ok(2)).memory_ratio is None


def test_a_family_that_fails_at_n_is_not_run_at_twice_n() -> None:
    growth = grow(Reply("timeout", 20.0))
    assert [cost.n for cost in growth.costs] == [10]
    assert (growth.status, growth.time_ratio, growth.memory_ratio) == ("timeout", None, None)
    assert grow(ok(1), ok(2), ok(1), Reply("crash", 0.0)).status == "crash"


def test_short_pages_are_run_more_often_but_not_without_limit() -> None:
    many = grow(*[ok(0.001)] * 2 * MOST_ROUNDS)
    assert many.time_ratio == 1
    few = grow(*[ok(LEAST_SECONDS)] * 4)
    assert few.time_ratio == 1


def test_the_time_of_a_family_is_processor_time() -> None:
    waited = Reply("ok", 9.0, 8_000_000, 1.0)
    assert grow(waited, ok(2), waited, ok(2)).time_ratio == 2


# -- stages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_the_stages_give_the_same_text_as_the_pipeline(method: str) -> None:
    pages = [*sample_pages().values(), b"", b"<p></p>", b"<title>only</title>"]
    for html in pages:
        assert run_stages(html, get_method(method))[0] == Extractor(method).extract(html).text


def test_the_best_round_of_each_stage_counts() -> None:
    ticks = iter(np.cumsum([0, 1, 2, 3, 4, 5, 6, 0, 6, 5, 4, 3, 2, 1]).tolist())
    (found,) = stage_times([b"<p>x"], [get_method("p_value")], 2, lambda: next(ticks))
    assert found.milliseconds == dict(zip(STAGES, [1000, 2000, 3000, 3000, 2000, 1000], strict=True))
    assert found.total == 12_000


def test_stages_are_means_over_pages() -> None:
    clock = count()
    (found,) = stage_times([b"<p>x", b""], [get_method("p_value")], 1, lambda: float(next(clock)))
    assert set(found.milliseconds.values()) == {1000}


# -- the process of an extractor --------------------------------------------------------------------------


def load_fake(name: str) -> Extract:
    """`echo`, which fails on some pages as extractors do."""

    def extract(html: bytes, url: str | None) -> str:
        if html == b"error":
            raise ValueError(url)
        if html == b"hang":
            while True:
                pass
        return html.decode()

    return extract


def test_a_page_that_hangs_or_fails_affects_no_other_page() -> None:
    pages = [BenchPage(html) for html in (b"fine", b"error", b"hang", b"fine")]
    replies = list(measure("echo", load_fake, PageLimits(0.5), pages))
    assert [reply.status for reply in replies] == ["ok", "error", "timeout", "ok"]
    assert replies[2].seconds == 0.5


def test_a_page_is_run_when_its_reply_is_requested() -> None:
    asked = []

    def pages() -> Iterator[BenchPage]:
        for index in range(5):
            asked.append(index)
            yield BenchPage(b"fine")

    replies = measure("echo", load_fake, PageLimits(5), pages())
    next(replies)
    replies.close()
    assert len(asked) <= 2


def test_a_probe_reports_memory_above_the_level_before_the_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reported = {"VmRSS": 100, "VmHWM": 130}
    monkeypatch.setattr("maintext.evaluation.bench.probe.resident", lambda field: reported[field])
    monkeypatch.setattr("maintext.evaluation.bench.probe.silence", lambda: None)
    monkeypatch.setattr("gc.freeze", lambda: None)
    probe = Probe("echo", load_fake)
    probe.prepare()
    assert probe(BenchPage(b"fine")).peak == 30


def test_a_probe_that_runs_a_page_several_times_keeps_the_smallest_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = iter([0.0, 5.0, 10.0, 12.0, 20.0, 23.0])
    runs: list[bytes] = []

    def extract(html: bytes, url: str | None) -> str:
        runs.append(html)
        return ""

    monkeypatch.setattr("maintext.evaluation.bench.probe.time.perf_counter", lambda: next(ticks))
    probe = Probe("echo", load_fake, times=3)
    probe.extract = extract
    probe.before = None
    assert probe(BenchPage(b"fine")).seconds == 2
    assert runs == [b"fine"] * 3


def test_the_best_round_of_one_thread_and_of_many_counts() -> None:
    once, rounds = [0, 0.5], [1, 19, 20, 28, 30, 46, 50, 60]  # the page is run twice in a second
    ticks = chain(once, rounds)
    gains = thread_gains([b"<p>One."], [get_method("p_value")], 2, lambda: float(next(ticks)))
    assert [(gain.one, gain.many, gain.ratio) for gain in gains] == [(8, 4, 2)]


# -- the report -------------------------------------------------------------------------------------------


def result() -> BenchResult:
    families = [
        grow(ok(2, 8_000_000), ok(4, 16_000_000), ok(1), ok(3)),
        grow(Reply("timeout", 20.0)),
    ]
    return BenchResult(
        machine={"processor": "abacus"},
        versions={"maintext": "1"},
        pages=3,
        bytes=6_000_000,
        plan=Plan(("fast", "slow"), against="slow", hostile=("a",)),
        speeds=speeds(times(), "slow"),
        alone=speeds(times(), "slow"),
        stages=[StageTimes("fast", dict.fromkeys(STAGES, 1.0))],
        threads=[ThreadGain("fast", 2, one=3.0, many=2.0)],
        sizes=[size_growth("fast", np.full(10, 3000), np.full(10, 0.5))],
        families=families,
    )


def test_every_sheet_has_as_many_cells_as_columns() -> None:
    found = sheets(result())
    assert [sheet.title for sheet in found] == [
        "Time and memory",
        "Stages, ms/page",
        "Threads, pages/s",
        "Median ms/page by page size",
        "Hostile families: a",
    ]
    assert all(len(row) == len(sheet.header) for sheet in found for row in sheet.rows)
    assert found[0].rows[0] == ("fast", "750.00", "750.00", "2.0", "0.50", "750.00", "0.50", "–", "1 crash")
    assert found[2].rows == (("fast", "1", "2", "1.50"),)
    assert found[4].rows[1][2:] == ("20000", "–", "–", "–", "timeout", "–")


def test_json_has_no_nan_and_has_the_ratios() -> None:
    plain = json.loads(to_json(result()), parse_constant=pytest.fail)
    assert plain["families"][0]["time_ratio"] == 3
    assert plain["plan"]["extractors"] == ["fast", "slow"]


def test_markdown_names_pages_and_machine(tmp_path: Path) -> None:
    assert to_markdown(result()).startswith("3 pages, 6.0 MB, best of 3 rounds. processor abacus.")
    write(result(), tmp_path / "new" / "bench.md")
    assert "| fast | 750.00 |" in (tmp_path / "new" / "bench.md").read_text(encoding="utf-8")


# -- all of it, on next to nothing ------------------------------------------------------------------------


def test_a_benchmark_measures_everything_in_its_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.evaluation.bench.hostile_pages", lambda: {"divs": lambda n: b"<div>" * n})
    pages = [BenchPage(html) for html in sample_pages().values()]
    plan = Plan(
        ("p_value", "peer:turbohtml"), against="p_value", hostile=("p_value",), rounds=1, alone=2, n=10
    )
    found = bench(pages, plan, load_extractor, unseen)
    assert {speed.extractor for speed in found.speeds} == {"p_value", "peer:turbohtml"}
    assert {speed.extractor for speed in found.alone} == {"p_value", "peer:turbohtml"}
    assert all(speed.pages == len(pages) and not speed.failures for speed in (*found.speeds, *found.alone))
    assert all((speed.ratio == 1) == (speed.extractor == "p_value") for speed in found.alone)
    assert [stages.extractor for stages in found.stages] == ["p_value"]
    assert [gain.extractor for gain in found.threads] == ["p_value"]
    assert [(growth.family, growth.status, len(growth.costs)) for growth in found.families] == [
        ("divs", "ok", 2)
    ]
    assert found.versions.keys() == {"maintext", "turbohtml"}
