"""The manifest of a run, after interruptions and with several runners."""

import errno
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.places import remove, write_whole
from maintext.batch.run import ShardFailure, ShardOutcome, run_shards
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources import Shard, plan
from maintext.errors import DataError
from tests.batch.hostile import BAD, JOB, page, start_hostile, write_crawl, write_pages

pytest.importorskip("fcntl", reason="this system has no locks")


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """An output with two finished shards, and leftovers of a killed writer of a third."""
    write_crawl(tmp_path / "crawl", 2, 2)
    with make_guard(JOB) as guard:
        for shard in plan([str(tmp_path / "crawl")]):
            process_shard(shard, JOB, str(tmp_path / "out"), guard=guard)
    (tmp_path / "out" / "data" / f".part-000002-{'0f' * 8}.parquet.00ff.tmp").write_bytes(b"half a part")
    return tmp_path / "out"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_restart_removes_the_earlier_output(output: Path) -> None:
    Manifest(output).open(replace(JOB, form="markdown"), restart=True)
    assert names_in(output) == [".huggingface.yaml", "_maintext"]
    assert names_in(output / "_maintext") == ["claims", "done", "job.json", "quarantine", "skipped"]
    assert list(Manifest(output).results()) == []


def test_other_files_are_not_removed(output: Path) -> None:
    for name in ("notes.txt", "data/part-of-mine.txt"):
        (output / name).write_text("mine")
    Manifest(output).clear()
    assert names_in(output) == ["data", "notes.txt"]
    assert names_in(output / "data") == ["part-of-mine.txt"]


@pytest.mark.parametrize("removed", range(7))
def test_a_removal_that_was_killed_is_reported_and_can_be_repeated(
    output: Path, removed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def dying(step: Callable[[Path], None]) -> Callable[..., None]:
        def unlink(path: Path, *, missing_ok: bool = False) -> None:
            nonlocal removed
            removed -= 1
            if removed < 0:
                raise Killed
            step(path)

        return unlink

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", dying(Path.unlink))
        patched.setattr("maintext.batch.manifest.remove", dying(remove))
        with pytest.raises(Killed):
            Manifest(output).clear()
    with pytest.raises(DataError, match="was partly removed"):
        Manifest(output).open(JOB)
    Manifest(output).open(JOB, restart=True)
    assert names_in(output) == [".huggingface.yaml", "_maintext"]


def test_an_output_in_use_cannot_be_removed(output: Path) -> None:
    first, second = Manifest(output), Manifest(output)
    with first.in_use(), second.in_use(), pytest.raises(DataError, match="another runner is working"):
        Manifest(output).clear()
    first.learned.open(JOB)
    with first.learned.in_use(), pytest.raises(DataError, match="another runner is working"):
        Manifest(output).clear()
    assert len(list(output.glob("data/part-*"))) == 2
    Manifest(output).clear()


def test_an_output_is_in_use_while_a_shard_is_processed(output: Path) -> None:
    refused = []

    def report(_: Counter[str]) -> None:
        with pytest.raises(DataError, match="another runner is working"):
            Manifest(output).clear()
        refused.append(True)

    third = output.parent / "crawl" / "third.jsonl"
    write_pages(third, [page(9)], 9)
    process_shard(plan([str(third)])[0], JOB, str(output), report=report)
    assert refused


def test_no_work_starts_in_an_output_that_is_being_removed(output: Path) -> None:
    with Manifest(output)._held(alone=True) as held:
        assert held
        with pytest.raises(DataError, match="another runner is restarting"), Manifest(output).in_use():
            pass
    with Manifest(output).in_use():
        (output / "_maintext" / "job.json").unlink()
        with Manifest(output)._held(alone=False) as held:
            assert not held


def test_a_file_system_without_locks_is_an_error_of_one_line(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(*_: int) -> None:
        raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr("fcntl.flock", flock)
    shard = plan([str(output.parent / "crawl")])[0]
    with pytest.raises(DataError, match=r"a file system without locks \(not supported\)"):
        process_shard(shard, JOB, str(output))


def test_several_runners_may_start_an_output_at_once(tmp_path: Path) -> None:
    def begin(number: int) -> None:
        Manifest(tmp_path / str(number // 8)).open(JOB)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(begin, range(160)))
    assert all(names_in(folder / "_maintext").count("job.json") == 1 for folder in tmp_path.iterdir())
    assert not list(tmp_path.glob("*/_maintext/.job*"))


def test_the_first_file_is_kept(tmp_path: Path) -> None:
    write_whole(tmp_path / "note", "one", only_first=True)
    write_whole(tmp_path / "note", "two", only_first=True)
    assert (tmp_path / "note").read_text() == "one"
    write_whole(tmp_path / "note", "three")
    assert (tmp_path / "note").read_text() == "three"
    assert names_in(tmp_path) == ["note"]


def test_a_relative_output_is_the_same_folder_for_processes_in_other_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in ("texts", "./texts", "local://texts", "file://texts"):
        assert Manifest.at(given).output == tmp_path / "texts"


def test_a_shard_that_was_done_in_another_folder_is_not_done(tmp_path: Path) -> None:
    class Elsewhere:
        def process(self, shards: list[Shard], *_: object) -> Iterator[ShardOutcome]:
            for shard in shards:
                yield shard, ShardResult(shard, Counter(ok=2), Counter(), 1, 0.1, (), JOB.hash)

    write_crawl(tmp_path / "crawl", 1, 2)
    Manifest(tmp_path / "out").open(JOB)
    shards = plan([str(tmp_path / "crawl")])
    (outcome,) = run_shards(shards, JOB, str(tmp_path / "out"), Elsewhere())  # type: ignore[arg-type]
    assert isinstance(outcome, ShardFailure)
    assert "all machines must share it" in outcome.reason


def test_the_quarantine_of_an_unfinished_attempt_is_removed(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(0), BAD["error"] + page(1)])
    (shard,) = plan([str(tmp_path / "pages.jsonl")])
    manifest = Manifest(tmp_path / "out")
    with make_guard(JOB, start_hostile) as guard:
        process_shard(shard, JOB, str(manifest.output), guard=guard)
    assert manifest.quarantined(shard).exists()
    (manifest.folder / "done" / f"{shard.key}.json").unlink()
    result = process_shard(shard, JOB, str(manifest.output))
    assert result is not None
    assert result.statuses == Counter(ok=2)
    assert names_in(manifest.quarantine) == []


def test_inputs_that_would_change_the_names_of_pages_are_refused(tmp_path: Path) -> None:
    for folder in ("crawl", "crawl/old"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.jsonl").write_text(json.dumps({"html": page(1).decode()}))
    old = [str(tmp_path / "crawl" / "old" / "x.jsonl")]
    process_shard(plan(old)[0], JOB, str(tmp_path / "out"))
    manifest = Manifest(tmp_path / "out")
    assert len(manifest.check(plan(old))) == 1
    with pytest.raises(DataError, match=r"was named x\.jsonl, but with .* old/x\.jsonl"):
        manifest.check(plan([*old, str(tmp_path / "crawl" / "x.jsonl")]))


def test_a_part_that_was_removed_is_written_again(output: Path) -> None:
    shards = plan([str(output.parent / "crawl")])
    part = next(output.glob("data/part-*"))
    part.unlink()
    assert len(Manifest(output).check(shards)) == 1
    (missing,) = Manifest(output).missing(shards)
    process_shard(missing, JOB, output)
    assert part.exists()
    assert len(Manifest(output).check(shards)) == 2


def test_folders_missing_in_a_copy_are_created(output: Path) -> None:
    for name in ("claims", "quarantine"):
        shutil.rmtree(output / "_maintext" / name)
    write_pages(output.parent / "more.jsonl", [page(7)], 7)
    result = process_shard(plan([str(output.parent / "more.jsonl")])[0], JOB, output)
    assert result is not None
    assert result.statuses == Counter(ok=1)


def test_a_note_in_which_a_digit_has_changed_is_damaged(output: Path) -> None:
    shards = plan([str(output.parent / "crawl")])
    for note in (output / "_maintext" / "done").iterdir():
        note.write_text(note.read_text().replace('"rows": 2', '"rows": 3'))
    heard: list[str] = []
    assert Manifest(output).check(shards, warn=heard.append) == []
    assert len(heard) == 2


@pytest.mark.parametrize("note", ["{}", '{"shard": {}}', '{"shard": 7}', "[]", "", "{"])
def test_a_damaged_note_has_its_shard_done_again_and_damaged_settings_are_an_error(
    output: Path, note: str
) -> None:
    shards = plan([str(output.parent / "crawl")])
    damaged = next((output / "_maintext" / "done").iterdir())
    damaged.write_text(note)
    with pytest.raises(DataError, match="damaged"):
        list(Manifest(output).results())
    heard: list[str] = []
    assert len(Manifest(output).check(shards, warn=heard.append)) == 1
    assert heard == [f"the note {damaged.name} is damaged: its shard is done again"]
    (missing,) = Manifest(output).missing(shards)
    assert missing.key == damaged.stem
    assert process_shard(missing, JOB, output) is not None
    assert len(Manifest(output).check(shards, verify=True)) == 2
    (output / "_maintext" / "job.json").write_text("{")
    with pytest.raises(DataError, match="damaged"):
        Manifest(output).open(JOB)


def test_an_output_may_begin_with_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Manifest.at("~/texts").output == tmp_path / "texts"


@pytest.mark.parametrize(("verify", "damage"), [(False, "cut"), (True, "cut"), (True, "changed")])
def test_a_damaged_part_is_found_and_only_its_shard_is_done_again(
    output: Path, verify: bool, damage: str
) -> None:
    shards = plan([str(output.parent / "crawl")])
    first, second = sorted((output / "data").glob("part-*"))
    before = first.read_bytes()
    kept = second.stat().st_mtime_ns
    first.write_bytes(before[:100] if damage == "cut" else before[:60] + b"\0" * 9 + before[69:])
    heard: list[str] = []
    (good,) = Manifest(output).check(shards, verify=verify, warn=heard.append)
    assert good.shard.key in second.name
    words = "has 100 bytes instead of" if damage == "cut" else "is damaged"
    assert heard[0].startswith(f"data/{first.name} {words}")
    assert heard[0].endswith("its shard is done again")
    (missing,) = Manifest(output).missing(shards)
    process_shard(missing, JOB, output)
    assert len(Manifest(output).check(shards, verify=True)) == 2
    assert second.stat().st_mtime_ns == kept


def test_a_part_without_a_note_is_removed_unless_a_process_works_on_it(output: Path) -> None:
    shards = plan([str(output.parent / "crawl")])
    orphan, busy = (output / "data" / f"part-000009-{key * 8}.parquet" for key in ("ab", "cd"))
    for part in (orphan, busy):
        part.write_bytes(b"rows")
    with Manifest(output).claim_name("cd" * 8):
        Manifest(output).check(shards)
    assert not orphan.exists()
    assert busy.exists()


def test_an_output_of_version_0_1_is_refused_in_one_line_and_can_be_restarted(tmp_path: Path) -> None:
    notes = tmp_path / "_maintext"
    (notes / "done").mkdir(parents=True)
    (notes / "job.json").write_text(json.dumps({"hash": "0", "job": {"method": "auto"}}))
    (tmp_path / f"part-{'0f' * 8}.parquet").write_bytes(b"rows")
    with pytest.raises(DataError, match=r"was written by version 0\.1, .*; give another --output") as error:
        Manifest(tmp_path).open(JOB)
    assert "\n" not in str(error.value)
    Manifest(tmp_path).open(JOB, restart=True)
    assert names_in(tmp_path) == [".huggingface.yaml", "_maintext"]


def test_moved_and_touched_inputs_void_nothing(output: Path) -> None:
    shards = plan([str(output.parent / "crawl")])
    shutil.copytree(output.parent / "crawl", output.parent / "moved")
    moved = plan([str(output.parent / "moved")])
    assert len(Manifest(output).check(moved)) == len(shards) == 2
    assert Manifest(output).missing(moved) == []
