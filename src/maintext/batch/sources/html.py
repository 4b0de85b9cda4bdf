"""Pages as files: their ids are their paths relative to the common folder."""

from collections.abc import Iterator, Sequence

from maintext.batch.sources.files import File, joint_identity, open_file
from maintext.batch.sources.jsonl import DAMAGE, decompressed
from maintext.batch.sources.pages import Skipped, SourcePage, text_of
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard

_FILES = 10_000
_PERMANENT = (FileNotFoundError, IsADirectoryError, PermissionError)
"""Errors of a file itself, not of a disk or network, which may be temporary."""


def plan_html(files: Sequence[File], shard_bytes: int) -> Iterator[Shard]:
    """Page files, several to a shard, in order."""
    held: list[File] = []
    weight = 0
    for file in files:
        if held and (weight + file.size > shard_bytes or len(held) == _FILES):
            yield _shard(held, weight)
            held, weight = [], 0
        held.append(file)
        weight += file.size
    if held:
        yield _shard(held, weight)


def _shard(files: Sequence[File], weight: int) -> Shard:
    first = files[0]
    folder = first.path.removesuffix(first.name).rstrip("/") if first.name != first.path else ""
    names = tuple(file.name for file in files)
    sizes, digests = zip(*(file.identity.partition(" ")[::2] for file in files), strict=True)
    identity = f"{joint_identity(sizes)} {joint_identity(digests)}" if any(digests) else joint_identity(sizes)
    return Shard(folder, "html", identity, weight, files=names, source="pages")


def read_html(shard: Shard, _: Columns, counts: Counts, size: BatchSize) -> Iterator[SourcePage | Skipped]:
    """The pages of a shard, in order."""
    for name in shard.files:
        try:
            with open_file(page_path(shard, name)) as file:
                html = decompressed(file).read(size.page + 1)
        except (*_PERMANENT, *DAMAGE) as error:  # the other files can be read
            counts["unreadable"] += 1
            words = getattr(error, "strerror", None) or str(error)
            yield Skipped("unreadable", text_of(name), None, str(text_of(name)), detail=words)
            continue
        counts["records"] += 1
        yield SourcePage(str(text_of(name)), None, html)


def page_path(shard: Shard, name: str) -> str:
    """The path of a page file of a shard."""
    return f"{shard.path}/{name}" if shard.path else name
