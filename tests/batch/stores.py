"""An object store for the tests, whose files are read in blocks, as in s3."""

from typing import Any

from fsspec.implementations.memory import MemoryFileSystem
from fsspec.spec import AbstractBufferedFile


class BlockFile(AbstractBufferedFile):  # type: ignore[misc]
    """Fetches ranges."""

    def _fetch_range(self, start: int, end: int) -> bytes:
        return bytes(self.fs.cat_file(self.path, start, end))


class BlockStore(MemoryFileSystem):  # type: ignore[misc]
    """`memory://`, except for reading."""

    protocol = "memory"

    def _open(self, path: str, mode: str = "rb", block_size: int | None = None, **options: Any) -> Any:
        if mode == "rb" and path in self.store:
            return BlockFile(self, path, mode, block_size or "default", size=self.store[path].size)
        return super()._open(path, mode, **options)
