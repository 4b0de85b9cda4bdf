"""Sources: files, folders and stores → shards → batches of pages.

    arguments ─plan→ Shard ─read_shard→ batches of (id, url, html, charset, origin)

    planning.py, reading.py              the two steps
    warc.py parquet.py jsonl.py html.py  one module per format
    files.py                             finds and opens files, local or in a store
    boundaries.py                        where WARC records begin
    inflate.py, records.py               WARC records of a file, compressed or not
    responses.py                         HTTP responses in archives
    columns.py, pages.py, shard.py       names of columns; pages and their batches; pieces of the input

A reader counts what it sees, by these names:

    records         records, rows, lines and files that were read
    not_response    WARC records that are not a response
    not_ok          responses whose status is not 2xx
    not_html        responses that are not HTML
    no_header       responses without an HTTP header
    malformed       places where records could not be read
    truncated       pages that the crawler cut short, as it says itself, or whose encoded body is cut
    cut_off         incomplete pages and lines: the file ends there, or a length is wrong
    undecoded       pages that are not in the HTTP encoding that they name; taken as they are
    damaged_bytes   bytes that were skipped
    empty_files     files of zero bytes
    unreadable      page files that could not be opened or decompressed
    no_id           pages without an id; it is made from the name of their file and their place in it
"""

from maintext.batch.sources.planning import SHARD_BYTES, plan
from maintext.batch.sources.reading import read_pages, read_shard
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard

__all__ = [
    "SHARD_BYTES",
    "BatchSize",
    "Columns",
    "Counts",
    "Shard",
    "plan",
    "read_pages",
    "read_shard",
]
