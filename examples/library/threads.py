"""One extractor, shared by threads."""

from concurrent.futures import ThreadPoolExecutor

import maintext

PAGES = [f"<p>In {year} the tower was leaning, and nobody knew why." for year in range(1911, 1915)]

extractor = maintext.Extractor(method="p_value")
with ThreadPoolExecutor(2) as pool:
    for document in pool.map(extractor.extract, PAGES):
        print(document)
