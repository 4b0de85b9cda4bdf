"""Site templates of a crawl: learned shard by shard, merged host by host, in bounded memory.

    shards ─learn_shard→ sketches of hosts ─partition→ groups of hosts, on disk ─merge→ a template for each

A template of some pages and one of others merge into what both together would have given (see
`SiteTemplate.merge`), so no page has to travel: what leaves a shard is a sketch of each host, a line of
JSON. Sketches hold few pages of a host, and all sketches in memory so many entries: then they are put
down, and begun anew. Learning is a run of its own, so it goes on where it was.
"""

import json
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from maintext.batch.extract import PageExtractor, PageGuard, RawPage, raw_pages
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest, write_whole
from maintext.batch.record import Row
from maintext.batch.templates import TemplateFolder, host_of
from maintext.guarded import Failure
from maintext.pipeline import read
from maintext.site import Entry, SiteTemplate

LEARN = "learn"
LEAST_PAGES = 5
"""A host with fewer pages gets no template: what so few share may be their subject."""
MOST_PAGES = 50
"""Pages of a host that are learned from in one shard; merged, a host may have more."""
_MOST_ENTRIES = 1_000_000
"""Entries of all sketches in memory."""
_GROUPS = 256


def start_learning(job: Job) -> PageExtractor:
    """What is noted of one page: its digest, and its texts with their places."""
    limits = job.limits

    def sketch(page: RawPage) -> Row:
        source = read(page.html, page.url, page.charset, limits, limits.deadline())
        template = SiteTemplate.learn([source.page])
        return {"status": "ok", "pages": list(template.pages), "entries": list(template.counts)}

    return sketch


@dataclass(slots=True)
class _Sketch:
    """What is known of a host so far."""

    pages: set[str] = field(default_factory=set)
    counts: Counter[Entry] = field(default_factory=Counter)

    def add(self, pages: Iterable[str], entries: Iterable[Entry]) -> None:
        """A page; one that is known already counts once."""
        if not self.pages.issuperset(pages):
            self.pages.update(pages)
            self.counts.update(entries)

    def to_json(self, host: str) -> str:
        """A line of JSON."""
        entries = [[place, text, count] for (place, text), count in self.counts.items()]
        return json.dumps({"host": host, "pages": sorted(self.pages), "entries": entries})


def learn_batches(
    batches: Iterable[Any], guard: PageGuard, folder: Path, name: str
) -> Iterator[tuple[Counter[str], int]]:
    """Put down sketches of the hosts in some pages; for each batch, pages by status, and their bytes."""
    sketches: defaultdict[str, _Sketch] = defaultdict(_Sketch)
    files = entries = 0
    for batch in batches:
        seen: Counter[str] = Counter()
        hosts: list[str] = []
        pages: list[RawPage] = []
        taken = Counter({host: len(sketch.pages) for host, sketch in sketches.items()})
        for page in raw_pages(batch):
            host = host_of(page.url)
            if host is not None and taken[host] < MOST_PAGES:
                taken[host] += 1
                hosts.append(host)
                pages.append(page)
        for host, outcome in zip(hosts, guard.run(pages), strict=True):
            if isinstance(outcome, Failure):
                seen[outcome.status] += 1
                continue
            seen["ok"] += 1
            entries -= len(sketches[host].counts)
            sketches[host].add(outcome["pages"], outcome["entries"])
            entries += len(sketches[host].counts)
        if entries > _MOST_ENTRIES:
            _put_down(sketches, folder / f"{name}-{files}.jsonl")
            files, entries = files + 1, 0
        yield seen, sum(len(page.html) for page in pages)
    _put_down(sketches, folder / f"{name}-{files}.jsonl")


def _put_down(sketches: dict[str, _Sketch], path: Path) -> None:
    lines = [sketch.to_json(host) + "\n" for host, sketch in sorted(sketches.items()) if sketch.pages]
    write_whole(path, "".join(lines))
    sketches.clear()


def sketch_folder(manifest: Manifest) -> Path:
    """Where the sketches of a learning run lie."""
    return manifest.output / "sketches"


def merge_sketches(manifest: Manifest, least_pages: int = LEAST_PAGES) -> tuple[str, int]:
    """Sketches of all shards → a folder of templates, and how many there are in it."""
    templates = TemplateFolder(manifest.output / "templates")
    groups = manifest.output / "groups"
    finished = manifest.output / "templates.json"
    if not finished.exists():
        shutil.rmtree(groups, ignore_errors=True)
        _partition(sorted(sketch_folder(manifest).glob("*.jsonl")), groups)
        count = sum(_merge_group(group, templates, least_pages) for group in sorted(groups.iterdir()))
        shutil.rmtree(groups)
        write_whole(finished, json.dumps({"templates": count}))
    return str(templates.path.resolve()), int(json.loads(finished.read_bytes())["templates"])


def _partition(files: Iterable[Path], groups: Path) -> None:
    """Lines of the same host into the same file."""
    groups.mkdir(parents=True)
    with ExitStack() as stack:
        outputs = [
            stack.enter_context((groups / f"{number:03}").open("w", encoding="utf-8"))
            for number in range(_GROUPS)
        ]
        for path in files:
            with path.open(encoding="utf-8") as lines:
                for line in lines:
                    host = json.loads(line)["host"].encode()
                    outputs[blake2b(host, digest_size=1).digest()[0]].write(line)


def _merge_group(group: Path, templates: TemplateFolder, least_pages: int) -> int:
    """A template for each host of a group that has pages enough; how many."""
    merged: dict[str, SiteTemplate] = {}
    with group.open(encoding="utf-8") as lines:
        for line in lines:
            value = json.loads(line)
            counts = {(place, text): count for place, text, count in value["entries"]}
            found = SiteTemplate(frozenset(value["pages"]), counts, value["host"])
            known = merged.get(value["host"])
            merged[value["host"]] = found if known is None else known.merge(found)
    kept = [template for template in merged.values() if len(template.pages) >= least_pages]
    for template in kept:
        path = templates.file(str(template.host))
        path.parent.mkdir(parents=True, exist_ok=True)
        template.save(path)
    return len(kept)
