import json
import sys

import pyarrow as pa
import pytest

from maintext import extract
from maintext.batch import INPUT, OUTPUT, Job, extract_batch
from maintext.batch.extract import extract_guarded, finish_batch
from maintext.batch.record import STATUSES
from maintext.batch.shard import make_guard
from maintext.errors import DataError
from maintext.processes import Failure
from maintext.render import FORMATS
from tests.batch.hostile import BAD, JOB, page, start_hostile

HTML = [
    page(1),
    b"",
    b"\x00\x01\x02\x03" * 100,
    b"<ul>" + b"<li><a href=/x>Some headline of the day</a>" * 20,
]


def batch_of(html: list[bytes]) -> pa.RecordBatch:
    rows = [{"id": str(number), "html": page} for number, page in enumerate(html)]
    return pa.RecordBatch.from_pylist(rows, schema=INPUT)


def test_each_input_row_gives_a_row_with_the_result_of_extract() -> None:
    rows = extract_batch(batch_of(HTML), JOB)
    assert rows.schema == OUTPUT
    assert rows.column("id").to_pylist() == ["0", "1", "2", "3"]
    for html, row in zip(HTML, rows.to_pylist(), strict=True):
        document = extract(html, method="p_value")
        assert row["status"] == document.status
        assert (row["text"] or "") == document.text
        assert row["verdict"] == document.verdict.label
        assert row["title"] == document.title
        assert row["encoding"] == document.encoding.name
        assert (row["reason"] is None) == (document.status == "ok")
        assert row["status"] in STATUSES
        assert row["html_bytes"] == len(html)
        assert row["method"] == "p_value"
        assert row["milliseconds"] > 0


def test_equal_texts_have_equal_digests() -> None:
    rows = extract_batch(batch_of([page(1), b"<div>" + page(1), page(2), b""]), JOB)
    one, same, other, none = rows.column("text_digest").to_pylist()
    assert one == same != other
    assert none is None


def test_with_articles_only_other_pages_are_refused() -> None:
    rows = extract_batch(batch_of(HTML[3:]), Job(method="p_value", articles_only=True)).to_pylist()
    assert rows[0]["status"] == "refused"
    assert rows[0]["text"] is None
    assert "no article" in rows[0]["reason"]


def test_articles_only_can_go_by_the_printed_rule() -> None:
    heavy = page(1).replace(b"<p>", b"<p data-track='%s'>" % (b"x" * 3000))
    assert heavy != page(1)
    rows = [
        extract_batch(batch_of([heavy]), Job(method="p_value", articles_only=True, rule=rule)).to_pylist()[0]
        for rule in ("model", "printed")
    ]
    assert [row["status"] for row in rows] == ["ok", "refused"]
    assert rows[1]["verdict"] == "not_article"


def test_metadata_can_be_left_out() -> None:
    html = b"<html lang=en><title>Towers</title><meta name=author content='A. Mason'>" + page(1)
    all_of_it, less = (
        extract_batch(batch_of([html]), Job(method="p_value", metadata=wanted)).to_pylist()[0]
        for wanted in (True, False)
    )
    left_out: tuple[str, ...] = ("title", "authors", "language_declared")
    assert [all_of_it[name] for name in left_out] == ["Towers", ["A. Mason"], "en"]
    assert [less[name] for name in left_out] == [None, None, None]
    left_out += ("language", "language_probability")
    same = set(OUTPUT.names) - {*left_out, "milliseconds"}
    assert {name: less[name] for name in same} == {name: all_of_it[name] for name in same}
    assert Job(metadata=False).hash != Job().hash


def test_a_character_that_cannot_be_encoded_loses_no_row() -> None:
    script = rb'<script type="application/ld+json">{"@type": "Article", "headline": "Half \ud83d"}</script>'
    rows = extract_batch(batch_of([page(1), script + page(2)]), JOB).to_pylist()
    assert [row["status"] for row in rows] == ["ok", "ok"]
    outcomes = [Failure("error", "half \ud83d"), Failure("error", "none")]
    rows = finish_batch(batch_of([page(1), page(2)]), outcomes, JOB).to_pylist()
    assert [row["reason"] for row in rows] == ["half ?", "none"]


def test_markdown_is_written_on_request() -> None:
    html = b"<h1>The tower</h1><p>It was <b>built</b> in 1911, and it leans. It has done so for long.</p>"
    rows = extract_batch(batch_of([html]), Job(method="p_value", form="markdown")).to_pylist()
    assert "**built**" in rows[0]["text"]


def test_the_title_can_be_put_in_or_left_out() -> None:
    html = (
        b"<title>The tower</title><article><h1>The tower</h1><p>It was built in 1911, and it leans.</article>"
    )
    bare = html.replace(b"<h1>The tower</h1>", b"")
    text = "It was built in 1911, and it leans."
    always = extract_batch(batch_of([html, bare]), Job(method="p_value", title="always")).to_pylist()
    never = extract_batch(batch_of([html, bare]), Job(method="p_value", title="never")).to_pylist()
    assert [row["text"] for row in always] == [f"The tower\n\n{text}"] * 2
    assert [row["text"] for row in never] == [text] * 2
    with pytest.raises(ValueError, match=r"^title must be 'auto', 'always' or 'never', not 'no'$"):
        Job(title="no")  # type: ignore[arg-type]


def test_tables_can_be_html_in_markdown() -> None:
    html = (
        b"<p>The tower was built in 1911, and it leans.<table><tr><th>Part<th>Made of"
        b"<tr><td>Stairs, which are narrow<td><p>oak, from the north<p>iron, from the south</table>"
    )
    for tables, expected in (
        ("pipe", "| --- |"),
        ("auto", "<p>oak, from the north</p>"),
        ("html", "<table>\n"),
    ):
        job = Job(method="p_value", form="markdown", table_format=tables)  # type: ignore[arg-type]
        assert expected in extract_batch(batch_of([html]), job).to_pylist()[0]["text"]
        assert (job.hash == Job(method="p_value", form="markdown").hash) == (tables == "pipe")
    with pytest.raises(ValueError, match=r"^table_format must be 'pipe', 'auto' or 'html', not 'no'$"):
        Job(table_format="no")  # type: ignore[arg-type]


def test_a_job_accepts_every_format_of_the_text_and_no_other() -> None:
    assert [Job(form=name).form for name in FORMATS] == list(FORMATS)
    with pytest.raises(ValueError, match="no format 'pdf'"):
        Job(form="pdf")


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_pages_may_be_text_and_have_no_url(kind: pa.DataType) -> None:
    text = "<meta charset=gbk><p>Der Turm wurde 1911 gebaut und lehnt sich über die Straße.</p>"
    pages = {"id": ["a"], "html": pa.array([text], pa.string()).cast(kind)}
    rows = extract_batch(pa.RecordBatch.from_pydict(pages), JOB).to_pylist()
    assert rows[0]["text"] == "Der Turm wurde 1911 gebaut und lehnt sich über die Straße."
    assert rows[0]["encoding"] == "utf-8"


def test_a_batch_without_an_html_column_is_an_error_of_one_line() -> None:
    with pytest.raises(DataError, match="no column html; it has id"):
        extract_batch(pa.RecordBatch.from_pydict({"id": ["a"]}), JOB)


def test_an_empty_batch_gives_an_empty_batch() -> None:
    assert extract_batch(batch_of([]), JOB).num_rows == 0


def test_pages_that_sleep_allocate_or_segfault_get_rows_and_the_rest_is_extracted() -> None:
    html = [page(0), *(bad + page(9) for bad in BAD.values()), page(5)]
    with make_guard(JOB, start_hostile) as guard:
        rows = extract_guarded(batch_of(html), JOB, guard)
    assert rows.column("status").to_pylist() == ["ok", *BAD, "ok"]
    assert rows.column("id").to_pylist() == [str(number) for number in range(6)]
    assert all(row["reason"] and "\n" not in row["reason"] for row in rows.to_pylist()[1:5])
    plain = extract_batch(batch_of([page(0), page(5)]), JOB)
    assert rows.column("text").take(pa.array([0, 5])).equals(plain.column("text"))


def test_a_job_is_json_and_its_hash_depends_on_what_changes_the_output() -> None:
    job = Job(method="ceds", form="markdown")
    assert Job.from_json(json.loads(json.dumps(job.to_json()))) == job
    assert Job(batch_rows=1).hash == Job().hash
    assert len({Job().hash, job.hash, Job(shard_bytes=1).hash, Job(memory=1).hash}) == 4
    assert job.differences(Job(form="markdown")) == ["--method was 'auto' and is 'ceds'"]
    assert Job(columns=("links", "html"), metadata=False).differences(Job()) == [
        "--metadata was on and is off",
        "--columns was not given and is 'links,html'",
    ]
    changed = Job(form="markdown", seconds=5.0, part_bytes=2 << 20, url_column="link").differences(Job())
    assert changed == [
        "--format was 'text' and is 'markdown'",
        "--timeout was 20 and is 5",
        "--url-column was not given and is 'link'",
        "--part-mb was not given and is 2",
    ]


def test_a_skipped_step_of_the_method_is_a_remark_in_the_row() -> None:
    pages = pa.RecordBatch.from_pydict({"id": ["1"], "html": [b"<p>The tower leans, and it is old.</p>"]})
    (row,) = extract_batch(pages, Job(method="path_similarity")).to_pylist()
    assert (row["status"], row["text"]) == ("ok", "The tower leans, and it is old.")
    assert row["reason"] == "what repeats on the site was not removed: no other page of the site is known"
    (row,) = extract_batch(pages, Job(method="ceds")).to_pylist()
    assert row["reason"] is None


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory limit is Linux's")
def test_a_page_at_the_default_limit_on_bytes_is_within_the_default_limit_on_memory() -> None:
    """Of all kinds of pages that were tried, undeclared Chinese ones take the most."""
    paragraph = "<p>这是一个段落，有一些字和标点。</p>".encode("gbk")
    html = (b"<meta charset=gbk>" + paragraph * (Job().bytes // len(paragraph) + 1))[: Job().bytes]
    job = Job(seconds=300)
    with make_guard(job) as guard:
        (status,) = extract_guarded(batch_of([html]), job, guard).column("status").to_pylist()
    assert status == "ok"
