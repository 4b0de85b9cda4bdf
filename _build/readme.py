"""The README as a package index shows it: links and images lead to the project's URL.

The URL is `Source` in `[project.urls]` of pyproject.toml. Without it the README stays as it is.
"""

import re
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent.parent
LINK = re.compile(r'(!?)(\[(?:[^\[\]]|\[[^\]]*\])*\]\(|\b(?:src|href)=")([^)"\s#]+)')
IMAGES = (".svg", ".png", ".jpg", ".gif")


def description() -> str:
    """The long description of the package."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    url = project.get("urls", {}).get("Source")
    return absolute(text, url) if url else text


def absolute(text: str, url: str) -> str:
    """A text of Markdown with links to the files of a repository instead of relative ones.

    >>> absolute("[how](docs/flow.md#limits)", "https://example.org/maintext/")
    '[how](https://example.org/maintext/blob/main/docs/flow.md#limits)'
    """

    def link(match: re.Match[str]) -> str:
        mark, start, target = match.groups()
        if re.match(r"[a-z][a-z+.-]*:|//", target):
            return match[0]
        kind = "raw" if target.lower().endswith(IMAGES) else "blob"
        return f"{mark}{start}{url.rstrip('/')}/{kind}/main/{target}"

    return LINK.sub(link, text)
