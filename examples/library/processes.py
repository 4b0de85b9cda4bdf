"""Processes of your own: a Document can be pickled. `maintext.extract_many` also guards against crashes."""

from concurrent.futures import ProcessPoolExecutor

import maintext

PAGES = [f"<p>In {year} the tower was leaning, and nobody knew why." for year in range(1911, 1914)]

if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        for document in pool.map(maintext.extract, PAGES):
            print(document)
