"""Site templates of a crawl: learned by shard, merged by host, in bounded memory.

    shards ─learn_batches→ sketches of hosts ─shuffle→ sketches by host ─merge→ a template for each host

Templates of different pages merge into the template of all of them (see `SiteTemplate.merge`), so no page
has to be moved: a shard writes a sketch of each host, a line of JSON. A sketch holds few pages of a host;
when all sketches in memory have too many entries, they are written and started again. Learning is a run of
its own, so it can be resumed. An engine that can shuffle groups the sketches by host; otherwise that is
done on disk. Both merge in the order of files and lines, so the templates are the same.
"""

import json
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from maintext.batch.extract import PageExtractor, PageGuard, RawPage, raw_pages
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.places import write_whole
from maintext.batch.record import Row
from maintext.batch.sources.shard import Shard
from maintext.batch.templates import TemplateFolder, host_of
from maintext.errors import DataError
from maintext.pipeline import read
from maintext.processes import Failure
from maintext.site.learner import Learner
from maintext.site.places import SitePlace
from maintext.site.template import SiteTemplate

LEARN = "learn"
MIN_PAGES = 5
"""A host with fewer pages gets no template: their common text may be their topic."""
MAX_PAGES = 50
"""Pages of a host that are used from one shard."""
_ENOUGH_PAGES = 1000
"""Further sketches of a host with this many pages are skipped."""
_MAX_ENTRIES = 1_000_000
"""Entries of all sketches in memory."""
_POLL_SECONDS = 0.5
_GROUP_BYTES = 32 << 20
"""Bytes of sketches that are merged in memory; a larger group is split again."""
_LEVELS = 4
_PARTS = 64
"""Files open at once: some systems allow only 256."""


def start_learning(job: Job) -> PageExtractor:
    """The function that sketches one page: its digest, and its texts with their places."""
    limits = job.limits

    def sketch(page: RawPage) -> Row:
        source = read(page.html, page.url, page.charset, limits, limits.deadline())
        template = SiteTemplate.learn([source.page])
        return {
            "status": "ok",
            "pages": list(template.pages),
            "entries": list(template.counts),
            "places": dict(template.places),
        }

    return sketch


class _Sketch(Learner):
    """The pages of a host so far."""

    def add_sketched(self, sketch: Row) -> None:
        """Add a sketched page; a page that is known already is not counted again."""
        pages = sketch["pages"]
        if not self.pages.issuperset(pages):
            self.add(pages, dict.fromkeys(map(tuple, sketch["entries"]), 1), _read_places(sketch["places"]))

    def to_json(self, host: str) -> str:
        """A line of JSON; the host comes first."""
        entries = [[place, text, count] for (place, text), count in self.counts.items()]
        record = {"host": host, "pages": sorted(self.pages), "entries": entries, "places": self.places}
        return json.dumps(record)


def _read_places(places: Mapping[str, Sequence[Any]]) -> dict[str, SitePlace]:
    return {
        path: SitePlace(pages, thousandths, kept, tuple(examples))
        for path, (pages, thousandths, kept, examples) in places.items()
    }


def learn_batches(
    batches: Iterable[Any], guard: PageGuard, folder: Path, name: str
) -> Iterator[tuple[Counter[str], int]]:
    """Write sketches of the hosts of some pages; for each batch, its pages by status, and its bytes."""
    for pattern in (f"{name}-*.jsonl", f".{name}-*.tmp"):
        for leftover in folder.glob(pattern):  # of a killed process
            leftover.unlink()
    sketches: defaultdict[str, _Sketch] = defaultdict(_Sketch)
    files = entries = 0
    for batch in batches:
        seen: Counter[str] = Counter()
        hosts: list[str] = []
        pages: list[RawPage] = []
        taken: Counter[str] = Counter()
        for page in raw_pages(batch):
            host = host_of(page.url)
            if host is not None and host not in taken and host in sketches:
                taken[host] = len(sketches[host].pages)
            if host is not None and taken[host] < MAX_PAGES:
                taken[host] += 1
                hosts.append(host)
                pages.append(page)
        for host, outcome in zip(hosts, guard.run(pages), strict=True):
            if isinstance(outcome, Failure):
                seen[outcome.status] += 1
                continue
            seen["ok"] += 1
            entries -= len(sketches[host].counts)
            sketches[host].add_sketched(outcome)
            entries += len(sketches[host].counts)
        if entries > _MAX_ENTRIES:
            _write_sketches(sketches, folder / f"{name}-{files}.jsonl")
            files, entries = files + 1, 0
        yield seen, sum(len(page.html) for page in pages)
    _write_sketches(sketches, folder / f"{name}-{files}.jsonl")


def _write_sketches(sketches: dict[str, _Sketch], path: Path) -> None:
    lines = [sketch.to_json(host) + "\n" for host, sketch in sorted(sketches.items()) if sketch.pages]
    write_whole(path, "".join(lines))
    sketches.clear()


def sketch_folder(manifest: Manifest) -> Path:
    """The folder of the sketches of a learning run."""
    return manifest.output / "sketches"


@dataclass(frozen=True, slots=True)
class HostMerger:
    """Sketches of hosts → templates in a folder. It is sent to the workers of engines."""

    folder: str
    min_pages: int = MIN_PAGES

    def __call__(self, sketches: Iterable[str]) -> int:
        """Save a template for each host with enough pages; their number. The order of sketches matters."""
        learners: defaultdict[str, Learner] = defaultdict(Learner)
        for line in sketches:
            learner = learners[sketched_host(line)]
            if len(learner.pages) < _ENOUGH_PAGES:
                value = json.loads(line)
                counts = {(place, text): count for place, text, count in value["entries"]}
                learner.add(value["pages"], counts, _read_places(value["places"]))
        merged = {host: SiteTemplate.learned(learner, host=host) for host, learner in learners.items()}
        kept = [template for template in merged.values() if len(template.pages) >= self.min_pages]
        for template in kept:
            self._save(template)
        return len(kept)

    def _save(self, template: SiteTemplate) -> None:
        write_whole(TemplateFolder(self.folder).file(str(template.host)), template.to_json())


def sketched_host(line: str) -> str:
    """The host of a sketch, without parsing the rest."""
    host, _ = json.JSONDecoder().raw_decode(line, len('{"host": '))
    return str(host)


@runtime_checkable
class Shuffler(Protocol):
    """An engine that can group sketches by host."""

    def merge_hosts(self, files: Sequence[Path], merger: HostMerger) -> int:
        """Call the merger with the sketches of each host, in the order of files and lines; sum them."""
        ...


def merge_sketches(manifest: Manifest, engine: object = None, min_pages: int = MIN_PAGES) -> tuple[str, int]:
    """Sketches of all shards → a folder of templates, and their number.

    One runner merges. Others on the same output wait for it, and take over if it dies.
    """
    merger = HostMerger(str((manifest.output / "templates").resolve()), min_pages)
    shuffler = engine if isinstance(engine, Shuffler) else DiskShuffler(manifest.output / "groups")
    finished = manifest.output / "templates.json"
    while not finished.exists():
        with manifest.claim_name("templates") as mine:
            if mine and not finished.exists():
                files = sorted(
                    path for path in sketch_folder(manifest).glob("*.jsonl") if path.stat().st_size
                )
                count = shuffler.merge_hosts(files, merger) if files else 0
                shards = sorted(result.shard.key for result in manifest.results())
                write_whole(finished, json.dumps({"templates": count, "shards": shards}))
        if not mine:
            time.sleep(_POLL_SECONDS)
    return merger.folder, int(json.loads(finished.read_bytes())["templates"])


def check_learned(manifest: Manifest, shards: Sequence[Shard]) -> None:
    """Refuse inputs that were added after the templates were learned: their rows would differ."""
    finished = manifest.output / "templates.json"
    if finished.exists() and {shard.key for shard in shards} - {*json.loads(finished.read_bytes())["shards"]}:
        folder = manifest.output / "templates"
        raise DataError(
            f"site templates were learned from fewer inputs: give --site-templates {folder} to use them "
            "as they are, or --restart to start again"
        )


@dataclass(frozen=True, slots=True)
class DiskShuffler:
    """Groups lines by host into 64 files; a file that is too long is split again."""

    folder: Path

    def merge_hosts(self, files: Sequence[Path], merger: HostMerger) -> int:
        """Merge group by group."""
        shutil.rmtree(self.folder, ignore_errors=True)  # left by a killed runner
        count = 0
        waiting = self._part(files, self.folder, 0)
        while waiting:
            group = waiting.pop()
            level = len(group.relative_to(self.folder).parts)
            if group.stat().st_size > _GROUP_BYTES and level < _LEVELS:
                waiting += self._part([group], group.with_name(f"{group.name}.parts"), level)
            else:
                with group.open(encoding="utf-8") as lines:
                    count += merger(lines)
            group.unlink()
        shutil.rmtree(self.folder)
        return count

    @staticmethod
    def _part(files: Iterable[Path], folder: Path, level: int) -> list[Path]:
        """Split lines by one byte of the digest of their host; the files that are not empty."""
        folder.mkdir(parents=True)
        paths = [folder / f"{number:02}" for number in range(_PARTS)]
        with ExitStack() as stack:
            parts = [stack.enter_context(path.open("w", encoding="utf-8")) for path in paths]
            for file in files:
                with file.open(encoding="utf-8") as lines:
                    for line in lines:
                        digest = blake2b(sketched_host(line).encode(), digest_size=_LEVELS).digest()
                        parts[digest[level] % _PARTS].write(line)
        return [path for path in paths if path.stat().st_size]
