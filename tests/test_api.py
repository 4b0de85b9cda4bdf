"""The public API, in one list. A change here is a change for users: it belongs in the changelog."""

import ast
import inspect
import logging
import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Any

import maintext

SOURCE = Path(maintext.__file__).parent
EDGES = ("cli", "evaluation", "training", "batch", "serve", "__main__.py", "processes")

API = Path(__file__).parent / "api.txt"


def listed() -> str:
    """Every public name, with its parameters and its public members."""
    return "".join(f"{line}\n" for name in maintext.__all__ for line in _lines(name))


def _lines(name: str) -> list[str]:
    value: Any = getattr(maintext, name)
    if not callable(value):
        return [name]
    if isinstance(value, type) and issubclass(value, Enum):
        return [name, *(f"    {member.value}" for member in value)]
    if isinstance(value, type) and issubclass(value, Exception):
        return [f"{name}({', '.join(base.__name__ for base in value.__bases__)})"]
    if name == "Options":
        return [name, *(f"    {option}=" for option in value.__annotations__)]
    parameters = _parameters(value)
    of_others = {*dir(tuple), *parameters, "name", "paper"}  # the names of abstract classes have no value
    members = [one for one in dir(value) if not one.startswith("_") and one not in of_others]
    is_class = isinstance(value, type)
    return [f"{name}({', '.join(parameters)})", *(f"    .{one}" for one in members if is_class)]


def _parameters(value: Any) -> list[str]:
    found = inspect.signature(value).parameters.values()
    return [f"**{one.name}" if one.kind is one.VAR_KEYWORD else one.name for one in found]


def test_the_public_api_is_the_one_that_is_listed() -> None:
    assert listed() == API.read_text(encoding="utf-8"), "run `python -m tests.test_api`"


def test_names_are_loaded_on_first_use() -> None:
    code = (
        "import sys; before = {*sys.modules}; import maintext; "  # coverage loads some
        "maintext.extract('<p>The tower leans.').metadata; "
        "print(*[name for name in ('maintext.many', 'maintext.http', 'asyncio', 'socket', 'subprocess') "
        "if name in {*sys.modules} - before]); maintext.fetch, maintext.extract_many; "
        "print('maintext.many' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "\nTrue\n"


def test_the_library_never_prints_and_logs_under_its_own_name() -> None:
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] in EDGES:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert ast.unparse(node.func) not in (
                    "sys.stdout.write",
                    "sys.stderr.write",
                    "logging.basicConfig",
                )
                if node.func.attr == "getLogger":
                    assert ast.unparse(node.args[0]).startswith("'maintext"), path
    assert logging.getLogger("maintext").handlers == []


if __name__ == "__main__":
    API.write_text(listed(), encoding="utf-8", newline="\n")
