"""The same shards on every engine: a row for each page, also for failed ones, and no shard twice."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import maintext
from maintext.batch import Job, extract_batch
from maintext.batch.engines.spark_daemon import prefer_compiled
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.run import Engine, run_shards
from maintext.batch.sites import DiskShuffler, HostMerger, Shuffler
from maintext.batch.sources import plan
from tests.batch.hostile import BAD, JOB, page, start_hostile, write_crawl, write_pages

pytestmark = pytest.mark.filterwarnings("ignore")  # engines emit warnings of their own

ROOTS = [str(Path(maintext.__file__).parents[1]), str(Path(__file__).parents[2])]
"""The import path for processes of engines."""


@pytest.fixture(scope="module")
def ray_engine() -> Iterator[Engine]:
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'maintext[ray]'")
    from maintext.batch.engines.ray import RayEngine

    path = os.pathsep.join([*ROOTS, os.environ.get("PYTHONPATH", "")])
    ray.init(
        address="local",  # do not use a cluster that is already running
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": path}},
    )
    yield RayEngine(start=start_hostile)
    ray.shutdown()


@pytest.fixture(scope="module")
def spark_engine() -> Iterator[Engine]:
    pytest.importorskip("pyspark", reason="PySpark is not installed: pip install 'maintext[spark]'")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java, and there is none")
    from pyspark.sql import SparkSession

    from maintext.batch.engines.spark import SparkEngine

    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "PYSPARK_PYTHON")}
    os.environ["PYTHONPATH"] = os.pathsep.join([*ROOTS, before["PYTHONPATH"] or ""])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    yield SparkEngine(start=start_hostile)
    session.stop()
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


def check_engine(engine: Engine, tmp_path: Path) -> None:
    ids = write_crawl(tmp_path / "crawl", 3, 4)
    write_pages(tmp_path / "crawl" / "bad.jsonl", [bad + page(1) for bad in BAD.values()], 900)
    shards = plan([str(tmp_path / "crawl")])
    output = tmp_path / "out"
    manifest = Manifest(output)
    manifest.open(JOB)
    heard: Counter[str] = Counter()
    results = list(run_shards(shards, JOB, str(output), engine, heard.update))
    assert all(isinstance(result, ShardResult) for result in results)
    rows = ds.dataset(output, format="parquet").to_table(columns=["id", "status"]).to_pylist()
    assert sorted(row["id"] for row in rows if row["status"] == "ok") == sorted(ids)
    assert sorted(row["status"] for row in rows if row["status"] != "ok") == sorted(BAD)
    assert heard["ok"] == len(ids)
    assert list(run_shards(shards, JOB, str(output), engine)) == []
    (manifest.folder / "done" / f"{shards[0].key}.json").unlink()
    Path(shards[0].path).unlink()
    (failure,) = run_shards(shards, JOB, str(output), engine)
    assert not isinstance(failure, ShardResult)
    assert failure.lasting


@pytest.mark.ray
def test_ray_runs_the_shards(ray_engine: Engine, tmp_path: Path) -> None:
    check_engine(ray_engine, tmp_path)


@pytest.mark.spark
def test_spark_runs_the_shards(spark_engine: Engine, tmp_path: Path) -> None:
    check_engine(spark_engine, tmp_path)


STARTED_HERE = """
import sys
from pathlib import Path
from tests.batch.hostile import start_hostile
from tests.batch.test_engines import check_engine
if __name__ == "__main__":
    if sys.argv[1] == "ray":
        from maintext.batch.engines.ray import RayEngine
        engine = RayEngine(start=start_hostile)
    else:
        from maintext.batch.engines.spark import SparkEngine
        engine = SparkEngine("local[2,4]", start=start_hostile)
    check_engine(engine, Path(sys.argv[2]))
"""


@pytest.mark.parametrize(
    "name", [pytest.param("ray", marks=pytest.mark.ray), pytest.param("pyspark", marks=pytest.mark.spark)]
)
def test_an_engine_started_by_the_run_runs_the_shards(name: str, tmp_path: Path) -> None:
    pytest.importorskip(name)
    if name == "pyspark" and shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java, and there is none")
    path = os.pathsep.join([*ROOTS, os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", STARTED_HERE, name, str(tmp_path)]
    run = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_the_compiled_copy_of_the_same_pyspark_is_preferred(tmp_path: Path) -> None:
    archive, installed, other = tmp_path / "pyspark.zip", tmp_path / "installed", tmp_path / "other"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("pyspark/version.py", "1")
    for folder, version in ((installed, "1"), (other, "2")):
        (folder / "pyspark").mkdir(parents=True)
        (folder / "pyspark" / "__init__.py").touch()
        (folder / "pyspark" / "version.py").write_text(version)
    same, another = [str(archive), str(installed)], [str(archive), str(other)]
    assert prefer_compiled(same) == same[::-1]
    assert prefer_compiled(another) == another
    assert prefer_compiled([str(archive)]) == [str(archive)]
    assert prefer_compiled([str(installed)]) == [str(installed)]


PAGES = pa.table({"id": ["0", "1"], "url": ["http://a/", "http://b/"], "html": [page(0), page(1)]})


def texts(rows: list[dict[str, object]]) -> dict[object, object]:
    return {row["id"]: row["text"] for row in rows}


@pytest.fixture(scope="module")
def expected() -> dict[object, object]:
    (batch,) = PAGES.to_batches()
    return texts(extract_batch(batch, Job(method="p_value")).to_pylist())


@pytest.mark.ray
def test_ray_data_maps_batches(ray_engine: Engine, expected: dict[object, object], tmp_path: Path) -> None:
    import ray

    def extract(table: pa.Table) -> pa.Table:
        return pa.Table.from_batches(
            [extract_batch(batch, Job(method="p_value")) for batch in table.to_batches()]
        )

    rows = ray.data.from_arrow(PAGES).map_batches(extract, batch_format="pyarrow").take_all()
    assert texts(rows) == expected


@pytest.mark.spark
def test_spark_maps_in_arrow(spark_engine: Engine, expected: dict[object, object], tmp_path: Path) -> None:
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    from maintext.batch import OUTPUT

    pq.write_table(PAGES, tmp_path / "pages.parquet")
    session = SparkSession.getActiveSession()
    assert session is not None

    def extract(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return (extract_batch(batch, Job(method="p_value")) for batch in batches)

    frame = session.read.parquet(str(tmp_path / "pages.parquet"))
    rows = frame.mapInArrow(extract, from_arrow_schema(OUTPUT)).collect()
    assert texts([row.asDict() for row in rows]) == expected


def write_sketches(folder: Path) -> list[Path]:
    """Sketches of hosts in several files, with common pages and more texts than a template keeps."""
    files = []
    for number in range(3):
        lines = []
        for host, texts in (("a.example", 9000), ("b.example", 9), ("bücher.example", 9)):
            pages = [f"{page:016x}" for page in range(number * 3, number * 3 + 4)]
            entries = [["li", f"{host} {number} {text}", 1 + text % 4] for text in range(texts)]
            places = {f"/html/body/p[{number}]": [4, 250 * number, 1, [f"{host} {number}"]]}
            sketch = {"host": host, "pages": pages, "entries": [["p", "All", 4], *entries], "places": places}
            lines.append(json.dumps(sketch))
        few = {"host": f"few{number}", "pages": ["0"], "entries": [["p", "All", 1]], "places": {}}
        lines.append(json.dumps(few))
        files.append(folder / f"{number}.jsonl")
        files[-1].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return files


def check_shuffle(engine: Engine, tmp_path: Path) -> None:
    assert isinstance(engine, Shuffler)
    files = write_sketches(tmp_path)
    disk = HostMerger(str(tmp_path / "disk"))
    assert DiskShuffler(tmp_path / "groups").merge_hosts(files, disk) == 3
    assert engine.merge_hosts(files, HostMerger(str(tmp_path / "engine"))) == 3
    expected, found = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in ("disk", "engine")
    )
    assert len(expected) == 3
    assert found == expected


@pytest.mark.ray
def test_ray_makes_the_same_site_templates(ray_engine: Engine, tmp_path: Path) -> None:
    check_shuffle(ray_engine, tmp_path)


@pytest.mark.spark
def test_spark_makes_the_same_site_templates(spark_engine: Engine, tmp_path: Path) -> None:
    check_shuffle(spark_engine, tmp_path)
