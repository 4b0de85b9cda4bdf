"""A page without main text says why."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

for path in (SAMPLES / "index-page.html", SAMPLES / "chinese-news.html"):
    document = maintext.extract(path, articles_only=True)
    print(path.name, "ok" if document else document.explanation)
