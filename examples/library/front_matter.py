"""Markdown with YAML before it, for a static site or a RAG index."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

document = maintext.extract(
    SAMPLES / "english-article.html", "https://example.org/lighthouse", title="always"
)
print(document.render("markdown", metadata=True)[:400])
