"""docs/schema.md lists the columns of the code, and docs/quality.md every signal."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from maintext.batch.quality import SIGNALS
from maintext.batch.record import COLUMNS, OUTPUT, output_schema
from maintext.batch.text_files import CLUSTERS

ROOT = Path(__file__).parent.parent
QUALITY = ROOT / "docs" / "quality.md"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("schema_page", ROOT / "tools" / "schema_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_the_schema_is_up_to_date(tool: ModuleType) -> None:
    page = (ROOT / "docs" / "schema.md").read_text("utf-8")
    assert tool.with_tables(page) == page, "run tools/schema_page.py"


def test_the_page_has_the_columns_of_dedup(tool: ModuleType) -> None:
    section = tool.tables().partition("## After `maintext dedup`")[2].partition("\n## ")[0]
    assert all(f"| `{name}` |" in section for name in CLUSTERS.names)


def test_every_signal_is_explained() -> None:
    text = QUALITY.read_text("utf-8")
    named = set(re.findall(r"`((?:gopher|c4|fineweb)_\w+)`", text))
    shortened = {f"gopher_top_{n}_words" for n in (3, 4)}  # "_3_", "_4_", "to _10_" there
    shortened |= {f"gopher_repeated_{n}_words" for n in range(6, 11)}
    assert named | shortened == set(SIGNALS)


def test_names_of_columns_are_unique_and_groups_only_add() -> None:
    names = [column.name for column in COLUMNS]
    assert len(names) == len(set(names))
    every = output_schema({column.group for column in COLUMNS}).names
    assert every == names
    assert [name for name in every if name in OUTPUT.names] == OUTPUT.names
