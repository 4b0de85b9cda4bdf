from collections.abc import Iterable
from pathlib import Path

import pytest

from maintext.errors import DataError
from maintext.evaluation.cache import Cache, Extraction, page_key
from maintext.evaluation.datasets import LabelledPage, page_line
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.runner import Bench, Task, choose_pages, in_order, run
from maintext.pipeline import extract

METHODS = ["p_value", "bte"]
PAGES = [
    LabelledPage("towers", str(number), f"<nav><a href=/>Home</a></nav><p>{words}</p>".encode(), words)
    for number, words in enumerate(
        ["The tower leans, and has done so for years.", "Nobody knows why; the stone is good, and old."]
    )
]


def cached(folder: Path) -> Cache:
    return Cache(folder, {**dict.fromkeys(METHODS, "1"), "ceds": "1"})


def without_time(outcomes: Iterable[Outcome]) -> list[tuple[str, ...]]:
    return [(each.dataset, each.page, each.extractor, each.status, each.text) for each in outcomes]


def test_every_extractor_has_an_outcome_on_every_page_in_a_fixed_order() -> None:
    outcomes = in_order(run(PAGES, METHODS, workers=2), PAGES, METHODS)
    assert without_time(outcomes) == [
        ("towers", page.id, method, "ok", extract(page.html, method=method).text)
        for page in PAGES
        for method in METHODS
    ]
    assert all(0 < outcome.milliseconds < 30_000 for outcome in outcomes)


def test_a_second_run_gives_the_same_outcomes_and_starts_no_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cached(tmp_path) as cache:
        first = in_order(run(PAGES, METHODS, cache=cache), PAGES, METHODS)
    monkeypatch.setattr(Bench, "warm_up", None)
    with cached(tmp_path) as cache:
        assert list(run(PAGES, METHODS, cache=cache)) == first


def test_a_stopped_run_is_resumed(tmp_path: Path) -> None:
    with cached(tmp_path) as cache:
        started = run(PAGES, METHODS, workers=1, cache=cache)
        first = next(started)
        started.close()  # type: ignore[attr-defined]
    with cached(tmp_path) as cache:
        known = [cache.get(method, page_key(page.html, page.url), 30) for page in PAGES for method in METHODS]
        assert [extraction is not None for extraction in known] == [True, False, False, False]
        whole = in_order(run(PAGES, METHODS, cache=cache), PAGES, METHODS)
    assert whole[0] == first
    assert len(whole) == 4


def test_a_page_in_two_data_sets_is_run_once(tmp_path: Path) -> None:
    with cached(tmp_path) as cache:
        cache.put("ceds", page_key(PAGES[0].html, None), Extraction("ok", "known", 1.0))
        again = LabelledPage("others", "9", PAGES[0].html, "gold")
        assert list(run([again], ["ceds"], cache=cache)) == [
            Outcome("others", "9", "ceds", "ok", "known", 1.0)
        ]


def test_an_extractor_that_cannot_be_loaded_fails_on_each_page_and_does_not_affect_others() -> None:
    outcomes = in_order(run(PAGES, ["no_such", "bte"], workers=1), PAGES, ["no_such", "bte"])
    assert [outcome.status for outcome in outcomes] == ["error", "ok", "error", "ok"]
    assert outcomes[0].error is not None
    assert outcomes[0].error.startswith("UnknownMethod: no method 'no_such'")
    assert outcomes[0].text == ""


def test_a_page_over_its_time_limit_is_a_timeout_with_that_time() -> None:
    slow = "<p>文字，文字。文字文字文字文字</p>".encode(
        "gb18030"
    )  # undeclared, so the encoding is looked for
    large = LabelledPage("large", "1", slow * 400_000, "gold")
    outcomes = list(run([large, PAGES[0]], ["bte"], workers=1, seconds=0.1))
    assert [(each.page, each.status) for each in outcomes] == [("1", "timeout"), ("0", "ok")]
    assert outcomes[0].milliseconds == 100
    assert outcomes[0].error == "it took more than 0.1 seconds"


def test_only_measurable_pages_are_chosen_up_to_the_limit_of_each_set(tmp_path: Path) -> None:
    for name in "a", "b":
        lines = [page_line(LabelledPage(name, str(n), b"<p>x", None if n == 1 else "x")) for n in range(4)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    chosen = [(page.dataset, page.id) for page in choose_pages(tmp_path)]
    assert chosen == [(name, number) for name in "ab" for number in "023"]
    limited = [(page.dataset, page.id) for page in choose_pages(tmp_path, limit=2)]
    assert limited == [(name, number) for name in "ab" for number in "02"]


def test_pages_with_snippets_are_chosen_and_a_set_without_any_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_text(page_line(LabelledPage("pages", "1", b"<p>x", None, with_=("x",))))
    assert [page.id for page in choose_pages(file)] == ["1"]
    file.write_text(page_line(LabelledPage("pages", "1", b"<p>x", None)))
    with pytest.raises(DataError, match="has a gold text, or snippets"):
        choose_pages(file)


def test_the_time_of_an_outcome_leaves_out_loading_the_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 10.25])
    monkeypatch.setattr("time.process_time", lambda: next(clock))
    found = Bench(["bte"])(Task("bte", b"<p>One, two.</p>", None, 0, b""))
    assert found == Extraction("ok", "One, two.", 250.0)
