"""What the removal of site noise is worth (docs/site-templates.md): scores with and without other pages.

    python tools/site_noise.py DATA

On the pages of the four sets whose site has two pages or more: with nothing known of the site, with the other
pages given as they are, and with a template of all pages. On sites with three pages or more, also with a
template of the other pages.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import Prf, token_prf
from maintext.limits import Limits
from maintext.methods.registry import get_method
from maintext.pipeline import SiteEvidence, read, run
from maintext.site.template import SiteTemplate

FOUR_SETS = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
EVERYTHING = "everything"
METHODS = (EVERYTHING, "path_similarity", "path_similarity(strict=true)", "ceds", "p_value")
NOTHING, PAGES, TEMPLATE, HELD_OUT = "nothing known", "other pages", "template", "template of the others"
TWO, THREE = "two pages or more", "three pages or more"
FORMS = (NOTHING, PAGES, TEMPLATE, HELD_OUT)
Found = dict[tuple[str, str, str], list[Prf]]
"""By pages, method and form."""


def sites(data: Path) -> Iterator[list[LabelledPage]]:
    """The pages of each site that has two or more."""
    by_host: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for name in FOUR_SETS:
        for page in read_pages(data / f"{name}.parquet"):
            if page.text:
                by_host[re.sub(r"^www\d?\.", "", page.site)].append(page)
    return (pages for pages in by_host.values() if len(pages) > 1)


def measure(pages: Sequence[LabelledPage], found: Found) -> None:
    """Every method and form on the pages of one site."""
    limits = Limits()
    sources = [read(page.html, page.url, None, limits, limits.deadline()) for page in pages]
    template = SiteTemplate.learn([source.page for source in sources])
    for number, (page, source) in enumerate(zip(pages, sources, strict=True)):
        others = [other.page for at, other in enumerate(sources) if at != number]
        forms: dict[str, SiteEvidence] = {NOTHING: None, PAGES: others, TEMPLATE: template}
        groups = [TWO]
        if len(pages) > 2:
            forms[HELD_OUT] = SiteTemplate.learn(others)
            groups.append(THREE)
        if page.dataset == "news4k":
            groups.append("news4k")
        for method in METHODS:
            for form, site in forms.items():
                document = run(
                    source, get_method(method.replace(EVERYTHING, "p_value")), site, limits.deadline()
                )
                text = document.text
                if method == EVERYTHING:  # all text but the noise
                    leaves, noise = document.page.leaves, document.noise
                    left = leaves if noise is None else leaves[~noise]
                    text = "\n".join(map(document.page.row_text, left.tolist()))
                for group in groups if form != HELD_OUT else [THREE]:
                    found.setdefault((group, method, form), []).append(token_prf(text, page.text or ""))


def main(data: str) -> None:
    """Print a table for each group of pages: precision, recall and F1."""
    found: Found = {}
    for pages in sites(Path(data)):
        measure(pages, found)
    for group in dict.fromkeys(key[0] for key in found):
        print(f"\n| {group} ({len(found[group, EVERYTHING, NOTHING])}) | {' | '.join(FORMS)} |")
        print("|---|---|---|---|---|")
        for method in METHODS:
            print(
                f"| {method} | {' | '.join(_cell(found.get((group, method, form), ())) for form in FORMS)} |"
            )


def _cell(scores: Sequence[Prf]) -> str:
    means = (fmean(column) for column in zip(*scores, strict=True))
    return " ".join(f"{mean:.3f}".removeprefix("0") for mean in means)


if __name__ == "__main__":
    main(*sys.argv[1:])
