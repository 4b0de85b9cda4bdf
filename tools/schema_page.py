"""Write the tables of docs/schema.md from the columns in the code.

python tools/schema_page.py
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

from maintext.batch.record import COLUMNS, GROUPS, SCHEMA_VERSION, SKIPPED, OutputColumn
from maintext.batch.text_files import CLUSTERS

PAGE = ROOT / "docs" / "schema.md"
_BEGIN, _END = "<!-- tables: written by tools/schema_page.py -->\n", "<!-- end of the tables -->\n"
_DEDUP = (
    "Its output has the columns of its inputs, and two more ([near-duplicates](sources.md#near-duplicates)):"
)
_CLUSTERS = {
    "cluster_id": "id of the row that stays for all rows of the cluster; null for a row without a text",
    "cluster_size": "rows of the cluster, 1 if no other text is like it; null for a row without a text",
}


def tables() -> str:
    """The tables of all columns."""
    lines = [f"This is version {SCHEMA_VERSION} of the schema.", "", "## Always there", ""]
    lines += _table([column for column in COLUMNS if not column.group])
    for group in GROUPS:
        title = "With `--tokenizer`" if group == "tokens" else f"With `--columns {group}`"
        lines += ["", f"## {title}", "", *_table([column for column in COLUMNS if column.group == group])]
    lines += ["", "## After `maintext dedup`", ""]
    columns = [OutputColumn(field.name, field.type, _CLUSTERS[field.name]) for field in CLUSTERS]
    lines += [_DEDUP, "", *_table(columns)]
    lines += ["", "## Skipped responses", ""]
    lines += ["`_maintext/skipped/KEY.jsonl.zst` has a line for each response, line or file without a row:"]
    lines += [", ".join(f"`{name}`" for name in SKIPPED.names) + "."]
    return "\n".join(lines) + "\n"


def _table(columns: list[OutputColumn]) -> list[str]:
    rows = ["| column | type | what it is |", "|---|---|---|"]
    for column in columns:
        kind = "list of string" if str(column.type).startswith("list") else str(column.type)
        rows.append(f"| `{column.name}` | {kind}{', never null' * column.required} | {column.meaning} |")
    return rows


def with_tables(page: str) -> str:
    """The page with the tables of today."""
    before, _, rest = page.partition(_BEGIN)
    return before + _BEGIN + "\n" + tables() + "\n" + _END + rest.partition(_END)[2]


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
