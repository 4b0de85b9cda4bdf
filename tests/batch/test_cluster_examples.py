"""The examples for clusters: manifests are YAML with the fields of their kind, and their commands parse."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pyarrow.dataset as ds
import pytest
import typer

from maintext.cli import app
from tests.batch.hostile import write_crawl
from tests.batch.test_engines import ROOTS

FOLDER = Path(__file__).parents[2] / "examples" / "batch"


def load(name: str) -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    value: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return value


def parsed(arguments: list[str]) -> dict[str, Any]:
    """The parameters of `maintext run`, without running it."""
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group) or hasattr(group, "commands")
    command = group.commands["run"]
    return command.make_context("run", list(arguments)).params


def test_the_job_of_kuberay_runs_maintext_on_its_cluster() -> None:
    manifest = load("ray_job.yaml")
    assert (manifest["apiVersion"], manifest["kind"]) == ("ray.io/v1", "RayJob")
    program, verb, *arguments = shlex.split(manifest["spec"]["entrypoint"])
    assert (program, verb) == ("maintext", "run")
    assert parsed(arguments)["address"] == "auto"
    cluster = manifest["spec"]["rayClusterSpec"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    images = {one["image"] for group in groups for one in group["template"]["spec"]["containers"]}
    assert len(images) == 1  # Ray needs the same version everywhere


def test_the_application_of_the_spark_operator_runs_the_script() -> None:
    manifest = load("spark_application.yaml")
    assert manifest["apiVersion"] == "sparkoperator.k8s.io/v1beta2"
    assert manifest["kind"] == "SparkApplication"
    spec = manifest["spec"]
    assert Path(spec["mainApplicationFile"]).name == "spark_run.py"
    assert spec["mainApplicationFile"].removeprefix("local://") in (FOLDER / "Containerfile").read_text()
    assert all(isinstance(argument, str) for argument in spec["arguments"])
    assert parsed(spec["arguments"])["shard_mb"] == 512


@pytest.mark.spark
def test_spark_submit_runs_the_script_with_its_own_master(tmp_path: Path) -> None:
    pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java, and there is none")
    ids = write_crawl(tmp_path / "crawl", 3, 2)
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    command = [str(submit), "--master", "local[1,4]", "--name", "submitted", str(FOLDER / "spark_run.py")]
    command += [str(tmp_path / "crawl"), "-o", str(tmp_path / "out"), "-m", "p_value"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*ROOTS, os.environ.get("PYTHONPATH", "")]),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
    }
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    rows = ds.dataset(tmp_path / "out" / "data", format="parquet").to_table(columns=["id"])
    assert sorted(rows.column("id").to_pylist()) == ids
