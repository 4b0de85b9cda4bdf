"""Labels → a model, in a process of its own that tells how far it is: `python -m maintext.serve.retrain`.

labels.jsonl ─adapt auto, or count for naive_bayes→ models/auto.npz, and F1 before and after
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from maintext.errors import MaintextError
from maintext.serve.errors import conflict, not_found

FILES = {"auto": "auto.npz", "naive_bayes": "naive_bayes.json"}
_LONGEST_LINE = 1 << 24
Tell = Callable[[str, float], None]


# -- in the service ---------------------------------------------------------------------------------------


class Retraining:
    """The retraining that runs, or the last one."""

    def __init__(self, folder: Path, models: Mapping[str, Path]) -> None:
        self.folder, self.bases = folder, models
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._begun = self._ended = 0.0
        self._method = "auto"
        self._told: dict[str, Any] = {"state": "idle"}

    def state(self) -> dict[str, Any]:
        """How far it is, and what came of it."""
        until = self._ended if self._told["state"] != "running" else time.monotonic()
        told = {"stage": None, "progress": 0.0, "error": None, "result": None} | self._told
        return {"method": self._method, "seconds": round(until - self._begun, 1), **told}

    def models(self) -> dict[str, Path]:
        """The models that were made here, by method."""
        paths = {method: self.folder / "models" / name for method, name in FILES.items()}
        return {method: path for method, path in paths.items() if path.is_file()}

    def file(self) -> Path:
        """The model of the last method that was retrained."""
        path = self.models().get(self._method)
        if path is None:
            raise not_found("no model was retrained here yet")
        return path

    async def start(self, method: str) -> None:
        """Begin; one at a time."""
        if self._told["state"] == "running":
            raise conflict("a retraining is running already")
        self._told = {"state": "running", "stage": "starting", "progress": 0.0}
        self._method, self._begun = method, time.monotonic()
        base = self.bases.get(method)
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "maintext.serve.retrain", method, str(self.folder), *([str(base)] if base else [])),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
            )
        except OSError as error:
            self._end({"state": "failed", "error": f"it could not start: {error.strerror}"})
            return
        self._watch = asyncio.create_task(self._listen(self._process))

    async def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._watch is not None:
            await self._watch

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self._told |= json.loads(line)
        await process.wait()
        if process.returncode:
            words = "it was stopped" if process.returncode < 0 else "its process failed"
            self._told |= {"error": self._told.get("error") or words}
        state = "done" if self._told.get("result") else "failed"
        self._end(self._told | {"state": state, "progress": 1.0 if state == "done" else 0.0})

    def _end(self, told: dict[str, Any]) -> None:
        self._told, self._ended = told, time.monotonic()


# -- in the process of its own ----------------------------------------------------------------------------


def retrain(method: str, folder: Path, base: Path | None, tell: Tell) -> dict[str, Any]:
    """Fit a model to the labels of a folder and write it; F1 before and after."""
    from maintext.evaluation.datasets.jsonl import JSONL

    pages = [page for page in JSONL.read(folder / "labels.jsonl") if page.text]
    output = folder / "models" / FILES[method]
    output.parent.mkdir(exist_ok=True)
    fit = _adapt if method == "auto" else _count
    return fit(pages, base, output, tell)


def _adapt(pages: list[Any], base: Path | None, output: Path, tell: Tell) -> dict[str, Any]:
    from maintext.methods.auto.method import Auto
    from maintext.model.auto import AutoModel, shipped_auto
    from maintext.training.auto.adapt import CANDIDATES, adapt

    old = AutoModel.load(base) if base else shipped_auto()
    stages = len(CANDIDATES) + 2
    stage, read = 0, 0

    def on_stage(words: str) -> None:
        nonlocal stage
        stage += 1
        tell(words, 0.3 + 0.6 * stage / stages)

    def on_page() -> None:
        nonlocal read
        read += 1
        tell("reading pages", 0.3 * read / len(pages))

    made = adapt(pages, old, progress=on_stage, on_page=on_page)
    tell("the labelled pages, before and after", 0.95)
    _save(made.model.to_bytes(), output)
    return {
        "before": made.trials["unchanged"].token_f1,
        "after": made.trials[made.chosen].token_f1,
        "changed": made.chosen != "unchanged",
        "words": f"{made.reason} {made.validation}",
        "measured": "cross-validation",
        "pages": _page_results(pages, Auto(old), Auto(made.model)),
        "file": str(output),
    }


def _count(pages: list[Any], base: Path | None, output: Path, tell: Tell) -> dict[str, Any]:
    from maintext.methods.papers.naive_bayes import NaiveBayes
    from maintext.model.naive_bayes import NaiveBayesModel
    from maintext.training.naive_bayes import train

    read = 0

    def on_page() -> None:
        nonlocal read
        read += 1
        tell("reading pages", 0.9 * read / len(pages))

    model = train(pages, on_page)
    _save(model.to_json().encode(), output)
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


def _save(content: bytes, output: Path) -> None:
    part = output.with_suffix(".part")
    part.write_bytes(content)
    os.replace(part, output)


def _say(**told: object) -> None:
    print(json.dumps(told), flush=True)


def main(method: str, folder: str, base: str | None = None) -> int:
    """Retrain, and tell how it goes in lines of JSON."""
    if hasattr(os, "nice"):
        os.nice(5)  # requests come first
    try:
        result = retrain(
            method,
            Path(folder),
            Path(base) if base else None,
            lambda stage, progress: _say(stage=stage, progress=round(progress, 3)),
        )
    except ModuleNotFoundError as error:
        _say(error=f"{error.name} is missing: pip install 'maintext[train]'")
        return 1
    except (MaintextError, OSError) as error:
        _say(error=str(error))
        return 1
    _say(result=result, stage="done")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
