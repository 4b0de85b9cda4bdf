"""`maintext run` as a maker of corpora: what is read, what is left out, what is said."""

import errno
import gzip
import json
import random
import socket
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pytest
import zstandard
from pyarrow.parquet import write_table
from typer.testing import CliRunner, Result

from maintext.batch.job import Job
from maintext.batch.limit import count_pages, limit_shards
from maintext.batch.manifest import Manifest
from maintext.batch.sources import plan
from maintext.cli import app
from maintext.cli.run_log import RunLog
from maintext.cli.run_plan import plan_run
from tests.batch.archives import response
from tests.batch.hostile import page, write_crawl, write_pages

FAST = ["-m", "p_value", "-j", "1"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["run", *map(str, arguments)])


def rows(output: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = ds.dataset(output / "data", format="parquet").to_table().to_pylist()
    return sorted(found, key=lambda row: str(row["id"]))


def skipped(output: Path) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    for file in sorted((output / "_maintext" / "skipped").iterdir()):
        assert file.name.endswith(".jsonl.zst")
        data = zstandard.ZstdDecompressor().stream_reader(file.read_bytes(), read_across_frames=True).read()
        lines += map(json.loads, data.splitlines())
    return lines


def test_every_response_has_a_row_or_is_in_the_list_of_skipped_ones(tmp_path: Path) -> None:
    packed = ["Content-Type: text/html", "Content-Encoding: gzip"]
    records = [
        response(0, page(0), warc=["WARC-Date: 2026-05-01T10:00:00Z"]),
        response(1, status="404 Not Found"),
        response(2, http=["Content-Type: image/png"]),
        response(3, page(3), http=packed),
        response(4, b"no header").replace(b"HTTP/1.1 200 OK", b"?" * 15),
        response(5, kind="request"),
        response(6, gzip.compress(page(6))[:-30], http=packed),
    ]
    (tmp_path / "crawl.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    done = run(tmp_path / "crawl.warc.gz", "-o", tmp_path / "out", *FAST)
    assert done.exit_code == 1  # a response without a header
    found = rows(tmp_path / "out")
    assert [row["id"] for row in found] == ["urn:uuid:0", "urn:uuid:3", "urn:uuid:6"]
    assert [row["truncated"] for row in found] == [None, None, "encoding"]
    assert [row["http_status"] for row in found] == [200] * 3
    assert found[0]["crawl_date"] == "2026-05-01T10:00:00Z"
    left = [(row["reason"], row["id"], row["detail"]) for row in skipped(tmp_path / "out")]
    assert left == [
        ("not_ok", "urn:uuid:1", "404"),
        ("not_html", "urn:uuid:2", "image/png"),
        ("no_header", "urn:uuid:4", None),
    ]
    (line,) = [line for line in done.stderr.splitlines() if "read: " in line]
    assert line == (
        "maintext: read: 7 records; 1 not an HTTP response (request, revisit, metadata, …), "
        "1 truncated by the crawler, 1 not in the declared encoding; "
        "skipped: 1 with an HTTP status other than 2xx, 1 not HTML, 1 without an HTTP header; "
        f"the list is in {tmp_path / 'out' / '_maintext' / 'skipped'}"
    )


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("", "--output is empty: give a folder or a URL"),
        ("{input}", "{input} is an existing file: give a folder as --output"),
        ("ftp://name.invalid/out", "ftp://name.invalid/out: no such host"),
    ],
)
def test_an_output_that_is_no_folder_is_an_error_that_names_it(
    output: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "no such host")

    monkeypatch.setattr(socket, "create_connection", unknown)
    path = tmp_path / "crawl.warc"
    path.write_bytes(response(0, page(0)))
    done = run(path, "-o", output.format(input=path), *FAST)
    assert (done.exit_code, done.stderr) == (2, f"maintext: {words.format(input=path)}\n")


def test_a_run_without_pages_says_so(tmp_path: Path) -> None:
    (tmp_path / "crawl.warc.gz").write_bytes(gzip.compress(response(0, page(0)))[:60])
    done = run(tmp_path / "crawl.warc.gz", "-o", tmp_path / "out", *FAST)
    assert done.exit_code == 2
    assert f"no pages in {tmp_path / 'out'} after" in done.stderr
    assert "1 of 1 shards failed; repair or exclude the unreadable input" in done.stderr


def test_a_page_that_ends_its_process_does_not_repeat_what_was_skipped(tmp_path: Path) -> None:
    records = [response(0, page(0)), response(1, status="404 No"), response(2, page(2))]
    (tmp_path / "crawl.warc").write_bytes(b"".join(records))
    done = run(tmp_path / "crawl.warc", "-o", tmp_path / "out", *FAST, "--timeout", "0.00001")
    assert done.exit_code == 0
    assert [row["status"] for row in rows(tmp_path / "out")] == ["timeout", "timeout"]
    assert [row["id"] for row in skipped(tmp_path / "out")] == ["urn:uuid:1"]


def test_more_columns_are_there_if_they_are_asked_for(tmp_path: Path) -> None:
    html = page(1).decode() + "<p>The <a href='/next'>next tower</a> is <b>taller</b>, and it does not lean."
    write_pages(tmp_path / "pages.jsonl", [html.encode()])
    assert run(tmp_path / "pages.jsonl", "-o", tmp_path / "out", *FAST, "--columns", "all").exit_code == 0
    (row,) = rows(tmp_path / "out")
    assert "**taller**" in str(row["markdown"])
    assert "taller</" in str(row["main_html"])
    assert any(str(link).endswith("/next") for link in row["links"])  # type: ignore[attr-defined]
    assert row["images"] == []
    assert float(str(row["gopher_words"])) > 10
    assert 0 < float(str(row["main_share"])) <= 1
    assert row["hidden_characters"] == 0
    assert row["characters"] == len(str(row["text"]))
    assert "tokens" not in row
    assert run(tmp_path / "pages.jsonl", "-o", tmp_path / "few", *FAST).exit_code == 0
    assert set(row) - set(rows(tmp_path / "few")[0]) >= {"markdown", "links", "gopher_words"}


def test_texts_that_do_not_pass_a_filter_are_left_out_and_their_rows_stay(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(1), b"<p>The only words of this page are these few here."])
    for number, rules in enumerate(["gopher,c4", "words > 10 and status == 'ok'"]):
        out = tmp_path / str(number)
        done = run(tmp_path / "pages.jsonl", "-o", out, *FAST, "--filter", rules)
        assert done.exit_code == 0
        last = rows(out)[-1]
        assert (last["status"], last["text"]) == ("filtered", None)
        assert str(last["reason"]).startswith(("gopher: gopher_", "filter: not words > 10"))
        assert "filtered" in done.stderr
    assert rows(tmp_path / "1")[0]["status"] == "ok"


def test_folders_by_column_and_parts_by_size(tmp_path: Path) -> None:
    dates = ["2026-05-01T10:00:00Z", "2026-05-02T23:59:59Z"]
    records = [response(n, page(n), warc=[f"WARC-Date: {dates[n % 2]}"]) for n in range(4)]
    (tmp_path / "crawl.warc").write_bytes(b"".join(records))
    command = [tmp_path / "crawl.warc", "-o", tmp_path / "o", *FAST, "--partition", "crawl_date,status"]
    assert run(*command).exit_code == 0
    parts = sorted(path.relative_to(tmp_path / "o" / "data") for path in (tmp_path / "o").rglob("part-*"))
    assert [part.parent.as_posix() for part in parts] == [
        "crawl_date=2026-05-01/status=ok",
        "crawl_date=2026-05-02/status=ok",
    ]
    assert "1 of 1 shards are done already" in run(*command, "--verify").stderr
    assert run(tmp_path / "crawl.warc", "-o", tmp_path / "b", *FAST, "--part-mb", "1").exit_code == 0
    (part,) = (tmp_path / "b" / "data").iterdir()
    assert part.name.startswith("part-000000-")
    assert part.name.endswith("-0000.parquet")


def test_names_of_parts_sort_in_the_order_of_the_inputs(tmp_path: Path) -> None:
    ids = write_crawl(tmp_path / "crawl", 12, 1)
    assert run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST).exit_code == 0
    parts = sorted((tmp_path / "out" / "data").iterdir())
    assert [ds.dataset(part).to_table()["id"][0].as_py() for part in parts] == ids


def test_a_limit_takes_so_many_pages_and_a_sample_the_same_ones_each_time(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 4, 10)
    assert run(tmp_path / "crawl", "-o", tmp_path / "few", *FAST, "--limit", 7).exit_code == 0
    assert len(rows(tmp_path / "few")) == 7
    for other in ([], ["--limit", 8]):
        again = run(tmp_path / "crawl", "-o", tmp_path / "few", *FAST, *other)
        assert again.exit_code == 2
        assert "was started with another --limit, or with other inputs" in again.stderr
    for name in ("one", "two"):
        assert run(tmp_path / "crawl", "-o", tmp_path / name, *FAST, "--sample", "0.5").exit_code == 0
    first, second = ([row["id"] for row in rows(tmp_path / name)] for name in ("one", "two"))
    assert first == second
    assert 8 < len(first) < 32
    wrong = run(tmp_path / "crawl", "-o", tmp_path / "three", "--sample", "1.5")
    assert wrong.exit_code == 2
    assert not (tmp_path / "three").exists()


@pytest.mark.parametrize("source", ["archive", "folder"])
@pytest.mark.parametrize("limit", [1, 20, 57, 90, 100, 1000])
def test_a_limit_gives_exactly_so_many_pages_or_all_of_a_small_input(
    source: str, limit: int, tmp_path: Path
) -> None:
    random_ = random.Random(0)
    bodies = [
        page(number) + random_.randbytes(random_.choice((100, 9000))).hex().encode() for number in range(90)
    ]
    if source == "archive":  # cut into shards with few pages each, some with none
        records = [response(number, body) for number, body in enumerate(bodies)]
        records[30:30] = [response(f"other-{number}", b"?" * 30_000, kind="request") for number in range(90)]
        (tmp_path / "crawl.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
        inputs = tmp_path / "crawl.warc.gz"
    else:
        inputs = tmp_path / "pages"
        inputs.mkdir()
        for number, body in enumerate(bodies):
            (inputs / f"{number:03}.html").write_bytes(body)
    job = Job(shard_bytes=60_000)
    shards = plan([str(inputs)], job.shard_bytes)
    assert len(shards) > 5
    limited = limit_shards(shards, limit, partial(count_pages, job=job))
    assert limited == limit_shards(shards, limit, partial(count_pages, job=job))
    assert sum(count_pages(shard, job) for shard in limited) == min(limit, 90)
    assert limited == sorted(limited, key=lambda shard: shard.number)


def test_a_limit_holds_for_a_run_its_resumption_and_a_sample(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 20, 5)
    command = [tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--limit", 60]
    assert run(*command).exit_code == 0
    first = [row["id"] for row in rows(tmp_path / "out")]
    assert len(set(first)) == 60
    for part in sorted((tmp_path / "out" / "data").iterdir())[::2]:
        part.unlink()
    again = run(*command)
    assert again.exit_code == 0, again.stderr
    assert [row["id"] for row in rows(tmp_path / "out")] == first
    half = [*FAST, "--sample", "0.5", "--limit", 30]
    assert run(tmp_path / "crawl", "-o", tmp_path / "half", *half).exit_code == 0
    assert len(rows(tmp_path / "half")) == 30


def test_an_input_that_cannot_be_read_does_not_count_for_a_limit(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 3, 5)
    (tmp_path / "crawl" / "000.parquet").write_bytes(b"PAR1 is not enough")
    write_table(pa.table({"html": [page(99)]}), tmp_path / "crawl" / "-first.parquet")
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--limit", 16)
    assert done.exit_code == 2, done.stderr
    assert "000.parquet" in done.stderr
    assert len(rows(tmp_path / "out")) == 16


def test_a_dry_run_counts_only_the_shards_that_are_left(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 2, 5)
    command = [tmp_path / "crawl", "-o", tmp_path / "out", *FAST]
    assert run(*command).exit_code == 0
    done = run(*command, "--dry-run")
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert first.startswith("2 shards of 2 files or folders, ")
    assert second == "all shards are done already: nothing is left to do"
    assert "sample: 10 pages" in run(*command, "--dry-run", "--restart").stdout
    other = run(*command, "-f", "markdown", "--dry-run")
    assert (other.exit_code, other.stdout) == (2, "")
    assert "was started with other settings: --format" in other.stderr
    next((tmp_path / "out" / "data").iterdir()).unlink()
    lines = run(*command, "--dry-run").stdout.splitlines()
    assert lines[1].startswith("1 done already; left: 1 shard, ")
    assert lines[2] == "sample: 5 pages"
    assert lines[3].startswith("expected: about 5 pages, ")


def test_a_dry_run_of_one_page_on_one_core_is_in_the_singular(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 1, 1)
    lines = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--dry-run").stdout.splitlines()
    assert lines[0].startswith("1 shard of 1 file or folder, ")
    assert lines[1] == "sample: 1 page"
    assert lines[2].startswith("expected: about 1 page, ")
    assert lines[3] == "expected: about 1 s of processor time; about 1 s on 1 core"


def test_a_dry_run_with_a_limit_expects_so_many_pages(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 6, 50)
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--dry-run", "--limit", 120)
    assert "expected: about 120 pages, " in done.stdout


def test_a_dry_run_writes_nothing_and_estimates_pages_and_time(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 6, 5)
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--dry-run")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("6 shards of 6 files or folders, ")
    assert lines[1] == "sample: 15 pages"
    assert 25 <= int(lines[2].split()[2]) <= 35
    assert lines[3].startswith("expected: about ")
    assert not (tmp_path / "out").exists()


def test_the_log_has_events_as_json_lines_and_the_metrics_are_for_prometheus(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 2, 3)
    reports = ["--quiet", "--log", tmp_path / "run.jsonl", "--metrics", tmp_path / "run.prom"]
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, *reports)
    assert (done.exit_code, done.stderr) == (0, "")
    events = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text("utf-8").splitlines()]
    names = [event["event"] for event in events]
    assert (names[0], names[-1]) == ("start", "end")
    assert names.count("shard") == 2
    assert sum(event["rows"] for event in events if event["event"] == "shard") == 6
    assert events[-1]["code"] == 0
    metrics = (tmp_path / "run.prom").read_text()
    assert 'maintext_run_pages_total{status="ok"} 6' in metrics
    assert "maintext_run_shards_done 2" in metrics
    parser = pytest.importorskip("prometheus_client.parser", reason="prometheus_client is not installed")
    families = {family.name for family in parser.text_string_to_metric_families(metrics)}
    assert {"maintext_run_pages", "maintext_run_finished"} <= families


@pytest.mark.parametrize("option", ["--log", "--metrics"])
def test_a_log_or_metrics_that_cannot_be_written_are_an_error_before_any_page(
    option: str, tmp_path: Path
) -> None:
    write_crawl(tmp_path / "crawl", 2, 3)
    (tmp_path / "file").touch()
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, option, tmp_path / "file" / "run")
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert str(tmp_path / "file" / "run") in line
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
def test_a_log_that_becomes_full_does_not_stop_the_run(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 2, 3)
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--quiet", "--log", "/dev/full")
    assert done.exit_code == 0
    assert done.stderr == "maintext: /dev/full is no longer written: No space left on device\n"
    assert len(rows(tmp_path / "out")) == 6


def test_metrics_that_can_no_longer_be_written_do_not_fail_a_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_crawl(tmp_path / "crawl", 2, 3)
    written: list[str] = []

    def write_once(log: RunLog, text: str) -> None:
        written.append(text)
        if len(written) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(RunLog, "_write_metrics", write_once)
    done = run(tmp_path / "crawl", "-o", tmp_path / "out", *FAST, "--quiet", "--metrics", tmp_path / "m")
    assert done.exit_code == 0, done.stderr
    assert done.stderr == f"maintext: {tmp_path / 'm'} is no longer written: No space left on device\n"
    assert len(written) == 2
    assert len(rows(tmp_path / "out")) == 6


def test_inputs_can_be_listed_in_a_file(tmp_path: Path) -> None:
    ids = sorted(write_crawl(tmp_path / "crawl", 3, 2))
    files = sorted(map(str, (tmp_path / "crawl").iterdir()))
    (tmp_path / "list").write_text("# a comment\n\n" + "\n".join(files[:2]) + "\n")
    with gzip.open(tmp_path / "warc.paths.gz", "wt") as file:
        file.write("".join(f"{Path(name).name}\n" for name in files))
    assert run(f"@{tmp_path / 'list'}", "-o", tmp_path / "one", *FAST).exit_code == 0
    assert [row["id"] for row in rows(tmp_path / "one")] == ids[:4]
    base = ["--base-url", tmp_path / "crawl"]
    assert run(tmp_path / "warc.paths.gz", "-o", tmp_path / "two", *FAST, *base).exit_code == 0
    assert [row["id"] for row in rows(tmp_path / "two")] == ids
    (tmp_path / "empty").write_text("#\n")
    for name, words in (("empty", "names no input"), ("nowhere", "no such list")):
        wrong = run(f"@{tmp_path / name}", "-o", tmp_path / "three")
        assert wrong.exit_code == 2
        assert words in wrong.stderr


def test_a_damaged_output_is_repaired_by_running_it_again(tmp_path: Path) -> None:
    ids = sorted(write_crawl(tmp_path / "crawl", 3, 2))
    command = [tmp_path / "crawl", "-o", tmp_path / "out", *FAST]
    made = run(*command)
    assert made.exit_code == 0, made.stderr
    first, second, _ = sorted((tmp_path / "out" / "data").iterdir())
    first.write_bytes(first.read_bytes()[:100])
    content = bytearray(second.read_bytes())
    content[50] ^= 1
    second.write_bytes(content)
    next((tmp_path / "out" / "_maintext" / "done").iterdir()).write_text('{"sh')
    done = run(*command, "--verify")
    assert done.exit_code == 0, done.stderr
    assert done.stderr.count("its shard is done again") >= 2
    assert [row["id"] for row in rows(tmp_path / "out")] == ids
    assert "3 of 3 shards are done already" in run(*command, "--verify").stderr


def test_one_small_file_is_cut_for_several_cores_and_resumed_with_the_same_cuts(tmp_path: Path) -> None:
    noise = random.Random(1)
    records = [response(n, page(n) + b"<!--" + noise.randbytes(300_000).hex().encode()) for n in range(40)]
    (tmp_path / "one.warc.gz").write_bytes(b"".join(gzip.compress(record, 1) for record in records))
    assert (tmp_path / "one.warc.gz").stat().st_size < 64 << 20
    shards, job = plan_run([str(tmp_path / "one.warc.gz")], Job(), str(tmp_path / "out"), None)
    assert len(shards) >= 4
    assert job.shard_bytes == 2 << 20
    Manifest(tmp_path / "out").open(job)
    write_pages(tmp_path / "more.jsonl", [page(1)])
    inputs = [str(tmp_path / name) for name in ("one.warc.gz", "more.jsonl")]
    more, same = plan_run(inputs, Job(), str(tmp_path / "out"), None)
    assert same == job
    assert [shard.key for shard in more[:-1]] == [shard.key for shard in shards]
    assert len(plan_run(inputs, Job(), str(tmp_path / "out"), 64)[0]) == 2
