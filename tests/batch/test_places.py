"""Outputs and inputs at URLs: an object store, without locks and renames."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pyarrow.parquet as pq
import pytest

from maintext.batch import places
from maintext.batch.duplicates import drop_duplicates
from maintext.batch.engines.local import LocalEngine
from maintext.batch.manifest import Manifest
from maintext.batch.places import StorePath, place, write_whole
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources import Shard, plan, read_shard
from maintext.batch.sources.files import store_errors
from maintext.cli import run_report
from maintext.errors import DataError
from tests.batch.hostile import JOB, write_crawl
from tests.batch.stores import BlockStore
from tests.waiting import wait_until

OUT = "memory://out"


@pytest.fixture
def store() -> Iterator[BlockStore]:
    fsspec.register_implementation("memory", BlockStore, clobber=True)
    store = BlockStore()
    yield store
    BlockStore.store.clear()
    BlockStore.pseudo_dirs[:] = [""]


def run(shards: list[Shard]) -> list[bool]:
    """Whether each shard was done just now."""
    with make_guard(JOB) as guard:
        return [process_shard(shard, JOB, OUT, guard=guard) is not None for shard in shards]


def ids_in(store: BlockStore) -> list[str]:
    parts = store.glob("/out/data/part-*.parquet")
    return sorted(name for part in parts for name in pq.read_table(store.open(part))["id"].to_pylist())


def test_a_store_holds_every_page_once_and_a_second_run_resumes(store: BlockStore, tmp_path: Path) -> None:
    ids = write_crawl(tmp_path / "crawl", 3, 4)
    shards = plan([str(tmp_path / "crawl")])
    manifest = Manifest.at(OUT)
    manifest.open(JOB)
    assert run(shards[:1]) == [True]
    Manifest.at(OUT).open(JOB)
    assert manifest.missing(shards) == shards[1:]
    assert run(shards) == [False, True, True]
    assert ids_in(store) == sorted(ids)
    assert [result.shard.key for result in manifest.check(shards)] == sorted(shard.key for shard in shards)
    assert not store.glob("/out/_maintext/claims/*")
    manifest.open(JOB, restart=True)
    assert store.find("/out") == ["/out/.huggingface.yaml", "/out/_maintext/job.json"]


def test_claims_on_a_store_are_renewed_and_expire(
    store: BlockStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_RENEW_SECONDS", 0.01)
    manifest = Manifest.at(OUT)
    claim = manifest.folder / "claims" / "key"
    with manifest.claim_name("key") as mine:
        assert mine
        first = claim.read_bytes()
        with Manifest.at(OUT).claim_name("key") as others:
            assert not others
        wait_until(lambda: claim.read_bytes() != first, "the renewal of the claim")
    assert not claim.exists()
    write_whole(claim, str(time.time() - 100))
    with manifest.claim_name("key") as mine:
        assert mine


def test_other_files_of_a_store_are_not_touched(store: BlockStore) -> None:
    store.pipe_file("/out/mine.txt", b"mine")
    with pytest.raises(DataError, match="not an output of maintext run"):
        Manifest.at(OUT).open(JOB)
    with pytest.raises(DataError, match="memory://out is not empty"):
        drop_duplicates(["memory://out/mine.txt"], OUT)


def test_near_duplicates_are_dropped_from_one_store_to_another(store: BlockStore) -> None:
    rows = [{"id": str(number), "text": "the same few words in each of them"} for number in range(3)]
    store.pipe_file("/in/part.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode())
    assert drop_duplicates(["memory://in"], OUT).dropped == 2
    cluster = {"cluster_id": "0", "cluster_size": 3}
    assert json.loads(store.cat_file("/out/data/part.jsonl")) == rows[0] | cluster


def test_lines_in_a_store_can_be_read_in_pieces_and_as_a_whole(store: BlockStore) -> None:
    lines = [json.dumps({"id": str(number), "html": "<p>" + "é" * number}) + "\n" for number in range(200)]
    store.pipe_file("/in/pages.jsonl", "".join(lines).encode())
    shards = plan(["memory://in"], shard_bytes=10_000)
    assert len(shards) > 3
    found = [name for shard in shards for batch in read_shard(shard) for name in batch["id"].to_pylist()]
    assert found == [str(number) for number in range(200)]


def test_an_error_of_a_store_is_one_line() -> None:
    class NoCredentials(Exception):
        pass

    with pytest.raises(DataError, match=r"^s3://b: no one knows you$"), store_errors("s3://b"):
        raise NoCredentials("no one\n knows you")
    with pytest.raises(DataError, match=r"https://a/b: not supported"), store_errors("https://a/b"):
        raise NotImplementedError
    with pytest.raises(DataError, match="nope"):
        place("nope://out")


LostConnection = type("ConnectionError", (Exception,), {})
"""As in botocore: of the same name as Python's, but not derived from it."""


def test_a_store_that_is_lost_leaves_the_run_unfinished_and_it_can_be_resumed(
    store: BlockStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = write_crawl(tmp_path / "crawl", 3, 2)
    shards = plan([str(tmp_path / "crawl")])
    opened = BlockStore.open

    def lost(store: BlockStore, path: str, mode: str = "rb", **options: Any) -> Any:
        if mode == "wb" and "part-000001" in path:
            raise LostConnection("could not connect")
        return opened(store, path, mode, **options)

    monkeypatch.setattr(BlockStore, "open", lost)
    assert run_report.run(shards, JOB, "memory://lost", LocalEngine(1)) == 4
    said = capsys.readouterr().err
    assert "memory://lost/data/part-000001" in said
    assert "1 of 3 shards failed; run it again to retry them" in said
    monkeypatch.setattr(BlockStore, "open", opened)
    assert run_report.run(shards, JOB, "memory://lost", LocalEngine(1)) == 0
    assert sum(result.rows for result in Manifest.at("memory://lost").results()) == len(ids)


def test_a_store_that_is_lost_between_shards_leaves_the_run_unfinished(
    store: BlockStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_crawl(tmp_path / "crawl", 1, 1)

    def lost(*_: object, **options: object) -> Any:
        raise LostConnection("could not\nconnect")

    monkeypatch.setattr(BlockStore, "ls", lost)
    code = run_report.run(plan([str(tmp_path / "crawl")]), JOB, "memory://gone", LocalEngine(1))
    assert code == 4
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("maintext: memory://gone/")
    assert last.endswith(": could not connect; run it again to resume")


def test_a_local_output_is_a_path(tmp_path: Path) -> None:
    assert place(str(tmp_path)) == place(f"file://{tmp_path}") == tmp_path
    assert isinstance(place(OUT), StorePath)
