"""The core never imports an edge, and no parser but its own."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import maintext
from maintext import _MODULE_OF as MODULE_OF

SOURCE = Path(maintext.__file__).parent
EDGES = (
    "__main__",
    "training",
    "evaluation",
    "batch",
    "serve",
    "cli",
    "samples",
    "processes",
    "http",
    "many",
    "integrations",
)
HEAVY = "pyarrow rapidfuzz matplotlib lightgbm typer click rich pandas sklearn scipy lxml bs4".split()
HEAVY += "requests httpx fastapi starlette aiohttp multiprocessing asyncio http.server urllib.request".split()

_EXTRACT = """
import sys
before = set(sys.modules)  # what Python itself loads, and tools that start with it
import maintext
maintext.extract("<p>The tower leans, and has done so since 1911.").to_dict(blocks=True)
print(*(sys.modules.keys() - before))
"""

LATER = "turbohtml numpy.ma hashlib _hashlib zipfile importlib.resources difflib socket subprocess".split()
"""What importing does not load: it is slow, and needed on first use only."""


def core_modules() -> list[Path]:
    return [
        path
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0].removesuffix(".py") not in EDGES
    ]


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_no_core_module_imports_an_edge() -> None:
    edges = tuple(f"maintext.{edge}" for edge in EDGES)
    for path in core_modules():
        found = {name for name in imported(path) if name.startswith(edges)}
        if path == SOURCE / "__init__.py":  # for type checkers only; tests below check that
            found -= {"maintext.http.page", "maintext.http.page.fetch"}
            found -= {"maintext.many", "maintext.many.extract_many"}
        assert not found, path


def test_the_service_does_not_import_the_commands() -> None:
    for path in (SOURCE / "serve").rglob("*.py"):
        assert not [name for name in imported(path) if name.startswith("maintext.cli")], path


def test_only_one_module_imports_turbohtml_and_of_it_only_the_detector() -> None:
    users = {
        str(path.relative_to(SOURCE)): sorted(name for name in imported(path) if name.startswith("turbohtml"))
        for path in core_modules()
        if any(name.startswith("turbohtml") for name in imported(path))
    }
    assert set(users) == {"text/encodings.py"}
    assert all(name.startswith("turbohtml.detect") for name in users["text/encodings.py"])


def test_an_extraction_loads_neither_an_edge_nor_anything_heavy() -> None:
    run = subprocess.run([sys.executable, "-c", _EXTRACT], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "maintext.pipeline" in loaded
    unwanted = {*HEAVY, *(f"maintext.{edge}" for edge in EDGES)}
    assert not loaded & unwanted


def loaded_by(code: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {code}; print(*(sys.modules.keys() - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_importing_the_package_loads_neither_numpy_nor_the_flow() -> None:
    loaded = loaded_by("import maintext; maintext.__version__")
    assert loaded & {"numpy", "dataclasses"} == set()
    own = {name for name in loaded if name.startswith("maintext")}
    assert own == {"maintext", "maintext._interrupt", "maintext._renamed", "maintext.version"}


def test_the_first_use_loads_only_what_every_extraction_needs() -> None:
    loaded = loaded_by("from maintext import extract")
    assert "maintext.pipeline" in loaded
    assert not loaded & {*HEAVY, *LATER}
    assert "maintext.methods.registry" not in loaded  # loads all methods


def test_names_are_loaded_from_the_modules_that_type_checkers_see() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If) and len(node.body) > 5)
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    seen = {alias.name: node.module for node in imports for alias in node.names}
    assert seen == MODULE_OF
    assert {*MODULE_OF, "__version__"} == set(maintext.__all__)
    for name, module in MODULE_OF.items():
        assert getattr(maintext, name) is getattr(import_module(module), name)
        assert name not in {path.stem for path in SOURCE.iterdir()}, "a module would hide the name"


def test_the_public_names_are_sorted_and_complete() -> None:
    # ruff's order: constants, then classes, then the rest
    assert maintext.__all__ == sorted(
        maintext.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert set(maintext.__all__) <= set(dir(maintext))
    public = {
        name
        for name, value in vars(maintext).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("maintext")
    }
    assert public <= set(maintext.__all__)
    assert all(hasattr(maintext, name) for name in maintext.__all__)
