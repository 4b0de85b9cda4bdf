"""Labels → a model, in its own process, which reports progress: `python -m maintext.serve.retrain`.

labels.jsonl ─adapt auto, or count for naive_bayes→ models/auto.npz, and F1 before and after
"""

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from maintext.errors import MaintextError, missing_package
from maintext.files import whole_local_file
from maintext.processes.child import limit_data
from maintext.serve.errors import conflict, not_found

FILES = {"auto": "auto.npz", "naive_bayes": "naive_bayes.json"}
_REPORT = "last.json"
"""The outcome of the last retraining, beside the models: a service that starts again shows it."""
_MAX_LINE = 1 << 24
Report = Callable[[str, float], None]


# -- in the service ---------------------------------------------------------------------------------------


class Retraining:
    """The running retraining, or the last one."""

    def __init__(self, folder: Path, models: Mapping[str, Path], seconds: float, memory: int | None) -> None:
        self.folder, self.bases, self.seconds, self.memory = folder, models, seconds, memory
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._begun = self._ended = 0.0
        self._method = "auto"
        self._state: dict[str, Any] = {"state": "idle"}
        self._recall()

    def state(self) -> dict[str, Any]:
        """Progress and result."""
        until = self._ended if self._state["state"] != "running" else time.monotonic()
        state = {"stage": None, "progress": 0.0, "error": None, "result": None} | self._state
        seconds = round(until - self._begun, 1)
        return {"method": self._method, "seconds": seconds, "models": sorted(self.models()), **state}

    def models(self) -> dict[str, Path]:
        """The retrained models, by method."""
        paths = {method: self.folder / "models" / name for method, name in FILES.items()}
        return {method: path for method, path in paths.items() if path.is_file()}

    def file(self) -> Path:
        """The last retrained model."""
        path = self.models().get(self._method)
        if path is None:
            raise not_found("no model has been retrained yet")
        return path

    def _recall(self) -> None:
        """Take over the outcome of the last retraining in this folder, if it can be read."""
        try:
            report = json.loads((self.folder / "models" / _REPORT).read_bytes())
            method, result, seconds = report["method"], dict(report["result"]), float(report["seconds"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return
        if method in self.models():
            self._method, self._ended = method, seconds
            self._state = {"state": "done", "stage": "done", "progress": 1.0, "result": result}

    async def start(self, method: str) -> None:
        """Start; only one may run at a time."""
        if self._state["state"] == "running":
            raise conflict("a retraining is already running")
        self._state = {"state": "running", "stage": "starting", "progress": 0.0}
        self._method, self._begun = method, time.monotonic()
        base = self.bases.get(method)
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "maintext.serve.retrain", str(self.memory or 0), method, str(self.folder)),
                *([str(base)] if base else []),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                limit=_MAX_LINE,
            )
        except OSError as error:
            self._end({"state": "failed", "error": f"it could not start: {error.strerror}"})
            return
        self._watch = asyncio.create_task(self._listen(self._process))

    async def stop(self) -> None:
        """Stop it, if it is running."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._watch is not None:
            await self._watch

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        try:
            async with asyncio.timeout(self.seconds):
                await self._follow(process)
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
            stage = self._state.get("stage")
            self._state |= {"error": f"it took more than {self.seconds:g} seconds, in the stage: {stage}"}
        if process.returncode:
            words = "it was stopped" if process.returncode < 0 else "its process failed"
            self._state |= {"error": self._state.get("error") or words}
        state = "done" if self._state.get("result") else "failed"
        self._end(self._state | {"state": state, "progress": 1.0 if state == "done" else 0.0})

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Read its reports until it ends."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self._state |= json.loads(line)

    def _end(self, state: dict[str, Any]) -> None:
        self._state, self._ended = state, time.monotonic()


# -- in its own process -----------------------------------------------------------------------------------


def retrain(method: str, folder: Path, base: Path | None, report: Report) -> dict[str, Any]:
    """Fit a model to the labels of a folder and save it; return F1 before and after."""
    from maintext.evaluation.datasets.jsonl import JSONL

    pages = [page for page in JSONL.read(folder / "labels.jsonl") if page.text]
    output = folder / "models" / FILES[method]
    output.parent.mkdir(exist_ok=True)
    begun = time.monotonic()
    fit = _adapt if method == "auto" else _count
    result = fit(pages, base, output, report)
    outcome = {"method": method, "seconds": round(time.monotonic() - begun, 1), "result": result}
    with whole_local_file(output.with_name(_REPORT)) as file:
        file.write(json.dumps(outcome).encode())
    return result


def _adapt(pages: list[Any], base: Path | None, output: Path, report: Report) -> dict[str, Any]:
    from maintext.methods.auto.method import Auto
    from maintext.model.auto import AutoModel, shipped_auto
    from maintext.training.auto.adapt import CANDIDATES, adapt

    old = AutoModel.load(base) if base else shipped_auto()
    stages = len(CANDIDATES) + 2
    stage, read = 0, 0

    def on_stage(words: str) -> None:
        nonlocal stage
        stage += 1
        report(words, 0.3 + 0.6 * stage / stages)

    def on_page() -> None:
        nonlocal read
        read += 1
        report("reading pages", 0.3 * read / len(pages))

    made = adapt(pages, old, progress=on_stage, on_page=on_page)
    report("the labelled pages, before and after", 0.95)
    with whole_local_file(output) as file:
        file.write(made.model.to_bytes())
    return {
        "before": made.trials["unchanged"].token_f1,
        "after": made.trials[made.chosen].token_f1,
        "changed": made.chosen != "unchanged",
        "words": f"{made.reason} {made.validation}",
        "measured": "cross-validation",
        "pages": _page_results(pages, Auto(old), Auto(made.model)),
        "file": str(output),
    }


def _count(pages: list[Any], base: Path | None, output: Path, report: Report) -> dict[str, Any]:
    from maintext.methods.papers.naive_bayes import NaiveBayes
    from maintext.model.naive_bayes import NaiveBayesModel
    from maintext.training.naive_bayes import train

    read = 0

    def on_page() -> None:
        nonlocal read
        read += 1
        report("reading pages", 0.9 * read / len(pages))

    model = train(pages, on_page)
    with whole_local_file(output) as file:
        file.write(model.to_json().encode())
    before = NaiveBayes(model=NaiveBayesModel.load(base)) if base else NaiveBayes()
    results = _page_results(pages, before, NaiveBayes(model=model))
    return {
        "before": fmean(page["before"] for page in results),
        "after": fmean(page["after"] for page in results),
        "changed": True,
        "words": "The new model was fitted to the same pages, so it looks better than it is.",
        "measured": "the labelled pages",
        "pages": results,
        "file": str(output),
    }


def _page_results(pages: list[Any], before: Any, after: Any) -> list[dict[str, Any]]:
    """Token F1 of each page by both models."""
    from maintext.evaluation.metrics.overlap import token_prf
    from maintext.pipeline import extract

    return [
        {
            "id": page.id,
            "before": token_prf(extract(page.html, url=page.url, method=before).text, page.text).f1,
            "after": token_prf(extract(page.html, url=page.url, method=after).text, page.text).f1,
        }
        for page in pages
    ]


_UNMAPPED = re.compile("cannot map|failed to map|llocate memory")
"""What the system's loader says if a library does not fit into memory; Python calls it an ImportError."""


def _print(**values: object) -> None:
    print(json.dumps(values), flush=True)


def main(memory: str, method: str, folder: str, base: str | None = None) -> int:
    """Retrain within `memory` bytes (0: no limit), and report progress in lines of JSON."""
    if hasattr(os, "nice"):
        os.nice(5)  # requests have priority
    if memory != "0":
        limit_data(int(memory))
    try:
        result = retrain(
            method,
            Path(folder),
            Path(base) if base else None,
            lambda stage, progress: _print(stage=stage, progress=round(progress, 3)),
        )
    except ModuleNotFoundError as error:
        _print(error=str(missing_package(error, "train")))
        return 1
    except (MemoryError, ImportError) as error:
        if isinstance(error, ImportError) and not _UNMAPPED.search(str(error)):
            raise
        _print(error=f"it needs more than {int(memory) >> 20:,} MB of memory; see --retrain-memory")
        return 1
    except (MaintextError, OSError) as error:
        _print(error=str(error))
        return 1
    _print(result=result, stage="done")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
