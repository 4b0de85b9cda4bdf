"""The whole flow: bytes → text → table → blocks → scores → choice → clean-up → Document."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack, get_args

import numpy as np

from maintext.arguments import check_choice, check_type, wrong_type
from maintext.arrays import BoolArray
from maintext.document import Document
from maintext.errors import Reason, unknown
from maintext.judge import Rule, Verdict, judge_page
from maintext.kind import find_kind
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.methods.base import Kept, Method, Scores
from maintext.methods.registry import DEFAULT_METHOD, METHODS, get_method
from maintext.methods.spec import split_specs
from maintext.model.auto import AutoModel
from maintext.page import Page
from maintext.page.parse import empty_page, parse
from maintext.render import TableChoice, TitleChoice
from maintext.site.copies import say_unused, usable_pages
from maintext.site.template import SiteTemplate, pages_noise
from maintext.text.decode import Html as Html
from maintext.text.decode import decode, looks_binary, text_or_bytes
from maintext.text.encodings import Encoding

SiteEvidence = SiteTemplate | list[Page] | None


@dataclass(frozen=True, slots=True)
class Source:
    """A page after decoding and parsing: its table, and its encoding."""

    page: Page
    encoding: Encoding
    url: str | None


def read(html: Html, url: str | None, charset: str | None, limits: Limits, deadline: Deadline) -> Source:
    """Bytes → text → table. Problems of the input are listed in `page.problems`."""
    check_type("url", url, str | None, "a text or None")
    check_type("charset", charset, str | None, "a text or None")
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
            page = parse(decoded.source, limits, deadline, cut)
        except OutOfTime:
            page = empty_page(Reason.SECONDS, *cut)
    return Source(page, decoded.encoding, url)


def site_evidence(site: SiteTemplate | Sequence[Html] | None, limits: Limits) -> SiteEvidence:
    """The site's template, or other pages of the site, parsed."""
    if site is None or isinstance(site, SiteTemplate):
        return site
    if isinstance(site, Html) or not isinstance(site, Iterable):
        raise wrong_type("site", site, "a SiteTemplate, a list of pages or None")
    return [read(page, None, None, limits, limits.deadline()).page for page in site]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a caller chooses beside the method."""

    articles_only: bool = False
    """Whether a page without an article is refused."""
    rule: Rule = "model"
    """How that is judged, see `judge`."""
    title: TitleChoice = "auto"
    """Whether the text starts with the page's title."""
    tables: TableChoice = "pipe"
    """How Markdown has tables."""

    def __post_init__(self) -> None:
        check_type("articles_only", self.articles_only, bool, "True or False")
        check_choice("rule", self.rule, get_args(Rule))
        check_choice("title", self.title, get_args(TitleChoice), "choice of title")
        check_choice("tables", self.tables, get_args(TableChoice), "choice of tables")


class Chosen(TypedDict, total=False):
    """The fields of `Choices` as arguments by name."""

    articles_only: bool
    rule: Rule
    title: TitleChoice
    tables: TableChoice


def run(
    source: Source,
    method: Method,
    site: SiteEvidence,
    deadline: Deadline,
    choices: Choices = Choices(),
) -> Document:
    """Table → blocks → scores → choice → clean-up → Document."""
    page = source.page
    kept = Kept(np.zeros(len(page.blocks), dtype=np.bool_))
    scores = noise = verdict = site_problem = None
    problems = page.problems
    try:
        if not len(page.leaves):
            problems = problems or (Reason.NO_TEXT,)
        elif choices.articles_only and not (verdict := _judge(page, method, choices.rule)).has_article:
            problems = (Reason.NOT_ARTICLE, *problems)
        else:
            seen = method.view(page)
            noise, site_problem = _noise(seen, site, method)
            deadline.check()
            scores = method.score_on_site(seen, noise, site if isinstance(site, SiteTemplate) else None)
            if seen is not page:
                scores, noise = _only_shown(page, scores, noise)
            deadline.check()
            kept = method.keep(scores, method.select(scores), None if method.settles_noise else noise)
            if not kept.blocks.any():
                problems = (*problems, Reason.NOTHING_SELECTED)
    except OutOfTime:
        problems = (Reason.SECONDS, *problems)
    document = Document(
        page,
        method,
        kept.blocks,
        scores,
        source.encoding,
        source.url,
        problems,
        noise,
        site if isinstance(site, SiteTemplate) else None,
        kept.changes,
        verdict,
        site_problem,
        choices.title,
        choices.tables,
    )
    return document.without_title() if choices.title == "never" else document


def _noise(page: Page, site: SiteEvidence, method: Method) -> tuple[BoolArray | None, str | None]:
    """Which leaves repeat on the site, or why that is not known although other pages were given."""
    if not site:
        return None, None
    if isinstance(site, SiteTemplate):
        return site.noise(page), None
    others, flaws = usable_pages(page, map(method.view, site))
    return (pages_noise(page, others), None) if others else (None, say_unused(flaws))


def _only_shown(page: Page, scores: Scores, noise: BoolArray | None) -> tuple[Scores, BoolArray | None]:
    """Scores and noise of the page's own leaves, from a view of it with more leaves."""
    own = scores.page.leaves.searchsorted(page.leaves)
    shown = replace(scores, page=page, leaf_unit=scores.leaf_unit[own])
    return shown, None if noise is None else noise[own]


def _judge(page: Page, method: Method, rule: Rule) -> Verdict:
    return judge_page(page, find_kind(page, method.kind_model), rule)


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
        limits: Limits = Limits(),
        **choices: Unpack[Chosen],
    ) -> None:
        """Set up a method, given by its spec (such as `ceds`, `ceds:printed`) or as an object.

        `site` is a template of the pages' site, or other pages of it. `choices` are those of `Choices`. With
        `articles_only=True`, a page without an article is refused; `rule` is how that is judged, see `judge`.
        With `title="always"`, the text starts with the page's title; with `title="never"`, it is left out.
        `tables` is how Markdown has tables: `pipe`, `html`, or `auto` for HTML where pipes cannot hold one.
        """
        check_type("limits", limits, Limits, "a Limits object")
        self.method = _method(method)
        self.choices = make_choices(choices)
        self.limits = limits
        self.site = site_evidence(site, limits)

    def extract(self, html: Html, *, url: str | None = None, charset: str | None = None) -> Document:
        """Extract one page; `charset` is the encoding from its HTTP header, if any."""
        deadline = self.limits.deadline()
        source = read(html, url, charset, self.limits, deadline)
        return run(source, self.method, self.site, deadline, self.choices)

    def with_site(self, site: SiteTemplate | Sequence[Html] | None) -> "Extractor":
        """The same extraction, for pages of a site."""
        other = copy(self)
        other.site = site_evidence(site, self.limits)
        return other


def make_choices(given: Chosen) -> Choices:
    """The choices that a caller gives by name."""
    for name in given:
        if name not in Chosen.__annotations__:
            raise TypeError(unknown("argument", name, Chosen.__annotations__))
    return Choices(**given)


def _method(method: str | Method, name: str = "method") -> Method:
    """A method, given as an object or by its spec."""
    check_type(name, method, str | Method, "a method or the spec of one, such as 'ceds:printed'")
    return get_method(method) if isinstance(method, str) else method


def extract(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    site: SiteTemplate | Sequence[Html] | None = None,
    limits: Limits = Limits(),
    **choices: Unpack[Chosen],
) -> Document:
    """Find the main text of a page.

    Always returns a `Document`: bad HTML is not an error, and without text, `document.status` and
    `document.reason` say why. See `Extractor` for the parameters; `choices` are `articles_only`, `rule`,
    `title` and `tables`.

    >>> document = extract("<nav><a href=/>Home</a></nav><p>The tower was built in 1911, and it leans.</p>")
    >>> document.text
    'The tower was built in 1911, and it leans.'
    >>> extract(b"").reason
    <Reason.NO_INPUT: 'no_input'>
    """
    return Extractor(method, site=site, limits=limits, **choices).extract(html, url=url, charset=charset)


def judge(
    html: Html,
    *,
    charset: str | None = None,
    model: AutoModel | None = None,
    rule: Rule = "model",
    limits: Limits = Limits(),
) -> Verdict:
    """Decide whether a page has an article, and what kind of page it is.

    `model` is your own model; by default, the bundled one is used. With the rule `printed`, the P value of
    paper 3 decides, as printed there.

    >>> judge("<ul>" + "<li><a href=/x>Some headline of the day</a>" * 20 + "</ul>").label
    'not_article'
    >>> judge("<p>The tower was built in 1911, and it leans.", rule="printed").label
    'article'
    """
    check_type("model", model, AutoModel | None, "an AutoModel or None")
    check_choice("rule", rule, get_args(Rule))
    check_type("limits", limits, Limits, "a Limits object")
    page = read(html, None, charset, limits, limits.deadline()).page
    return judge_page(page, find_kind(page, model), rule)


def compare(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    methods: str | Sequence[str | Method] = tuple(METHODS),
    site: SiteTemplate | Sequence[Html] | None = None,
    limits: Limits = Limits(),
) -> dict[str, Document]:
    """Run several methods, by default all, on the same page, which is parsed once.

    Methods are given in a list, or as specs in one text with commas between them; each runs once. Documents
    are listed by the spec of their method: its name, with the parameters that are not its defaults.

    >>> [*compare("<p>The only paragraph.", methods=["ceds", "ceds:printed", "p_value(images=true)"])]
    ['ceds', 'ceds:printed', 'p_value(images=True)']
    """
    check_type("limits", limits, Limits, "a Limits object")
    chosen = _methods(methods)
    source = read(html, url, charset, limits, limits.deadline())
    evidence = site_evidence(site, limits)
    documents: dict[str, Document] = {}
    for method in chosen:
        key = method.spec
        number = 1 + sum(known.partition(" #")[0] == key for known in documents)
        document = run(source, method, evidence, limits.deadline())
        documents[key if number == 1 else f"{key} #{number}"] = document
    return documents


def _methods(methods: str | Sequence[str | Method]) -> list[Method]:
    """The methods to compare, each once."""
    given = split_specs(methods) if isinstance(methods, str) else methods
    check_type("methods", given, Iterable, "a list of methods or specs, or specs with commas between them")
    found: list[Method] = []
    for each in given:
        method = _method(each, "each of methods")
        if not any(_is_same(method, known) for known in found):
            found.append(method)
    return found


def _is_same(method: Method, other: Method) -> bool:
    try:
        return bool(method == other)
    except ValueError:  # a method of the caller's, with an array as a parameter
        return method is other
