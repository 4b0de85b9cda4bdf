"""What Spark forks its Python workers from, with maintext loaded: `spark.python.daemon.module`."""

import sys
from importlib.machinery import PathFinder
from pathlib import Path
from zipimport import ZipImportError, zipimporter

import maintext.batch.engines.attempt  # noqa: F401 - so that no worker has to


def prefer_compiled(path: list[str]) -> list[str]:
    """Spark's way to its modules, less a detour.

    Spark puts an archive of PySpark's sources before everything else, and to compile them takes half a second
    each time. Where this Python has the very same PySpark, the archive is put last.
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
