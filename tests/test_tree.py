"""The tree in CONTRIBUTING lists exactly the folders of the package and its top modules."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def named() -> list[str]:
    """The paths of the tree, by their indentation."""
    tree = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## The tree\n")[2]
    block = tree.strip("\n").partition("\n\n")[0]
    found: list[str] = []
    above: list[str] = []
    for line in block.splitlines():
        match = re.match(r"    ((?:  )*)(\S+?)(/?)(?:  |$)", line)
        assert match, line
        above[len(match[1]) // 2 :] = [match[2]]
        found.append("/".join(above) + match[3])
    return found


def there() -> set[str]:
    package = ROOT / "src" / "maintext"
    files = [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    folders = {folder for path in files for folder in path.parents if folder.is_relative_to(package)}
    paths = {*folders, *package.glob("*.py")}
    others = {ROOT / name for name in ("tests", "tools", "fuzz", "docs", "gate", "examples")}
    return {path.relative_to(ROOT).as_posix() + "/" * path.is_dir() for path in paths | others}


def test_the_tree_in_contributing_is_up_to_date() -> None:
    names = named()
    assert len(names) == len(set(names))
    assert sorted(names) == sorted(there())
