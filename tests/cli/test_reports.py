"""judge, compare, methods, samples, and the command itself."""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from maintext.cli.reports import agreement
from maintext.methods.registry import METHODS, PAPERS
from maintext.pipeline import compare, judge
from tests.cli.conftest import ARTICLE, INDEX, Run


def test_judge_distinguishes_articles_from_index_pages(run: Run, article: Path) -> None:
    assert run("judge", article).exit_code == 0
    result = run("judge", stdin=INDEX.encode())
    assert result.exit_code == 3
    assert "not article" in result.stdout


def test_judge_decides_by_the_printed_rule(run: Run) -> None:
    heavy = ARTICLE.replace("<p>", f"<p data-track='{'x' * 900}'>").encode()
    assert run("judge", stdin=heavy).exit_code == 0
    result = run("judge", "--rule", "printed", "-f", "json", stdin=heavy)
    assert result.exit_code == 3
    record = json.loads(result.stdout)
    assert record["verdict"] == "not_article"
    assert record["printed_p_value"] < 0.5


def test_judge_shows_the_p_value_of_its_rule(run: Run) -> None:
    heavy = ARTICLE.replace("<p>", f"<p data-track='{'x' * 900}'>")
    verdict = judge(heavy)
    for options, p, other in (
        ((), verdict.p_value, verdict.printed_p_value),
        (("--rule", "printed"), verdict.printed_p_value, verdict.p_value),
    ):
        row = run("judge", *options, stdin=heavy.encode()).stdout.splitlines()[2].split()
        assert f"{p:.2f}" in row
        assert f"{other:.2f}" not in row


def test_judge_writes_json_lines(run: Run, article: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(INDEX)
    result = run("judge", tmp_path, "nope.html", "-f", "json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["verdict"] for record in records] == [judge(ARTICLE).label, "not_article"]
    assert all(0 <= record[key] <= 1 for record in records for key in ("p_value", "probability"))
    assert [record["kind"] for record in records] == [judge(page).kind.name for page in (ARTICLE, INDEX)]
    assert result.exit_code == 2
    assert result.stderr == "maintext: nope.html: no such file\n"


def test_compare_says_which_step_a_method_skipped(run: Run, article: Path) -> None:
    note = "what repeats on the site was not removed: no other page of the site is known"
    lines = run("compare", article, "-m", "ceds,path_similarity,path_similarity:printed").stdout.splitlines()
    assert f"path_similarity, path_similarity:printed: {note}" in lines
    assert note in run("compare", article, "-m", "path_similarity").stdout.splitlines()
    assert note not in run("compare", article, "-m", "ceds,bte").stdout


def test_compare_shows_every_method(run: Run, article: Path) -> None:
    result = run("compare", article, "--blocks")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in METHODS)
    assert "The tower was built in 1911" in result.stdout


def test_compare_as_json_has_every_pair_once(run: Run, article: Path) -> None:
    record = json.loads(run("compare", article, "-f", "json", "--blocks").stdout)
    assert list(record["methods"]) == list(METHODS)
    assert len(record["agreement"]) == len(METHODS) * (len(METHODS) - 1) // 2
    assert any(set(block["kept_by"]) == set(METHODS) for block in record["blocks"])


def test_agreement_is_the_jaccard_index_of_characters() -> None:
    documents = compare(ARTICLE, methods=["p_value", "punctuation", "ceds"])
    shares = agreement(documents)
    for row, first in enumerate(documents.values()):
        for column, second in enumerate(documents.values()):
            chars = first.page.blocks.chars
            both, either = chars[first.kept & second.kept].sum(), chars[first.kept | second.kept].sum()
            assert np.isclose(shares[row, column], both / either)


def test_compare_takes_one_page_and_can_leave_methods_out(run: Run, article: Path) -> None:
    assert run("compare", article, article).exit_code == 2
    record = json.loads(run("compare", article, "-m", "ceds", "-f", "json").stdout)
    assert list(record["methods"]) == ["ceds"]


def test_compare_takes_several_forms_of_a_method(run: Run, article: Path) -> None:
    specs = ["ceds", "ceds:printed", "ceds(variance=classes)"]
    record = json.loads(run("compare", article, *(f"-m{spec}" for spec in specs), "-f", "json").stdout)
    assert list(record["methods"]) == ["ceds", "ceds:printed", "ceds(variance='classes')"]


def test_compare_takes_specs_separated_by_commas_and_groups(run: Run, article: Path) -> None:
    specs = "naive_bayes:printed,p_value(images=true, lengths=source),song"
    record = json.loads(run("compare", article, "--methods", specs, "-f", "json").stdout)
    assert list(record["methods"]) == [
        "naive_bayes:printed",
        "p_value(images=True, lengths='source')",
        "song",
    ]
    record = json.loads(
        run("compare", article, "--methods", "papers,printed", "-m", "ceds", "-f", "json").stdout
    )
    papers = [method.name for method in PAPERS]
    assert list(record["methods"]) == [*papers, *(f"{name}:printed" for name in papers)]


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        ("none", "no method to run"),
        ("", "no method to run"),
        ("punctation", "did you mean punctuation?"),
        ("zzz", "there are all, papers, printed"),
    ],
)
def test_compare_says_what_is_wrong_with_its_methods(
    run: Run, article: Path, specs: str, message: str
) -> None:
    result = run("compare", article, "--methods", specs)
    assert result.exit_code == 2
    assert message in result.stderr


def test_compare_of_a_page_without_text_gives_exit_code_3(run: Run) -> None:
    for form in ("table", "json"):
        assert run("compare", "-f", form, stdin=b"").exit_code == 3


def test_methods_are_listed_with_their_papers(run: Run) -> None:
    stdout = run("methods").stdout
    assert all(name in stdout for name in METHODS)
    assert "default" in stdout
    assert "numerator=ratio" in stdout  # as printed
    (row,) = (line for line in stdout.splitlines() if line.startswith("path_similarity"))
    assert "the page; better with pages of its site" in row


def test_a_method_shows_its_printed_form(run: Run) -> None:
    shown = run("methods", "punctuation").stdout
    assert "punctuation:printed  marks=cjk, markless=similar" in shown
    assert "bte:printed  the default" in run("methods", "bte").stdout
    assert ":printed" not in run("methods", "auto").stdout
    assert ":printed" not in run("methods", "song").stdout
    assert "set to" not in shown


def test_a_form_of_a_method_is_shown_with_its_parameters(run: Run) -> None:
    def lines(spec: str) -> set[str]:
        return set(run("methods", spec).stdout.splitlines())

    new = lines("ceds:printed") - lines("ceds")
    assert "ceds:printed" in new
    assert "numerator  ratio | length  default length  set to ratio" in new
    other = lines("ceds:printed(numerator=length)") - lines("ceds")
    assert not any(line.startswith("numerator") for line in other)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ceds:print", "no form 'print' of ceds"),
        ("ceds(x=1)", "ceds has no parameter 'x'"),
        ("ceds(numerator=long)", "ceds's numerator takes ratio | length, not 'long'"),
        ("auto:printed", "auto has no printed form"),
    ],
)
def test_a_wrong_spec_has_no_page(run: Run, spec: str, words: str) -> None:
    for more in ((), ("--features",)):
        result = run("methods", spec, *more)
        assert result.exit_code == 2
        assert words in result.stderr


def test_compare_runs_each_method_once(run: Run, article: Path) -> None:
    specs = ["ceds", "bte", "ceds", "ceds( )", "bte:printed"]
    record = json.loads(run("compare", article, *(f"-m{spec}" for spec in specs), "-f", "json").stdout)
    assert list(record["methods"]) == ["ceds", "bte"]


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_a_page_of_its_own(run: Run, name: str) -> None:
    result = run("methods", name)
    assert result.exit_code == 0
    assert name == "auto" or METHODS[name].paper.title[:20] in result.stdout


def test_the_features_of_auto_are_listed_with_their_meaning(run: Run) -> None:
    for arguments in ((), ("auto",)):
        shown = run("methods", *arguments, "--features").stdout
        assert "link_density" in shown
        assert "probability that the page is of the kind forum" in shown
    assert run("methods", "ceds", "--features").exit_code == 2


def test_samples_are_listed_shown_and_printed(run: Run) -> None:
    names = run("samples", "--list").stdout.split()
    assert names
    shown = run("samples").stdout
    assert all(name in shown for name in names)
    assert "refused (with --articles-only)" in shown
    assert "What to try next" in shown
    source = run("samples", names[0])
    assert run("extract", stdin=source.stdout_bytes).exit_code == 0
    assert run("samples", "no-such-sample").exit_code == 2


def test_a_wrong_command_names_the_right_one(run: Run) -> None:
    result = run("extrct")
    assert result.exit_code == 2
    assert "'extract'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_help_of_judge_says_what_p_is(run: Run) -> None:
    assert "largest share of text in an element, with links counted" in run("judge", "--help").stdout


def test_samples_show_commands_as_the_shell_finds_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [".venv/bin/maintext", "samples"])
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert "\n  .venv/bin/maintext extract page.html   " in run("samples").stdout
    monkeypatch.setattr(shutil, "which", lambda _: ".venv/bin/maintext")
    assert "\n  maintext extract page.html   " in run("samples").stdout


@pytest.mark.parametrize("name", ["extract", "judge", "compare", "methods", "train", "samples", "site learn"])
def test_every_command_has_help_with_examples(run: Run, name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert "Examples" in result.stdout
    assert f"maintext {name}" in result.stdout.partition("Examples")[2]


@pytest.mark.parametrize(
    ("name", "usage"),
    [
        ("extract", "[INPUT...]"),
        ("judge", "[INPUT...]"),
        ("compare", "[INPUT]"),
        ("run", "{INPUT...}"),
        ("dedup", "{OUTPUT...}"),
        ("site learn", "{PAGE...}"),
    ],
)
def test_the_usage_shows_which_commands_take_several_inputs(run: Run, name: str, usage: str) -> None:
    assert f"{name} [OPTIONS] {usage}" in run(*name.split(), "--help").stdout


def test_no_command_shows_the_help(run: Run) -> None:
    assert "compare" in run().stdout
