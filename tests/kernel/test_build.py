"""Building the package: the compiler, error messages, the source distribution."""

import importlib.util
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "_build"))

import backend
import compiler
import kernel
import readme

ROOT = Path(__file__).parents[2]


def installed(*names: str) -> Callable[[str], str | None]:
    """A lookup that finds some commands."""
    return lambda name: f"/usr/bin/{name}" if name in names else None


@pytest.mark.parametrize(
    ("environ", "commands", "found"),
    [
        ({"CC": "/opt/cc -m64"}, ("cc",), "/opt/cc -m64"),
        ({"CC": "/bin/false"}, (), "/bin/false"),
        ({"CC": ""}, ("clang",), "clang"),
        ({}, ("cc", "clang"), "cc"),
        ({}, (), None),
    ],
)
def test_the_compiler_is_cc_or_one_that_is_installed(
    environ: dict[str, str], commands: tuple[str, ...], found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysconfig.get_config_var", lambda name: "unheard-of-cc -pthread")
    assert compiler.find_unix(environ, installed(*commands)) == found


def test_the_compiler_that_built_python_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_config_var", lambda name: "gcc -pthread")
    assert compiler.find_unix({}, installed("cc", "gcc")) == "gcc -pthread"


def test_on_windows_visual_studio_is_searched(tmp_path: Path) -> None:
    assert compiler.find_windows({}, installed("cl")) == "cl"
    assert compiler.find_windows({"ProgramFiles(x86)": str(tmp_path)}, installed()) is None


@pytest.mark.parametrize(
    "hook", [backend.get_requires_for_build_wheel, backend.get_requires_for_build_editable]
)
@pytest.mark.parametrize(("found", "needed"), [("cc", []), (None, [compiler.ZIG])])
def test_a_build_requires_zig_if_there_is_no_compiler(
    hook: Callable[[], list[str]], found: str | None, needed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("get_requires_for_build_wheel", "get_requires_for_build_editable"):
        monkeypatch.setattr(f"setuptools.build_meta.{name}", lambda settings: ["setuptools"])
    monkeypatch.setattr(compiler, "find", lambda: found)
    assert hook() == ["setuptools", *needed]


def build(folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Build the kernel into a folder."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--force"]
    folders = [f"--build-lib={folder / 'lib'}", f"--build-temp={folder / 'temp'}"]
    return subprocess.run(
        [*command, *folders],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="MSVC is found whatever CC says")


@not_on_windows
def test_a_failing_compiler_ends_the_build_with_one_line(tmp_path: Path) -> None:
    done = build(tmp_path, CC="/bin/false")
    assert done.returncode != 0
    assert "error: maintext's kernel could not be compiled by /bin/false" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.so"))


@not_on_windows
def test_a_build_without_a_compiler_reports_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import shutil, importlib.util, sysconfig\n"
        "shutil.which = lambda *arguments, **options: None\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'ziglang' else find(name, *rest)\n"
    )
    done = build(tmp_path, CC="", PYTHONPATH=str(tmp_path))
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == f"error: {compiler.NONE_FOUND}"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["maintext/_kernel/_native.pyi", "maintext/_kernel/_native.abi3.so"])
def test_a_wheel_without_the_kernel_is_removed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build_wheel(folder: str, *_: object) -> str:
        with zipfile.ZipFile(Path(folder, "maintext.whl"), "w") as archive:
            archive.writestr(name, "")
        return "maintext.whl"

    monkeypatch.setattr("setuptools.build_meta.build_wheel", build_wheel)
    if name.endswith(".so"):
        assert backend.build_wheel(str(tmp_path)) == "maintext.whl"
    else:
        with pytest.raises(SystemExit, match=r"^error: the wheel has no kernel"):
            backend.build_wheel(str(tmp_path))
        assert not list(tmp_path.iterdir())


@pytest.mark.skipif(
    not importlib.util.find_spec("ziglang"), reason="ziglang is not installed: no build by zig is tried"
)
def test_zig_builds_a_kernel_that_parses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    module = tmp_path / "_native.abi3.so"
    kernel.compile_by_zig(module)
    script = "import sys, importlib.util as u; s = u.spec_from_file_location('m._native', sys.argv[1])"
    script += "; m = u.module_from_spec(s); s.loader.exec_module(m); print(m.count_controls(b'page\\0'))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(module)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "1"


def test_links_of_the_readme_lead_to_the_url_of_the_project() -> None:
    text = '[a](docs/a.md#b) ![c [d]](docs/e.PNG) <img src="f.svg"> [g](https://h/) [i](#j) [k](mailto:l@m)'
    assert readme.absolute(text, "https://git.example/maintext/") == (
        "[a](https://git.example/maintext/blob/main/docs/a.md#b) "
        "![c [d]](https://git.example/maintext/raw/main/docs/e.PNG) "
        '<img src="https://git.example/maintext/raw/main/f.svg"> [g](https://h/) [i](#j) [k](mailto:l@m)'
    )


def test_without_a_url_the_readme_stays_as_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    own = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (readme.description() == own) == ("urls" not in project)


def test_the_source_distribution_has_everything_for_a_build(tmp_path: Path) -> None:
    script = (
        f"import sys; sys.path.insert(0, '_build'); import backend; backend.build_sdist({str(tmp_path)!r})"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = {path.relative_to(ROOT).as_posix() for path in kernel.FOLDER.resolve().glob("*/*.[ch]")}
    needed |= {f"_build/{name}.py" for name in ("backend", "compiler", "kernel", "readme")}
    assert len(needed) > 80
    assert needed | {"setup.py", "pyproject.toml", "README.md", "LICENSE"} <= held
    for folder in ("tests", "docs"):
        assert {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.[mp][dy]")} <= held
    assert {"conftest.py", "Makefile", "SECURITY.md", "CITATION.cff", "docs/images/explain.svg"} <= held
    assert not [name for name in held if name.endswith((".so", ".pyd", ".pyc", ".o"))]
