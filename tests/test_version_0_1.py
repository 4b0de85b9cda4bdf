"""Files that version 0.1 wrote can be used, and give the texts that they gave then.

`tests/version_0_1` holds a model of auto, fitted to pages written by rule and adapted to others; a model of
naive_bayes; a site template; a folder of labels. `expected.json` is what 0.1 extracted with them.
"""

import json
import shutil
from pathlib import Path

import pytest

from maintext import Auto, AutoModel, SiteTemplate, extract
from maintext.methods.base import Method
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.registry import get_method
from maintext.model.naive_bayes import NaiveBayesModel
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture

FILES = Path(__file__).parent / "version_0_1"
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
PAGES = sorted(EXPECTED)


def check(page: str, key: str, method: Method, site: SiteTemplate | None = None) -> None:
    assert extract((FILES / page).read_bytes(), method=method, site=site).text == EXPECTED[page][key]


@pytest.mark.parametrize("page", PAGES)
def test_a_model_of_auto_gives_the_same_texts(page: str) -> None:
    model = AutoModel.load(FILES / "auto.npz")
    assert model.card == json.loads((FILES / "auto.json").read_text(encoding="utf-8"))
    check(page, "auto", Auto(model=model))


@pytest.mark.parametrize("page", PAGES)
def test_a_model_of_naive_bayes_gives_the_same_texts(page: str) -> None:
    check(page, "naive_bayes", NaiveBayes(model=NaiveBayesModel.load(FILES / "naive_bayes.json")))


@pytest.mark.parametrize("page", PAGES)
def test_a_site_template_gives_the_same_texts(page: str) -> None:
    template = SiteTemplate.load(FILES / "site.json")
    assert template.host == "town.example"
    check(page, "site", get_method("ceds"), template)


@pytest.mark.parametrize(("method", "model"), [("auto", "auto.npz"), ("naive_bayes", "naive_bayes.json")])
def test_the_command_accepts_the_models(run: Run, method: str, model: str) -> None:  # noqa: F811
    result = run("extract", FILES / "page.html", "-m", method, "--model", FILES / model)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.rstrip("\n") == EXPECTED["page.html"][method]


def test_labels_are_read_by_the_readers_and_by_the_service(tmp_path: Path) -> None:
    from maintext.evaluation.datasets import read_pages
    from maintext.serve.labels import Labels

    folder = tmp_path / "labels"
    shutil.copytree(FILES / "labels", folder)
    assert [page.id for page in read_pages(folder) if page.text] == ["page0.html", "page1.html"]
    labels = Labels(folder)
    assert labels.done() == 2
    assert labels.overview()["next"] == "page2.html"
    label = labels.show("page0.html")["label"]
    assert label["page_type"] == "article"
    assert label["text"].startswith(label["title"])
