"""Specs are read and written in one place: every method comes back, and every error is one clear line."""

import pickle
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, ClassVar, Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import METHODS, Extractor, compare, extract, get_method
from maintext.errors import MaintextError, MethodError, UnknownMethod
from maintext.methods.auto.method import Auto
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.papers.ceds import Ceds
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.papers.punctuation import Punctuation
from maintext.methods.parameters import Parameter, parameters_of
from maintext.methods.registry import OWN, PAPERS, PRINTED_SPECS, canonical_spec, choose_specs, find_method
from maintext.methods.spec import read_spec, split_specs
from maintext.model.naive_bayes import shipped_model
from maintext.page.page import Page

PRINTED = [name for name, method in METHODS.items() if method.printed is not None]
UNKNOWN = [name for name, method in METHODS.items() if method.printed is None and method not in OWN]


@pytest.mark.parametrize(
    ("spec", "method"),
    [
        ("punctuation", Punctuation()),
        (" punctuation ", Punctuation()),
        ("punctuation()", Punctuation()),
        ("punctuation:printed", Punctuation.as_printed()),
        ("punctuation:printed(epsilon=0.9)", replace(Punctuation.as_printed(), epsilon=0.9)),
        ("punctuation:printed(marks=all)", replace(Punctuation.as_printed(), marks="all")),
        ("punctuation(epsilon=.9, marks=cjk)", Punctuation(epsilon=0.9, marks="cjk")),
        ("punctuation( marks = 'cjk' ,theta=-3,)", Punctuation(theta=-3.0, marks="cjk")),
        ('punctuation(marks="cjk")', Punctuation(marks="cjk")),
        ("naive_bayes(likelihood=level, priors=true)", NaiveBayes(likelihood="level", priors=True)),
        ("naive_bayes(priors=True, merge-siblings=no)", NaiveBayes(priors=True, merge_siblings=False)),
        ("auto(threshold=none)", Auto()),
        ("auto(threshold=None)", Auto()),
        ("auto(threshold=1e-3)", Auto(threshold=0.001)),
        ("cetr(dimensions=1)", get_method("cetr", dimensions=1)),
    ],
)
def test_a_spec_is_read_as_it_is_written(spec: str, method: Method) -> None:
    found = get_method(spec)
    assert found == method
    assert all(
        type(getattr(found, name)) is type(getattr(method, name)) for name in parameters_of(type(method))
    )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("punctuaton", "no method 'punctuaton'; did you mean punctuation?"),
        ("", "no method ''; there are auto, naive_bayes"),
        ("ceds:print", "no form 'print' of ceds; there is printed, as in ceds:printed"),
        ("ceds:", "no form '' of ceds"),
        ("auto:printed", "auto has no printed form: it is not from a paper"),
        ("ceds(nume=ratio)", "ceds has no parameter 'nume'; it has numerator, variance"),
        ("bte(x=1)", "bte has no parameter 'x'; it has none"),
        ("naive_bayes(model=mine)", "naive_bayes has no parameter 'model'; it has likelihood"),
        ("ceds(numerator=long)", "ceds's numerator takes ratio | length, not 'long'"),
        ("ceds(numerator=1)", "ceds's numerator takes ratio | length, not 1"),
        ("punctuation(epsilon=high)", "punctuation's epsilon takes a number, not 'high'"),
        ("punctuation(epsilon=[0.9])", "punctuation's epsilon takes a number, not [0.9]"),
        ("dsc(window=2.5)", "dsc's window takes a whole number, not 2.5"),
        ("auto(threshold=2)", "auto: threshold must be between 0 and 1, not 2.0"),
        ("ceds(numerator=ratio", "a bracket or quote of 'ceds(numerator=ratio' has no partner"),
        ("(" * 100_000, "a method's spec has at most 5,000 characters, not 100,000"),
        ("ceds)", "a bracket or quote of 'ceds)' has no partner"),
        ("ceds(numerator=ratio))", "a bracket or quote of 'ceds(numerator=ratio))' has no partner"),
        ("ceds(numerator='ratio)", "has no partner"),
        ("ceds(numerator=ratio]", "has no partner"),
        ("ceds(numerator=ratio) x", "is not name, name:printed or name(parameter=value, ...)"),
        ("ceds(numerator)", "parameters are name=value, not 'numerator', in 'ceds(numerator)'"),
        ("ceds(numerator=)", "parameters are name=value, not 'numerator='"),
        ("ceds(numerator=ratio, numerator=length)", "numerator is given twice"),
        ("punctuation(a)(b)", "'punctuation(a)(b)' has brackets twice; all parameters stand in one pair"),
        ("punctuation(theta=1) (base=2)", "has brackets twice; all parameters stand in one pair"),
        ("punctuation(,)", "there is no parameter before a comma in 'punctuation(,)'"),
        ("punctuation(theta=1,,base=2)", "there is no parameter before a comma"),
        ("punctuation（theta=1）", "'punctuation（theta=1）' has a full-width （; write ( instead"),
        ("punctuation(theta＝1)", "has a full-width ＝; write = instead"),
        ("punctuation：printed", "has a full-width ：; write : instead"),
        ("papers", "papers is a group of methods; name one method here"),
        (
            "papers:printed",
            "papers is a group of methods, which has no form and no parameters; the group printed has the "
            "printed forms of the papers",
        ),
        ("baselines(x=1)", "baselines is a group of methods, which has no form and no parameters"),
        ("punctuation(epsilon=1/2)", "a value is a number, text or word, not '1/2'"),
        ("punctuation(epsilon=__import__('os'))", "a value is a number, text or word"),
        ("punctuation(epsilon=" + "-" * 4000 + "1)", "epsilon takes a number"),
    ],
)
def test_an_error_in_a_spec_is_one_line_that_says_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(MethodError) as caught:
        get_method(spec)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@given(st.text(alphabet="ceds:printed(=,'\"[]\\0. -)", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_method_or_a_clear_error(text: str) -> None:
    with suppress(MethodError):
        assert isinstance(get_method(text), Method)


def test_an_unknown_name_is_an_unknown_method_and_an_error_of_the_library() -> None:
    with pytest.raises(UnknownMethod):
        find_method("nope:printed(x=1)")
    assert issubclass(UnknownMethod, MethodError)
    assert issubclass(MethodError, MaintextError)


def _values(parameter: Parameter) -> list[Any]:
    """Some literals that a parameter takes."""
    kinds = [*get_args(parameter.hint), parameter.hint]
    if get_origin(parameter.hint) is Literal:
        return list(get_args(parameter.hint))
    if bool in kinds:
        return [False, True]
    if parameter.name == "base":
        return [parameter.default, 1.1 + 2.2]
    return [parameter.default, 1 if int in kinds else 0.1 + 0.2]


@pytest.mark.parametrize("name", METHODS)
def test_every_method_comes_back_from_its_spec(name: str) -> None:
    parameters = parameters_of(METHODS[name])
    for values in product(*map(_values, parameters.values())):
        method = get_method(name, **dict(zip(parameters, values, strict=True)))
        assert get_method(method.spec) == method
        assert canonical_spec(method.spec) == method.spec


def test_a_method_without_parameters_is_made_without_reading_its_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parameters_of.cache_clear()
    monkeypatch.setattr("inspect.getsource", lambda method: pytest.fail("reads the source"))
    assert get_method("auto").name == "auto"
    assert get_method("ceds:printed").name == "ceds"


def test_the_papers_and_the_opponents_whose_rule_is_known_have_a_printed_form() -> None:
    assert [*(method.name for method in PAPERS), "bte", "cetr", "cetd"] == PRINTED
    assert list(PRINTED_SPECS) == [f"{name}:printed" for name in PRINTED]


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_printed_form_that_is_not_known_is_refused(name: str) -> None:
    line = f"{name} has no printed form: its paper's text is not at hand"
    for make in (
        METHODS[name].as_printed,
        partial(get_method, f"{name}:printed"),
        partial(canonical_spec, f"{name}:printed"),
    ):
        with pytest.raises(MethodError, match=f"^{re.escape(line)}$"):
            make()
    assert METHODS[name]().spec == name


@pytest.mark.parametrize("name", PRINTED)
def test_the_printed_form_comes_back_from_its_spec(name: str) -> None:
    printed = METHODS[name].as_printed()
    assert get_method(f"{name}:printed") == printed == get_method(printed.spec)
    assert printed.spec == (f"{name}:printed" if METHODS[name].printed else name)
    assert canonical_spec(f"{name}:printed") == printed.spec


@pytest.mark.parametrize("name", PRINTED)
def test_printed_has_only_parameters_that_differ_from_the_defaults(name: str) -> None:
    parameters, printed = parameters_of(METHODS[name]), METHODS[name].printed_values()
    assert printed.keys() <= parameters.keys()
    assert all(parameters[key].default != value for key, value in printed.items())


def test_a_spec_is_the_shortest_one() -> None:
    assert Punctuation().spec == "punctuation"
    assert Punctuation(marks="cjk", epsilon=0.9).spec == "punctuation(epsilon=0.9, marks='cjk')"
    assert replace(Punctuation.as_printed(), epsilon=0.9).spec == "punctuation:printed(epsilon=0.9)"


def test_specs_of_the_same_method_have_one_writing() -> None:
    words = ["bte", "bte:printed", "ceds : printed", "ceds:printed", "ceds(nested=outermost)", "ceds"]
    chosen = choose_specs(words)
    assert chosen == ["bte", "ceds:printed", "ceds"]
    assert list(compare(HTML, methods=words)) == chosen
    assert list(compare(HTML, methods=", ".join(words))) == chosen


def test_a_group_with_a_form_is_refused_where_groups_are_known() -> None:
    assert choose_specs(["papers"]) == [method.name for method in PAPERS]
    with pytest.raises(MethodError, match=r"^papers is a group of methods, which has no form"):
        choose_specs(["papers:printed"])


def test_a_parameter_is_given_in_the_spec_or_apart_from_it_but_not_in_both() -> None:
    line = r"^punctuation's theta is given twice: in the spec, and apart from it$"
    with pytest.raises(MethodError, match=line):
        get_method("punctuation(theta=1)", theta=1.0)
    found = get_method("punctuation:printed(theta=1)", marks="all")  # a form has values to change
    assert found == replace(Punctuation.as_printed(), theta=1.0, marks="all")


def test_a_model_is_not_part_of_the_spec() -> None:
    assert NaiveBayes(model=shipped_model()).spec == "naive_bayes"
    assert get_method("naive_bayes(priors=true)", model=shipped_model()).spec == "naive_bayes(priors=True)"


@dataclass(frozen=True)
class Own(Method):
    """A method of a user, with parameters of other types."""

    name: ClassVar[str] = "own"
    paper: ClassVar[Paper] = Paper("Author", "Title", None)

    needed: int
    tags: tuple[str, ...] = ("p",)
    names: frozenset[str] = frozenset()
    table: Any = None

    def score(self, page: Page, noise: Any = None) -> Scores:
        raise NotImplementedError

    select = score  # type: ignore[assignment]


def test_a_spec_has_parameters_of_every_literal_type_and_no_others() -> None:
    own = Own(3, ("a b", "c,d"), frozenset({"z", "y"}), object())
    assert own.spec == "own(needed=3, tags=('a b', 'c,d'), names=('y', 'z'))"
    known, read = parameters_of(Own), read_spec(own.spec).values
    assert {name: known[name].parse(value) for name, value in read.items() if name != "needed"} == {
        "tags": own.tags,
        "names": own.names,
    }


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("", []),
        (" , ,", []),
        ("auto", ["auto"]),
        ("auto,bte ceds", ["auto", "bte", "ceds"]),
        ("ceds(a=1, b=2),bte", ["ceds(a=1, b=2)", "bte"]),
        ("ceds(a=(1, 2), b=','), bte:printed", ["ceds(a=(1, 2), b=',')", "bte:printed"]),
        (r"ceds(a='\'),('), bte", [r"ceds(a='\'),(')", "bte"]),
        ("bte, ceds(a=1, bte", ["bte", "ceds(a=1, bte"]),
        ("bte), ceds", ["bte), ceds"]),
        ("ceds : printed, bte", ["ceds : printed", "bte"]),
        ("bte ceds :printed auto: printed", ["bte", "ceds :printed", "auto: printed"]),
        ("ceds (a=1, b=2) bte", ["ceds (a=1, b=2)", "bte"]),
        ("ceds : printed (a=1) bte\tauto", ["ceds : printed (a=1)", "bte", "auto"]),
        ("ceds, :printed", ["ceds", ":printed"]),
    ],
)
def test_only_commas_and_spaces_outside_brackets_and_quotes_separate(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


HTML = "<p>钟楼建于一九一一年，年年倾斜。</p><p>Nobody knows why; the ground is firm.</p>"


def test_a_spec_names_a_method_everywhere_in_the_library() -> None:
    printed = extract(HTML, method="punctuation:printed")
    assert printed.text == extract(HTML, method=Punctuation.as_printed()).text
    assert printed.method == printed.to_dict()["method"] == "punctuation:printed"
    assert Extractor("ceds(numerator=ratio)").method == Ceds(numerator="ratio")
    assert list(compare(HTML, methods=["ceds", "ceds:printed"])) == ["ceds", "ceds:printed"]


def test_the_spec_of_a_document_survives_pickling() -> None:
    document = extract(HTML, method="punctuation:printed")
    assert pickle.loads(pickle.dumps(document)).method == "punctuation:printed"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("punctuation(base=0)", "base is a number from 1.01 to 1e+09, not 0.0"),
        ("punctuation(base=1)", "base is a number from 1.01"),
        ("punctuation(theta=1e999)", "theta is a number from -1e+09"),
        ("p_value(wrapper_share=nan)", "wrapper_share is a number from 0 to 1, not nan"),
        ("p_value(cjk_weight=-3)", "cjk_weight is a number from 0 to 100, not -3"),
        ("ccb(range=0)", "range is a number from 1 to 100000, not 0"),
        ("naive_bayes(smoothing=-1)", "smoothing is a number from 0"),
    ],
)
def test_numbers_that_a_method_cannot_use_are_refused(spec: str, message: str) -> None:
    with pytest.raises(MethodError, match=re.escape(message)):
        get_method(spec)


def test_a_number_that_python_does_not_write_is_refused() -> None:
    with pytest.raises(MethodError, match="theta takes a number, not a very long int"):
        get_method(f"punctuation(theta=0x{4900 * 'f'})")
