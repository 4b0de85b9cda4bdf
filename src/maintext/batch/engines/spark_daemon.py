"""The process that Spark forks its Python workers from, with maintext loaded."""

import sys
from importlib.machinery import PathFinder
from pathlib import Path
from zipimport import ZipImportError, zipimporter

import maintext.batch.engines.attempt  # noqa: F401 - so that workers need not


def prefer_compiled(path: list[str]) -> list[str]:
    """Spark's `sys.path` with the archive of PySpark's sources last, if this Python has the same PySpark.

    Spark puts the archive first, and compiling it takes half a second each time.
    """
    archives = [entry for entry in path if entry.endswith(".zip") and "py" in Path(entry).name]
    others = [entry for entry in path if entry not in archives]
    return others + archives if _version(archives) == _installed(others) else path


def _version(archives: list[str]) -> bytes | None:
    for archive in archives:
        try:
            return zipimporter(archive).get_data("pyspark/version.py")
        except (ZipImportError, OSError):  # another archive
            continue
    return None


def _installed(path: list[str]) -> bytes | None:
    found = PathFinder.find_spec("pyspark", path)
    folders = list(found.submodule_search_locations or ()) if found else []
    file = Path(folders[0], "version.py") if folders else None
    return file.read_bytes() if file and file.exists() else None


if __name__ == "__main__":
    sys.path[:] = prefer_compiled(sys.path)
    from pyspark import daemon, worker  # noqa: F401

    daemon.manager()
