"""The columns of input and output: `docs/schema.md` lists them. Each input row gives one output row."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import pyarrow as pa

from maintext.batch.quality import SIGNALS

SCHEMA_VERSION: Final = 2
"""Rises when a column is renamed, removed or means something else; a new column does not change it."""
_TEXT, _INT, _FLOAT, _LIST = pa.string(), pa.int64(), pa.float32(), pa.list_(pa.string())


class OutputColumn(NamedTuple):
    """A column of the output."""

    name: str
    type: pa.DataType
    meaning: str
    group: str = ""
    """The group that `--columns` asks for; empty if the column is always there."""
    required: bool = False


_ORIGIN: Final = (
    OutputColumn("crawl_date", _TEXT, "when the page was fetched: `WARC-Date`, ISO 8601"),
    OutputColumn("warc_file", _TEXT, "path of the archive, relative to the common folder of the inputs"),
    OutputColumn("warc_offset", _INT, "where the record, or its gzip member or Zstandard frame, begins"),
    OutputColumn("warc_length", _INT, "bytes of it; null if it is not compressed record by record"),
    OutputColumn("http_status", pa.int16(), "status of the response"),
    OutputColumn("content_type", _TEXT, "of the HTTP header, else `WARC-Identified-Payload-Type`"),
    OutputColumn("payload_digest", _TEXT, "`WARC-Payload-Digest`"),
    OutputColumn(
        "truncated",
        _TEXT,
        "why the page is not complete: what `WARC-Truncated` says, `archive` (it ends there) or `encoding` "
        "(its compressed body ends early); null if it is complete",
    ),
)
ORIGIN: Final = [column.name for column in _ORIGIN]
"""Columns of the input that say where a page comes from; they are in the output unchanged."""

COLUMNS: Final = (
    OutputColumn("id", _TEXT, "id of the record or row, or one made from its file and place", required=True),
    OutputColumn("url", _TEXT, "URL of the page"),
    OutputColumn(
        "status", _TEXT, "ok, empty, refused, filtered, timeout, memory, crash or error", required=True
    ),
    OutputColumn("reason", _TEXT, "why it is not `ok` or not complete, and other remarks, in words"),
    OutputColumn("verdict", _TEXT, "article, not_article or uncertain"),
    OutputColumn("probability", _FLOAT, "that the page has an article"),
    OutputColumn(
        "kind", _TEXT, "article, forum, product, collection, listing, documentation, service, other"
    ),
    OutputColumn("confidence", _FLOAT, "predicted F1 of the text"),
    OutputColumn("text", _TEXT, "the main text, in the format of the run; null unless the status is `ok`"),
    OutputColumn("markdown", _TEXT, "the main text as Markdown", "markdown"),
    OutputColumn("main_html", _TEXT, "the main text as clean HTML", "html"),
    OutputColumn("links", _LIST, "URLs that the main text links to, each once", "links"),
    OutputColumn("images", _LIST, "URLs of the images in the main text, each once", "links"),
    OutputColumn("title", _TEXT, "title of the page"),
    OutputColumn("authors", _LIST, "names of the authors"),
    OutputColumn("date", _TEXT, "when the article was published, ISO 8601"),
    OutputColumn("language", _TEXT, "language of the text, ISO 639-1"),
    OutputColumn("language_probability", _FLOAT, "probability of that language, if it was detected"),
    OutputColumn("language_declared", _TEXT, "language that the page declares, BCP 47"),
    OutputColumn("site_name", _TEXT, "name of the site"),
    OutputColumn("licence", _TEXT, "URL or name of the licence"),
    OutputColumn("encoding", _TEXT, "encoding that the page was decoded with"),
    *_ORIGIN,
    OutputColumn("html_bytes", _INT, "bytes of the page"),
    OutputColumn("characters", _INT, "characters of the text"),
    OutputColumn("words", _INT, "words of the text; each CJK character is a word"),
    OutputColumn("tokens", _INT, "tokens of the text", "tokens"),
    OutputColumn("text_digest", _TEXT, "BLAKE2b of the text, 32 hex digits: equal texts have equal ones"),
    OutputColumn(
        "main_share", _FLOAT, "characters of the blocks that were kept, as a share of all", "quality"
    ),
    OutputColumn("hidden_characters", _INT, "characters of text that a reader cannot see", "quality"),
    *(OutputColumn(name, _FLOAT, "see [quality signals](quality.md)", "quality") for name in SIGNALS),
    OutputColumn("method", _TEXT, "method that found the text", required=True),
    OutputColumn(
        "model_version", _TEXT, "version of maintext, with a digest of your own model", required=True
    ),
    OutputColumn("milliseconds", _FLOAT, "time that the page took"),
)
GROUPS: Final = tuple(dict.fromkeys(column.group for column in COLUMNS if column.group))
"""Groups of columns that are there only if they are asked for."""


def _schema(columns: Iterable[OutputColumn]) -> pa.Schema:
    fields = [pa.field(column.name, column.type, nullable=not column.required) for column in columns]
    return pa.schema(fields)


INPUT: Final = _schema(
    (
        OutputColumn("id", _TEXT, "", required=True),
        OutputColumn("url", _TEXT, ""),
        OutputColumn("html", pa.binary(), "", required=True),
        OutputColumn("charset", _TEXT, "from the HTTP header"),
        *_ORIGIN,
    )
)


def output_schema(groups: Iterable[str] = ()) -> pa.Schema:
    """The columns of an output with some groups of columns."""
    wanted = {"", *groups}
    return _schema(column for column in COLUMNS if column.group in wanted)


OUTPUT: Final = output_schema()
"""The columns of an output without any group."""

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
QUARANTINE: Final = INPUT.append(pa.field("status", pa.string())).append(pa.field("reason", pa.string()))
"""A failed page, unchanged, with its status."""

FOUND: Final = ("ok", "empty", "refused", "filtered")
"""The page was processed: it has text; it has none; it has no article, and only articles are wanted; its text
does not pass the filter of the run."""
FAILED: Final = ("timeout", "memory", "crash", "error")
"""The page was not processed to the end."""
STATUSES: Final = FOUND + FAILED

Row = dict[str, Any]
"""An output row, without the columns that come from its input or are the same for all rows."""


def output_batch(
    given: dict[str, pa.Array], rows: list[Row], common: Row, schema: pa.Schema = OUTPUT
) -> pa.RecordBatch:
    """Output rows as a batch; `given` are whole columns, `common` are values for all rows."""
    arrays = []
    for field in schema:
        if field.name in given:
            array = given[field.name].cast(field.type)
        elif field.name in common:
            array = pa.repeat(pa.scalar(common[field.name], field.type), len(rows))
        else:
            array = _array([row.get(field.name) for row in rows], field.type)
        arrays.append(array)
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Values as a column; a lone surrogate in one must not lose the other rows."""
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([_encodable(value) for value in values], kind)


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return [_encodable(one) for one in value] if isinstance(value, list) else value
