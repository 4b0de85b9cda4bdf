"""The workflows are valid, cover what the package declares, and run existing commands."""

import re
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def workflow(name: str) -> Any:
    return yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))


def commands(workflow: Any) -> list[str]:
    return [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_jobs_need_existing_jobs_and_actions_have_versions(file: Path) -> None:
    jobs = workflow(file.name)["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= jobs.keys()
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/checkout@v4"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_commands_use_existing_targets_and_files(file: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command in commands(workflow(file.name)):
        assert set(re.findall(r"\bmake ([a-z-]+)", command)) <= targets
        for path in re.findall(r"\btests/[\w/.]+", command):
            assert (ROOT / path).exists(), path


def test_the_matrix_covers_every_system_and_python() -> None:
    matrix = workflow("ci.yml")["jobs"]["core"]["strategy"]["matrix"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14", "3.14t"]


def test_every_change_is_built_and_its_description_checked() -> None:
    text = " ".join(commands(workflow("ci.yml")))
    assert "python -m build" in text
    assert "twine check --strict dist/*" in text


def test_a_release_has_wheels_and_a_source_distribution() -> None:
    text = " ".join(commands(workflow("release.yml")))
    assert "make wheels" in text
    assert "--sdist" in text
