import gzip
import json
import os
import random
import signal
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from maintext.cli import app
from tests.batch.archives import response
from tests.batch.hostile import page, write_crawl, write_pages
from tests.waiting import wait_until

PROGRAM = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"


def maintext(*arguments: object, cwd: Path = Path()) -> Result:
    with chdir(cwd):
        return CliRunner().invoke(app, ["run", *map(str, arguments)])


def ids_in(output: Path) -> list[str]:
    return sorted(ds.dataset(output, format="parquet").to_table(columns=["id"])["id"].to_pylist())


def test_a_run_resumes_refuses_other_settings_and_restarts(tmp_path: Path) -> None:
    ids = sorted(write_crawl(tmp_path / "crawl", 2, 3))
    out = tmp_path / "out"
    first = maintext(tmp_path / "crawl", "-o", out, "-m", "p_value", "-j", 1)
    assert (first.exit_code, first.stdout) == (0, "")
    assert f"6 pages in {out} (6 ok)" in first.stderr
    assert ids_in(out) == ids
    again = maintext(tmp_path / "crawl", "-o", out, "-m", "p_value")
    assert "2 of 2 shards are done already" in again.stderr
    other = maintext(tmp_path / "crawl", "-o", out, "-m", "ceds")
    assert other.exit_code == 2
    assert other.stderr.count("\n") == 1
    assert "method was 'p_value' and is 'ceds'" in other.stderr
    restarted = maintext(tmp_path / "crawl", "-o", out, "-m", "ceds", "--restart", "-j", 1)
    assert restarted.exit_code == 0
    assert ids_in(out) == ids


def test_the_method_of_a_run_is_a_spec(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 1, 2)
    out = tmp_path / "out"
    done = maintext(tmp_path / "crawl", "-o", out, "-m", "punctuation( marks=cjk )", "-j", 1)
    assert done.exit_code == 0
    assert set(ds.dataset(out, format="parquet").to_table()["method"].to_pylist()) == {
        "punctuation(marks='cjk')"
    }
    other = maintext(tmp_path / "crawl", "-o", out, "-m", "punctuation:printed")
    assert "method was \"punctuation(marks='cjk')\" and is 'punctuation:printed'" in other.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["pages.jsonl", "--prefer", "recall", "-m", "ceds"], "ceds cannot prefer recall: its rule is fixed"),
        (["missing.parquet"], "missing.parquet"),
        (["bare.parquet"], "no column"),
        (["bare.parquet", "--html-column", "page"], "no column page"),
        (["pages.jsonl", "--html-column", "page"], "no column page"),
        (["bare.parquet", "--html-column", "text", "--url-column", "link"], "no column link"),
        (["pages.jsonl", "--id-column", "key"], "no column key"),
        (["pages.jsonl", "-m", "autoo"], "did you mean auto"),
        (["pages.jsonl", "-m", ""], "no method ''; there are auto"),
        (["pages.jsonl", "-m", "ceds(x=1)"], "ceds has no parameter 'x'"),
        (["pages.jsonl", "--master", "local"], "--master is for --engine spark"),
        (["pages.jsonl", "--model", "missing.npz"], "missing.npz"),
        (["pages.jsonl", "--site-templates", "missing"], "learn or a folder"),
        (["pages.jsonl", "--engine", "ray", "--workers", "2"], "--workers is for --engine local"),
        (["pages.jsonl", "--timeout", "0"], "seconds must be positive"),
        (["pages.jsonl", "--timeout", "nan"], "seconds must be positive"),
        (["pages.jsonl", "--memory", "99999999999"], "is not between 16 and 16777216"),
        (["pages.jsonl", "--site-templates", "."], "holds no site templates"),
        (["zip://pages.jsonl::pages.zip"], "a chain of URLs"),
        (["--replay", "nowhere"], "is not an output of maintext run"),
    ],
)
def test_wrong_usage_is_an_error_of_one_line_and_leaves_no_output(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    pq.write_table(pa.table({"id": ["1"], "text": ["words"]}), tmp_path / "bare.parquet")
    write_pages(tmp_path / "pages.jsonl", [page(1)])
    run = maintext(*arguments, "-o", "out", cwd=tmp_path)
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1
    assert words in run.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_truncated_archive_gives_its_complete_pages_and_a_warning(suffix: str, tmp_path: Path) -> None:
    records = [response(number, random.Random(number).randbytes(3000).hex().encode()) for number in (1, 2)]
    data = b"".join(gzip.compress(record) if suffix else record for record in records)
    (tmp_path / f"a.warc{suffix}").write_bytes(data[:-1500])
    run = maintext(tmp_path / f"a.warc{suffix}", "-o", tmp_path / "out", "-m", "p_value", "-j", 1)
    assert run.exit_code == 1
    assert "1 incomplete" in run.stderr
    assert "part of the input is damaged" in run.stderr
    assert ids_in(tmp_path / "out") == ["urn:uuid:1", "urn:uuid:2"]


def test_a_damaged_archive_gives_its_readable_pages_and_a_warning(tmp_path: Path) -> None:
    whole = response(1, page(1)) + response(2, page(2)) + response(3, page(3))
    (tmp_path / "a.warc").write_bytes(
        whole[: len(response(1, page(1))) + 40] + b"?" * 300 + response(3, page(3))
    )
    run = maintext(tmp_path / "a.warc", "-o", tmp_path / "out", "-m", "p_value", "-j", 1)
    assert run.exit_code == 1
    assert "part of the input is damaged; the rest of it was processed" in run.stderr
    assert "urn:uuid:1" in ids_in(tmp_path / "out")
    assert not list((tmp_path / "out").rglob("*.tmp"))


def test_failed_pages_are_replayed(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(0), page(1)])
    options = ["-j", 1, "-m", "p_value"]
    run = maintext(tmp_path / "pages.jsonl", "-o", tmp_path / "out", "--timeout", "0.00001", *options)
    assert run.exit_code == 0
    assert "2 pages failed; to process them again" in run.stderr
    again = maintext("--replay", tmp_path / "out", "-o", tmp_path / "again", *options)
    assert again.exit_code == 0
    rows = ds.dataset(tmp_path / "again", format="parquet").to_table().to_pylist()
    assert [(row["id"], row["status"]) for row in rows] == [("page-0", "ok"), ("page-1", "ok")]


def test_a_replay_where_no_page_failed_says_so_and_ends_well(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(0)])
    first = maintext("pages.jsonl", "-o", "out", "-j", 1, "-m", "p_value", cwd=tmp_path)
    assert f"1 page in {tmp_path / 'out'} (1 ok)" in first.stderr
    again = maintext("--replay", "out", "-o", "again", cwd=tmp_path)
    assert (again.exit_code, again.stderr) == (0, "maintext: no page failed in out: nothing is left to do\n")
    assert not (tmp_path / "again").exists()


def test_inputs_are_never_removed_with_the_output(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(1)])
    maintext("pages.jsonl", "-o", "out", "--timeout", "1e-9", cwd=tmp_path)
    for arguments in (["--replay", "out"], ["out", "--html-column", "text"]):
        run = maintext(*arguments, "-o", "out", "--restart", cwd=tmp_path)
        assert run.exit_code == 2
        assert "the output" in run.stderr
    assert list((tmp_path / "out" / "_maintext" / "quarantine").iterdir())
    assert ids_in(tmp_path / "out") == ["page-0"]


def test_an_output_inside_the_input_folder_is_not_read(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages.jsonl", [page(1)])
    for more in ([], [], ["--restart"]):
        run = maintext(".", "-o", "texts", "-m", "p_value", "-j", 1, *more, cwd=tmp_path)
        assert (run.exit_code, ids_in(tmp_path / "texts")) == (0, ["page-0"])


def test_templates_are_learned_first_on_request(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 2, 4)
    run = maintext(
        tmp_path / "crawl", "-o", tmp_path / "out", "-m", "p_value", "--site-templates", "learn", "-j", 1
    )
    assert run.exit_code == 0, run.stderr
    assert "1 site template in" in run.stderr
    assert len(ids_in(tmp_path / "out")) == 8
    again = maintext(
        tmp_path / "crawl", "-o", tmp_path / "out", "-m", "p_value", "--site-templates", "learn", "-j", 1
    )
    assert again.stderr.count("2 of 2 shards are done already") == 2


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent as signals")
def test_an_interrupted_run_can_be_resumed(tmp_path: Path) -> None:
    ids = sorted(write_crawl(tmp_path / "crawl", 10, 100))
    command = [sys.executable, "-c", PROGRAM, "run", str(tmp_path / "crawl"), "-o", str(tmp_path / "out")]
    command += ["-m", "p_value", "-j", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        wait_until(lambda: list((tmp_path / "out").glob("_maintext/done/*.json")), "the first shard", 120)
        os.killpg(run.pid, signal.SIGINT)
        _, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "run it again to resume" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert maintext(*command[4:]).exit_code == 0
    assert ids_in(tmp_path / "out") == ids


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.slow
def test_a_repeatedly_killed_run_has_every_page_exactly_once() -> None:
    tool = Path(__file__).parents[2] / "tools" / "chaos_run.py"
    command = [sys.executable, str(tool), "--kills", "3", "--files", "12", "--pages", "50"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "600 pages in, each exactly once" in run.stdout


def test_json_lines_are_a_sink(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 1, 2)
    assert (
        maintext(tmp_path / "crawl", "-o", tmp_path / "o", "-m", "p_value", "--sink", "jsonl").exit_code == 0
    )
    (part,) = (tmp_path / "o" / "data").glob("part-*.jsonl")
    assert [json.loads(line)["status"] for line in part.read_text().splitlines()] == ["ok", "ok"]
