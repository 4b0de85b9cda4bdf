"""What pytest leaves alone: modules for libraries that are not installed."""

from importlib.util import find_spec

_NEEDS = {
    "src/maintext/batch/datatrove.py": "datatrove",
    "src/maintext/integrations/haystack.py": "haystack",
    "src/maintext/integrations/langchain.py": "langchain_core",
    "src/maintext/integrations/llama_index.py": "llama_index",
    "src/maintext/integrations/scrapy.py": "scrapy",
}

collect_ignore = [path for path, library in _NEEDS.items() if not find_spec(library)]
