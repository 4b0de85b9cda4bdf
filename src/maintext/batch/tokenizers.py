"""Where a tokenizer is: a file, or a model in the local cache of Hugging Face."""

import os
from pathlib import Path

from maintext.errors import DataError


def find_tokenizer(spec: str) -> Path:
    """The `tokenizer.json` at a path, or of a model in the cache; nothing is downloaded."""
    path = Path(spec)
    if path.is_file():
        return path
    if (path / "tokenizer.json").is_file():
        return path / "tokenizer.json"
    cache = _cache() / f"models--{spec.replace('/', '--')}" / "snapshots"
    found = sorted(cache.glob("*/tokenizer.json"), key=lambda file: file.stat().st_mtime)
    if found:
        return found[-1]
    raise DataError(
        f"no tokenizer {spec}: it is neither a tokenizer.json nor a model in {_cache()}; "
        "nothing is downloaded"
    )


def _cache() -> Path:
    home = os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface"
    return Path(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub")
