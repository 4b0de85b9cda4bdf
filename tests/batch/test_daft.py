"""The Daft recipe of the documentation works."""

import re
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from maintext.batch import OUTPUT

PAGE = Path(__file__).parents[2] / "docs" / "sources.md"


def test_the_recipe_extracts_a_table_of_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("daft", reason="Daft is not installed: pip install daft")
    [recipe] = re.findall(r"## In Daft\s+```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    pages = {
        "id": ["a", "b"],
        "url": ["http://a/1", None],
        "html": [b"<p>The tower was built in 1911, and it leans.</p>", b""],
    }
    parquet.write_table(pa.table(pages), "pages.parquet")
    exec(compile(recipe.replace('"auto"', '"p_value"'), "recipe", "exec"), {"__name__": "recipe"})
    rows = parquet.read_table("texts")
    assert rows.schema.names == OUTPUT.names
    assert rows["id"].to_pylist() == ["a", "b"]
    assert rows["text"].to_pylist() == ["The tower was built in 1911, and it leans.", None]
