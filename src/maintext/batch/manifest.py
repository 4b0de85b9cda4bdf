"""Manifest: what a run has done, stored beside its output, so that it can be resumed.

    OUT/part-KEY.parquet            the rows of a shard; complete, or absent
    OUT/_maintext/job.json          the settings
    OUT/_maintext/done/KEY.json     a finished shard: its input, its counts
    OUT/_maintext/claims/KEY        locked by the process that works on the shard
    OUT/_maintext/quarantine/       failed pages, unchanged

A shard is done when its file in `done` exists, which is written last. A part without one is written again,
under the same name. A lock ends with its process; for stores, see `places`.
"""

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from maintext.batch.job import Job
from maintext.batch.places import StorePath, lease, place, read_all, remove
from maintext.batch.sinks import whole_file
from maintext.batch.sources.files import store_errors
from maintext.batch.sources.shard import Shard
from maintext.errors import DataError

try:
    import fcntl
except ImportError:  # Windows has no such locks: one runner at a time
    fcntl = None  # type: ignore[assignment]

_PART = f"part-{'[0-9a-f]' * 16}.*"
FOLDER = "_maintext"
"""Readers of Parquet folders skip names with an underscore."""


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
    part: str
    settings: str
    """Hash of the job."""

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
            "part": self.part,
            "settings": self.settings,
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
            value["part"],
            value["settings"],
        )


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of a run, in its output folder."""

    output: Path
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", self.output / FOLDER)

    @classmethod
    def at(cls, output: str | Path) -> "Manifest":
        """The manifest of an output, at a path or a URL."""
        return cls(place(str(output)))

    def open(self, job: Job, *, restart: bool = False) -> None:
        """Start a run, or resume one with the same settings."""
        if restart:
            self.clear()
        settings = self.folder / "job.json"
        if not settings.exists() and self._is_vacant(settings):
            for name in ("done", "claims", "quarantine"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            text = json.dumps({"hash": job.hash, "job": job.to_json()}, indent=1)
            write_whole(settings, text, only_first=True)
        known = _read(settings)  # possibly written by another runner
        if known.get("cleared"):
            raise DataError(f"{self.output} was partly removed by an earlier --restart: {_WAYS}")
        if known.get("hash") != job.hash:
            raise DataError(f"{self.output} was started with other settings: {_changes(job, known)}; {_WAYS}")

    def clear(self) -> None:
        """Remove the files of runs, and nothing else; an interrupted removal can be repeated."""
        if not self.folder.exists():
            return
        with contextlib.ExitStack() as stack:
            for notes in (self, self.learned):
                if not stack.enter_context(notes._held(alone=True)):
                    raise DataError(f"another runner is working in {self.output}: stop it first")
            if (self.folder / "job.json").exists():
                _overwrite(self.folder / "job.json", json.dumps({"cleared": True}))
            for pattern in (_PART, f".{_PART}.tmp"):
                for part in self.output.glob(pattern):
                    part.unlink(missing_ok=True)
            for rest in self.folder.iterdir():
                if rest.name != "job.json":  # removed last
                    remove(rest)
            remove(self.folder)

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Within the block, no other runner may remove the output."""
        with self._held(alone=False) as held:
            if not held:
                raise DataError(f"another runner is restarting in {self.output}: wait for it")
            yield

    @contextlib.contextmanager
    def _held(self, *, alone: bool) -> Iterator[bool]:
        """Lock the whole output, shared or alone; yields whether that succeeded."""
        settings = self.folder / "job.json"
        with contextlib.ExitStack() as stack:
            if isinstance(settings, StorePath):  # a store has claims instead of locks
                claims = (self.folder / "claims").iterdir() if alone else ()
                yield all(stack.enter_context(self.claim_name(claim.name)) for claim in claims)
                return
            if fcntl is None or (alone and not settings.exists()):
                yield True
                return
            try:
                file = stack.enter_context(settings.open("r+b"))
            except FileNotFoundError:
                yield False
                return
            # If the file was replaced in between, the lock is on the old one.
            yield _lock(file.fileno(), shared=not alone) and _is_same(file.fileno(), settings)

    def results(self) -> Iterator[ShardResult]:
        """The finished shards."""
        for file, content in read_all(sorted(self._done_files(), key=str)):
            yield _result(file, _parse(file, content))

    def is_done(self, shard: Shard) -> bool:
        """Whether a shard is done."""
        return self._done(shard).exists()

    def missing(self, shards: Sequence[Shard]) -> list[Shard]:
        """The shards that are not done; the folder is listed once."""
        done = {file.name.removesuffix(".json") for file in self._done_files()}
        return [shard for shard in shards if shard.key not in done]

    def result(self, shard: Shard) -> ShardResult:
        """The result of a finished shard."""
        file = self._done(shard)
        return _result(file, _read(file))

    def check(self, shards: Sequence[Shard]) -> list[ShardResult]:
        """The finished shards, all of which must be among these and have the same input.

        A shard whose part was deleted is not finished.
        """
        planned = {shard.key: shard for shard in shards}
        results = list(self.results())
        parts = {
            file.name for file in self.output.glob("part-*")
        }  # a part is written before its file in `done`
        for result in results:
            shard = planned.get(result.shard.key)
            if shard is None:
                raise DataError(
                    f"{self.output} has rows of {result.shard.path}, which is not among the inputs; {_WAYS}"
                )
            if shard.identity != result.shard.identity:
                raise DataError(f"{shard.path} has changed since its rows were written; {_WAYS}")
            if shard.name != result.shard.name and result.counts["no_id"]:
                raise DataError(
                    f"{shard.path} was named {result.shard.name}, but with the inputs given now it is named "
                    f"{shard.name}, which would change the ids made from its name: {_WAYS}"
                )
            if result.part and result.part not in parts:
                self._done(shard).unlink(missing_ok=True)
        return [result for result in results if not result.part or result.part in parts]

    def finish(self, result: ShardResult) -> None:
        """Record that a shard is done."""
        write_whole(self._done(result.shard), json.dumps(result.to_json(), indent=1))

    def sweep(self) -> None:
        """Remove unfinished files of killed processes. All shards are done, so none is in use."""
        for folder in (self.folder, self.folder / "done", self.quarantine):
            for unfinished in folder.glob(".*.tmp"):
                unfinished.unlink(missing_ok=True)

    @contextlib.contextmanager
    def claim(self, shard: Shard) -> Iterator[bool]:
        """Claim a shard for this process within the block; yields whether that succeeded."""
        with self.claim_name(shard.key) as mine:
            yield mine

    @contextlib.contextmanager
    def claim_name(self, name: str) -> Iterator[bool]:
        """The same for other work than a shard."""
        path = self.folder / "claims" / name
        with contextlib.ExitStack() as stack:
            if isinstance(path, StorePath):
                yield stack.enter_context(lease(path))
            else:
                path.parent.mkdir(parents=True, exist_ok=True)  # a copied output may lack empty folders
                yield _lock(stack.enter_context(path.open("ab")).fileno())

    @property
    def learned(self) -> "Manifest":
        """The manifest of the pass that learns site templates before this run."""
        return Manifest(self.folder / "sites")

    @property
    def quarantine(self) -> Path:
        """The folder of failed pages."""
        return self.folder / "quarantine"

    def quarantined(self, shard: Shard) -> Path:
        """The file of the failed pages of a shard."""
        return self.quarantine / f"{shard.key}.parquet"

    def _done(self, shard: Shard) -> Path:
        return self.folder / "done" / f"{shard.key}.json"

    def _done_files(self) -> Iterator[Path]:
        return (self.folder / "done").glob("[!.]*.json")

    def _is_vacant(self, settings: Path) -> bool:
        """Whether the folder is free; raise if it has files that are not of a run."""
        if not self.output.exists():
            return True
        strange = not self.output.is_dir() or any(file.name != FOLDER for file in self.output.iterdir())
        if not strange or settings.exists():  # another runner has just started
            return not strange
        raise DataError(f"{self.output} exists and is not an output of maintext run: give another")


_WAYS = "give another --output, or --restart to start again"


def _changes(job: Job, known: dict[str, Any]) -> str:
    try:
        return "; ".join(job.differences(Job.from_json(known["job"]))) or "another version or model file"
    except (KeyError, TypeError):
        return "settings of another version"


def write_whole(path: Path, text: str, *, only_first: bool = False) -> None:
    """Write a file completely or not at all; with `only_first`, an existing one is left as it is."""
    with store_errors(str(path)), whole_file(str(path.parent), path.name, only_first=only_first) as file:
        file.write(text.encode())


def _overwrite(path: Path, text: str) -> None:
    """Replace the content of a file in place, so that a lock on it stays."""
    if isinstance(path, StorePath):
        write_whole(path, text)
        return
    with path.open("r+b") as file:
        file.write(text.encode())
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _read(path: Path) -> dict[str, Any]:
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    return _parse(path, content)


def _parse(path: Path, content: bytes) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError:
        raise DataError(f"{path} cannot be read: the manifest is damaged; {_WAYS}") from None
    if not isinstance(value, dict):
        raise DataError(f"{path} is damaged; {_WAYS}")
    return value


def _result(path: Path, value: dict[str, Any]) -> ShardResult:
    try:
        return ShardResult.from_json(value)
    except (KeyError, TypeError, ValueError):
        raise DataError(f"{path} is damaged; {_WAYS}") from None


def _lock(descriptor: int, *, shared: bool = False) -> bool:
    """Lock a file for this process, alone or shared; False if another has it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise DataError(f"the output is on a file system without locks ({error.strerror})") from None
    return True


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
