import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.cli.setup import make_method
from maintext.errors import ModelError
from maintext.methods.auto.method import Auto
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.parameters import parameters_of
from maintext.methods.registry import METHODS
from maintext.model.auto import shipped_auto
from maintext.model.naive_bayes import shipped_model
from maintext.page.page import Page
from tests.cli.conftest import Run


@dataclass(frozen=True)
class Sampler(Method):
    name: ClassVar[str] = "sampler"
    paper: ClassVar[Paper] = Paper("Author", "Title", None)

    count: int = 3
    """How many."""
    share: float = 0.5
    strict: bool = False
    kind: Literal["ratio", "length"] = "ratio"
    level: Literal[1, 2] = 1
    tags: tuple[str, ...] = ("p", "div")
    names: frozenset[str] = field(default_factory=lambda: frozenset({"a"}))
    bound: float | None = None

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        return Scores(page, np.zeros(0), np.full(len(page.leaves), -1))

    def select(self, scores: Scores) -> BoolArray:
        return scores.values > 0


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("count", "7", 7),
        ("share", "1e-3", 0.001),
        ("strict", "yes", True),
        ("strict", "False", False),
        ("kind", "length", "length"),
        ("level", "2", 2),
        ("tags", "td,th", ("td", "th")),
        ("names", "a, b", frozenset({"a", "b"})),
        ("bound", "none", None),
        ("bound", "2", 2.0),
    ],
)
def test_values_are_parsed_by_the_type_of_the_field(name: str, text: str, value: object) -> None:
    parsed = parameters_of(Sampler)[name].parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("name", "text"), [("count", "x"), ("strict", "2"), ("kind", "other"), ("level", "3"), ("bound", "x")]
)
def test_values_of_another_type_are_refused(name: str, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the command says which parameter and what it takes
        parameters_of(Sampler)[name].parse(text)


def test_parameters_have_their_documentation_and_default() -> None:
    parameters = parameters_of(Sampler)
    assert (parameters["count"].words, parameters["count"].default) == ("How many.", 3)
    assert parameters["names"].default == frozenset({"a"})


@pytest.mark.parametrize("name", METHODS)
def test_every_parameter_of_every_method_can_be_set_to_its_default(name: str) -> None:
    settings = [
        f"{one.name}={','.join(one.default) if isinstance(one.default, tuple | frozenset) else one.default}"
        for one in parameters_of(METHODS[name]).values()
    ]
    assert make_method(name, settings) == METHODS[name]()


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model file for each method that takes one, and another file."""
    folder = tmp_path_factory.mktemp("models")
    replace(shipped_auto(), calibration=(1.0, -99.0)).save(folder / "auto.npz")
    shipped_model().save(folder / "bayes.json")
    (folder / "cut.npz").write_bytes((folder / "auto.npz").read_bytes()[:1000])
    (folder / "notes.txt").write_text("no model")
    return folder


def test_a_model_file_is_for_the_method_that_wrote_it(models: Path) -> None:
    auto = make_method("auto", (), models / "auto.npz")
    assert isinstance(auto, Auto)
    assert auto.model is not None
    assert auto.model.calibration == (1.0, -99.0)
    assert isinstance(make_method("naive_bayes", (), models / "bayes.json"), NaiveBayes)


@pytest.mark.parametrize(
    ("method", "file", "words"),
    [
        ("auto", "bayes.json", "is a model of naive_bayes, not of auto"),
        ("naive_bayes", "auto.npz", "is a model of auto, not of naive_bayes"),
        ("auto", "cut.npz", "is damaged, or not a model of auto"),
        (
            "auto",
            "notes.txt",
            "is not a model: neither an .npz file for auto nor a .json file for naive_bayes",
        ),
        ("auto", "nope.npz", "cannot read the model"),
    ],
)
def test_a_model_for_another_method_is_an_error_of_one_line(
    models: Path, method: str, file: str, words: str
) -> None:
    with pytest.raises(ModelError, match=words) as error:
        make_method(method, (), models / file)
    assert "\n" not in str(error.value)


def test_every_command_that_sets_up_a_method_takes_a_model(run: Run, article: Path, models: Path) -> None:
    auto, bayes = models / "auto.npz", models / "bayes.json"
    shown = run("extract", article, "--explain", "--model", auto).stdout
    assert "100%" not in shown.partition("kept ")[0].split("kind")[1].partition("\n")[2]
    record = json.loads(run("compare", article, "--model", auto, "--model", bayes, "-f", "json").stdout)
    assert list(record["methods"]) == list(METHODS)
    assert run("judge", article, "--model", auto).exit_code == 0
    for arguments in (("judge",), ("extract",), ("compare", "-m", "auto")):
        result = run(*arguments, article, "--model", bayes)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"maintext: {bayes} is a model of naive_bayes, ")
