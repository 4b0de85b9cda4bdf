"""A folder of pages → rows of Arrow, by the same code as `maintext run`. Needs `maintext[batch]`."""

import pyarrow as pa

from maintext.batch import Job, extract_batch

PAGES = [f"<title>{year}</title><p>In {year} the tower leaned by another inch." for year in (1911, 1912)]

batch = pa.RecordBatch.from_pydict(
    {
        "id": ["a", "b"],
        "url": ["https://example.org/a", "https://example.org/b"],
        "html": [page.encode() for page in PAGES],
    }
)
rows = extract_batch(batch, Job(method="p_value", form="markdown"))
for row in rows.select(["url", "title", "text"]).to_pylist():
    print(row)
