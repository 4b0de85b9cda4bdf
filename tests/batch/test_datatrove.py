# ruff: noqa: E402 - what is imported may be missing
"""The step for datatrove pipelines."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

for library in ("datatrove", "orjson"):
    pytest.importorskip(library, reason=f"{library} is not installed: pip install 'maintext[datatrove]'")

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from maintext.batch.datatrove import MainText

pytestmark = pytest.mark.datatrove

ARTICLE = (
    "<html lang=en><head><title>The tower</title></head><body><nav><a href=/>Home</a></nav>"
    "<article><h1>The tower</h1>"
    + "<p>The tower was built in 1911, and it leans to the south, as every visitor of the town can see.</p>"
    * 5
    + "</article></body></html>"
)


def run(step: MainText, *pages: str) -> list[Document]:
    documents = (
        Document(text=page, id=str(number), metadata={"url": f"http://a/{number}"})
        for number, page in enumerate(pages)
    )
    return list(step.run(documents))


def test_html_becomes_text_with_metadata() -> None:
    [document] = run(MainText(method="p_value"), ARTICLE)
    assert "built in 1911" in document.text
    assert "Home" not in document.text
    assert document.metadata["url"] == "http://a/0"
    assert document.metadata["title"] == "The tower"
    assert document.metadata["verdict"] in ("article", "not_article", "uncertain")


def test_pages_without_text_are_dropped_and_counted_by_reason() -> None:
    step = MainText(method="p_value")
    assert [document.id for document in run(step, "", ARTICLE)] == ["1"]
    stats = {name: stat.total for name, stat in step.stats.stats.items()}
    assert (stats["total"], stats["forwarded"], stats["dropped"]) == (2, 1, 1)
    assert stats["dropped_no_input"] == 1


class Fails(MainText):
    def extract_row(self, html: str, url: str | None) -> dict[str, Any]:
        if html == "sleep":
            time.sleep(60)
        if html == "die":
            os._exit(1)
        return super().extract_row(html, url)


def test_a_page_that_hangs_or_kills_its_process_is_counted_and_the_others_come_out() -> None:
    step = Fails(method="p_value", timeout=3)
    assert [document.id for document in run(step, ARTICLE, "sleep", "die", ARTICLE)] == ["0", "3"]
    stats = {name: stat.total for name, stat in step.stats.stats.items()}
    assert (stats["dropped_timeout"], stats["dropped_crash"]) == (1, 1)


def test_the_extractor_interface_of_datatrove_is_supported() -> None:
    assert "built in 1911" in MainText(method="p_value").extract(ARTICLE)


def test_a_pipeline_of_files_runs(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(json.dumps({"id": "a", "text": ARTICLE}) + "\n")
    LocalPipelineExecutor(
        pipeline=[
            JsonlReader(str(tmp_path / "in")),
            MainText(method="p_value"),
            JsonlWriter(str(tmp_path / "out"), compression=None),
        ],
        logging_dir=str(tmp_path / "logs"),
    ).run()
    [line] = (tmp_path / "out" / "00000.jsonl").read_text().splitlines()
    assert json.loads(line)["id"] == "a"
    assert "built in 1911" in json.loads(line)["text"]
