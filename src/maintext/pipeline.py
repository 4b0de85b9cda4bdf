"""The whole flow: bytes → text → table → blocks → scores → choice → clean-up → Document."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from maintext.document import Document
from maintext.errors import Reason
from maintext.judge import Verdict, judge_page
from maintext.kind import find_kind
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.method import Auto, AutoScores
from maintext.methods.base import Method
from maintext.methods.registry import DEFAULT_METHOD, METHODS, get_method
from maintext.methods.selection import kept_blocks
from maintext.model.auto import AutoModel
from maintext.page.page import Page, empty_page
from maintext.parse import parse
from maintext.site.template import SiteTemplate, site_noise
from maintext.text.decode import Encoding, decode, looks_binary, text_or_bytes
from maintext.text.decode import Html as Html

SiteEvidence = SiteTemplate | list[Page] | None


@dataclass(frozen=True, slots=True)
class Source:
    """A page as it was read: its table, and how its bytes were understood."""

    page: Page
    encoding: Encoding
    url: str | None


def read(
    html: Html,
    url: str | None,
    charset: str | None,
    limits: Limits,
    deadline: Deadline,
    ahead: Method | None = None,
) -> Source:
    """Bytes → text → table. Whatever is wrong with the input is noted in `page.problems`.

    `ahead` is the method that the page will be given to, if that is known.
    """
    html = text_or_bytes(html)
    within = html[: limits.bytes]
    cut = (Reason.BYTES,) if len(html) > len(within) else ()
    decoded = decode(within, charset)
    if decoded.encoding.name == "binary" or (isinstance(within, str) and looks_binary(within)):
        page = empty_page(Reason.NOT_HTML)
    elif decoded.is_blank:
        page = empty_page(Reason.NO_INPUT)
    else:
        try:
            scorer = None if ahead is None else ahead.scorer
            page = parse(decoded.source, limits, deadline, cut, scorer=scorer)
        except OutOfTime:
            page = empty_page(Reason.SECONDS, *cut)
    return Source(page, decoded.encoding, url)


def site_evidence(site: SiteTemplate | Sequence[Html] | None, limits: Limits) -> SiteEvidence:
    """What is known of the page's site: its template, or other pages of it, parsed."""
    if site is None or isinstance(site, SiteTemplate):
        return site
    return [read(page, None, None, limits, limits.deadline()).page for page in site]


def run(
    source: Source,
    method: Method,
    site: SiteEvidence,
    articles_only: bool,
    deadline: Deadline,
) -> Document:
    """Table → blocks → scores → choice → clean-up → Document."""
    page = source.page
    blocks = page.blocks  # held, so that the page gives the same ones again
    kept = np.zeros(len(blocks), dtype=np.bool_)
    scores = noise = verdict = None
    changes: dict[int, str] = {}
    problems = page.problems
    try:
        if not len(page.leaves):
            problems = problems or (Reason.NO_TEXT,)
        elif articles_only and not (verdict := _judge_by(method, page)).has_article:
            problems = (Reason.NOT_ARTICLE, *problems)
        else:
            noise = None if site is None else site_noise(page, site)
            deadline.check()
            scores = method.score(page, noise)
            deadline.check()
            chosen = method.select(scores)
            if isinstance(scores, AutoScores):  # its units are blocks, and it has settled the noise
                kept, changes = clean_up(scores, chosen)
            else:
                leaves = scores.leaves_of(chosen)
                if noise is not None and not method.settles_noise:
                    leaves &= ~noise
                kept = kept_blocks(blocks, leaves)
            if not kept.any():
                problems = (*problems, Reason.NOTHING_SELECTED)
    except OutOfTime:
        problems = (Reason.SECONDS, *problems)
    template = site if isinstance(site, SiteTemplate) else None
    return Document(
        page,
        method.name,
        kept,
        scores,
        source.encoding,
        source.url,
        problems,
        noise,
        template,
        changes,
        verdict,
    )


def _judge_by(method: Method, page: Page) -> Verdict:
    """Judge a page, by the method's own model where it has one that tells kinds of pages apart."""
    return judge_page(page, find_kind(page, method.model if isinstance(method, Auto) else None))


class Extractor:
    """An extraction that is set up once and run on many pages.

    >>> extractor = Extractor("p_value")
    >>> extractor.extract("<p>The first and only paragraph of a page.</p>").text
    'The first and only paragraph of a page.'
    """

    def __init__(
        self,
        method: str | Method = DEFAULT_METHOD,
        *,
        site: SiteTemplate | Sequence[Html] | None = None,
        articles_only: bool = False,
        limits: Limits = Limits(),
    ) -> None:
        """Set up a method, given by name or as an object with parameters of its own.

        `site` is a template of the pages' site, or other pages of it. With `articles_only`, a page
        without an article is refused.
        """
        self.method = get_method(method) if isinstance(method, str) else method
        self.articles_only = articles_only
        self.limits = limits
        self.site = site_evidence(site, limits)

    def extract(self, html: Html, *, url: str | None = None, charset: str | None = None) -> Document:
        """Extract one page; `charset` is the one that its HTTP header named, if any."""
        deadline = self.limits.deadline()
        ahead = None if self.articles_only else self.method  # scores are wanted of articles alone
        source = read(html, url, charset, self.limits, deadline, ahead)
        return run(source, self.method, self.site, self.articles_only, deadline)


def extract(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    site: SiteTemplate | Sequence[Html] | None = None,
    articles_only: bool = False,
    limits: Limits = Limits(),
) -> Document:
    """Find the main text of a page.

    Always a `Document`: bad HTML is no error, and where there is no text `document.status` and
    `document.reason` say why. See `Extractor` for the parameters.

    >>> document = extract("<nav><a href=/>Home</a></nav><p>The tower was built in 1911, and it leans.</p>")
    >>> document.text
    'The tower was built in 1911, and it leans.'
    >>> extract(b"").reason
    <Reason.NO_INPUT: 'no_input'>
    """
    extractor = Extractor(method, site=site, articles_only=articles_only, limits=limits)
    return extractor.extract(html, url=url, charset=charset)


def judge(
    html: Html, *, charset: str | None = None, model: AutoModel | None = None, limits: Limits = Limits()
) -> Verdict:
    """Say whether a page has an article at all, and what kind of page it is.

    `model` is one of your own; without it, the one that comes with the package judges.

    >>> judge("<ul>" + "<li><a href=/x>Some headline of the day</a>" * 20 + "</ul>").label
    'not_article'
    """
    page = read(html, None, charset, limits, limits.deadline()).page
    return judge_page(page, find_kind(page, model))


def compare(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    methods: Sequence[str | Method] = tuple(METHODS),
    site: SiteTemplate | Sequence[Html] | None = None,
    limits: Limits = Limits(),
) -> dict[str, Document]:
    """Run several methods, all of them by default, over one table of the same page."""
    source = read(html, url, charset, limits, limits.deadline())
    evidence = site_evidence(site, limits)
    resolved = [get_method(method) if isinstance(method, str) else method for method in methods]
    return {method.name: run(source, method, evidence, False, limits.deadline()) for method in resolved}
