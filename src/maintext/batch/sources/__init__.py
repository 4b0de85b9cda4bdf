"""Sources: files, folders and stores → shards → batches of pages.

    arguments ─plan→ Shard ─read_shard→ batches of (id, url, html, charset)

    planning.py, reading.py            the two steps
    warc.py parquet.py jsonl.py html.py  one module per format
    files.py                           finds and opens files, wherever they lie
    boundaries.py                      where WARC records begin
    http.py                            what servers did to a body, undone
    columns.py, pages.py, shard.py     names of columns; pages and their batches; pieces of the input

A reader counts what it sees, by these names:

    records         records, rows, lines and files that were read
    not_response    WARC records that hold no response
    not_ok          responses whose status is not 2xx
    not_html        responses that are not HTML
    malformed       records that could not be read and were passed over
    truncated       pages that the crawler has cut short, and says so
    cut_off         pages and lines that the input has a part of: the file ends there, or a length is wrong
    undecoded       pages in an encoding of HTTP that could not be undone; taken as they are
    damaged_bytes   bytes that were passed over
    empty_files     files without a byte
    unreadable      page files that could not be opened, or unpacked
    no_id           pages without an id; theirs is made of their file's name and their place in it
"""

from maintext.batch.sources.planning import SHARD_BYTES, plan
from maintext.batch.sources.reading import read_pages, read_shard
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard

__all__ = ["SHARD_BYTES", "BatchSize", "Columns", "Counts", "Shard", "plan", "read_pages", "read_shard"]
