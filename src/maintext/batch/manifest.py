"""Manifest: what a run has done, stored beside its output, so that it can be resumed.

    OUT/data/part-NUMBER-KEY.parquet    the rows of a shard; complete, or absent
    OUT/_maintext/job.json              the settings
    OUT/_maintext/done/KEY.json         a note of a finished shard: its input, its counts, its parts
    OUT/_maintext/claims/KEY            locked by the process that works on the shard
    OUT/_maintext/quarantine/KEY.arrow  failed pages, unchanged
    OUT/_maintext/skipped/KEY.jsonl.zst responses and lines that have no row, with the reason
    OUT/.huggingface.yaml               names `data` for the library `datasets`

A shard is done when its note exists, which is written last. Parts without one are removed, or written
again. A lock ends with its process; for stores, see `places`.
"""

import contextlib
import json
import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maintext.batch.card import CARD, write_card
from maintext.batch.job import Job
from maintext.batch.job_file import WAYS, is_of_other_version, read_object, write_settings
from maintext.batch.notes import ShardResult, read_note, write_note
from maintext.batch.parts import DATA, shard_key
from maintext.batch.places import (
    StorePath,
    lease,
    overwrite,
    place,
    read_all,
    remove,
    remove_empty,
    sizes_below,
    write_whole,
)
from maintext.batch.sources.files import digest_of
from maintext.batch.sources.shard import Shard
from maintext.errors import DataError
from maintext.files import HAS_LOCKS, try_lock

_PART = f"part-{'[0-9a-f]' * 16}.*"
FOLDER = "_maintext"
"""Readers of Parquet folders skip names with an underscore."""


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

    def open(self, job: Job, *, restart: bool = False, other_version: bool = False) -> None:
        """Start a run, or resume one with the same settings; of another version only if that is asked for."""
        if restart:
            self.clear()
        settings = self.folder / "job.json"
        if not settings.exists() and self._is_vacant(settings):
            for name in ("done", "claims", "quarantine", "skipped"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            if self.output.parent.name != FOLDER:  # not for the pass that learns
                write_whole(
                    self.output / CARD, write_card(job.sink, job.schema, job.partition), only_first=True
                )
            write_whole(settings, write_settings(job), only_first=True)
        known = read_object(settings)  # possibly written by another runner
        if is_of_other_version(self.output, known, job, allowed=other_version):
            overwrite(settings, write_settings(job))  # other processes of this run compare with it

    def shard_bytes(self) -> int | None:
        """The size of shards in the settings of the run that is there, if any."""
        try:
            known = json.loads((self.folder / "job.json").read_bytes())["job"]["shard_bytes"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return known if isinstance(known, int) and known > 0 else None

    def clear(self) -> None:
        """Remove the files of runs, and nothing else; an interrupted removal can be repeated."""
        if not self.folder.exists():
            return
        with contextlib.ExitStack() as stack:
            for notes in (self, self.learned):
                if not stack.enter_context(notes._held(alone=True)):
                    raise DataError(f"another runner is working in {self.output}: stop it first")
            if (self.folder / "job.json").exists():
                overwrite(self.folder / "job.json", json.dumps({"cleared": True}))
            for pattern in (_PART, f".{_PART}.tmp"):
                for part in self.output.glob(pattern):  # of version 0.1
                    part.unlink(missing_ok=True)
            for name in self._part_sizes():
                (self.output / name).unlink(missing_ok=True)
            remove_empty(self.output / DATA)
            (self.output / CARD).unlink(missing_ok=True)
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
            if not HAS_LOCKS or (alone and not settings.exists()):
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
        """The finished shards; a note that is damaged is an error."""
        for key, result in self._notes():
            if result is None:
                raise DataError(f"{self.folder / 'done' / key}.json is damaged; run it again to repair it")
            yield result

    def _notes(self) -> Iterator[tuple[str, ShardResult | None]]:
        """Keys and notes of the finished shards; None for a note that is damaged."""
        for file, content in read_all(sorted(self._done_files(), key=str)):
            try:
                yield file.name.removesuffix(".json"), read_note(json.loads(content))
            except (KeyError, TypeError, ValueError, AttributeError):
                yield file.name.removesuffix(".json"), None

    def is_done(self, shard: Shard) -> bool:
        """Whether a shard is done."""
        return self._done(shard).exists()

    def missing(self, shards: Sequence[Shard]) -> list[Shard]:
        """The shards that are not done; the folder is listed once."""
        done = {file.name.removesuffix(".json") for file in self._done_files()}
        return [shard for shard in shards if shard.key not in done]

    def left(self, shards: Sequence[Shard], job: Job, *, other_version: bool = False) -> list[Shard]:
        """The shards that a run would process, without any change; an error if it would refuse the output."""
        settings = self.folder / "job.json"
        if not settings.exists():
            return list(shards)
        is_of_other_version(self.output, read_object(settings), job, allowed=other_version)
        planned = {shard.key: shard for shard in shards}
        sizes = self._part_sizes()
        done = {
            key
            for key, result in self._notes()
            if result is not None and self._problem(result, planned, sizes, verify=False) is None
        }
        return [shard for shard in shards if shard.key not in done]

    def result(self, shard: Shard) -> ShardResult:
        """The result of a finished shard."""
        file = self._done(shard)
        try:
            return read_note(read_object(file))
        except (KeyError, TypeError, ValueError):
            raise DataError(f"{file} is damaged; run it again to repair it") from None

    def check(
        self, shards: Sequence[Shard], *, verify: bool = False, warn: Callable[[str], None] = lambda _: None
    ) -> list[ShardResult]:
        """The finished shards, all of which must be among these and have the same input.

        A shard whose note is damaged, or whose parts are missing or have another size, is not finished:
        `warn` says so, and it is done again. With `verify`, each part is compared with its digest.
        """
        planned = {shard.key: shard for shard in shards}
        sizes = self._part_sizes()
        good: list[ShardResult] = []
        for key, result in self._notes():
            if result is None:
                warn(f"the note {key}.json is damaged: its shard is done again")
            elif problem := self._problem(result, planned, sizes, verify):
                warn(f"{problem}: its shard is done again")
            else:
                good.append(result)
                continue
            (self.folder / "done" / f"{key}.json").unlink(missing_ok=True)
        self._remove_orphans(sizes, {result.shard.key for result in good})
        return good

    def _problem(
        self, result: ShardResult, planned: dict[str, Shard], sizes: dict[str, int], verify: bool
    ) -> str | None:
        """What is wrong with the parts of a finished shard; raise an error if its input is not as it was."""
        shard = planned.get(result.shard.key)
        if shard is None:
            raise DataError(self._unplanned(result.shard, planned.values()))
        if shard.identity != result.shard.identity:
            raise DataError(f"{shard.path} has changed since its rows were written; {WAYS}")
        if shard.name != result.shard.name and result.counts["no_id"]:
            raise DataError(
                f"{shard.path} was named {result.shard.name}, but with the inputs given now it is named "
                f"{shard.name}, which would change the ids made from its name: {WAYS}"
            )
        for part in result.parts:
            if part.name not in sizes:
                return f"{part.name} is missing"
            if sizes[part.name] != part.bytes:
                return f"{part.name} has {sizes[part.name]:,} bytes instead of {part.bytes:,}"
            if verify and digest_of(str(self.output / part.name)) != part.digest:
                return f"{part.name} is damaged"
        return None

    def _unplanned(self, shard: Shard, planned: Iterable[Shard]) -> str:
        """Why a finished shard is not among those of this run."""
        if any(one.limit is not None for one in (shard, *planned)):
            return f"{self.output} was started with another --limit, or with other inputs; {WAYS}"
        if any((one.source, one.path) == (shard.source, shard.path) for one in planned):
            return f"{shard.path} has changed since its rows were written; {WAYS}"
        return f"{self.output} has rows of {shard.path}, which is not among the inputs; {WAYS}"

    def _part_sizes(self) -> dict[str, int]:
        """The parts there are, also unfinished ones, by their paths below the output."""
        return {
            f"{DATA}/{name}": size
            for name, size in sizes_below(self.output / DATA).items()
            if shard_key(name) is not None
        }

    def _remove_orphans(self, parts: Iterable[str], done: Container[str]) -> None:
        """Remove parts of shards that are not done and that no process works on."""
        for name in parts:
            key = shard_key(name)
            if key is not None and key not in done:
                with self.claim_name(key) as mine:
                    if mine and not (self.folder / "done" / f"{key}.json").exists():
                        (self.output / name).unlink(missing_ok=True)

    def finish(self, result: ShardResult) -> None:
        """Record that a shard is done."""
        write_whole(self._done(result.shard), write_note(result))

    def sweep(self) -> None:
        """Remove unfinished files of killed processes. All shards are done, so none is in use."""
        for folder in (self.output, self.folder, self.folder / "done", self.quarantine, self.skipped):
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
        return self.quarantine / f"{shard.key}.arrow"

    @property
    def skipped(self) -> Path:
        """The folder of lists of responses, lines and files without a row."""
        return self.folder / "skipped"

    def skipped_of(self, shard: Shard) -> Path:
        """The list of a shard."""
        return self.skipped / f"{shard.key}.jsonl.zst"

    def _done(self, shard: Shard) -> Path:
        return self.folder / "done" / f"{shard.key}.json"

    def _done_files(self) -> Iterator[Path]:
        return (self.folder / "done").glob("[!.]*.json")

    def _is_vacant(self, settings: Path) -> bool:
        """Whether the folder is free; raise if it has files that are not of a run."""
        if not self.output.exists():
            return True
        strange = not self.output.is_dir() or any(
            file.name not in (FOLDER, CARD) and not file.name.startswith(f".{CARD}")
            for file in self.output.iterdir()
        )
        if not strange or settings.exists():  # another runner has just started
            return not strange
        raise DataError(f"{self.output} exists and is not an output of maintext run: give another")


def _lock(descriptor: int, *, shared: bool = False) -> bool:
    """Lock a file of the output; without locks, as on Windows, one runner at a time must do."""
    try:
        return try_lock(descriptor, shared=shared)
    except OSError as error:
        raise DataError(f"the output is on a file system without locks ({error.strerror})") from None


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
