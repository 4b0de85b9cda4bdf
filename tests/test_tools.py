"""What is generated is what is checked in."""

import importlib.util
from pathlib import Path

TOOLS = Path(__file__).parent.parent / "tools"


def test_the_kernels_tables_are_those_of_the_tags_and_characters() -> None:
    spec = importlib.util.spec_from_file_location("kernel_tables", TOOLS / "kernel_tables.py")
    assert spec
    assert spec.loader
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    assert (tables.FOLDER / "tables.h").read_text(encoding="utf-8") == tables.header()
    assert (tables.FOLDER / "tables.c").read_text(encoding="utf-8") == tables.source()
