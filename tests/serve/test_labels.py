"""Labels: the queue, saving, undoing, and a file that the evaluation reads."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from maintext.errors import DataError
from maintext.evaluation.datasets.jsonl import JSONL
from maintext.serve.errors import Refusal
from maintext.serve.labels import Labels

PAGE = "<nav>Home</nav><h1>Tea</h1><p>Boil the water first.</p><p>Then wait.</p>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.html").write_text(PAGE)
    (tmp_path / "sub" / "a.HTM").write_text(PAGE)
    (tmp_path / "notes.txt").write_text("no page")
    return tmp_path


def test_the_queue_is_every_page_below_the_folder_and_pasted_ones_come_last(folder: Path) -> None:
    labels = Labels(folder)
    pasted = labels.add(PAGE, "https://tea.example/", None)
    assert [page["id"] for page in labels.overview()["pages"]] == ["b.html", "sub/a.HTM", pasted]
    assert labels.add(PAGE, None, None) == pasted
    assert labels.page(pasted).url == "https://tea.example/"
    assert labels.overview()["next"] == "b.html"


def test_a_label_is_a_line_that_the_evaluation_reads(folder: Path) -> None:
    labels = Labels(folder)
    labels.save("sub/a.HTM", [1, 2], "Tea\n\nBoil.", {"title": "Tea", "author": None, "date": "2024-05-01"})
    labels.add("<p>Nobody has labelled it", None, None)
    page, waiting = JSONL.read(folder / "labels.jsonl")
    assert (page.id, page.text, page.title, page.author, page.date) == (
        "sub/a.HTM",
        "Tea\n\nBoil.",
        "Tea",
        None,
        "2024-05-01",
    )
    assert page.html.decode() == PAGE
    assert waiting.text is None


def test_text_and_headers_encodings_survive_in_a_pasted_page(folder: Path) -> None:
    labels = Labels(folder)
    as_text = labels.add("<meta charset=gbk><p>茶", None, None)
    as_bytes = labels.add("<p>Чай".encode("koi8-r"), None, "koi8-r")
    assert labels.page(as_text).html.decode("utf-8-sig").endswith("茶")
    assert labels.page(as_bytes).html.decode("utf-8-sig") == "<p>Чай"


def test_saves_and_removals_are_undone_in_turn(folder: Path) -> None:
    labels = Labels(folder)
    labels.save("b.html", [1], "one", {})
    labels.save("b.html", [2], "two", {"title": "Two"})
    labels.remove("b.html")
    seen = []
    for _ in range(3):
        labels.undo()
        label = labels.show("b.html")["label"]
        seen.append(label and (label["text"], label["title"]))
    assert seen == [("two", "Two"), ("one", None), None]
    with pytest.raises(Refusal) as refused:
        labels.undo()
    assert refused.value.status == 409


def test_labels_survive_a_restart_and_unknown_lines_are_kept(folder: Path) -> None:
    line = {"id": "other", "html": "<p>x", "text": "x", "mark": 7}
    (folder / "labels.jsonl").write_text(json.dumps(line) + "\n")
    Labels(folder).save("b.html", [1], "one", {})
    again = Labels(folder)
    assert again.show("b.html")["label"]["blocks"] == [1]
    assert json.loads((folder / "labels.jsonl").read_text().splitlines()[0]) == line
    assert again.overview()["done"] == 1


def test_a_damaged_label_file_is_reported_at_the_start(folder: Path) -> None:
    (folder / "labels.jsonl").write_text("{\n")
    with pytest.raises(DataError, match="line 1"):
        Labels(folder)


@pytest.mark.parametrize(
    "name", ["../secret.html", "/etc/passwd", "b.html/../b.html", "notes.txt", "", "labels.jsonl"]
)
def test_only_pages_of_the_queue_are_read(folder: Path, name: str) -> None:
    (folder.parent / "secret.html").write_text("secret")
    for read in (Labels(folder).page, Labels(folder).show):
        with pytest.raises(Refusal) as refused:
            read(name)
        assert refused.value.status == 404


def test_a_person_labels_a_page_over_http(labelling: httpx.Client) -> None:
    asked: dict[str, Any] = {"html": PAGE, "url": "https://tea.example/1"}
    added = labelling.post("/labels/pages", json=asked)
    assert added.status_code == 201
    name = added.json()["id"]
    explained = labelling.post("/explain", json={"page": name, "method": "p_value"}).json()
    assert explained["url"] == "https://tea.example/1"
    main = [block["number"] for block in explained["blocks"] if block["text"] != "Home"]
    state = labelling.put(f"/labels/pages/{name}", json={"blocks": main, "title": "Tea"}).json()
    assert (state["done"], state["total"], state["next"], state["can_undo"]) == (1, 1, None, True)
    label = labelling.get(f"/labels/pages/{name}").json()["label"]
    assert label["text"] == "Tea\n\nBoil the water first.\n\nThen wait."
    assert json.loads(labelling.get("/labels/file").text)["text"] == label["text"]
    assert labelling.post("/labels/undo").json()["done"] == 0
    assert labelling.delete(f"/labels/pages/{name}").status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"blocks": [99]}, 422),
        ({"blocks": [-1]}, 422),
        ({"blocks": [True]}, 422),
        ({"blocks": "1"}, 422),
        ({}, 422),
        ({"blocks": [], "page_type": "poem"}, 422),
        ({"blocks": [], "colour": "red"}, 422),
        ({"blocks": [], "page_type": None}, 200),
    ],
)
def test_a_label_is_checked(labelling: httpx.Client, body: dict[str, Any], status: int) -> None:
    name = labelling.post("/labels/pages", json={"html": PAGE}).json()["id"]
    assert labelling.put(f"/labels/pages/{name}", json=body).status_code == status
