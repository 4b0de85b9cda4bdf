"""Names in src/: a class name means one thing."""

import ast
from collections import defaultdict
from pathlib import Path

import maintext

SOURCE = Path(maintext.__file__).parent


def test_no_two_classes_have_the_same_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted([*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pyi")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
