"""Manifest: what a run has done, beside its output, so that another run can go on.

    OUT/part-KEY.parquet            the rows of a shard, whole or not there at all
    OUT/_maintext/job.json          the settings
    OUT/_maintext/done/KEY.json     a shard that is done: its input, its counts
    OUT/_maintext/claims/KEY        locked by the process that works on the shard now
    OUT/_maintext/quarantine/       pages that failed, as they came

A shard is done when its file in `done` is there, and that is written last. A part without one is written
again, under the same name. A lock ends with its process, however that ends; on a store, see `places`.
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
except ImportError:  # no such locks, as on Windows: one runner at a time
    fcntl = None  # type: ignore[assignment]

_PART = f"part-{'[0-9a-f]' * 16}.*"
FOLDER = "_maintext"
"""Readers of Parquet folders pass over names that begin like this."""


@dataclass(frozen=True, slots=True)
class ShardResult:
    """A shard that is done."""

    shard: Shard
    statuses: Counter[str]
    """Rows by status."""
    counts: Counter[str]
    """What its reader saw, by name."""
    bytes: int
    """Of the pages, as they came."""
    seconds: float
    part: str
    settings: str
    """Hash of the job."""

    @property
    def rows(self) -> int:
        """Pages in, and rows out."""
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
    """The notes of a run in an output folder."""

    output: Path
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", self.output / FOLDER)

    @classmethod
    def at(cls, output: str | Path) -> "Manifest":
        """The notes of an output, at a path or a URL."""
        return cls(place(str(output)))

    def open(self, job: Job, *, restart: bool = False) -> None:
        """Begin, or go on with what is there if its settings are the same."""
        if restart:
            self.clear()
        settings = self.folder / "job.json"
        if not settings.exists() and self._is_vacant(settings):
            for name in ("done", "claims", "quarantine"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            text = json.dumps({"hash": job.hash, "job": job.to_json()}, indent=1)
            write_whole(settings, text, only_first=True)
        known = _read(settings)  # by now another runner's, perhaps
        if known.get("cleared"):
            raise DataError(f"what was in {self.output} has been removed in part: {_WAYS}")
        if known.get("hash") != job.hash:
            raise DataError(f"{self.output} was begun with other settings: {_changes(job, known)}; {_WAYS}")

    def clear(self) -> None:
        """Remove what runs have left, and nothing else; what is not finished by then can be removed again."""
        if not self.folder.exists():
            return
        with contextlib.ExitStack() as stack:
            for notes in (self, self.learned):
                if not stack.enter_context(notes._held(alone=True)):
                    raise DataError(f"another runner is at work in {self.output}: end that first")
            if (self.folder / "job.json").exists():
                _overwrite(self.folder / "job.json", json.dumps({"cleared": True}))
            for pattern in (_PART, f".{_PART}.tmp"):
                for part in self.output.glob(pattern):
                    part.unlink(missing_ok=True)
            for rest in self.folder.iterdir():
                if rest.name != "job.json":  # that goes last
                    remove(rest)
            remove(self.folder)

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Until the end of the block, nobody else may remove what is there."""
        with self._held(alone=False) as held:
            if not held:
                raise DataError(f"another runner begins anew in {self.output}: wait for it")
            yield

    @contextlib.contextmanager
    def _held(self, *, alone: bool) -> Iterator[bool]:
        """Hold the whole output, with others or alone: whether that could be had."""
        settings = self.folder / "job.json"
        with contextlib.ExitStack() as stack:
            if isinstance(settings, StorePath):  # it has no locks, but claims that tell who is at work
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
            # Whoever removed the file in between has had it alone: then this is another one.
            yield _lock(file.fileno(), shared=not alone) and _is_same(file.fileno(), settings)

    def results(self) -> Iterator[ShardResult]:
        """The shards that are done."""
        for file, content in read_all(sorted(self._done_notes(), key=str)):
            yield _result(file, _parse(file, content))

    def is_done(self, shard: Shard) -> bool:
        """Whether a shard is done."""
        return self._done(shard).exists()

    def missing(self, shards: Sequence[Shard]) -> list[Shard]:
        """Those that are not done, by one look into the folder."""
        done = {file.name.removesuffix(".json") for file in self._done_notes()}
        return [shard for shard in shards if shard.key not in done]

    def result(self, shard: Shard) -> ShardResult:
        """What became of a shard that is done."""
        file = self._done(shard)
        return _result(file, _read(file))

    def check(self, shards: Sequence[Shard]) -> list[ShardResult]:
        """The shards that are done, all of which must be among these, and of the same input.

        One whose part somebody has removed is not done.
        """
        planned = {shard.key: shard for shard in shards}
        results = list(self.results())
        parts = {file.name for file in self.output.glob("part-*")}  # a part is there before its note is
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
                    f"{shard.path} was called {result.shard.name}, but beside the inputs that are given now "
                    f"{shard.name}, and so would be its pages without ids: {_WAYS}"
                )
            if result.part and result.part not in parts:
                self._done(shard).unlink(missing_ok=True)
        return [result for result in results if not result.part or result.part in parts]

    def finish(self, result: ShardResult) -> None:
        """Note that a shard is done."""
        write_whole(self._done(result.shard), json.dumps(result.to_json(), indent=1))

    def sweep(self) -> None:
        """Remove the files that killed processes did not finish. Nobody writes any: all shards are done."""
        for folder in (self.folder, self.folder / "done", self.quarantine):
            for unfinished in folder.glob(".*.tmp"):
                unfinished.unlink(missing_ok=True)

    @contextlib.contextmanager
    def claim(self, shard: Shard) -> Iterator[bool]:
        """Whether the shard is this process's alone to work on, until the end of the block."""
        with self.claim_name(shard.key) as mine:
            yield mine

    @contextlib.contextmanager
    def claim_name(self, name: str) -> Iterator[bool]:
        """The same for work that is no shard."""
        path = self.folder / "claims" / name
        with contextlib.ExitStack() as stack:
            if isinstance(path, StorePath):
                yield stack.enter_context(lease(path))
            else:
                path.parent.mkdir(parents=True, exist_ok=True)  # copies of outputs may lack empty folders
                yield _lock(stack.enter_context(path.open("ab")).fileno())

    @property
    def learned(self) -> "Manifest":
        """The notes of the pass that learns site templates before this run, where there is one."""
        return Manifest(self.folder / "sites")

    @property
    def quarantine(self) -> Path:
        """The folder of the pages that failed."""
        return self.folder / "quarantine"

    def quarantined(self, shard: Shard) -> Path:
        """The file of a shard's pages that failed."""
        return self.quarantine / f"{shard.key}.parquet"

    def _done(self, shard: Shard) -> Path:
        return self.folder / "done" / f"{shard.key}.json"

    def _done_notes(self) -> Iterator[Path]:
        return (self.folder / "done").glob("[!.]*.json")

    def _is_vacant(self, settings: Path) -> bool:
        """Whether nothing is there. Files that no run has left must not be mixed with those of one."""
        if not self.output.exists():
            return True
        strange = not self.output.is_dir() or any(file.name != FOLDER for file in self.output.iterdir())
        if not strange or settings.exists():  # another runner has just begun
            return not strange
        raise DataError(f"{self.output} is there already and no output of maintext run: give another")


_WAYS = "give another --output, or --restart to begin anew"


def _changes(job: Job, known: dict[str, Any]) -> str:
    try:
        return "; ".join(job.differences(Job.from_json(known["job"]))) or "another version or model file"
    except (KeyError, TypeError):
        return "those of another version"


def write_whole(path: Path, text: str, *, only_first: bool = False) -> None:
    """A file that is there whole or not at all; another's that is there already may be left as it is."""
    with store_errors(str(path)), whole_file(str(path.parent), path.name, only_first=only_first) as file:
        file.write(text.encode())


def _overwrite(path: Path, text: str) -> None:
    """The same file with another content: who has it locked still has it."""
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
        raise DataError(f"{path} cannot be read: the notes of the run are damaged; {_WAYS}") from None
    if not isinstance(value, dict):
        raise DataError(f"{path} is damaged; {_WAYS}")
    return value


def _result(path: Path, value: dict[str, Any]) -> ShardResult:
    try:
        return ShardResult.from_json(value)
    except (KeyError, TypeError, ValueError):
        raise DataError(f"{path} is damaged; {_WAYS}") from None


def _lock(descriptor: int, *, shared: bool = False) -> bool:
    """Lock a file for this process, alone or with others; False where another has it."""
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
    """Whether the open file is the one of that path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
