"""A crawl of records of every kind, compressed three ways: what goes in comes out, on every engine."""

from collections import Counter
from pathlib import Path

import pytest

import maintext
from maintext.batch.engines.local import LocalEngine
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.run import Engine, run_shards
from maintext.batch.sources import plan
from tests.batch import nasty
from tests.batch.test_engines import ray_engine, spark_engine  # noqa: F401

JOB = Job(method="p_value", shard_bytes=40_000)
PAGES = [path.read_bytes() for path in sorted(Path(maintext.__file__).parent.glob("samples/*.html"))]


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nasty")
    nasty.write_nasty_crawl(PAGES, folder)
    return folder


def run(engine: Engine, crawl: Path, output: Path) -> tuple[list[ShardResult], Path]:
    Manifest(output).open(JOB)
    shards = plan([str(crawl)], JOB.shard_bytes)
    assert len(shards) > 3
    results = list(run_shards(shards, JOB, str(output), engine))
    assert all(isinstance(result, ShardResult) for result in results)
    return [result for result in results if isinstance(result, ShardResult)], output


@pytest.fixture(scope="module")
def here(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[ShardResult], Path]:
    return run(LocalEngine(2), crawl, tmp_path_factory.mktemp("here") / "out")


def test_every_record_has_a_row_or_a_reason(here: tuple[list[ShardResult], Path]) -> None:
    results, output = here
    found, _ = nasty.outcomes(output)
    regular = Counter(
        {key: count for key, count in found.items() if key[1] not in (nasty.DAMAGED, nasty.CUT_OFF)}
    )
    assert regular == nasty.expected(len(PAGES))
    counts: Counter[str] = sum((result.counts for result in results), Counter())
    assert counts["not_response"] == 3 * 3 * len(PAGES)
    damaged = {how: found[how, nasty.DAMAGED, "skipped: corrupt"] for how in nasty.COMPRESSIONS}
    # A small frame of Zstandard that is cut has nothing that can be decompressed.
    assert damaged == {"plain": len(PAGES), "gzip": len(PAGES), "zstd": len(PAGES) + 1}
    for how in ("plain", "gzip"):
        assert found[how, nasty.CUT_OFF, "row, truncated: archive"] == 1


def test_a_page_that_is_complete_has_the_same_text_in_every_kind_of_record(
    here: tuple[list[ShardResult], Path],
) -> None:
    _, digests = nasty.outcomes(here[1])
    for number in range(len(PAGES)):
        same = {
            digests[f"urn:uuid:{how}/{number}/{name.replace(' ', '_')}"]
            for how in nasty.COMPRESSIONS
            for name, kind in nasty.KINDS.items()
            if kind.outcome == nasty.WHOLE
        }
        assert len(same) == 1


@pytest.mark.ray
def test_the_outcome_is_the_same_on_ray(
    ray_engine: Engine,  # noqa: F811
    crawl: Path,
    here: tuple[list[ShardResult], Path],
    tmp_path: Path,
) -> None:
    check_same(ray_engine, crawl, here[1], tmp_path)


@pytest.mark.spark
def test_the_outcome_is_the_same_on_spark(
    spark_engine: Engine,  # noqa: F811
    crawl: Path,
    here: tuple[list[ShardResult], Path],
    tmp_path: Path,
) -> None:
    check_same(spark_engine, crawl, here[1], tmp_path)


def check_same(engine: Engine, crawl: Path, output: Path, tmp_path: Path) -> None:
    _, found = run(engine, crawl, tmp_path / "out")
    assert nasty.outcomes(found) == nasty.outcomes(output)
