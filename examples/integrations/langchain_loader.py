"""LangChain: pages as documents, which a splitter or vector store takes."""

from pathlib import Path

import maintext
from maintext import Extractor
from maintext.integrations.langchain import MainTextLoader

SAMPLES = Path(maintext.__file__).parent / "samples"

pages = [SAMPLES / "english-article.html", SAMPLES / "chinese-news.html"]
for document in MainTextLoader(pages, extractor=Extractor(prefer="precision")).lazy_load():
    print(document.metadata["title"], len(document.page_content))
