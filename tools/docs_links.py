"""List the links of the documentation to other hosts, with the pages that have them, to be looked at by hand.

python tools/docs_links.py
"""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "llms.txt", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = re.compile(r"//(?:[\w.-]+\.)?(?:example(?:\.\w+)?|localhost|127\.0\.0\.1)\b")
"""Hosts in examples, which nobody can open."""


def external_links() -> dict[str, list[str]]:
    """Links to other hosts, and the pages that have each. Code and tables of constructs are left out."""
    found: dict[str, list[str]] = defaultdict(list)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"^```.*?^```|<pre>.*?</pre>|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
        for url in re.findall(r"\]\((https?://[^)\s]+)\)|<(https?://[^>\s]+)>", text):
            link = url[0] or url[1]
            if not EXAMPLES.search(link):
                found[link].append(page.relative_to(ROOT).as_posix())
    return dict(found)


if __name__ == "__main__":
    for link, pages in sorted(external_links().items()):
        print(link, *sorted(set(pages)), sep="  ")
