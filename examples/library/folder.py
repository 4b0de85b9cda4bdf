"""A folder of pages, in order; a page that fails is a Document, too."""

import tempfile
from pathlib import Path

import maintext

with tempfile.TemporaryDirectory() as folder:
    for number in range(3):
        page = f"<p>Page {number} was written in 1911, and nobody has read it since."
        Path(folder, f"{number}.html").write_text(page, encoding="utf-8")
    Path(folder, "3.html.gz").write_bytes(b"\x1f\x8bbroken")
    for document in maintext.extract_many(folder):
        print(document or document.explanation)
