"""Labels: the queue, saving, undoing, and a file that the evaluation reads."""

import errno
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from maintext.errors import DataError
from maintext.evaluation.datasets.jsonl import JSONL
from maintext.files import locked
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


DAMAGED = {
    "a list": "[1, 2]",
    "deep": "[" * 100_000,
    "url": '{"id": "b.html", "text": "x", "url": 5}',
    "url that is NaN": '{"id": "b.html", "text": "x", "url": NaN}',
    "text": '{"id": "b.html", "text": ["x"]}',
    "title": '{"id": "b.html", "text": "x", "title": {"a": 1}}',
    "blocks": '{"id": "b.html", "text": "x", "blocks": [1, NaN]}',
    "blocks that are a text": '{"id": "b.html", "text": "x", "blocks": "abc"}',
}


@pytest.mark.parametrize("line", DAMAGED.values(), ids=DAMAGED)
def test_a_label_file_that_is_damaged_later_is_one_line(folder: Path, line: str) -> None:
    labels = Labels(folder)
    (folder / "labels.jsonl").write_text(line + "\n")
    for act in (
        lambda: labels.overview(),
        lambda: labels.page("b.html"),
        lambda: labels.show("b.html"),
        lambda: labels.save("b.html", [1], "one", {}),
        lambda: labels.remove("b.html"),
    ):
        with pytest.raises(Refusal, match="line 1 is not a label") as refused:
            act()
        assert (refused.value.status, refused.value.error) == (500, "storage")
        assert "\n" not in refused.value.reason
    assert (folder / "labels.jsonl").read_text() == line + "\n"


def test_labels_of_other_programs_are_read_and_removed(folder: Path) -> None:
    lines = [
        '{"path": "b.html", "text": "x", "url": "https://tea.example/"}',
        '{"id": "c", "url": "\\ud800"}',
    ]
    (folder / "labels.jsonl").write_text("\n".join(lines))
    labels = Labels(folder)
    json.dumps(labels.overview(), ensure_ascii=False).encode()
    labels.remove("1")
    first, second = map(json.loads, (folder / "labels.jsonl").read_text().splitlines())
    assert first == {"path": "b.html", "url": "https://tea.example/", "text": None}
    assert second == {"id": "c", "url": "\ufffd"}


@pytest.mark.parametrize(
    "name",
    [
        "a" * 300 + ".html",
        "sub/" * 500 + "b.html",
        "b\0.html",
        "../secret.html",
        "/etc/passwd",
        "b.html/../b.html",
        "notes.txt",
        "",
        "labels.jsonl",
    ],
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
def test_a_label_is_checked(shared_labelling: httpx.Client, body: dict[str, Any], status: int) -> None:
    name = shared_labelling.post("/labels/pages", json={"html": PAGE}).json()["id"]
    assert shared_labelling.put(f"/labels/pages/{name}", json=body).status_code == status


def save_many(folder: Path, first: int) -> None:
    labels = Labels(folder)
    for number in range(first, first + 20):
        labels.save(f"{number}.html", [number], str(number), {})


def test_two_services_on_one_folder_lose_no_label(folder: Path) -> None:
    code = "import sys; from pathlib import Path; from tests.serve.test_labels import save_many; "
    code += "save_many(Path(sys.argv[1]), int(sys.argv[2]))"
    others = [subprocess.Popen([sys.executable, "-c", code, str(folder), str(n)]) for n in (0, 20)]
    assert [other.wait(120) for other in others] == [0, 0]
    with ThreadPoolExecutor(4) as threads:  # and the threads of one
        labels = Labels(folder)
        list(threads.map(lambda number: labels.save(f"{number}.html", [1], "x", {}), range(40, 60)))
    lines = (folder / "labels.jsonl").read_text().splitlines()
    assert {json.loads(line)["id"] for line in lines} == {f"{number}.html" for number in range(60)}


FAULTS = {"disk full": (errno.ENOSPC, 507), "read-only": (errno.EROFS, 500), "broken": (errno.EIO, 500)}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failed_save_is_one_line_and_no_step_to_undo(
    folder: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, status = FAULTS[fault]
    labels = Labels(folder)
    labels.save("b.html", [1], "one", {})
    before = (folder / "labels.jsonl").read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        for act in (
            lambda: labels.save("b.html", [2], "two", {}),
            lambda: labels.remove("b.html"),
            lambda: labels.undo(),
            lambda: labels.add("<p>New", "https://new.example/", None),
        ):
            with pytest.raises(Refusal) as refused:
                act()
            assert (refused.value.status, refused.value.error) == (status, "storage")
            assert "\n" not in refused.value.reason
            assert os.strerror(code) in refused.value.reason
    assert (folder / "labels.jsonl").read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {
        "b.html", "sub", "notes.txt", "labels.jsonl", ".labels.lock"
    }  # fmt: skip
    labels.undo()
    assert labels.show("b.html")["label"] is None
    assert not labels.overview()["can_undo"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_one_line(folder: Path) -> None:
    labels = Labels(folder)
    folder.chmod(0o555)
    try:
        with pytest.raises(Refusal, match="Permission denied"):
            labels.save("b.html", [1], "one", {})
    finally:
        folder.chmod(0o755)


def test_a_label_that_somebody_else_has_changed_is_not_undone(folder: Path) -> None:
    mine, theirs = Labels(folder), Labels(folder)
    mine.save("b.html", [1], "mine", {})
    theirs.save("b.html", [2], "theirs", {})
    with pytest.raises(Refusal, match="somebody else"):
        mine.undo()
    assert mine.show("b.html")["label"]["text"] == "theirs"
    assert not mine.overview()["can_undo"]


def test_a_file_that_is_damaged_later_is_one_line_on_every_route(labelling: httpx.Client) -> None:
    name = labelling.post("/labels/pages", json={"html": PAGE}).json()["id"]
    folder = Path(labelling.get("/labels").json()["folder"])
    (folder / "labels.jsonl").write_text("{broken\n")
    asked = [("GET", "/labels"), ("GET", f"/labels/pages/{name}"), ("DELETE", f"/labels/pages/{name}")]
    for verb, path in [*asked, ("POST", "/labels/pages"), ("POST", "/retrain")]:
        answer = labelling.request(verb, path, json={} if path == "/retrain" else {"html": "<p>x"})
        assert (answer.status_code, answer.json()["error"]) == (500, "storage"), path
        assert "labels.jsonl, line 1 is not a label" in answer.json()["reason"]
    assert labelling.put(f"/labels/pages/{name}", json={"blocks": [0]}).status_code == 500


def test_a_long_queue_is_listed_in_parts(folder: Path) -> None:
    for number in range(1200):
        (folder / "sub" / f"{number:04}.html").touch()
    labels = Labels(folder)
    whole = labels.overview()
    assert (whole["total"], whole["first"], len(whole["pages"])) == (1202, 0, 500)
    part = labels.overview(first=1200, count=500)
    assert [page["id"] for page in part["pages"]] == ["sub/1199.html", "sub/a.HTM"]
    assert labels.overview(around="sub/0600.html")["first"] == 500
    labels.save("sub/0600.html", [0], "x", {})
    assert labels.overview()["done"] == 1


def test_the_part_of_the_queue_is_chosen_by_the_query(labelling: httpx.Client) -> None:
    names = [labelling.post("/labels/pages", json={"html": f"<p>{n}"}).json()["id"] for n in range(3)]
    part = labelling.get("/labels?first=1&count=1").json()
    assert [page["id"] for page in part["pages"]] == [sorted(names)[1]]
    for query in ("first=-1", "first=x", "count=0", "count=501", "first=1&first=2", "count="):
        assert labelling.get(f"/labels?{query}").status_code == 422, query


def test_a_lock_that_is_never_released_makes_a_request_wait_no_longer_than_its_time(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with locked(lock, 1), pytest.raises(TimeoutError, match="locked by another"), locked(lock, 0.05):
        pass
    with locked(lock, 0):
        pass
