"""Lists of inputs: `@FILE`, and the `warc.paths.gz` of Common Crawl.

A line is an input: a path, a pattern or a URL. Empty lines and those that begin with `#` are skipped. In a
file that ends in `.paths` or `.paths.gz`, lines without a scheme are below a base URL.
"""

import io
from collections.abc import Iterator, Sequence
from typing import Final

from maintext.batch.sources.files import is_remote, local_path, open_file, store_errors
from maintext.batch.sources.jsonl import DAMAGE, decompressed
from maintext.errors import DataError

COMMON_CRAWL: Final = "https://data.commoncrawl.org/"
_PATHS = (".paths", ".paths.gz")


def expand_lists(inputs: Sequence[str], base: str = COMMON_CRAWL) -> list[str]:
    """The inputs, with lists replaced by what they name."""
    found: list[str] = []
    for argument in inputs:
        if argument.startswith("@"):
            found += _lines(argument[1:])
        elif argument.endswith(_PATHS):
            found += (_below(base, line) for line in _lines(argument))
        else:
            found.append(argument)
    return found


def _below(base: str, line: str) -> str:
    return line if is_remote(line) or line.startswith("/") else f"{base.rstrip('/')}/{line}"


def _lines(path: str) -> Iterator[str]:
    count = 0
    try:
        with store_errors(path), open_file(path) as file:
            # The whole list is read first: gzip needs to seek, which not every store can.
            stream = decompressed(io.BytesIO(file.read()))
            for raw in stream:
                line = raw.decode("utf-8", "replace").strip()
                if line and not line.startswith("#"):
                    count += 1
                    yield line
    except FileNotFoundError:
        raise DataError(f"{local_path(path)}: no such list of inputs") from None
    except DAMAGE as error:
        raise DataError(f"{path} is damaged: {error}") from None
    if not count:
        raise DataError(f"{path} names no input")
