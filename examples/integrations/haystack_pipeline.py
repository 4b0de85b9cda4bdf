"""Haystack: a pipeline from pages to chunks."""

from pathlib import Path

from haystack import Pipeline
from haystack.components.preprocessors import DocumentSplitter

import maintext
from maintext.integrations.haystack import MainTextConverter

SAMPLES = Path(maintext.__file__).parent / "samples"

pipeline = Pipeline()
pipeline.add_component("converter", MainTextConverter(options={"prefer": "precision"}))
pipeline.add_component("splitter", DocumentSplitter(split_by="word", split_length=100))
pipeline.connect("converter", "splitter")
result = pipeline.run({"converter": {"sources": [SAMPLES / "english-article.html"]}})
for chunk in result["splitter"]["documents"]:
    print(chunk.meta["title"], len(chunk.content.split()))
