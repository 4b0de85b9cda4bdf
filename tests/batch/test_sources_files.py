"""Folders, patterns, stores, identities."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import fsspec
import pytest

from maintext.batch.sources import Counts, Shard, plan, read_shard
from maintext.errors import DataError
from tests.batch.archives import pack, response


def ids(shards: list[Shard], counts: Counts | None = None) -> list[str]:
    return [
        name
        for shard in shards
        for batch in read_shard(shard, counts=counts)
        for name in batch["id"].to_pylist()
    ]


def fill(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"<p>" + name.encode())


def test_ids_of_page_files_are_their_paths_in_the_folder(tmp_path: Path) -> None:
    fill(tmp_path, "b.html", "a/c.HTM", "a/d.xhtml", "a/note.txt", ".hidden/e.html", "_tmp/f.html")
    assert ids(plan([str(tmp_path)])) == ["a/c.HTM", "a/d.xhtml", "b.html"]


def test_pages_of_several_folders_have_different_ids(tmp_path: Path) -> None:
    fill(tmp_path, "one/index.html", "two/index.html")
    found = ids(plan([str(tmp_path / "one"), str(tmp_path / "two")]))
    assert found == ["one/index.html", "two/index.html"]


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    fill(tmp_path, "a.html", "b.html")
    assert ids(plan([str(tmp_path / "b.html"), str(tmp_path), str(tmp_path / "*.html")])) == [
        "b.html",
        "a.html",
    ]


def test_a_folder_is_cut_into_shards_with_every_page_exactly_once(tmp_path: Path) -> None:
    fill(tmp_path, *(f"{number:03}.html" for number in range(100)))
    shards = plan([str(tmp_path)], 100)
    assert len(shards) > 5
    assert ids(shards) == [f"{number:03}.html" for number in range(100)]


def test_a_folder_may_have_several_formats(tmp_path: Path) -> None:
    fill(tmp_path, "a.html")
    (tmp_path / "b.warc").write_bytes(response(1))
    (tmp_path / "c.jsonl").write_bytes(b'{"html": "x"}')
    assert sorted(ids(plan([str(tmp_path)]))) == ["a.html", "c.jsonl#0", "urn:uuid:1"]
    assert ids(plan([str(tmp_path)], format="warc")) == ["urn:uuid:1"]


def test_patterns_match_files(tmp_path: Path) -> None:
    fill(tmp_path, "x/a.html", "x/b.html", "y/c.html")
    assert ids(plan([str(tmp_path / "*" / "*.html")])) == ["x/a.html", "x/b.html", "y/c.html"]
    with pytest.raises(DataError, match="matches no file"):
        plan([str(tmp_path / "*.warc")])


def test_an_existing_file_whose_name_looks_like_a_pattern_is_read(tmp_path: Path) -> None:
    fill(tmp_path, "a[1].html")
    assert ids(plan([str(tmp_path / "a[1].html")])) == ["a[1].html"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.warc", "no such file or folder"),
        ("empty", "no file in it ends in"),
        ("nosuch://x/y", "nosuch"),
    ],
)
def test_a_missing_input_is_an_error_of_one_line(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=message):
        plan([name if "://" in name else str(tmp_path / name)])


def test_no_input_is_an_error_of_one_line() -> None:
    with pytest.raises(DataError, match="no input"):
        plan([])


def test_the_format_is_found_by_content_if_the_name_does_not_show_it(tmp_path: Path) -> None:
    for name, content in {
        "a": response(1),
        "b": pack([response(2)], "gzip"),
        "c": pack([response(3)], "zstd"),
        "d.json": b' {"html": "x", "id": "4"}',
        "e.asp": b"\r\n<!doctype html>",
    }.items():
        (tmp_path / name).write_bytes(content)
    found = ids(plan([str(tmp_path / name) for name in ("a", "b", "c", "d.json", "e.asp")]))
    assert found == ["urn:uuid:1", "urn:uuid:2", "urn:uuid:3", "4", "e.asp"]
    (tmp_path / "f.bin").write_bytes(b"\x00\x01")
    with pytest.raises(DataError, match=r"f\.bin is none of WARC, Parquet, JSON lines and HTML"):
        plan([str(tmp_path / "f.bin")])


def test_empty_files_are_counted_and_an_input_of_only_empty_files_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").touch()
    (tmp_path / "b.parquet").touch()
    (tmp_path / "c.html").touch()
    with pytest.raises(DataError, match="every file is empty"):
        plan([str(tmp_path)])
    (tmp_path / "d.warc").write_bytes(response(1))
    counts = Counts()
    assert sorted(ids(plan([str(tmp_path)]), counts)) == ["c.html", "urn:uuid:1"]
    assert counts["empty_files"] == 2


@pytest.mark.parametrize("name", ["a.html", "a.warc", "a.jsonl"])
def test_an_input_that_changed_since_it_was_planned_is_an_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b'{"html": "1"}\n' if name == "a.jsonl" else response(1))
    shards = plan([str(path)])
    ids(shards)
    os.utime(path, (1, 1))
    ids(shards)  # it was touched, not changed
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(DataError, match="has changed since it was planned"):
        ids(shards)


def test_the_key_of_a_shard_does_not_depend_on_other_inputs_or_the_time(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(response(1))
    (tmp_path / "b.warc").write_bytes(response(2))
    [alone] = plan([str(tmp_path / "a.warc")])
    os.utime(tmp_path / "a.warc", (1, 1))
    among = plan([str(tmp_path)])
    assert among[0].key == alone.key
    assert among[0].identity == alone.identity
    assert len({shard.key for shard in among}) == 2


@pytest.mark.parametrize("name", ["a.warc", "a.html"])
def test_a_file_that_was_moved_is_the_same_and_by_digest_one_of_the_same_size_is_not(
    name: str, tmp_path: Path
) -> None:
    for folder, content in (("old", "<html>1"), ("new", "<html>1"), ("other", "<html>2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(response(1, content.encode()))
    old, new, other = (plan([str(tmp_path / folder)])[0] for folder in ("old", "new", "other"))
    assert old.key == new.key == other.key
    assert old.identity == new.identity == other.identity
    old, new, other = (
        plan([str(tmp_path / folder)], identity="digest")[0] for folder in ("old", "new", "other")
    )
    assert old.key == new.key == other.key
    assert old.identity == new.identity != other.identity
    assert ids([old]) == ids([new])


def test_files_of_the_same_name_have_keys_of_their_own(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.warc").write_bytes(response(1))
    first, second = plan([str(tmp_path)])
    assert first.key != second.key
    assert [first.key] == [shard.key for shard in plan([str(tmp_path / "a")])]
    assert [first.number, second.number] == [0, 1]


def test_relative_paths_become_absolute_for_workers_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, "pages/a.html")
    monkeypatch.chdir(tmp_path)
    shards = plan(["pages"])
    monkeypatch.chdir("/")
    assert ids(shards) == ["a.html"]


def test_stores_are_read_like_disks() -> None:
    store = fsspec.filesystem("memory")
    store.pipe("/source-tests/x/a.warc.gz", pack([response(number) for number in range(60)], "gzip"))
    store.pipe("/source-tests/x/b.html", b"<p>b")
    store.pipe("/source-tests/y/c.jsonl", b'{"html": "c"}\n' * 50)
    shards = plan(["memory://source-tests"], 300)
    assert len(shards) > 3
    assert set(ids(shards)) >= {"urn:uuid:0", "urn:uuid:59", "x/b.html", "y/c.jsonl#0"}
    assert ids(plan(["memory://source-tests/x/*.html"])) == ["b.html"]
    store.pipe("/source-tests/x/b.html", b"<p>other")
    with pytest.raises(DataError, match="has changed"):
        ids(shards)


def test_a_store_without_its_library_is_an_error_of_one_line() -> None:
    if "s3fs" in sys.modules:
        pytest.skip("s3fs is there")
    with pytest.raises(DataError, match="s3"):
        plan(["s3://bucket/crawl.warc.gz"])


def test_reading_a_file_needs_only_the_memory_of_a_batch(tmp_path: Path) -> None:
    """A file of 30 MB is read within 20 MB more than one of 3 MB."""
    script = """
import resource, sys
from maintext.batch.sources import BatchSize, plan, read_shard

def read(path):
    batches = (batch for shard in plan([path]) for batch in read_shard(shard, size=BatchSize(bytes=1 << 20)))
    return sum(len(batch) for batch in batches), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

_, before = read(sys.argv[1])
rows, after = read(sys.argv[2])
print(rows, after - before)
"""
    small, large = tmp_path / "small.warc", tmp_path / "large.warc"
    records = b"".join(response(number, b"<p>" + os.urandom(30_000)) for number in range(100))
    small.write_bytes(records)
    large.write_bytes(records * 10)
    command = [sys.executable, "-W", "ignore", "-c", script, str(small), str(large)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    rows, grown = map(int, run.stdout.split())
    assert rows == 1000
    assert grown < 20_000  # kilobytes


def test_links_are_followed(tmp_path: Path) -> None:
    fill(tmp_path, "crawl/a.html", "crawl/in/b.html", "elsewhere/c.html", "d.html")
    (tmp_path / "crawl" / "link.html").symlink_to("../d.html")
    (tmp_path / "crawl" / "more").symlink_to("../elsewhere")
    (tmp_path / "crawl" / "in" / "around").symlink_to("..")
    assert ids(plan([str(tmp_path / "crawl")])) == ["a.html", "in/b.html", "link.html", "more/c.html"]
    assert ids(plan([str(tmp_path / "crawl" / "*.html")])) == ["a.html", "link.html"]
    assert ids(plan([str(tmp_path / "crawl" / "link.html")])) == ["link.html"]


def test_an_unreadable_file_in_a_folder_does_not_stop_the_others(tmp_path: Path) -> None:
    fill(tmp_path, "a.html", "std::vector.html", "z.html")
    (tmp_path / "gone.html").symlink_to("nowhere.html")
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / os.fsdecode(b"\xff.html")).write_bytes(b"<p>a name that is no text")
    (tmp_path / "torn.html").write_bytes(gzip.compress(b"<p>half of it" * 100)[:-20])
    counts = Counts()
    assert ids(plan([str(tmp_path)]), counts) == ["a.html", "std::vector.html", "z.html", "?.html"]
    assert counts == {"records": 4, "unreadable": 2}


def test_an_argument_that_is_not_a_file_is_an_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "gone.html").symlink_to("nowhere.html")
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "gone.jsonl").symlink_to("nowhere.jsonl")
    for name, words in {
        "pipe.html": "a pipe or a device",
        "gone.html": "no such file",
        "crawl": "a link to a file that does not exist",
    }.items():
        with pytest.raises(DataError, match=words):
            plan([str(tmp_path / name)])


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "a.html", "secret/b.html")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("secret"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(DataError, match="secret: permission denied"):
        plan([str(tmp_path)])


def test_a_path_may_be_written_in_several_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "in/a.html")
    monkeypatch.chdir(tmp_path)
    spellings = [
        "in/a.html",
        "./in/../in/a.html",
        str(tmp_path / "in" / "a.html"),
        f"file://{tmp_path}/in/a.html",
    ]
    assert ids(plan(spellings)) == ["a.html"]
    assert len({plan([spelling])[0].key for spelling in spellings}) == 1


def test_files_in_the_output_are_not_inputs_unless_they_are_named(tmp_path: Path) -> None:
    fill(tmp_path, "a.html", "out/b.html")
    out = str(tmp_path / "out")
    assert ids(plan([str(tmp_path)], without=out)) == ["a.html"]
    assert ids(plan([str(tmp_path / "out" / "b.html")], without=out)) == ["b.html"]
    with pytest.raises(DataError, match="nothing to read except the output"):
        plan([out], without=out)


def test_a_page_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.html.gz"
    path.write_bytes(gzip.compress(b"<p>the page"))
    [batch] = read_shard(plan([str(path)])[0])
    assert batch["html"].to_pylist() == [b"<p>the page"]


def test_chained_urls_are_an_error_of_one_line() -> None:
    with pytest.raises(DataError, match="a chain of URLs"):
        plan(["zip://pages.jsonl::crawl.zip"])


def test_a_failing_store_loses_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "a.html", "b.html")

    def fail(path: str) -> None:
        raise ConnectionResetError(path)

    shards = plan([str(tmp_path)])
    monkeypatch.setattr("maintext.batch.sources.html.open_file", fail)
    with pytest.raises(ConnectionResetError):
        ids(shards)
