"""From nothing to the first text: an installation of maintext, and one of trafilatura, in the same run.

python tools/fresh_install.py [SOURCE] [OTHER]

SOURCE is what pip installs of maintext: by default this folder, which compiles the kernel; a wheel does not.
Each gets a new virtual environment, an empty HOME and no cache of pip; the README's example must print what
the README says. Processor time is that of pip and all that it starts; it depends less than seconds on what
else the machine does.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ROUNDS = 20
HTML = (
    "<nav><a href=/>Home</a></nav><article><h1>The tower</h1>"
    + "<p>The tower was built in 1911, of brick and lime, and ever since it leans to the west.</p>" * 5
    + "</article>"
)
FIRST_TEXT = {
    "maintext": "import maintext\nprint(maintext.extract(html).text)",
    "trafilatura": "import trafilatura\nprint(trafilatura.extract(html))",
}
COUNT = (
    "import sys; before = set(sys.modules); from {} import extract; print(len(sys.modules.keys() - before))"
)


class Took(NamedTuple):
    """Time of a command."""

    seconds: float
    processor: float
    output: str


def run(command: list[str], environment: Mapping[str, str]) -> Took:
    """Run a command; its time and that of the processes that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(done.stderr)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(seconds, used, done.stdout)


def size(folder: Path) -> float:
    """Megabytes of the files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def readme_example() -> tuple[str, str]:
    """The first Python of the README, and what it prints."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit("the README has no example with its output")
    return found[1], found[2]


def check_readme(python: str, environment: Mapping[str, str]) -> None:
    """Run the README's example as a new user does."""
    code, expected = readme_example()
    if (output := run([python, "-c", code], environment).output) != expected:
        raise SystemExit(f"the README's example printed {output!r}")


def measure(name: str, source: str, folder: Path) -> list[str]:
    """The row of a package."""
    home, venv = folder / "home", folder / "venv"
    home.mkdir(parents=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"HOME": str(home), "PIP_NO_CACHE_DIR": "1"}
    run([sys.executable, "-m", "venv", str(venv)], environment)
    python = str(venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    # trafilatura needs lxml[html-clean], which an older pip does not read.
    run([python, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=23.3"], environment)
    before = size(venv)
    installed = run([python, "-m", "pip", "install", "--quiet", source], environment)
    megabytes = size(venv) - before
    text = f"html = {HTML!r}\n{FIRST_TEXT[name]}"
    if "leans to the west" not in (output := run([python, "-c", text], environment).output):
        raise SystemExit(f"{name} found no text: {output!r}")

    if name == "maintext":
        check_readme(python, environment)

    def best(code: str) -> Took:
        return min(
            (run([python, "-c", code], environment) for _ in range(ROUNDS)), key=lambda took: took.processor
        )

    empty = best("pass").processor
    first, ready, alone = (best(code) for code in (text, f"from {name} import extract", f"import {name}"))
    modules = run([python, "-c", COUNT.format(name)], environment).output.strip()
    return [
        f"{installed.seconds:.0f} s ({installed.processor:.0f} s)",
        f"{megabytes:.0f} MB",
        *(f"{took.processor - empty:.3f} s" for took in (first, ready, alone)),
        modules,
    ]


def main(source: str = str(ROOT), other: str = "trafilatura") -> None:
    """Print the table."""
    print("| | installation | on disk | first text | `from … import extract` | `import …` | modules |")
    print("|---|---|---|---|---|---|---|")
    for name, given in (("maintext", source), ("trafilatura", other)):
        with tempfile.TemporaryDirectory() as folder:
            print("|", " | ".join([name, *measure(name, given, Path(folder))]), "|", flush=True)
    print("\nIn brackets, and from the first text on: processor time; there the best of")
    print(f"{ROUNDS} runs, less that of Python itself.")


if __name__ == "__main__":
    main(*sys.argv[1:])
