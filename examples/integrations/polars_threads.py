"""polars: a column of pages becomes columns of texts and titles, by threads."""

from concurrent.futures import ThreadPoolExecutor

import polars as pl

import maintext

frame = pl.DataFrame(
    {
        "url": [f"https://example.org/{year}" for year in range(1911, 1914)],
        "html": [
            f"<title>{year}</title><p>In {year} the tower was leaning, and nobody knew why."
            for year in range(1911, 1914)
        ],
    }
)

extractor = maintext.Extractor()
with ThreadPoolExecutor() as pool:  # the kernel releases Python's lock
    documents = list(pool.map(extractor.extract, frame["html"], frame["url"]))
frame = frame.with_columns(
    pl.Series("text", [str(document) for document in documents]),
    pl.Series("title", [document.title for document in documents]),
)
print(frame.select("title", "text").write_csv())
