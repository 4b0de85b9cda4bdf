import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from maintext import pipeline
from maintext.cli import app
from maintext.document import Document
from maintext.errors import DataError, MaintextError, Reason
from maintext.evaluation import gate
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.floors import (
    NOISE,
    Change,
    Corpus,
    CorpusChanged,
    Floor,
    Floors,
    Quality,
    check_corpora,
    judge,
    lowered,
    on_new_corpus,
    raised,
)
from maintext.evaluation.gate import PageScorer, corpora, corpus, floor_of
from maintext.evaluation.metrics import token_prf
from maintext.methods.registry import METHODS
from maintext.pipeline import extract

CORPORA = {"news": Corpus(3, "abc"), "forum": Corpus(2, "def")}
FLOORS = Floors(
    CORPORA,
    {
        "p_value": {"news": Floor(0.8, 3, 0), "forum": Floor(0.6, 2, 1)},
        "fe": {"news": Floor(0.5, 3, 0), "forum": Floor(0.4, 2, 0)},
    },
)


def measured(method: str, dataset: str, f1: float, failures: int = 0) -> Quality:
    """The figures of the floors, except for one."""
    pages = CORPORA[dataset].pages
    return FLOORS.floors | {method: FLOORS.floors[method] | {dataset: Floor(f1, pages, failures)}}


# -- judging ----------------------------------------------------------------------------------------------


def test_an_unchanged_figure_gives_no_line() -> None:
    assert list(judge(FLOORS, FLOORS.floors).lines()) == []


def test_a_drop_is_one_line_with_its_size() -> None:
    found = judge(FLOORS, measured("p_value", "news", 0.75))
    assert list(found.lines()) == ["DROP: p_value on news: token F1 0.7500, floor 0.8000 (-0.0500)"]


@pytest.mark.parametrize(("below", "drops"), [(0.0, 0), (NOISE / 2, 0), (NOISE, 0), (NOISE + 1e-5, 1)])
def test_a_difference_within_noise_is_not_a_drop(below: float, drops: int) -> None:
    assert len(judge(FLOORS, measured("p_value", "news", 0.8 - below)).drops) == drops


def test_one_more_failure_is_a_drop_and_one_less_a_rise() -> None:
    assert judge(FLOORS, measured("fe", "news", 0.5, failures=1)).drops == [
        "fe on news: 1 pages failed, floor 0"
    ]
    assert len(judge(FLOORS, measured("p_value", "forum", 0.6)).rises) == 1


def test_a_missing_method_is_a_drop() -> None:
    found = judge(FLOORS, {"p_value": FLOORS.floors["p_value"]})
    assert len(found.drops) == 2
    assert all("fe on" in line and "gone" in line for line in found.drops)


def test_a_method_without_floors_is_reported_but_not_as_a_drop() -> None:
    found = judge(FLOORS, FLOORS.floors | {"new": {"news": Floor(0.9, 3, 0)}})
    assert list(found.lines()) == ["no floor: new: news 0.9000"]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (CORPORA | {"news": Corpus(3, "xyz")}, "news has other pages or gold texts"),
        ({"news": CORPORA["news"]}, "forum is missing"),
    ],
)
def test_changed_pages_are_an_error_that_names_the_data_set(found: dict[str, Corpus], words: str) -> None:
    with pytest.raises(CorpusChanged, match=words):
        check_corpora(FLOORS, found)
    check_corpora(FLOORS, CORPORA | {"more": Corpus(1, "x")})


# -- changing the floors ----------------------------------------------------------------------------------


def test_only_floors_of_better_figures_rise() -> None:
    better = raised(FLOORS, measured("p_value", "news", 0.85), CORPORA)
    assert better.floors["p_value"]["news"].f1 == 0.85
    within_noise = raised(FLOORS, measured("p_value", "news", 0.8 - NOISE), CORPORA)
    assert within_noise == FLOORS
    fewer_failures = raised(FLOORS, measured("p_value", "forum", 0.55), CORPORA)
    assert fewer_failures.floors["p_value"]["forum"] == Floor(0.6, 2, 0)


def test_new_methods_and_data_sets_get_floors() -> None:
    quality = FLOORS.floors | {"new": {"blogs": Floor(0.9, 4, 0)}}
    grown = raised(FLOORS, quality, CORPORA | {"blogs": Corpus(4, "x")})
    assert grown.floors["new"] == {"blogs": Floor(0.9, 4, 0)}
    assert grown.corpora["blogs"] == Corpus(4, "x")
    assert not grown.changes


def test_lowering_changes_one_method_and_is_recorded() -> None:
    quality = measured("p_value", "news", 0.7) | {"fe": {"news": Floor(0.1, 3, 0)}}
    low = lowered(FLOORS, quality, "p_value", "as the paper says", "2024-05-01")
    assert low.floors["p_value"] == FLOORS.floors["p_value"] | {"news": Floor(0.7, 3, 0)}
    assert low.floors["fe"] == FLOORS.floors["fe"]
    assert low.changes == (Change("lowered", "news", "as the paper says", "p_value", 0.8, 0.7, "2024-05-01"),)


def test_lowering_a_method_that_did_not_drop_changes_nothing() -> None:
    assert lowered(FLOORS, measured("p_value", "news", 0.9), "p_value", "no reason", None) == FLOORS


def test_lowering_a_missing_method_removes_its_floors() -> None:
    low = lowered(FLOORS, {"p_value": FLOORS.floors["p_value"]}, "fe", "it is not used", None)
    assert list(low.floors) == ["p_value"]
    assert [(change.dataset, change.before, change.after) for change in low.changes] == [
        ("news", 0.5, None),
        ("forum", 0.4, None),
    ]


def test_a_new_corpus_removes_only_the_floors_of_that_data_set() -> None:
    changed = on_new_corpus(FLOORS, CORPORA | {"news": Corpus(9, "xyz")}, "more pages", None)
    assert changed.corpora == {"forum": CORPORA["forum"]}
    assert {dataset for own in changed.floors.values() for dataset in own} == {"forum"}
    assert changed.changes == (Change("new corpus", "news", "more pages"),)


def test_floors_are_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    reason = 'so "he" said {twice},\nand 再'
    floors = replace(FLOORS, changes=(Change("lowered", "news", reason, "fe", 0.5, 0.4),))
    floors.save(tmp_path / "new" / "floors.json")
    loaded = Floors.load(tmp_path / "new" / "floors.json")
    assert loaded == floors
    assert json.loads(floors.to_json())["changes"][0]["because"] == reason
    assert '   "news": {"f1": 0.8, "pages": 3, "failures": 0}\n' in loaded.to_json()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "corpora": 3}'])
def test_a_file_without_floors_is_an_error_of_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "floors.json").write_text(content)
    with pytest.raises(DataError, match=r"floors\.json"):
        Floors.load(tmp_path / "floors.json")


def test_the_floors_of_this_project_are_those_of_its_methods() -> None:
    floors = Floors.load(Path(__file__).parents[2] / "gate" / "floors.json")
    assert floors.floors.keys() <= METHODS.keys()
    assert all(own.keys() == floors.corpora.keys() for own in floors.floors.values())
    assert all(change.because for change in floors.changes)


# -- measuring --------------------------------------------------------------------------------------------


def page(name: str = "a", html: bytes = b"<p>one two", text: str | None = "one two") -> LabelledPage:
    return LabelledPage("news", name, html, text)


def test_the_corpus_digest_ignores_the_order_and_depends_on_every_byte() -> None:
    pages = [page("a"), page("b")]
    assert corpus(pages) == corpus(pages[::-1])
    others = [page("c"), page("b", html=b"<p>one two "), page("b", text="one"), page("b", text=None)]
    assert len({corpus(pages), *(corpus([pages[0], other]) for other in others)}) == 5
    assert corpora([*pages, replace(pages[0], dataset="forum")]).keys() == {"news", "forum"}


def test_a_floor_is_rounded_down_so_that_the_same_pages_reach_it() -> None:
    scores = [0.123456789, 0.99999999]
    assert floor_of(scores).f1 <= sum(scores) / 2
    assert floor_of(scores).f1 == pytest.approx(sum(scores) / 2, abs=1e-5)


def test_a_page_is_scored_by_its_extraction_and_the_metric() -> None:
    labelled = page(
        html=b"<nav><a href=/>Home</a></nav><p>The tower leans, they say, a little.", text="The tower"
    )
    expected = [token_prf(extract(labelled.html, method=name).text, "The tower").f1 for name in METHODS]
    assert PageScorer(tuple(METHODS))(labelled).f1 == expected


def test_a_method_that_raises_or_runs_out_of_time_does_not_affect_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = pipeline.run

    def troubled(source: object, method: object, *rest: object) -> Document:
        document: Document = run(source, method, *rest)  # type: ignore[arg-type]
        if document.method == "fe":
            raise IndexError
        return replace(document, reasons=(Reason.SECONDS,)) if document.method == "bte" else document

    monkeypatch.setattr(gate, "run", troubled)
    assert PageScorer(("fe", "bte", "p_value"))(page()).f1 == [None, None, 1.0]


# -- the command ------------------------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "news"
    folder.mkdir()
    for name, words in ("a", "The tower leans."), ("b", "Nobody knows why."):
        (folder / f"{name}.html").write_text(f"<p>{words}</p>")
        (folder / f"{name}.txt").write_text(words)
    return folder


def run_gate(data: Path, *options: object) -> Result:
    floors = data.parent / "floors.json"
    arguments = ["gate", "--data", data, "--floors", floors, "--workers", 1, *options]
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_gate_fails_when_a_method_drops(data: Path) -> None:
    floors = data.parent / "floors.json"
    first = run_gate(data, "--raise")
    assert first.exit_code == 0, first.output
    (name,) = Floors.load(floors).corpora
    assert Floors.load(floors).floors["p_value"][name] == Floor(1.0, 2, 0)

    known = Floors.load(floors)
    out_of_reach = known.floors | {"fe": {name: Floor(1.5, 2, 0)}, "bte": {name: Floor(0.5, 2, 0)}}
    replace(known, floors=out_of_reach).save(floors)
    before = floors.read_text()
    failed = run_gate(data, "--raise")
    assert failed.exit_code == 1
    assert failed.stdout.splitlines()[-1].startswith(f"DROP: fe on {name}: token F1 ")
    assert floors.read_text() == before  # bte is better, but nothing is written while something drops

    lower = run_gate(data, "--lower", "fe", "--because", "it never did")
    assert lower.exit_code == 0
    assert Floors.load(floors).changes[0].because == "it never did"
    assert Floors.load(floors).floors["bte"][name].f1 == 0.5


def test_a_printed_form_has_floors_if_it_is_named_once(data: Path) -> None:
    floors = data.parent / "floors.json"
    specs = "p_value,p_value:printed,ccb(range=20, threshold=0.5)"
    assert run_gate(data, "--methods", specs, "--raise").exit_code == 0
    assert Floors.load(floors).floors.keys() == {
        "p_value",
        "p_value:printed",
        "ccb(range=20, threshold=0.5)",
    }
    again = run_gate(data, "--methods", "bte")
    assert again.exit_code == 0
    assert "p_value:printed" in again.stdout
    wrong = run_gate(data, "--methods", "ccb(rnge=20)")
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (2, 1)
    assert "ccb has no parameter 'rnge'; it has row" in wrong.stderr


def test_changed_pages_are_refused_until_accepted(data: Path) -> None:
    run_gate(data, "--raise")
    (data / "b.txt").write_text("Nobody knows.")
    refused = run_gate(data, "--raise")
    assert refused.exit_code == 2
    assert "has other pages or gold texts" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert run_gate(data, "--new-corpus", "--because", "a better gold text").exit_code == 0
    assert Floors.load(data.parent / "floors.json").changes[0].what == "new corpus"
    assert run_gate(data).exit_code == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "no floors at"),
        (("--lower", "fe"), "needs a reason"),
        (("--new-corpus", "--because", " "), "needs a reason"),
        (("--raise", "--lower", "fe", "--because", "x"), "no floor of fe"),
    ],
)
def test_wrong_usage_is_an_error_of_one_line(data: Path, options: tuple[str, ...], words: str) -> None:
    result = run_gate(data, *options)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_missing_data_is_an_error_of_one_line(tmp_path: Path) -> None:
    result = run_gate(tmp_path / "nowhere", "--raise")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "no data set at" in result.stderr
    assert issubclass(CorpusChanged, MaintextError)
