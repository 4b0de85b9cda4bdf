"""Reports of a run in progress: lines on standard error, JSON lines, and metrics for Prometheus."""

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from maintext.files import whole_local_file

_METRICS_SECONDS = 10.0


class RunLog:
    """Messages, events and counts of a run."""

    def __init__(self, *, quiet: bool = False, log: Path | None = None, metrics: Path | None = None) -> None:
        self.quiet, self.metrics = quiet, metrics
        self._path = log
        self._file: TextIO | None = None
        self._lock = threading.Lock()
        self._written = 0.0

    @contextmanager
    def open(self) -> Iterator["RunLog"]:
        """Within the block, events are appended to the log file; raise if a file cannot be written."""
        if self.metrics is not None:
            try:
                self._write_metrics("")
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(self.metrics)) from None
        if self._path is None:
            yield self
            return
        self._file = file = self._path.open("a", encoding="utf-8")
        try:
            yield self
        finally:
            self._file = None
            with suppress(OSError):  # it was reported when the line was written
                file.close()

    def say(self, words: str, *, important: bool = False) -> None:
        """A line for the user; with --quiet, only if it is important."""
        if important or not self.quiet:
            print(f"maintext: {words}", file=sys.stderr, flush=True)
        self.event("message", words=words)

    def event(self, name: str, **values: Any) -> None:
        """A line of the log file."""
        if self._file is None:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": now, "event": name, **values}, ensure_ascii=False)
        try:
            with self._lock:
                self._file.write(line + "\n")
                self._file.flush()
        except OSError as error:
            self._file = None
            self._give_up(self._path, error)

    def measure(self, values: Mapping[str, float], statuses: Counter[str], *, last: bool = False) -> None:
        """Write the metrics, at most every ten seconds."""
        if self.metrics is None or (not last and time.monotonic() - self._written < _METRICS_SECONDS):
            return
        self._written = time.monotonic()
        try:
            self._write_metrics(metrics_text(values, statuses))
        except OSError as error:
            path, self.metrics = self.metrics, None
            self._give_up(path, error)

    def _write_metrics(self, text: str) -> None:
        assert self.metrics is not None
        with whole_local_file(self.metrics) as file:
            file.write(text.encode())

    def _give_up(self, path: Path | None, error: OSError) -> None:
        """A run does not end if its log or metrics cannot be written."""
        self.say(f"{path} is no longer written: {error.strerror or error}", important=True)


_HELP = {
    "shards": ("gauge", "Shards of the run."),
    "shards_done": ("gauge", "Shards that are done."),
    "shards_failed": ("gauge", "Shards that failed."),
    "input_bytes": ("gauge", "Bytes of the input, as it is stored."),
    "input_bytes_done": ("gauge", "Bytes of the shards that are done."),
    "html_bytes_total": ("counter", "Bytes of the pages that this process has seen."),
    "seconds": ("gauge", "Seconds since this process started the run."),
    "finished": ("gauge", "1 when the run has ended."),
}


def metrics_text(values: Mapping[str, float], statuses: Counter[str]) -> str:
    """Metrics in the text format of Prometheus, for the textfile collector of its node exporter.

    >>> print(metrics_text({"shards": 2}, Counter(ok=7)), end="")
    # HELP maintext_run_shards Shards of the run.
    # TYPE maintext_run_shards gauge
    maintext_run_shards 2
    # HELP maintext_run_pages_total Pages that this process has seen, by status.
    # TYPE maintext_run_pages_total counter
    maintext_run_pages_total{status="ok"} 7
    """
    lines: list[str] = []
    for name, value in values.items():
        kind, words = _HELP[name]
        lines += [f"# HELP maintext_run_{name} {words}", f"# TYPE maintext_run_{name} {kind}"]
        lines.append(f"maintext_run_{name} {value:.15g}")
    lines.append("# HELP maintext_run_pages_total Pages that this process has seen, by status.")
    lines.append("# TYPE maintext_run_pages_total counter")
    lines += [
        f'maintext_run_pages_total{{status="{name}"}} {count}' for name, count in sorted(statuses.items())
    ]
    return "\n".join(lines) + "\n"
