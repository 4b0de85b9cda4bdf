import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow.dataset as ds
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from maintext.batch.engines.local import LocalEngine
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.parts import part_stem
from maintext.batch.record import OUTPUT
from maintext.batch.run import TRIES, ShardFailure, ShardOutcome, run_shards
from maintext.batch.shard import Report, ahead, make_guard, process_shard
from maintext.batch.sources import Shard, plan
from maintext.errors import DataError, MaintextError
from maintext.processes.process import Child
from tests.batch.hostile import BAD, JOB, page, start_hostile, write_crawl, write_pages
from tests.forks import CHILD
from tests.waiting import wait_until


def ids_in(output: Path) -> list[str]:
    found: list[str] = (
        ds.dataset(output / "data", format="parquet").to_table(columns=["id"])["id"].to_pylist()
    )
    return sorted(found)


def open_run(tmp_path: Path, files: int = 3, pages: int = 4) -> tuple[list[Shard], Manifest, list[str]]:
    ids = write_crawl(tmp_path / "crawl", files, pages)
    manifest = Manifest(tmp_path / "out")
    manifest.open(JOB)
    return plan([str(tmp_path / "crawl")]), manifest, sorted(ids)


def process(shards: Sequence[Shard], output: Path) -> list[ShardResult | None]:
    with make_guard(JOB) as guard:
        return [process_shard(shard, JOB, str(output), guard=guard) for shard in shards]


def test_a_local_run_loses_no_page_and_reports_its_counts(tmp_path: Path) -> None:
    shards, manifest, ids = open_run(tmp_path)
    write_pages(tmp_path / "crawl" / "bad.jsonl", [page(0), *(bad + page(1) for bad in BAD.values())], 900)
    shards = plan([str(tmp_path / "crawl")])
    heard: Counter[str] = Counter()
    results = list(run_shards(shards, JOB, str(manifest.output), LocalEngine(2, start_hostile), heard.update))
    assert all(isinstance(result, ShardResult) for result in results)
    assert ids_in(manifest.output) == sorted([*ids, *(f"page-{number}" for number in range(900, 905))])
    assert heard["ok"] == 13
    assert {status: heard[status] for status in BAD} == dict.fromkeys(BAD, 1)
    quarantined = ds.dataset(manifest.quarantine, format="arrow").to_table().to_pylist()
    assert [(row["id"], row["status"]) for row in quarantined] == [
        (f"page-{901 + number}", status) for number, status in enumerate(BAD)
    ]
    assert [row["html"] for row in quarantined] == [bad + page(1) for bad in BAD.values()]


def test_a_shard_of_bad_pages_has_a_row_for_each_page_in_order(tmp_path: Path) -> None:
    kinds = ["", "", "error", "", "", "crash", "crash", "", "memory", "", "", "", "error", "timeout", ""]
    pages = [BAD.get(kind, b"") + page(number) for number, kind in enumerate(kinds)]
    (tmp_path / "crawl").mkdir()
    write_pages(tmp_path / "crawl" / "bad.jsonl", pages)
    job = replace(JOB, batch_rows=2)
    manifest = Manifest(tmp_path / "out")
    manifest.open(job)
    (shard,) = plan([str(tmp_path / "crawl")])
    with make_guard(job, start_hostile) as guard:
        result = process_shard(shard, job, str(manifest.output), guard=guard)
    assert result is not None
    assert result.counts == Counter(records=len(pages))
    assert result.statuses == Counter(kind or "ok" for kind in kinds)
    (part,) = result.parts
    assert part.rows == len(kinds)
    rows = pq.read_table(manifest.output / part.name).to_pylist()
    assert [(row["id"], row["status"]) for row in rows] == [
        (f"page-{number}", kind or "ok") for number, kind in enumerate(kinds)
    ]
    kept = feather.read_table(manifest.quarantine / f"{shard.key}.arrow").to_pylist()
    assert [row["html"] for row in kept] == [html for html, kind in zip(pages, kinds, strict=True) if kind]
    assert [row["status"] for row in kept] == [kind for kind in kinds if kind]


def test_pages_are_read_in_this_process_only_after_one_ended_the_guarded_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shards, manifest, ids = open_run(tmp_path, files=1)
    monkeypatch.delattr("maintext.batch.shard.gather")
    process(shards, manifest.output)
    assert ids_in(manifest.output) == ids


def test_finished_shards_are_not_processed_again(tmp_path: Path) -> None:
    shards, manifest, ids = open_run(tmp_path)
    first, *_ = process(shards[:1], manifest.output)
    assert first is not None
    parts = {path.name: path.stat().st_mtime_ns for path in (manifest.output / "data").glob("part-*")}
    assert manifest.check(shards) == [first]
    results = process(shards, manifest.output)
    assert [result is None for result in results] == [True, False, False]
    assert all((manifest.output / "data" / name).stat().st_mtime_ns == when for name, when in parts.items())
    assert ids_in(manifest.output) == ids


def test_a_part_without_a_record_is_written_again(tmp_path: Path) -> None:
    shards, manifest, ids = open_run(tmp_path)
    process(shards, manifest.output)
    (manifest.folder / "done" / f"{shards[1].key}.json").unlink()
    (manifest.output / "data" / f".{part_stem(shards[1])}.parquet.0.tmp").write_bytes(b"half a part")
    process(shards, manifest.output)
    assert ids_in(manifest.output) == ids
    assert not list(manifest.output.rglob(".*.tmp"))


def test_unfinished_records_are_removed_when_all_shards_are_done(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    process(shards[:2], manifest.output)
    left = manifest.folder / "done" / ".of-a-killed-process.json.1.tmp"
    left.write_text("{")

    class OneByOne:
        def process(
            self, shards: Sequence[Shard], job: Job, output: str, report: Report
        ) -> Iterator[ShardOutcome]:
            assert left.exists(), "another runner may be writing it"
            yield from ((shard, process_shard(shard, job, output)) for shard in shards)

    list(run_shards(shards, JOB, str(manifest.output), OneByOne()))
    assert not left.exists()


def test_a_shard_that_fails_leaves_nothing(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    Path(shards[0].path).write_text("{}\n")
    with pytest.raises(DataError, match="changed"):
        process(shards[:1], manifest.output)
    assert not list((manifest.output / "data").iterdir())


def test_changed_settings_are_refused_until_restart(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    process(shards, manifest.output)
    other = replace(JOB, form="markdown")
    with pytest.raises(
        DataError, match="--format was 'text' and is 'markdown'; give another --output, or --restart"
    ):
        manifest.open(other)
    assert len(list(manifest.results())) == 3
    manifest.open(other, restart=True)
    assert list(manifest.results()) == []
    assert not list(manifest.output.rglob("part-*"))


def test_a_changed_or_missing_input_is_refused(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    process(shards, manifest.output)
    with pytest.raises(DataError, match=r"000\.jsonl, which is not among the inputs"):
        manifest.check(shards[1:])
    changed = [replace(shards[0], identity="another"), *shards[1:]]
    with pytest.raises(DataError, match=r"000\.jsonl has changed"):
        manifest.check(changed)
    longer = [replace(shards[0], end=(shards[0].end or 0) + 1), *shards[1:]]
    with pytest.raises(DataError, match=r"000\.jsonl has changed"):
        manifest.check(longer)


def test_a_folder_with_other_files_is_refused_as_output(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(DataError, match="not an output of maintext run"):
        Manifest(tmp_path).open(JOB)
    with pytest.raises(DataError, match="not an output of maintext run"):
        Manifest(tmp_path).open(JOB, restart=True)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_shard_claimed_by_another_runner_is_skipped(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    with Manifest(manifest.output).claim(shards[0]) as mine:
        assert mine
        assert process(shards[:1], manifest.output) == [None]
    assert process(shards[:1], manifest.output) != [None]


class Scripted:
    """An engine whose outcomes are given."""

    def __init__(self, *rounds: ShardResult | ShardFailure | None) -> None:
        self.rounds = list(rounds)

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        for shard in shards:
            outcome = self.rounds.pop(0)
            if isinstance(outcome, ShardResult):
                Manifest.at(output).finish(outcome)
            yield shard, outcome


def test_a_lost_shard_is_retried_a_few_times(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path, files=1)
    lost = ShardFailure(shards[0], "lost", lasting=False)
    done = ShardResult(shards[0], Counter(ok=4), Counter(), 1, 0.1, (), JOB.hash)
    assert list(run_shards(shards, JOB, str(manifest.output), Scripted(*[lost] * TRIES))) == [lost]
    broken = replace(lost, lasting=True)
    assert list(run_shards(shards, JOB, str(manifest.output), Scripted(broken))) == [broken]
    assert list(run_shards(shards, JOB, str(manifest.output), Scripted(lost, done))) == [done]


def test_a_run_waits_for_the_shard_of_another_runner(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path, files=1)
    done = ShardResult(shards[0], Counter(ok=4), Counter(), 1, 0.1, (), JOB.hash)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            manifest.finish(done)

    with Manifest(manifest.output).claim(shards[0]):
        engine = Scripted(None)
        assert list(run_shards(shards, JOB, str(manifest.output), engine, sleep=sleep)) == [done]
    assert len(slept) == 3


def test_the_shard_of_a_killed_runner_is_taken_over(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path, files=1)
    done = ShardResult(shards[0], Counter(ok=4), Counter(), 1, 0.1, (), JOB.hash)
    engine = Scripted(None, done)
    assert list(run_shards(shards, JOB, str(manifest.output), engine, sleep=lambda _: None)) == [done]


def test_an_unreadable_shard_does_not_stop_the_others(tmp_path: Path) -> None:
    shards, manifest, ids = open_run(tmp_path)
    Path(shards[1].path).unlink()
    outcomes = list(run_shards(shards, JOB, str(manifest.output), LocalEngine(2)))
    (failure,) = [outcome for outcome in outcomes if isinstance(outcome, ShardFailure)]
    assert failure.shard == shards[1]
    assert ids_in(manifest.output) == [name for name in ids if name not in {f"page-{n}" for n in range(4, 8)}]


def test_ahead_gives_the_same_values_and_the_same_error() -> None:
    def values() -> Iterator[int]:
        yield from range(5)
        raise KeyError("the end")

    reader = ahead(values())
    assert [next(reader) for _ in range(5)] == list(range(5))
    with pytest.raises(KeyError, match="the end"):
        next(reader)


def test_ahead_computes_only_a_few_values_and_stops_with_its_reader() -> None:
    made: list[int] = []
    closed: list[bool] = []

    def values() -> Iterator[int]:
        try:
            for number in range(1000):
                made.append(number)
                yield number
        finally:
            closed.append(True)

    reader = ahead(values())
    assert next(reader) == 0
    wait_until(lambda: len(made) > 1, "the next value")
    assert len(made) <= 3
    reader.close()  # type: ignore[attr-defined]
    assert closed


def test_all_sinks_have_the_same_rows(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    process(shards, manifest.output)
    lines, output = replace(JOB, sink="jsonl"), tmp_path / "lines"
    with make_guard(lines) as guard:
        for shard in shards:
            process_shard(shard, lines, str(output), guard=guard)
    rows = ds.dataset(manifest.output / "data", format="parquet").to_table().to_pylist()
    found = [
        json.loads(line) for path in output.glob("data/part-*") for line in path.read_text().splitlines()
    ]
    differ = {
        "milliseconds",
        "probability",
        "confidence",
        "language_probability",
    }  # times; JSON rounds digits

    def plain(rows: list[dict[str, object]]) -> list[dict[str, object]]:
        some = [{name: value for name, value in row.items() if name not in differ} for row in rows]
        return sorted(some, key=lambda row: str(row["id"]))

    assert plain(found) == plain(rows)
    assert {name for row in found for name in row} == set(OUTPUT.names)


def test_parts_have_the_columns_of_the_schema_and_no_other_file_remains(tmp_path: Path) -> None:
    shards, manifest, _ = open_run(tmp_path)
    process(shards, manifest.output)
    parts = list(manifest.output.glob("data/part-*.parquet"))
    assert len(parts) == 3
    for part in parts:
        assert pq.read_schema(part) == OUTPUT
    assert os.listdir(manifest.quarantine) == []
    assert [path.name for path in manifest.output.rglob(".*")] == [".huggingface.yaml"]
    assert not list(manifest.folder.rglob("*.parquet"))


def test_a_shard_can_be_processed_without_a_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CHILD, Child)  # an interpreter of its own, as on other machines
    ids = write_crawl(tmp_path / "crawl", 2, 3)
    shards = plan([str(tmp_path / "crawl")])
    results = process(shards, tmp_path / "out")
    assert [result and result.statuses for result in results] == [Counter(ok=3)] * 2
    assert process(shards, tmp_path / "out") == [None, None]  # they are done
    assert ids_in(tmp_path / "out") == sorted(ids)
    with pytest.raises(DataError, match="other settings"):
        process_shard(shards[0], replace(JOB, form="markdown"), str(tmp_path / "out"))


def test_an_interrupted_shard_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(number) for number in range(600)])  # three batches
    (shard,) = plan([str(tmp_path / "pages.jsonl")])
    read: list[Shard] = []
    monkeypatch.setattr("maintext.batch.shard.gather", lambda shard, *_: read.append(shard))
    guard = make_guard(JOB)
    with pytest.raises(MaintextError):
        process_shard(shard, JOB, str(tmp_path / "out"), guard=guard, report=lambda _: guard.close())
    assert not read
    assert not list((tmp_path / "out").rglob("part-*"))
