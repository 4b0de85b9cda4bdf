"""Write the tables of the library's docs: options into docs/options.md, wrong uses into docs/wrong-uses.md.

python tools/library_tables.py          # run by `make tables`
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.wrong_commands import WRONG_COMMANDS
from tests.wrong_uses import WRONG

from maintext.options import Described, Output, Select, described

DOCS = Path(__file__).parent.parent / "docs"
OPTIONS, WRONG_USES = DOCS / "options.md", DOCS / "wrong-uses.md"


def options_table(owner: type[Select] | type[Output]) -> str:
    """The options of a class: name, values, default, help."""
    rows = [
        f"| `{one.name}` | `--{one.name.replace('_', '-')}` | {_values(one)} | `{one.default!r}` | "
        f"{_cell(one.words)} |"
        for one in described(owner)
    ]
    head = ["| library, service, `Job` | command | values | default | |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


def wrong_table() -> str:
    """The wrong uses, and what they give."""
    rows = [f"| `{wrong.code}` | {wrong.error} | {_cell(wrong.message)} |" for wrong in WRONG]
    return "\n".join(["| code | error | message |", "|---|---|---|", *rows])


def wrong_commands_table() -> str:
    """The wrong uses of the command, and the line that each prints."""
    rows = [f"| `{wrong.words}` | {wrong.code} | {_cell(wrong.line)} |" for wrong in WRONG_COMMANDS]
    return "\n".join(["| after `maintext` | exit code | message |", "|---|---|---|", *rows])


def _values(option: Described) -> str:
    if option.choices:
        return ", ".join(f"`{value}`" for value in option.choices)
    if option.is_list:
        return "CSS selectors"
    named = {bool: "yes or no", int: "a number"}
    return named.get(option.kind, "a text")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def filled(text: str, name: str, table: str) -> str:
    """A page with a table between its marks."""
    start, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
    found = re.sub(
        f"{re.escape(start)}.*?{re.escape(end)}", lambda _: f"{start}{table}{end}", text, flags=re.DOTALL
    )
    if start not in found:
        raise ValueError(f"the page has no place for the table {name}")
    return found


def written() -> dict[Path, str]:
    """The pages, with today's tables."""
    options = OPTIONS.read_text(encoding="utf-8")
    options = filled(options, "select", options_table(Select))
    options = filled(options, "output", options_table(Output))
    wrong = filled(WRONG_USES.read_text(encoding="utf-8"), "wrong uses", wrong_table())
    wrong = filled(wrong, "wrong commands", wrong_commands_table())
    return {OPTIONS: options, WRONG_USES: wrong}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8", newline="\n")
