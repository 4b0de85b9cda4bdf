import sys
from pathlib import Path

import pytest

from maintext.models.naive_bayes import NaiveBayesModel
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


def test_without_the_extra_the_error_says_what_to_install(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("train", "naive_bayes", "--data", data)
    assert result.exit_code == 2
    assert result.stderr == "maintext: pyarrow is missing: pip install 'maintext[train]'\n"


@pytest.mark.parametrize(("method", "words"), [("ceds", "ceds is not trained"), ("nb", "no method 'nb'")])
def test_only_a_trained_method_can_be_fitted(run: Run, data: Path, method: str, words: str) -> None:
    result = run("train", method, "--data", data)
    assert result.exit_code == 2
    assert words in result.stderr


def test_data_that_is_none_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.parquet").write_bytes(b"no parquet")
    for place in (tmp_path, tmp_path / "nowhere"):
        result = run("train", "naive_bayes", "--data", place)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
