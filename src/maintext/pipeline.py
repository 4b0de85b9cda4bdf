"""The whole flow: bytes → text → table → blocks → scores → choice → clean-up → Document."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from os import PathLike
from typing import Unpack, get_args

import numpy as np

from maintext.arguments import check_choice, check_type, wrong_type
from maintext.arrays import BoolArray
from maintext.choice import apply_options
from maintext.document import Document
from maintext.errors import MethodError, Reason, TemplateError
from maintext.kind import find_kind
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.methods.auto.method import DEFAULT_METHOD, Auto
from maintext.methods.base import Kept, Method, Scores
from maintext.methods.spec import split_specs
from maintext.model.auto import AutoModel
from maintext.options import Options, Output, Prefer, Select, make_options
from maintext.page.page import Page
from maintext.page.parse import prune_page
from maintext.reading import Charset, read_page
from maintext.reading import Html as Html
from maintext.reading import Source as Source
from maintext.reading import read as read
from maintext.site.copies import say_unused, usable_pages
from maintext.site.template import SiteTemplate, pages_noise
from maintext.verdict import Rule, Verdict, judge_page

SiteEvidence = SiteTemplate | list[Page] | None
Site = SiteTemplate | str | PathLike[str] | Sequence[Html] | None
"""A site template, its path, or other pages of the site."""
_SITES = "a SiteTemplate, the path of one, a list of pages or None"


def site_evidence(site: Site, limits: Limits) -> SiteEvidence:
    """The site's template, which may be in a file, or other pages of the site, parsed."""
    if site is None or isinstance(site, SiteTemplate):
        return site
    if isinstance(site, str) and not site.strip():
        raise TemplateError(f"site is an empty text: give {_SITES}")
    if site == "auto":
        raise TemplateError(
            "site='auto' is for the command: give maintext.http.sisters.find_sisters(html, url).texts"
        )
    if isinstance(site, PathLike) or (isinstance(site, str) and "<" not in site):
        return SiteTemplate.load(site)
    if isinstance(site, str | bytes | bytearray | memoryview) or not isinstance(site, Iterable):
        raise wrong_type("site", site, _SITES)
    return [read_page(page, limits) for page in site]


SHIFTS: Mapping[Prefer, float] = {"precision": -1.5, "balance": 0.0, "recall": 1.5}
"""What `prefer` adds to the log odds of every block; `docs/options.md` has the curve from -4 to +4."""


def run(
    source: Source,
    method: Method,
    site: SiteEvidence,
    deadline: Deadline,
    select: Select = Select(),
    output: Output = Output(),
) -> Document:
    """Table → blocks → scores → choice → clean-up → Document."""
    page, template = source.page, site if isinstance(site, SiteTemplate) else None
    if (select.prune or select.within is not None) and page.table.leaf_count:
        page = prune_page(page, select.prune, select.within)
    kept = scores = noise = verdict = site_problem = None
    problems = page.problems
    try:
        if not page.table.block_count:
            problems = problems or (Reason.NO_TEXT,)
        elif select.articles_only and not (verdict := _judge(page, method, select.rule)).has_article:
            problems = (Reason.NOT_ARTICLE, *problems)
        else:
            seen = method.view(page)
            noise, site_problem = _noise(seen, site, method)
            deadline.check()
            scores = method.score_on_site(seen, noise, template)
            if seen is not page:
                scores, noise = _only_shown(page, scores, noise)
            deadline.check()
            shift = SHIFTS[select.prefer]
            selected = method.select_shifted(scores, shift) if shift else method.select(scores)
            kept = method.keep(scores, selected, None if method.settles_noise else noise)
            if not np.count_nonzero(kept.blocks):  # several times as fast as any()
                problems = (*problems, Reason.NOTHING_SELECTED)
    except OutOfTime:
        problems = (Reason.SECONDS, *problems)
    if kept is None:
        kept = Kept(np.zeros(len(page.blocks), dtype=np.bool_))
    document = Document(
        page,
        method,
        kept.blocks,
        scores,
        source.encoding,
        url=source.url,
        reasons=problems,
        noise=noise,
        template=template,
        changes=kept.changes,
        judged=verdict,
        site_problem=site_problem,
        output=output,
        remarks=source.remarks,
    )
    return apply_options(document, select, output)


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
    """An extraction that is set up once and run on many pages. Threads can share it.

    >>> extractor = Extractor("p_value")
    >>> extractor.extract("<p>The first and only paragraph of a page.</p>").text
    'The first and only paragraph of a page.'
    """

    def __init__(
        self,
        method: str | Method | type[Method] = DEFAULT_METHOD,
        *,
        site: Site = None,
        limits: Limits = Limits(),
        select: Select = Select(),
        output: Output = Output(),
        **options: Unpack[Options],
    ) -> None:
        """Set up an extraction.

        Args:
            method: A method, or its spec, such as `ceds` or `ceds:printed`.
            site: A template of the pages' site, the path of one, or other pages of the site.
            limits: Limits on bytes, nodes, depth and seconds of a page.
            select: Which text is taken: precision against recall, comments, tables, selectors, language, ...
            output: How it is written: title, links, images, formatting, tables, dates.
            options: Fields of `Select` and `Output` by name, such as `prefer="recall"` or `links=False`.
        """
        check_type("limits", limits, Limits, "a Limits object")
        self.method = _method(method)
        self.select, self.output = make_options(select, output, options)
        if self.select.prefer != "balance" and not self.method.can_prefer:
            raise MethodError(f"{self.method.name} cannot prefer {self.select.prefer}: its rule is fixed")
        self.limits = limits
        self.site = site_evidence(site, limits)

    def extract(self, html: Html, url: str | None = None, *, charset: Charset = None) -> Document:
        """Extract one page; `charset` is the encoding from its HTTP header, or that whole header."""
        deadline = self.limits.deadline()
        strict = self.select.visible == "strict"
        source = read(html, url, charset, self.limits, deadline, strict=strict)
        return run(source, self.method, self.site, deadline, self.select, self.output)

    def with_site(self, site: Site) -> "Extractor":
        """The same extraction, for pages of a site."""
        other = copy(self)
        other.site = site_evidence(site, self.limits)
        return other


_DEFAULT = Auto()


def _method(method: str | Method | type[Method], name: str = "method") -> Method:
    """A method, given as an object, by its spec, or as a class whose parameters have defaults."""
    if isinstance(method, type) and issubclass(method, Method):
        if missing := getattr(method, "__abstractmethods__", None):
            lacks = " and no ".join(sorted(missing))
            raise TypeError(f"{name}: the class {method.__name__} has no {lacks}")
        return method()
    check_type(name, method, str | Method, "a method or the spec of one, such as 'ceds:printed'")
    if not isinstance(method, str):
        return method
    if method == DEFAULT_METHOD:
        return _DEFAULT
    from maintext.methods.registry import get_method  # loads all methods

    return get_method(method)


def extract(
    html: Html,
    url: str | None = None,
    *,
    charset: Charset = None,
    method: str | Method | type[Method] = DEFAULT_METHOD,
    site: Site = None,
    limits: Limits = Limits(),
    select: Select = Select(),
    output: Output = Output(),
    **options: Unpack[Options],
) -> Document:
    """Find the main text of a page.

    Always returns a `Document`: bad HTML is not an error, and without text, `document.status` and
    `document.reason` say why.

    Args:
        html: The page: str, bytes, a `pathlib.Path`, an open file, or a response of requests, httpx, urllib
            or `maintext.fetch`.
        url: The page's URL, to resolve links; a response has its own.
        charset: The encoding from the page's HTTP header, or that whole Content-Type header.
        method: A method, or its spec, such as `ceds` or `ceds:printed`.
        site: A template of the page's site, the path of one, or other pages of the site.
        limits: Limits on bytes, nodes, depth and seconds of a page.
        select: Which text is taken, as a `Select`.
        output: How it is written, as an `Output`.
        options: Fields of `Select` and `Output` by name, such as `prefer="recall"` or `links=False`.

    >>> document = extract("<nav><a href=/>Home</a></nav><p>The tower was built in 1911, and it leans.</p>")
    >>> document.text
    'The tower was built in 1911, and it leans.'
    >>> extract(b"").reason
    <Reason.NO_INPUT: 'no_input'>
    """
    extractor = Extractor(method, site=site, limits=limits, select=select, output=output, **options)
    return extractor.extract(html, url, charset=charset)


def judge(
    html: Html,
    url: str | None = None,
    *,
    charset: Charset = None,
    model: AutoModel | None = None,
    rule: Rule = "model",
    limits: Limits = Limits(),
) -> Verdict:
    """Decide whether a page has an article, and what kind of page it is.

    Args:
        html: The page, as for `extract`.
        url: The page's URL, as for `extract`; the verdict does not depend on it.
        charset: The encoding from the page's HTTP header, or that whole Content-Type header.
        model: Your own model; None for the bundled one.
        rule: `model`, or `printed` for the P value as printed in paper 3.
        limits: Limits on bytes, nodes, depth and seconds of the page.

    >>> judge("<ul>" + "<li><a href=/x>Some headline of the day</a>" * 20 + "</ul>").label
    'not_article'
    >>> judge("<p>The tower was built in 1911, and it leans.", rule="printed").label
    'article'
    """
    check_type("model", model, AutoModel | None, "an AutoModel, as AutoModel.load(path) reads it, or None")
    check_choice("rule", rule, get_args(Rule))
    check_type("limits", limits, Limits, "a Limits object")
    page = read(html, url, charset, limits, limits.deadline()).page
    return judge_page(page, find_kind(page, model), rule)


def compare(
    html: Html,
    url: str | None = None,
    *,
    charset: Charset = None,
    methods: str | Sequence[str | Method | type[Method]] | None = None,
    site: Site = None,
    limits: Limits = Limits(),
) -> dict[str, Document]:
    """Run several methods on the same page, which is parsed once.

    The result has a `Document` for each method, by its spec: its name, and the parameters that you changed.

    Args:
        html: The page, as for `extract`.
        url: The page's URL, to resolve links; a response has its own.
        charset: The encoding from the page's HTTP header, or that whole Content-Type header.
        methods: A list of methods or specs, or one text with specs separated by commas; None for all. The
            groups `papers`, `printed`, `baselines` and `all` can be named, too. Each method runs once.
        site: A template of the page's site, the path of one, or other pages of the site.
        limits: Limits on bytes, nodes, depth and seconds of the page.

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


def _methods(methods: str | Sequence[str | Method | type[Method]] | None) -> list[Method]:
    """The methods to compare, each once; by default all."""
    from maintext.methods.registry import expand_groups  # loads all methods

    methods = "all" if methods is None else methods
    given = split_specs(methods) if isinstance(methods, str) else methods
    check_type("methods", given, Iterable, "a list of methods or specs, or specs with commas between them")
    found: list[Method] = []
    for each in expand_groups(given):
        method = _method(each, "each of methods")
        if not any(_is_same(method, known) for known in found):
            found.append(method)
    return found


def _is_same(method: Method, other: Method) -> bool:
    try:
        return bool(method == other)
    except ValueError:  # a method of the caller's, with an array as a parameter
        return method is other
