import json
import sys
from pathlib import Path

import pytest

from maintext.model.naive_bayes import NaiveBayesModel
from tests.cli.conftest import ARTICLE, Run

TEXT = """The tower was built in 1911, and it leans a little more every year, they say.
Nobody knows why; the ground is firm, the stone is good, and the mason was sober.
Every spring the town measures it again, with the same brass plumb line, and writes the figure
into a book that is older than the tower; every autumn somebody loses the book."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    pages = {"id": ["a", "b"], "url": [None, None], "html": [ARTICLE.encode()] * 2, "text": [TEXT, None]}
    folder = tmp_path / "data"
    folder.mkdir()
    parquet.write_table(pyarrow.table(pages), folder / "pages.parquet")
    return folder


def test_a_model_is_written_and_can_be_used(
    run: Run, data: Path, article: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("train", "naive_bayes", "--data", data)
    assert result.exit_code == 0
    assert "1 pages used, 1 without gold text" in result.stdout
    model = tmp_path / "naive_bayes.json"
    assert NaiveBayesModel.load(model).pages.used == 1
    assert run("extract", article, "-m", "naive_bayes", "--model", model).exit_code in (0, 3)


def test_a_model_of_the_printed_form_is_used_by_it_and_refused_by_the_default(
    run: Run, data: Path, article: Path, tmp_path: Path
) -> None:
    model = tmp_path / "printed.json"
    assert run("train", "naive_bayes:printed", "--data", data, "-o", model).exit_code == 0
    printed = "paper subtree empty-leaves no-loose-text all-punctuation empty-paragraphs"
    assert next(iter(NaiveBayesModel.load(model).counts)) == printed
    assert run("extract", article, "-m", "naive_bayes:printed", "--model", model).exit_code in (0, 3)
    result = run("extract", article, "-m", "naive_bayes", "--model", model)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "maintext: the model has no counts for 'paper' blocks: it was fitted with"
    )
    assert result.stderr.count("\n") == 1


def test_without_the_extra_the_error_says_what_to_install(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("train", "naive_bayes", "--data", data)
    assert result.exit_code == 2
    assert result.stderr == "maintext: pyarrow is missing: pip install 'maintext[train]'\n"


@pytest.mark.parametrize(("method", "words"), [("ceds", "ceds cannot be trained"), ("nb", "no method 'nb'")])
def test_only_trainable_methods_can_be_fitted(run: Run, data: Path, method: str, words: str) -> None:
    result = run("train", method, "--data", data)
    assert result.exit_code == 2
    assert words in result.stderr


def test_invalid_data_is_an_error_of_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.parquet").write_bytes(b"no parquet")
    for place in (tmp_path, tmp_path / "nowhere"):
        result = run("train", "naive_bayes", "--data", place)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


# -- auto ---------------------------------------------------------------------------------------------


def own_pages(count: int = 8) -> str:
    """A label file as users write it."""
    lines = []
    for number in range(count):
        html = ARTICLE.replace("tower", f"tower of town {number}")
        text = " ".join(TEXT.split()).replace("tower", f"tower of town {number}")
        lines.append(json.dumps({"html": html, "text": text, "url": f"https://town.example/{number}"}))
    return "\n".join(lines)


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text(own_pages(), encoding="utf-8")
    return path


def need_extra() -> None:
    for package in ("catboost", "sklearn", "scipy", "rapidfuzz"):
        pytest.importorskip(package, reason=f"{package} is missing: pip install 'maintext[train]'")


def test_auto_is_adapted_to_labels_and_the_model_can_be_used(
    run: Run, labels: Path, article: Path, tmp_path: Path
) -> None:
    need_extra()
    model = tmp_path / "new" / "mine.npz"
    result = run("train", "auto", "--from-labels", labels, "--output", model)
    assert result.exit_code == 0, result.stderr
    assert "8 pages used. Cross-validation by page, over 1 site" in result.stdout
    for candidate in ("unchanged", "words", "trees", "words and trees"):
        assert f" {candidate} " in result.stdout
    assert "its card to" in result.stdout
    card = json.loads(model.with_suffix(".json").read_text(encoding="utf-8"))
    assert card["pages"]["used"] == 8
    assert card["changed"] in result.stdout
    assert run("extract", article, "--model", model).exit_code == 0
    again = run("train", "auto", "--from-labels", labels, "--model", model, "-o", tmp_path / "again.npz")
    assert again.exit_code == 0, again.stderr
    card = json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))
    assert card["adapted_from"]["pages"]["used"] == 8


def test_auto_is_fitted_from_scratch_and_the_summary_has_its_figures(
    run: Run, tmp_path: Path, article: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_extra()
    from maintext.evaluation.datasets import page_line
    from tests.training.auto.pages import FEW, pages

    monkeypatch.chdir(tmp_path)
    (tmp_path / "made.jsonl").write_text("\n".join(map(page_line, pages())), encoding="utf-8")
    monkeypatch.setattr("maintext.training.auto.recipe.RECIPE", FEW)
    result = run("train", "auto", "--data", tmp_path / "made.jsonl", "--seed", 3, "--folds", tmp_path / "f")
    assert result.exit_code == 0, result.stderr
    assert "35 pages used" in result.stdout
    assert "token F1" in result.stdout
    assert "fold 1 of 4" in result.stderr
    assert json.loads((tmp_path / "auto.json").read_text(encoding="utf-8"))["seed"] == 3
    assert "token F1 without" in result.stdout
    assert (tmp_path / "f" / "fold3.npz").exists()
    assert "<svg" in (tmp_path / "f" / "reliability.svg").read_text(encoding="utf-8")
    assert run("extract", article, "--model", tmp_path / "auto.npz").exit_code == 0
    first = (tmp_path / "auto.npz").read_bytes()
    again = ("--model", "auto.npz", "--folds", "f", "--only-second-look", "--seed", 3)
    result = run("train", "auto", "--data", tmp_path / "made.jsonl", *again, "-o", "again.npz")
    assert result.exit_code == 0, result.stderr
    assert "fold 1 of 4" not in result.stderr
    assert "second look: lines" in result.stderr
    assert (tmp_path / "again.npz").read_bytes() == first


@pytest.mark.parametrize("package", ["catboost", "rapidfuzz", "scipy", "sklearn"])
@pytest.mark.parametrize("option", ["--data", "--from-labels"])
def test_auto_without_the_extra_says_what_to_install(
    run: Run, labels: Path, monkeypatch: pytest.MonkeyPatch, package: str, option: str
) -> None:
    need_extra()
    monkeypatch.setitem(sys.modules, package, None)
    result = run("train", "auto", option, labels)
    assert result.exit_code == 2
    assert result.stderr == f"maintext: {package} is missing: pip install 'maintext[train]'\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["auto"], "give either --data or --from-labels"),
        (["auto", "--data", "a", "--from-labels", "b"], "give either --data or --from-labels"),
        (["auto", "--data", "a", "--model", "b"], "--model needs --from-labels"),
        (["naive_bayes", "--from-labels", "a"], "--from-labels is for auto"),
        (["auto", "--data", "a", "--only-second-look"], "needs --data and --folds"),
        (["naive_bayes", "--data", "a", "--folds", "b", "--only-second-look"], "is for auto"),
        (
            ["auto", "--data", "mine.jsonl", "--folds", "nowhere", "--only-second-look"],
            "cannot read the model",
        ),
        (["auto", "--from-labels", "a", "--sources", "permissive"], "--sources needs --data"),
        (["auto", "--data", "mine.jsonl", "--sources", "permissive"], "at least 4 sites"),
        (["auto", "--data", "nowhere"], "no data set at nowhere"),
        (["auto", "--from-labels", "nowhere.jsonl"], "no data set at nowhere.jsonl"),
        (
            ["auto", "--from-labels", "mine.jsonl", "--model", "nowhere.npz"],
            "cannot read the model nowhere.npz",
        ),
        (["auto", "--from-labels", "few.jsonl"], "at least 8 are needed"),
        (["auto", "--data", "mine.jsonl"], "at least 4 sites"),
    ],
)
def test_invalid_training_input_is_an_error_of_one_line(
    run: Run, labels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    need_extra()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.jsonl").write_text(own_pages(3), encoding="utf-8")
    result = run("train", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.splitlines()[-1].startswith("maintext: ")
    assert "Traceback" not in result.stderr
    assert not list(tmp_path.glob("*.npz"))


def test_the_help_shows_how_to_adapt_and_how_to_fit(run: Run) -> None:
    shown = run("train", "--help").stdout
    assert "maintext train auto --from-labels mine.jsonl" in shown
    assert "maintext train auto --data labelled/" in shown
