"""LlamaIndex: a folder of pages as documents."""

from pathlib import Path

from llama_index.core import SimpleDirectoryReader

import maintext
from maintext.integrations.llama_index import MainTextReader

SAMPLES = Path(maintext.__file__).parent / "samples"

reader = SimpleDirectoryReader(
    str(SAMPLES), required_exts=[".html"], file_extractor={".html": MainTextReader()}
)
for document in reader.load_data():
    print(document.metadata["file_name"], document.metadata["title"])
