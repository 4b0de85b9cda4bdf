"""Old module paths of version 0.1 can still be imported, with a warning."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import maintext
from maintext._renamed import NOW_PACKAGES, RENAMED

DOCUMENTED = {  # names that the documentation of 0.1 imported from their modules
    "maintext.decode": "Encoding decode",
    "maintext.blocks": "Blocks",
    "maintext.guarded": "Guard Failure",
    "maintext.judge": "Verdict",
    "maintext.methods.auto": "Auto",
    "maintext.methods.ceds": "Ceds",
    "maintext.methods.naive_bayes": "NaiveBayes",
    "maintext.methods.p_value": "PValue",
    "maintext.methods.path_similarity": "PathSimilarity",
    "maintext.methods.punctuation": "Punctuation",
    "maintext.models.auto": "AutoModel shipped_auto",
    "maintext.models.naive_bayes": "NaiveBayesModel",
    "maintext.page": "Page",
    "maintext.parse": "parse",
    "maintext.site": "SiteTemplate Fit",
}


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget imported modules: an old path warns on its first import."""
    for old in RENAMED:
        monkeypatch.delitem(sys.modules, old, raising=False)
    monkeypatch.setattr(maintext, "judge", maintext.judge)  # hidden by its old module


@pytest.mark.parametrize("old", sorted(RENAMED))
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the package above it
def test_an_old_path_warns_and_has_the_names_of_the_new_one(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"^{old} is now {RENAMED[old]}$"):
        module = import_module(old)
    new = import_module(RENAMED[old])
    names = [name for name in vars(new) if not name.startswith("_")]
    assert names or RENAMED[old] == "maintext.model"
    assert all(getattr(module, name) is getattr(new, name) for name in names)
    assert set(names) <= set(dir(module))
    with pytest.raises(AttributeError):
        _ = module.no_such_name


@pytest.mark.parametrize("old", sorted(DOCUMENTED))
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_names_documented_in_0_1_can_be_imported(old: str) -> None:
    module = import_module(old)
    for name in DOCUMENTED[old].split():
        assert getattr(module, name) is not None


@pytest.mark.parametrize(("package", "name"), [("maintext.methods.auto", "Auto"), ("maintext.site", "Fit")])
def test_a_name_of_a_module_that_became_a_package_warns(package: str, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{package}.{name} is now {NOW_PACKAGES[package]}.{name}"):
        found = getattr(import_module(package), name)
    assert found is getattr(import_module(NOW_PACKAGES[package]), name)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'no_such_name'"):
        _ = import_module(package).no_such_name


def test_the_warning_names_the_line_that_imports_and_nothing_else_warns(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import maintext.cli\nfrom maintext.models.auto import AutoModel\nprint(AutoModel)\n")
    run = subprocess.run(
        [sys.executable, "-W", "always", str(script)], capture_output=True, text=True, check=True
    )
    assert "maintext.model.auto.AutoModel" in run.stdout
    assert re.findall(r"script.py:(\d+): DeprecationWarning: (\S+)", run.stderr) == [
        ("2", "maintext.models"),
        ("2", "maintext.models.auto"),
    ]
    assert run.stderr.count("Warning") == 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_function_judge_still_works_after_its_old_module_is_imported() -> None:
    assert import_module("maintext.judge").Verdict is maintext.Verdict
    assert maintext.judge("<p>Short.", rule="printed").label == "not_article"


def test_all_public_names_of_0_1_exist() -> None:
    """A public name may only be removed after a version with a warning."""
    assert set(PUBLIC.split()) <= set(maintext.__all__)
    assert all(hasattr(maintext, name) for name in PUBLIC.split())


PUBLIC = """
DEFAULT_METHOD METHODS Auto AutoModel Block DataError Document Encoding Extractor Limits MaintextError
Metadata Method ModelError Page PageKind Paper Post Reason Scores SiteTemplate Status TemplateError
UnknownMethod Verdict __version__ compare extract get_method judge"""
