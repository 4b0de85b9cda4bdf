"""The columns of a page that goes in, and of one that comes out. There is a row out for each row in."""

from typing import Any, Final

import pyarrow as pa

INPUT: Final = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("url", pa.string()),
        pa.field("html", pa.binary(), nullable=False),
        pa.field("charset", pa.string()),  # from the HTTP header
    ]
)

OUTPUT: Final = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("url", pa.string()),
        pa.field("status", pa.string(), nullable=False),  # one of STATUSES
        pa.field("reason", pa.string()),  # why it is not `ok`, or not all there, in words
        pa.field("verdict", pa.string()),  # article, not_article or uncertain
        pa.field("probability", pa.float32()),  # that the page has an article
        pa.field("kind", pa.string()),  # article, forum, product, ...
        pa.field("confidence", pa.float32()),  # the F1 that the text is foretold
        pa.field("text", pa.string()),  # plain or Markdown, as the job says
        pa.field("title", pa.string()),
        pa.field("author", pa.string()),  # several with "; " between
        pa.field("date", pa.string()),  # ISO 8601
        pa.field("language", pa.string()),  # BCP 47
        pa.field("site_name", pa.string()),
        pa.field("licence", pa.string()),
        pa.field("encoding", pa.string()),
        pa.field("html_bytes", pa.int64()),
        pa.field("digest", pa.string()),  # of the text: equal texts have equal ones
        pa.field("method", pa.string(), nullable=False),
        pa.field("model_version", pa.string(), nullable=False),
        pa.field("milliseconds", pa.float32()),
    ]
)

QUARANTINE: Final = INPUT.append(pa.field("status", pa.string())).append(pa.field("reason", pa.string()))
"""A page that failed, as it came, and how."""

FOUND: Final = ("ok", "empty", "refused")
"""The page was worked on to the end: text; none; no article, and only those are wanted."""
FAILED: Final = ("timeout", "memory", "crash", "error")
"""It was not."""
STATUSES: Final = FOUND + FAILED

Row = dict[str, Any]
"""A row that comes out, less what it has in common with the row that goes in or with all others."""


def output_batch(given: dict[str, pa.Array], rows: list[Row], common: Row) -> pa.RecordBatch:
    """Rows that come out, as a batch; some columns are given, some have the same value in all rows."""
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
    """Values as a column; a character that no encoding can write must not cost the rows beside it."""
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        written = [value and value.encode("utf-8", "replace").decode("utf-8") for value in values]
        return pa.array(written, kind)
