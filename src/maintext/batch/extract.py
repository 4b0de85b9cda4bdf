"""A batch of pages → a batch of main texts, one row for each page."""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.job import Job
from maintext.batch.record import INPUT, ORIGIN, Row, output_batch
from maintext.batch.row import RowMaker, load_tokenizer
from maintext.batch.sources.parquet import is_text
from maintext.batch.templates import TemplateFolder
from maintext.errors import DataError
from maintext.processes import Failure, Guard
from maintext.processes.messages import one_line


class RawPage(NamedTuple):
    """A page as it was read."""

    html: bytes
    url: str | None
    charset: str | None


_WARM_UP = RawPage(
    b"<title>Page</title><p>This page is extracted first, so that everything is loaded.</p>", None, None
)

PageExtractor = Callable[[RawPage], Row]
Start = Callable[[Job], PageExtractor]
PageGuard = Guard[RawPage, Row]


def extract_batch(batch: pa.RecordBatch, job: Job = Job()) -> pa.RecordBatch:
    """Extract a batch of pages in this process: columns `INPUT` in, columns `OUTPUT` out.

    A page whose extraction raises becomes a row with the status `error`. For pages that may hang or use too
    much memory, `maintext run` has guarded processes.

    >>> pages = {"id": ["1"], "html": [b"<p>The tower was built in 1911, and it leans.</p>"]}
    >>> rows = extract_batch(pa.RecordBatch.from_pydict(pages), Job(method="p_value")).to_pylist()
    >>> rows[0]["id"], rows[0]["status"], rows[0]["text"]
    ('1', 'ok', 'The tower was built in 1911, and it leans.')
    """
    extractor = _extractor(job)
    rows: list[Row | Failure] = []
    pages = to_input(batch)
    for page in raw_pages(pages):
        try:
            rows.append(extractor(page))
        except Exception as error:  # an internal error on one page must not lose the others
            rows.append(Failure("error", one_line(error)))
    return finish_batch(pages, rows, job)


def extract_guarded(batch: pa.RecordBatch, job: Job, guard: PageGuard) -> pa.RecordBatch:
    """The same in a guarded process: a page that hangs, crashes or uses too much memory gets that status."""
    pages = to_input(batch)
    return finish_batch(pages, guard.run(raw_pages(pages)), job)


def start_extraction(job: Job) -> PageExtractor:
    """The function that a job runs on each page."""
    extractor = job.make_extractor()
    templates = None if job.site_templates is None else TemplateFolder(job.site_templates)
    make_row = RowMaker(
        job.form,
        metadata=job.metadata,
        groups=job.columns,
        filter_=job.filter,
        count_tokens=load_tokenizer(job.tokenizer),
    )

    def extract_page(page: RawPage) -> Row:
        start = time.perf_counter()
        site = templates.find(page.url) if templates else None
        on_site = extractor if site is None else extractor.with_site(site)
        row = make_row(on_site.extract(page.html, page.url, charset=page.charset))
        row["milliseconds"] = 1000 * (time.perf_counter() - start)
        return row

    extract_page(_WARM_UP)
    return extract_page


def to_input(batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch with the columns of `INPUT`: text becomes bytes, missing columns become null."""
    names = batch.schema.names
    missing = [name for name in ("id", "html") if name not in names]
    if missing:
        raise DataError(f"the batch has no column {missing[0]}; it has {', '.join(names)}")
    columns = []
    for field in INPUT:
        if field.name in names:
            columns.append(batch.column(field.name).cast(field.type))
        elif field.name == "charset" and is_text(batch.schema.field("html").type):
            columns.append(pa.repeat(pa.scalar("utf-8", field.type), len(batch)))
        else:
            columns.append(pa.nulls(len(batch), field.type))
    return pa.RecordBatch.from_arrays(columns, schema=INPUT)


def raw_pages(pages: pa.RecordBatch) -> list[RawPage]:
    """The pages of a batch; null becomes an empty page."""
    columns = (pages.column(name).to_pylist() for name in ("html", "url", "charset"))
    return [RawPage(html or b"", url, charset) for html, url, charset in zip(*columns, strict=True)]


def finish_batch(pages: pa.RecordBatch, outcomes: Sequence[Row | Failure], job: Job) -> pa.RecordBatch:
    """A row for each page, failed or not."""
    given = {name: pages.column(name) for name in ("id", "url", *ORIGIN)}
    sizes = pc.fill_null(pc.binary_length(pages.column("html")), 0)
    return to_batch(given | {"html_bytes": sizes}, outcomes, job)


def to_batch(given: dict[str, pa.Array], outcomes: Sequence[Row | Failure], job: Job) -> pa.RecordBatch:
    """Outcomes as a batch, together with the given columns."""
    rows = [
        {"status": outcome.status, "reason": outcome.reason} if isinstance(outcome, Failure) else outcome
        for outcome in outcomes
    ]
    return output_batch(given, rows, {"method": job.method, "model_version": job.model_version}, job.schema)


@lru_cache(maxsize=2)  # engines call `extract_batch` for every batch
def _extractor(job: Job) -> PageExtractor:
    return start_extraction(job)
