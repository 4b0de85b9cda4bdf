# ruff: noqa: E402 - what is imported may be missing
"""The step for datatrove pipelines."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

for library in ("datatrove", "orjson"):
    pytest.importorskip(library, reason=f"{library} is not installed: pip install 'maintext[datatrove]'")

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from maintext.batch import Job, extract_batch
from maintext.batch.datatrove import CrawlReader, MainText
from tests.batch.archives import response
from tests.batch.hostile import BAD, start_hostile

pytestmark = pytest.mark.datatrove

ARTICLE = (
    "<html lang=en><head><title>The tower</title><meta name=author content='Ada Low; Ben High'>"
    "<meta property=article:published_time content=2026-05-02></head><body><nav><a href=/>Home</a></nav>"
    "<article><h1>The tower</h1>"
    + "<p>The tower was built in 1911, and it leans to the south, as every visitor of the town can see.</p>"
    * 5
    + "</article></body></html>"
)


def run(step: MainText, *pages: str, **metadata: str) -> list[Document]:
    documents = (
        Document(text=page, id=str(number), metadata={"url": f"http://a/{number}", **metadata})
        for number, page in enumerate(pages)
    )
    return list(step.run(documents))


def totals(step: MainText | CrawlReader) -> dict[str, float]:
    return {name: stat.total for name, stat in step.stats.stats.items()}


def test_html_becomes_text_with_the_columns_of_a_run_as_metadata() -> None:
    [document] = run(MainText(method="p_value", columns=("quality",)), ARTICLE)
    batch = pa.RecordBatch.from_pydict({"id": ["0"], "url": ["http://a/0"], "html": [ARTICLE]})
    [row] = extract_batch(batch, Job(method="p_value", columns=("quality",))).to_pylist()
    assert document.text == row["text"]
    assert "Home" not in document.text
    expected = {name for name, value in row.items() if value is not None} - {"id", "text", "encoding"}
    assert set(document.metadata) == expected
    for name in expected - {"milliseconds"}:
        expected_value = pytest.approx(row[name], rel=1e-6) if isinstance(row[name], float) else row[name]
        assert document.metadata[name] == expected_value
    assert document.metadata["authors"] == ["Ada Low", "Ben High"]


def test_the_date_of_the_crawl_and_that_of_the_article_are_both_kept() -> None:
    step = MainText(method="p_value")
    dated, undated = run(step, ARTICLE, ARTICLE.replace("2026-05-02", ""), date="2026-06-01T00:00:00Z")
    assert (dated.metadata["date"], dated.metadata["crawl_date"]) == ("2026-05-02", "2026-06-01T00:00:00Z")
    assert "date" not in undated.metadata
    assert undated.metadata["crawl_date"] == "2026-06-01T00:00:00Z"


def test_pages_without_text_are_dropped_and_counted_by_status(tmp_path: Path) -> None:
    writer = JsonlWriter(str(tmp_path), output_filename="dropped-${rank}.jsonl", compression=None)
    step = MainText(method="p_value", exclusion_writer=writer, min_text=50)
    pages = ["", ARTICLE, "<p>A short page.</p>"]
    assert [document.id for document in run(step, *pages)] == ["1"]
    stats = totals(step)
    assert (stats["total"], stats["forwarded"], stats["dropped"]) == (3, 1, 2)
    assert (stats["dropped_empty"], stats["dropped_refused"]) == (1, 1)
    dropped = [json.loads(line) for line in (tmp_path / "dropped-00000.jsonl").read_text().splitlines()]
    assert [(one["id"], one.get("text", "")) for one in dropped] == [("0", ""), ("2", pages[2])]
    assert [one["metadata"]["status"] for one in dropped] == ["empty", "refused"]


class Hostile(MainText):
    start = staticmethod(start_hostile)


def test_a_page_that_breaks_a_limit_is_counted_and_the_others_come_out() -> None:
    step = Hostile(method="p_value", timeout=2, memory=256 << 20)
    pages = [ARTICLE, *(bad.decode() + ARTICLE for bad in BAD.values()), ARTICLE]
    assert [document.id for document in run(step, *pages)] == ["0", str(len(pages) - 1)]
    stats = totals(step)
    assert {name: stats[f"dropped_{name}"] for name in BAD} == dict.fromkeys(BAD, 1)


def test_the_extractor_interface_of_datatrove_is_supported() -> None:
    assert "built in 1911" in MainText(method="p_value").extract(ARTICLE)
    assert MainText(method="p_value").extract("") == ""


def test_a_pipeline_of_files_runs_in_several_processes(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.jsonl").write_text(json.dumps({"id": name, "text": ARTICLE}) + "\n")
    LocalPipelineExecutor(
        pipeline=[
            JsonlReader(str(tmp_path / "in")),
            MainText(method="p_value"),
            JsonlWriter(str(tmp_path / "out"), compression=None),
        ],
        tasks=2,
        workers=2,
        logging_dir=str(tmp_path / "logs"),
    ).run()
    rows = [json.loads((tmp_path / "out" / f"0000{rank}.jsonl").read_text()) for rank in range(2)]
    assert sorted(row["id"] for row in rows) == ["a", "b"]
    assert all("built in 1911" in row["text"] for row in rows)


def test_a_crawl_is_read_with_where_its_pages_come_from(tmp_path: Path) -> None:
    dated = ["WARC-Date: 2026-05-01T10:00:00Z"]
    archive = response(1, "<html><p>正文".encode("gbk"), warc=dated) + response(2, status="404 Not Found")
    (tmp_path / "a.warc").write_bytes(archive)
    (tmp_path / "b.warc").write_bytes(response(3))
    reader = CrawlReader(str(tmp_path))
    tasks = [list(reader.run(None, rank, 2)) for rank in range(2)]
    assert [[page.id for page in task] for task in tasks] == [["urn:uuid:1"], ["urn:uuid:3"]]
    page = tasks[0][0]
    assert page.text == "<html><p>正文"
    assert page.metadata["crawl_date"] == "2026-05-01T10:00:00Z"
    assert (page.metadata["warc_file"], page.metadata["warc_offset"]) == ("a.warc", 0)
    assert (page.metadata["http_status"], page.metadata["encoding"]) == (200, "gb18030")
    assert page.metadata["html_bytes"] == 13
    assert totals(reader)["skipped_not_ok"] == 1


def test_the_example_runs(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "examples" / "batch" / "datatrove_pipeline.py"
    records = [response(number, ARTICLE.encode()) for number in range(2)]
    (tmp_path / "crawl.warc").write_bytes(b"".join([*records, response(2, b"<p>Too short.</p>")]))
    command = [sys.executable, str(script), str(tmp_path / "crawl.warc"), str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    ids = {}
    for name in ("texts", "dropped"):
        with gzip.open(tmp_path / "out" / name / "00000.jsonl.gz", "rt") as lines:
            ids[name] = [json.loads(line)["id"] for line in lines]
    assert ids == {"texts": ["urn:uuid:0", "urn:uuid:1"], "dropped": ["urn:uuid:2"]}
