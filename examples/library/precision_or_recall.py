"""Less text, and more surely main text; or more text."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

page = (SAMPLES / "index-page.html").read_bytes()
for name, document in {
    "precision": maintext.extract(page, prefer="precision"),
    "balance": maintext.extract(page),
    "recall": maintext.extract(page, prefer="recall"),
}.items():
    print(name, len(document.text))
