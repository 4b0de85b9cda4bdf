"""The main text of a page in a file, and what is known about it."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

document = maintext.extract(SAMPLES / "english-article.html", "https://example.org/lighthouse")
print(document.title, "by", document.author, "on", document.date)
print(document.text[:200], "…")
