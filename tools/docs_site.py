"""Hooks of MkDocs: what the site has beside the pages of docs/.

- README.md, README.zh.md, CONTRIBUTING.md, CHANGELOG.md and SECURITY.md are pages; the README is the first.
- Other files of the repository that a page links to are copied to `source/`.
- `llms.txt` lists the pages of the site.
- Examples in doctest form are shown as Python sessions.
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
DOCS = "docs/"
PAGES = {
    "README.md": "index.md",
    "README.zh.md": "zh/index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "SECURITY.md": "SECURITY.md",
}
"""Pages outside docs/, by their path in the repository, and where they are in the site."""

LINK = re.compile(r'(\]\(|src=")([^)#"\s]+)(#[^)"\s]*)?([)"])')
FENCE = re.compile(r"<pre>.*?</pre>|^( *)(`{3,}|~{3,}).*?^\1\2", re.MULTILINE | re.DOTALL)
"""Code, whose links are left alone."""


def place(path: str) -> str:
    """Where a file of the repository is in the site."""
    if path in PAGES:
        return PAGES[path]
    return path.removeprefix(DOCS) if path.startswith(DOCS) else f"source/{path}.txt"


def origin(page: str) -> str:
    """The file of the repository that a page of the site is made from."""
    return next((path for path, there in PAGES.items() if there == page), DOCS + page)


def linked(text: str, path: str) -> list[str]:
    """The files of the repository that the text of a file links to."""
    folder = PurePosixPath(path).parent.as_posix()
    links = [match[2] for match in LINK.finditer(FENCE.sub("", text)) if "://" not in match[2]]
    return [normpath(f"{folder}/{link}") for link in links]


def moved(text: str, path: str, page: str) -> str:
    """The text of a file, with links that lead to the same files from its place in the site."""
    folder = PurePosixPath(path).parent.as_posix()
    here = PurePosixPath(page).parent.as_posix()

    def link(match: re.Match[str]) -> str:
        target = normpath(f"{folder}/{match[2]}")
        if not (ROOT / target).is_file():
            return match[0]
        return f"{match[1]}{relpath(place(target), here)}{match[3] or ''}{match[4]}"

    parts: list[str] = []
    end = 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(link, text[end:])])


def session(text: str) -> str:
    """Doctests as sessions: with the right colours, and an empty line where a doctest says BLANKLINE."""
    text = re.sub(r"^( *)```python(?=\n *>>> )", r"\1```pycon", text, flags=re.MULTILINE)
    return re.sub(r"^( *)<BLANKLINE>$", "", text, flags=re.MULTILINE)


def llms(text: str) -> str:
    """llms.txt with links to the pages of the site."""
    return (
        moved(text, "llms.txt", "llms.txt").replace(".md)", ".html)").replace("README.html)", "index.html)")
    )


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add what is not in docs/."""
    texts = {
        origin(file.src_uri): (ROOT / origin(file.src_uri)).read_text(encoding="utf-8")
        for file in files
        if file.is_documentation_page()
    }
    for path, page in PAGES.items():
        texts[path] = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=texts[path]))
    for path in sorted({found for name, text in texts.items() for found in linked(text, name)}):
        if place(path).startswith("source/") and (ROOT / path).is_file():
            content = (ROOT / path).read_text(encoding="utf-8")
            files.append(File.generated(config, place(path), content=content))
    content = llms((ROOT / "llms.txt").read_text(encoding="utf-8"))
    files.append(File.generated(config, "llms.txt", content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Mend the links that leave docs/, and show doctests as sessions."""
    path = origin(page.file.src_uri)
    return session(moved(markdown, path, page.file.src_uri))
