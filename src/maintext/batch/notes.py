"""Notes of finished shards: what was read and written, with a digest that shows damage."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from maintext.batch.parts import PartNote
from maintext.batch.sources.shard import Shard


@dataclass(frozen=True, slots=True)
class ShardResult:
    """A shard that is done."""

    shard: Shard
    statuses: Counter[str]
    """Rows by status."""
    counts: Counter[str]
    """Counts of its reader, by name."""
    bytes: int
    """Bytes of its pages."""
    seconds: float
    parts: tuple[PartNote, ...]
    settings: str
    """Hash of the job."""
    languages: Counter[str] = field(default_factory=Counter)
    """Rows with text by language, for the summary."""

    @property
    def rows(self) -> int:
        """Number of pages, which is also the number of rows."""
        return sum(self.statuses.values())

    def to_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "shard": self.shard.to_json(),
            "rows": self.rows,
            "statuses": dict(self.statuses),
            "counts": dict(self.counts),
            "bytes": self.bytes,
            "seconds": self.seconds,
            "parts": [list(part) for part in self.parts],
            "settings": self.settings,
            "languages": dict(self.languages),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "ShardResult":
        """A result from its JSON values."""
        return cls(
            Shard.from_json(value["shard"]),
            Counter(value["statuses"]),
            Counter(value["counts"]),
            value["bytes"],
            value["seconds"],
            tuple(PartNote.from_json(part) for part in value["parts"]),
            value["settings"],
            Counter(value["languages"]),
        )


def write_note(result: ShardResult) -> str:
    """The note of a finished shard, as JSON."""
    note = result.to_json()
    return json.dumps(note | {"check": _digest(note)}, indent=1)


def read_note(note: dict[str, Any]) -> ShardResult:
    """The result in a note; ValueError if the note is damaged."""
    if note.pop("check") != _digest(note):
        raise ValueError("the note is damaged")
    return ShardResult.from_json(note)


def _digest(note: dict[str, Any]) -> str:
    """A digest of the values of a note."""
    text = json.dumps(note, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
