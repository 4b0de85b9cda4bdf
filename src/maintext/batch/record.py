"""The columns of input and output. Each input row gives one output row."""

from typing import Any, Final

import pyarrow as pa

INPUT: Final = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("url", pa.string()),
        pa.field("html", pa.binary(), nullable=False),
        pa.field("charset", pa.string()),  # from the HTTP header
        pa.field("crawl_date", pa.string()),  # ISO 8601
        pa.field("warc_file", pa.string()),  # relative to the common folder of the inputs
        pa.field("warc_offset", pa.int64()),
        pa.field("warc_length", pa.int64()),  # of the record, compressed as it is
        pa.field("http_status", pa.int16()),
        pa.field("content_type", pa.string()),
        pa.field("payload_digest", pa.string()),
        pa.field("truncated", pa.string()),  # why the page is not complete; null if it is
    ]
)
ORIGIN: Final = INPUT.names[INPUT.names.index("crawl_date") :]
"""Columns of the input that say where a page comes from; they are in the output unchanged."""

SKIPPED: Final = pa.schema(
    [
        pa.field("reason", pa.string(), nullable=False),  # not_ok, not_html, no_header, corrupt, ...
        pa.field("id", pa.string()),
        pa.field("url", pa.string()),
        pa.field("file", pa.string(), nullable=False),
        pa.field("offset", pa.int64()),
        pa.field("length", pa.int64()),
        pa.field("detail", pa.string()),  # HTTP status, content type
    ]
)
"""A response, line or file that has no row."""

OUTPUT: Final = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("url", pa.string()),
        pa.field("status", pa.string(), nullable=False),  # one of STATUSES
        pa.field("reason", pa.string()),  # why it is not `ok` or not complete, and other remarks, in words
        pa.field("verdict", pa.string()),  # article, not_article or uncertain
        pa.field("probability", pa.float32()),  # that the page has an article
        pa.field("kind", pa.string()),  # article, forum, product, ...
        pa.field("confidence", pa.float32()),  # predicted F1 of the text
        pa.field("text", pa.string()),  # plain or Markdown, as the job says
        pa.field("title", pa.string()),
        pa.field("author", pa.string()),  # several joined with "; "
        pa.field("date", pa.string()),  # ISO 8601
        pa.field("language", pa.string()),  # BCP 47
        pa.field("site_name", pa.string()),
        pa.field("licence", pa.string()),
        pa.field("encoding", pa.string()),
        *(INPUT.field(name) for name in ORIGIN),
        pa.field("html_bytes", pa.int64()),
        pa.field("digest", pa.string()),  # of the text
        pa.field("method", pa.string(), nullable=False),
        pa.field("model_version", pa.string(), nullable=False),
        pa.field("milliseconds", pa.float32()),
    ]
)

QUARANTINE: Final = INPUT.append(pa.field("status", pa.string())).append(pa.field("reason", pa.string()))
"""A failed page, unchanged, with its status."""

FOUND: Final = ("ok", "empty", "refused")
"""The page was processed: it has text; it has none; it has no article, and only articles are wanted."""
FAILED: Final = ("timeout", "memory", "crash", "error")
"""The page was not processed to the end."""
STATUSES: Final = FOUND + FAILED

Row = dict[str, Any]
"""An output row, without the columns that come from its input or are the same for all rows."""


def output_batch(given: dict[str, pa.Array], rows: list[Row], common: Row) -> pa.RecordBatch:
    """Output rows as a batch; `given` are whole columns, `common` are values for all rows."""
    arrays = []
    for field in OUTPUT:
        if field.name in given:
            array = given[field.name].cast(field.type)
        elif field.name in common:
            array = pa.repeat(pa.scalar(common[field.name], field.type), len(rows))
        else:
            array = _array([row.get(field.name) for row in rows], field.type)
        arrays.append(array)
    return pa.RecordBatch.from_arrays(arrays, schema=OUTPUT)


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Values as a column; a lone surrogate in one must not lose the other rows."""
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        written = [value and value.encode("utf-8", "replace").decode("utf-8") for value in values]
        return pa.array(written, kind)
