"""Progress and summary of a run."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from maintext.batch.full_disk import is_full, name_full
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.record import FAILED, STATUSES
from maintext.batch.run import Engine, ShardFailure, Unfinished, run_shards
from maintext.batch.sites import LEARN, MIN_PAGES, check_learned, merge_sketches
from maintext.batch.sources.files import is_remote
from maintext.batch.sources.shard import Shard
from maintext.cli.output import FOUND, UNFINISHED, UNREADABLE
from maintext.cli.run_counts import counted, describe_counts
from maintext.cli.run_log import RunLog
from maintext.cli.screen import console
from maintext.errors import DataError

INTERRUPTED, DAMAGED = 130, 1
"""Exit codes: interrupted; all readable input is done."""
_DAMAGE = ("malformed", "damaged_bytes", "cut_off", "no_header", "unreadable")
WRITTEN, LEARNED = "in", "learned from, in"
_LANGUAGES = 10
_BAR_SECONDS = 0.1
_LINE_SECONDS = 30.0
"""Seconds between two lines of progress without a terminal."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a run treats an output that is there already."""

    restart: bool = False
    verify: bool = False
    """Compare every part with its digest first."""
    other_version: bool = False
    """Resume an output of another version."""
    log: RunLog = field(default_factory=RunLog)


class Terminated(KeyboardInterrupt):
    """SIGTERM, which is what clusters send before they kill."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Within the block, SIGTERM raises `Terminated`."""

    def stop(*_: object) -> None:
        raise Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run(shards: Sequence[Shard], job: Job, output: str, engine: Engine, start: Start = Start()) -> int:
    """Run the remaining shards under a progress bar, then print a summary; return the exit code."""
    with _terminable(), start.log.open() as log:
        log.event("start", output=output, shards=len(shards), bytes=sum(shard.bytes for shard in shards))
        try:
            code = _run_passes(shards, job, output, engine, start)
        except Unfinished as error:
            log.say(str(error), important=True)
            code = UNFINISHED
        except (ConnectionError, TimeoutError) as error:  # of the store that has the output
            log.say(f"{error}; run it again to resume", important=True)
            code = UNFINISHED
        except OSError as error:
            if not is_full(error):
                raise
            log.say(name_full(error, output), important=True)
            code = UNFINISHED
        except Terminated:
            log.say("terminated; run it again to resume", important=True)
            code = UNFINISHED
        log.event("end", code=code)
        return code


def second_pass(job: Job, manifest: Manifest) -> Job:
    """The job that extracts, which takes the templates that the first pass learns."""
    if job.site_templates != LEARN:
        return job
    return replace(job, site_templates=str((manifest.learned.output / "templates").resolve()))


def _run_passes(shards: Sequence[Shard], job: Job, output: str, engine: Engine, start: Start) -> int:
    manifest = Manifest.at(output)
    if job.site_templates == LEARN and is_remote(output):
        raise DataError(
            "--site-templates learn needs a local or mounted --output: learn there, then give its templates"
        )
    learned = manifest.learned
    second = second_pass(job, manifest)
    manifest.open(second, restart=start.restart, other_version=start.other_version)
    for shard in shards:
        if shard.note:
            start.log.say(f"{shard.path} is read {shard.note}")
    with manifest.in_use():
        if job.site_templates == LEARN:
            check_learned(learned, shards)
            code = _run(shards, job, learned, engine, start)
            if code not in (FOUND, DAMAGED):
                return code
            folder, count = merge_sketches(learned, engine)
            start.log.say(f"{counted(count, 'site template')} in {folder}")
            if not count:
                start.log.say(f"no host has {MIN_PAGES} pages with a URL, so no site template was learned")
        return _run(shards, second, manifest, engine, start)


def _run(shards: Sequence[Shard], job: Job, manifest: Manifest, engine: Engine, start: Start) -> int:
    manifest.open(job, other_version=start.other_version)
    output = manifest.output
    done = manifest.check(shards, verify=start.verify, warn=start.log.say)
    if done:
        start.log.say(f"{len(done)} of {len(shards)} shards are done already")
    tally = Tally(shards, done, LEARNED if job.site_templates == LEARN else WRITTEN, start.log)
    try:
        with tally:
            for outcome in run_shards(shards, job, str(output), engine, tally.add_batch):
                tally.add(outcome)
    except KeyboardInterrupt as signalled:
        word, code = "interrupted", INTERRUPTED
        if isinstance(signalled, Terminated):
            word, code = "terminated", UNFINISHED
        words = f"{word}: {tally.finished} of {len(shards)} shards are done; run it again to resume"
        start.log.say(words, important=True)
        return code
    except Unfinished as error:
        done_now = len(shards) - len(manifest.missing(shards))
        start.log.say(f"{error} ({done_now} of {len(shards)} shards are done)", important=True)
        return UNFINISHED
    return tally.conclude(output)


class Tally:
    """Counts of the pages so far, and the bar that shows them."""

    def __init__(self, shards: Sequence[Shard], done: Iterable[ShardResult], verb: str, log: RunLog) -> None:
        self.verb, self.log = verb, log
        self.bytes = sum(shard.bytes for shard in shards)
        self.results = list(done)
        self.failures: list[ShardFailure] = []
        self.finished = len(self.results)
        self.shards = len(shards)
        self.live: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.start = self.reported = self.shown = time.monotonic()
        screen = console(stderr=True)
        self.quiet = log.quiet or not screen.wraps
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=screen,
            redirect_stdout=False,
            transient=True,
            auto_refresh=False,  # a refreshing thread would be unsafe with forks
            disable=self.quiet,
        )
        self.task = self.bar.add_task("starting", total=self.bytes or 1)
        self.done_bytes = sum(result.shard.bytes for result in self.results)
        self.bar.update(self.task, advance=self.done_bytes)

    def __enter__(self) -> "Tally":
        self.bar.start()
        self.bar.refresh()
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.stop()

    def add_batch(self, seen: Counter[str]) -> None:
        """Count a finished batch."""
        with self.lock:
            self.live += seen
            self.show(description=self.words())
            self.measure()
            if self.quiet and time.monotonic() - self.reported > _LINE_SECONDS:
                self.reported = time.monotonic()
                self.log.say(f"{self.finished} of {self.shards} shards, {self.words()}")

    def add(self, outcome: ShardResult | ShardFailure) -> None:
        """Count a finished or failed shard."""
        if isinstance(outcome, ShardFailure):
            self.failures.append(outcome)
            path = outcome.shard.path
            words = outcome.reason if outcome.reason.startswith(path) else f"{path}: {outcome.reason}"
            self.log.say(words, important=True)
        else:
            self.results.append(outcome)
            self.finished += 1
            self.done_bytes += outcome.shard.bytes
            self.log.event(
                "shard",
                key=outcome.shard.key,
                path=outcome.shard.path,
                rows=outcome.rows,
                statuses=dict(outcome.statuses),
                counts=dict(outcome.counts),
                bytes=outcome.bytes,
                seconds=outcome.seconds,
            )
        with self.lock:
            self.show(advance=outcome.shard.bytes)

    def show(self, *, description: str | None = None, advance: float = 0.0) -> None:
        """Update the bar, but draw it at most ten times a second."""
        self.bar.update(self.task, description=description, advance=advance)
        if time.monotonic() - self.shown > _BAR_SECONDS:
            self.shown = time.monotonic()
            self.bar.refresh()

    def measure(self, *, last: bool = False) -> None:
        """Hand the counts to the metrics."""
        values = {
            "shards": self.shards,
            "shards_done": self.finished,
            "shards_failed": len(self.failures),
            "input_bytes": self.bytes,
            "input_bytes_done": self.done_bytes,
            "html_bytes_total": self.live["bytes"],
            "seconds": round(time.monotonic() - self.start, 3),
            "finished": float(last),
        }
        self.log.measure(values, Counter({name: self.live[name] for name in STATUSES}), last=last)

    def words(self) -> str:
        """Pages, their statuses, and the speed."""
        seconds = max(time.monotonic() - self.start, 1e-3)
        pages = sum(self.live[status] for status in STATUSES)
        speed = f"{_rate(pages / seconds)} pages/s, {self.live['bytes'] / seconds / 1e6:,.1f} MB/s"
        return f"{counted(pages, 'page')} ({_statuses(self.live)}), {speed}" if pages else "no pages yet"

    def conclude(self, output: Path) -> int:
        """Print the summary; return the exit code."""
        statuses: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        languages: Counter[str] = Counter()
        for result in self.results:
            statuses += result.statuses
            counts += result.counts
            languages += result.languages
        self.measure(last=True)
        seconds = time.monotonic() - self.start
        say = self.log.say
        pages = sum(statuses.values())
        new = sum(self.live[status] for status in STATUSES)
        speed = f", {_rate(new / max(seconds, 1e-3))} pages/s" if new else ""
        found = f"{counted(pages, 'page')} {self.verb} {output} ({_statuses(statuses)})"
        say(f"{found if pages else f'no pages {self.verb} {output}'} after {seconds:,.1f} s{speed}")
        if counts:
            say(describe_counts(counts, Manifest.at(output).skipped))
        if languages:
            say(f"languages: {_most(languages)}")
        failed = sum(statuses[status] for status in FAILED)
        if failed and self.verb == WRITTEN:
            them = "it" if failed == 1 else "them"
            words = f"{counted(failed, 'page')} failed; to process {them} again"
            say(f"{words}: maintext run --replay {output} -o ANOTHER")
        if self.failures:
            lasting = any(failure.lasting for failure in self.failures)
            advice = "repair or exclude the unreadable input" if lasting else "run it again to retry them"
            say(f"{len(self.failures)} of {self.shards} shards failed; {advice}", important=True)
            return UNREADABLE if lasting else UNFINISHED
        if any(counts[name] for name in _DAMAGE):
            say("part of the input is damaged; the rest of it was processed", important=True)
            return DAMAGED
        return FOUND


def _rate(value: float) -> str:
    """A number of pages per second.

    >>> _rate(0.25), _rate(1234.5)
    ('0.2', '1,234')
    """
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def _most(languages: Counter[str]) -> str:
    """The most frequent languages, and how many pages have another."""
    shown = languages.most_common(_LANGUAGES)
    rest = sum(languages.values()) - sum(count for _, count in shown)
    words = [f"{count:,} {name}" for name, count in shown] + ([f"{rest:,} other"] if rest else [])
    return ", ".join(words)


def _statuses(counts: Counter[str]) -> str:
    return ", ".join(f"{counts[status]:,} {status}" for status in STATUSES if counts[status])
