"""Labels → a model, in the background."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from maintext import AutoModel
from maintext.model.naive_bayes import NaiveBayesModel
from maintext.serve import retrain
from tests.serve import faults
from tests.serve.conftest import SETTINGS
from tests.serve.running import running
from tests.waiting import wait_until

SENTENCE = "The {thing} of the year {year} was built of stone, and it leans, as all who have seen it know. "


def page(number: int) -> str:
    text = "".join(
        f"<p>{SENTENCE.format(thing=f'tower {number} {part}', year=1900 + part)}" for part in range(4)
    )
    links = "".join(f"<li><a href=/{n}>Item {n} of a list</a>" for n in range(12))
    foot = "<footer>All rights reserved</footer>"
    return f"<title>Tower {number}</title><ul>{links}</ul><main>{text}</main>{foot}"


def label(client: httpx.Client, pages: int) -> None:
    for number in range(pages):
        asked = {"html": page(number), "url": f"https://site{number % 5}.example/{number}"}
        name = client.post("/labels/pages", json=asked).json()["id"]
        blocks = client.post("/explain", json={"page": name, "method": "bte"}).json()["blocks"]
        main = [block["number"] for block in blocks if block["tag"] == "p"]
        assert client.put(f"/labels/pages/{name}", json={"blocks": main}).status_code == 200


def outcome(client: httpx.Client) -> dict[str, Any]:
    wait_until(lambda: client.get("/retrain").json()["state"] != "running", "the end of the retraining", 300)
    state: dict[str, Any] = client.get("/retrain").json()
    return state


def test_a_retrained_model_can_be_used_and_downloaded(tmp_path: Path) -> None:
    with running(replace(SETTINGS, labels=tmp_path / "labels")) as client:
        assert client.get("/retrain").json()["state"] == "idle"
        assert client.get("/retrain/model").status_code == 404
        assert client.post("/retrain", json={}).status_code == 409
        label(client, 8)
        for method, load in (("naive_bayes", NaiveBayesModel.load), ("auto", AutoModel.load)):
            started = client.post("/retrain", json={"method": method})
            assert (started.status_code, started.json()["state"]) == (202, "running")
            assert client.post("/retrain", json={}).status_code == 409
            state = outcome(client)
            assert (state["state"], state["error"], state["progress"]) == ("done", None, 1.0)
            result = state["result"]
            assert len(result["pages"]) == 8
            assert all(0 <= one["before"] <= 1 and 0 <= one["after"] <= 1 for one in result["pages"])
            (tmp_path / "model").write_bytes(client.get("/retrain/model").content)
            load(tmp_path / "model")
            asked = {"html": page(99), "method": method, "retrained": True}
            assert "tower 99" in client.post("/extract", json=asked).json()["text"]


def test_too_few_labels_are_reported(labelling: httpx.Client) -> None:
    label(labelling, 1)
    labelling.post("/retrain", json={"method": "auto"})
    state = outcome(labelling)
    assert state["state"] == "failed"
    assert "at least 8" in state["error"]


def test_a_retraining_can_be_stopped(labelling: httpx.Client) -> None:
    label(labelling, 1)
    labelling.post("/retrain", json={"method": "auto"})
    state = labelling.delete("/retrain").json()
    assert (state["state"], state["error"]) == ("failed", "it was stopped")


@pytest.mark.parametrize("body", [{"method": "magic"}, {"method": 7}, {"seed": 1}])
def test_an_error_is_reported(shared_labelling: httpx.Client, body: dict[str, Any]) -> None:
    assert shared_labelling.post("/retrain", json=body).status_code == 422


def many_words(path: Path) -> None:
    """A page of 7.6 MB with its label, and seven more."""
    records = []
    for number in range(8):
        text = "\n\n".join("the tower leans and leans" for _ in range(240_000 if number == 0 else 9))
        (path / f"{number}.html").write_text("<p>" + text.replace("\n\n", "</p><p>"))
        records.append({"id": f"{number}.html", "path": f"{number}.html", "text": text, "blocks": [0]})
    (path / "labels.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"retrain_seconds": 3.0}, "it took more than 3 seconds, in the stage: "),
        ({"retrain_memory": 200 * 1024**2}, "it needs more than 200 MB of memory"),
    ],
    ids=["time", "memory"],
)
def test_a_retraining_ends_at_its_limits(tmp_path: Path, limit: dict[str, Any], reason: str) -> None:
    many_words(tmp_path)
    with running(replace(SETTINGS, labels=tmp_path, **limit), faults.start) as client:
        assert client.post("/retrain", json={"method": "auto"}).status_code == 202
        state = outcome(client)
        assert (state["state"], state["result"]) == ("failed", None)
        assert state["error"].startswith(reason)
        assert client.post("/retrain", json={"method": "naive_bayes"}).status_code == 202
        assert client.delete("/retrain").json()["error"] == "it was stopped"


@pytest.mark.parametrize(
    "said", ["libx.so: cannot map zero-fill pages", "libx.so: failed to map segment from shared object"]
)
def test_a_library_that_does_not_fit_into_memory_is_its_limit(
    said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ImportError(said)

    monkeypatch.setattr(retrain, "retrain", fail)
    monkeypatch.setattr(retrain, "limit_data", lambda memory: None)
    monkeypatch.delattr("os.nice")
    assert retrain.main(str(200 * 1024**2), "auto", "labels") == 1
    assert "it needs more than 200 MB of memory" in capsys.readouterr().out
    monkeypatch.setattr(retrain, "_UNMAPPED", re.compile("other words"))
    with pytest.raises(ImportError):
        retrain.main("0", "auto", "labels")


def test_a_service_that_is_started_again_has_the_model_and_its_figures(tmp_path: Path) -> None:
    settings = replace(SETTINGS, labels=tmp_path / "labels")
    with running(settings) as client:
        label(client, 8)
        client.post("/retrain", json={"method": "naive_bayes"})
        before = outcome(client)
        model = client.get("/retrain/model").content
    assert before["models"] == ["naive_bayes"]
    with running(settings) as client:
        after = client.get("/retrain").json()
        assert (after["state"], after["method"]) == ("done", "naive_bayes")
        assert (after["result"], after["models"]) == (before["result"], ["naive_bayes"])
        assert client.get("/retrain/model").content == model
        asked = {"html": page(99), "method": "naive_bayes", "retrained": True}
        assert "tower 99" in client.post("/extract", json=asked).json()["text"]


@pytest.mark.parametrize("report", ["{broken", "[]", '{"method": "auto"}', "[" * 100_000], ids=range(4))
def test_a_damaged_report_of_the_last_retraining_is_ignored(tmp_path: Path, report: str) -> None:
    models = tmp_path / "models"
    models.mkdir()
    models.joinpath("auto.npz").write_bytes(b"")
    models.joinpath("last.json").write_text(report)
    with running(replace(SETTINGS, labels=tmp_path), faults.start) as client:
        state = client.get("/retrain").json()
        assert (state["state"], state["result"], state["models"]) == ("idle", None, ["auto"])
