"""Responses and files: the page, its URL and its encoding are taken from them."""

from pathlib import Path
from urllib.request import urlopen

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

with urlopen((SAMPLES / "english-article.html").as_uri()) as response:  # also requests.get(), httpx.get()
    print(maintext.extract(response).title)
with (SAMPLES / "gbk-page.html").open("rb") as file:
    print(maintext.extract(file).encoding.name)
