"""Document: the text extracted from a page, and the evidence for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray
from maintext.errors import REFUSALS, Reason, Status
from maintext.evidence import Block, all_blocks, one_block
from maintext.kind import WITH_ARTICLE, PageKind, decide_kind, find_kind
from maintext.lazy import lazy
from maintext.metadata import Metadata, read_metadata
from maintext.metadata.languages import text_sample
from maintext.methods.base import Method, Scores
from maintext.model.measure import block_columns
from maintext.options import Output
from maintext.page.page import Page
from maintext.page.parse import whole_page
from maintext.page.visibility import HiddenText, hidden_texts
from maintext.render import (
    DataTable,
    Image,
    Link,
    get_format,
    known_metadata,
    put_title,
    read_images,
    read_links,
    read_tables,
    to_dict,
    to_html,
    to_json,
    to_lxml,
    to_soup,
    with_title,
)
from maintext.site.template import Fit, SiteTemplate
from maintext.text.encodings import Encoding
from maintext.threads import Post, find_posts
from maintext.threads.discussion import follow_article
from maintext.verdict import SURE_FROM, Verdict, judge_page

_OTHER_NAMES = {
    **dict.fromkeys(("content", "body", "main_text", "raw_text"), "text"),
    **dict.fromkeys(("summary", "article_html"), "html"),
    **dict.fromkeys(("publish_date", "published", "pubdate"), "date"),
    **dict.fromkeys(("byline", "writer"), "author"),
    **dict.fromkeys(("sitename", "site_name", "hostname"), "metadata.site_name"),
    **{name: f"metadata.{name}" for name in ("description", "categories", "tags", "image", "licence")},
    "license": "metadata.licence",
    "meta": "metadata",
    "lang": "language",
    "md": "markdown",
    "as_dict": "to_dict()",
    "json": "to_json()",
    "xml": "render('xml')",
    "tei": "render('tei')",
    "score": "confidence",
    "is_article": "verdict",
}
"""Names that people try first, most of them of other libraries, and what to use here."""


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """The result of an extraction: the main text, and everything else that is known about the page.

    What you do not ask for is not computed. `str(document)` is the text, and an empty one is false.

    >>> from maintext import extract
    >>> document = extract("<h1>Pasta</h1><p>Salt the water.", method="p_value")
    >>> document.status, document.title
    (<Status.OK: 'ok'>, 'Pasta')
    >>> bool(document), bool(extract(""))
    (True, False)
    """

    page: Page
    """The parsed page."""
    by: Method
    """The method that found the main text."""
    kept: BoolArray
    """Which of `page.blocks` are main text."""
    scores: Scores | None
    """The method's scores; None if the page has no text to score."""
    encoding: Encoding
    """The encoding of the page, and where it was found."""
    url: str | None = None
    """The page's URL, if known."""
    reasons: tuple[Reason, ...] = ()
    """Why the result is partial, empty or refused; the first one counts."""
    noise: BoolArray | None = None
    """Which leaves repeat on other pages of the site, if known."""
    template: SiteTemplate | None = None
    """The site template that was applied, if any."""
    changes: Mapping[int, str] = field(default_factory=dict)
    """Blocks that the clean-up changed, by index, with the reason."""
    judged: Verdict | None = None
    """The verdict on the page; None unless only articles are accepted."""
    site_problem: str | None = None
    """Why no other page of the site was used, if some were given or searched for."""
    output: Output = Output()
    """How the main text is written."""
    remarks: tuple[str, ...] = ()
    """What was wrong with the arguments, or went wrong, if there is a result nevertheless."""

    def __getstate__(self) -> dict[str, Any]:
        """Keep the source, the kept blocks and the text; the rest is made again on demand."""
        state = {field.name: getattr(self, field.name) for field in fields(self)}
        scores, page = state.pop("scores"), state.pop("page")
        state |= {"text": self.text, "_source": page.__reduce__(), "_is_scored": scores is not None}
        if scores is not None and type(self.by).view is not Method.view:
            # They depend on leaves of other pages that are not shown, so they cannot be made again.
            state["_scores"] = {one.name: getattr(scores, one.name) for one in fields(scores)[1:]}
        return state

    def __getattr__(self, name: str) -> Any:
        """Make the page and the scores of an unpickled document on first use."""
        if name == "page" and "_source" in self.__dict__:
            make, arguments = self.__dict__["_source"]
            return self.__dict__.setdefault("page", make(*arguments))
        if name == "scores" and "_is_scored" in self.__dict__:
            scores = self._score_again() if self.__dict__["_is_scored"] else None
            return self.__dict__.setdefault("scores", scores)
        if instead := _OTHER_NAMES.get(name):
            raise AttributeError(f"a Document has no .{name}; use .{instead}", name=name, obj=self)
        return super().__getattribute__(name)  # raises the original AttributeError

    def _score_again(self) -> Scores:
        known = self.__dict__.get("_scores")
        if known is not None:
            return Scores(self.page, **known)
        return self.by.score_on_site(self.page, self.noise, self.template)

    @property
    def method(self) -> str:
        """The spec of the method that found the main text: its name, and parameters that you changed."""
        return self.by.spec

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        """Whether there is main text."""
        return bool(self.kept.any())

    def __repr__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        kept = f"{int(self.kept.sum())} of {len(self.kept)} blocks"
        return f"<Document: {self.status}{reason}, {kept} by {self.method}>"

    @property
    def reason(self) -> Reason | None:
        """Why the status is not `ok`."""
        return self.reasons[0] if self.reasons else None

    @property
    def explanation(self) -> str | None:
        """The reason in words; for a refused page, with its kind and the probability of an article."""
        if self.reason is None:
            return None
        if self.reason is Reason.NOT_ARTICLE:
            return f"{self.reason.sentence}: {self.verdict.reason}"
        if self.reason is Reason.OTHER_LANGUAGE:
            return f"{self.reason.sentence}: {self.metadata.language}"
        if self.reason is Reason.FAILED:
            return ": ".join((self.reason.sentence, *self.remarks))
        if self.reason is Reason.NO_TEXT and (self.page.pruned or self.page.within is not None):
            return "prune and within leave no text of the page"
        return self.reason.sentence

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on how the result was made: an argument that was ignored, or a step that was skipped.

        >>> from maintext import extract
        >>> extract("<p>The tower leans.", method="path_similarity").notes
        ('what repeats on the site was not removed: no other page of the site is known',)
        """
        remarks = () if self.reason is Reason.FAILED else self.remarks
        wanted = self.site_problem is not None or self.by.compares_pages
        if not wanted or self.noise is not None or self.scores is None:
            return remarks
        problem = self.site_problem or "no other page of the site is known"
        return (*remarks, f"what repeats on the site was not removed: {problem}")

    def with_site_problem(self, problem: str | None) -> "Document":
        """The document, with the reason why a search for other pages of the site found none; None: it did."""
        return self if problem is None else replace(self, site_problem=problem)

    @property
    def status(self) -> Status:
        """Whether text was found, and whether all of it."""
        if not REFUSALS.isdisjoint(self.reasons):
            return Status.REFUSED
        if not self.kept.any():
            return Status.EMPTY
        return Status.PARTIAL if self.reasons else Status.OK

    @lazy
    def text(self) -> str:
        """The main text: one line per block, with an empty line between paragraphs."""
        return self.render("text")

    @lazy
    def markdown(self) -> str:
        """The main text as Markdown: headings, lists, tables, code, quotes, links and images."""
        return self.render("markdown")

    @lazy
    def html(self) -> str:
        """The main text as clean HTML: content elements only, no scripts, styles or classes."""
        return self.render("html")

    def render(self, form: str, *, metadata: bool = False) -> str:
        """The main text in a format of `maintext.render.FORMATS`, by its name; with `metadata`, that first.

        XML and TEI are whole documents, which always have the metadata.

        >>> from maintext import extract
        >>> extract("<p>Salt the <b>water</b>.", method="p_value").render("markdown")
        'Salt the **water**.'
        """
        wanted = get_format(form)
        kept, heading = self._titled if self.output.title == "always" else (self.kept, "")
        body = wanted.write(self.page, kept, self.url, self.output)
        if heading and body:
            body = put_title(body, heading, wanted)
        if metadata or (wanted.is_document and body):
            return wanted.with_metadata(body, known_metadata(self))
        return body

    @lazy
    def _titled(self) -> tuple[BoolArray, str]:
        """The blocks that are written after a title, and the title."""
        return with_title(self.page, self.kept, self.title or "")

    @lazy
    def metadata(self) -> Metadata:
        """Title, authors, date, site name, language, licence; of the whole page, pruned or not."""
        found = read_metadata(whole_page(self.page), self.url, text_sample(self.page, self.kept))
        date, modified = self.output.date(found.date), self.output.date(found.modified)
        if (date, modified) == (found.date, found.modified):
            return found
        return replace(found, date=date, modified=modified)

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors."""
        return self.metadata.authors

    @property
    def author(self) -> str | None:
        """The authors in one text, separated by semicolons."""
        return "; ".join(self.metadata.authors) or None

    @property
    def date(self) -> str | None:
        """When the page was published, in ISO 8601 or in the chosen format."""
        return self.metadata.date

    @property
    def language(self) -> str | None:
        """The language of the main text, in ISO 639-1."""
        return self.metadata.language

    @lazy
    def links(self) -> tuple[Link, ...]:
        """The links of the main text, in order; whatever `links` of the options is."""
        return read_links(self._all_html)

    @lazy
    def images(self) -> tuple[Image, ...]:
        """The images of the main text, in order."""
        return read_images(self._all_html)

    @lazy
    def tables(self) -> tuple[DataTable, ...]:
        """The data tables of the main text, as rows of texts; `to_pandas` makes a DataFrame."""
        return read_tables(self._all_html)

    @property
    def _all_html(self) -> str:
        return to_html(self.page, self.kept, self.url)

    def to_lxml(self) -> Any:
        """The main text as an lxml element, from its HTML. `page.to_lxml()` is the whole page."""
        return to_lxml(self.html)

    def to_soup(self) -> Any:
        """The main text as a BeautifulSoup, from its HTML."""
        return to_soup(self.html)

    @lazy
    def posts(self) -> tuple[Post, ...]:
        """The posts of a forum thread, or question and answers; empty if the page is not a thread."""
        return tuple(post for post in self._all_posts if post.kind == "post")

    @lazy
    def comments(self) -> tuple[Post, ...]:
        """The comments beside an article, or under the posts of a thread."""
        return tuple(post for post in self._all_posts if post.kind == "comment")

    @lazy
    def hidden(self) -> tuple[HiddenText, ...]:
        """Text that a reader cannot see; it is never part of the main text."""
        return hidden_texts(self.page)

    @lazy
    def kind(self) -> PageKind:
        """The kind of page: article, forum, product, collection, listing, documentation, service or other."""
        if self.judged is not None:
            return self.judged.kind
        kinds = self._measured_kinds
        if kinds is None:
            return find_kind(self.page, self.by.kind_model, lambda: self._posts_of_either_kind)
        return decide_kind(self.page, kinds, lambda: self._posts_of_either_kind)

    @property
    def _measured_kinds(self) -> Mapping[str, float] | None:
        """The probability of each kind by the method's own trees, however small the page is."""
        return None if self.scores is None else self.scores.kinds

    @lazy
    def verdict(self) -> Verdict:
        """Whether the page has an article."""
        return self.judged or judge_page(self.page, self.kind)

    @lazy
    def confidence(self) -> float | None:
        """Predicted F1 of the main text, from 0 to 1; None if the method does not predict it."""
        return None if self.scores is None else self.scores.confidence(self.kept)

    @lazy
    def site_fit(self) -> Fit | None:
        """How well the page fits the site template; None without one."""
        return None if self.template is None else self.template.fit(self.page)

    @property
    def title(self) -> str | None:
        """The page's title."""
        return self.metadata.title

    @lazy
    def blocks(self) -> tuple[Block, ...]:
        """Every block of the page, kept or not, with its evidence."""
        return all_blocks(self)

    def to_dict(self, *, blocks: bool = False, metadata: bool = True) -> dict[str, Any]:
        """The document as plain data; with `blocks`, the evidence too."""
        return to_dict(self, blocks=blocks, metadata=metadata)

    def to_json(self, *, blocks: bool = False, metadata: bool = True, indent: int | None = None) -> str:
        """The document as JSON."""
        return to_json(self, blocks=blocks, metadata=metadata, indent=indent)

    def block(self, index: int) -> Block:
        """One block, kept or not, with its evidence."""
        return one_block(self, index)

    @lazy
    def features(self) -> Columns:
        """The features of every block: `maintext.model.schema.BLOCK_FEATURES` × blocks."""
        columns = None if self.scores is None else self.scores.block_columns
        return block_columns(self.page) if columns is None else columns

    @lazy
    def _all_posts(self) -> tuple[Post, ...]:
        kinds = self._measured_kinds or self.kind.probabilities
        if sum(kinds[kind] for kind in WITH_ARTICLE) >= SURE_FROM:
            return find_posts(self.page, "comment")
        is_thread = kinds["forum"] >= SURE_FROM
        posts = find_posts(self.page, "post") if is_thread else self._posts_of_either_kind
        return find_posts(self.page, "comment") if follow_article(self.page, posts) else posts

    @lazy
    def _posts_of_either_kind(self) -> tuple[Post, ...]:
        return find_posts(self.page)

    @lazy
    def block_scores(self) -> FloatArray | None:
        """The score of every block; NaN if a block has none. None if nothing was scored."""
        return None if self.scores is None else self._mean_over_blocks(self.scores.leaf_values)

    @lazy
    def block_probabilities(self) -> FloatArray | None:
        """The probability of every block, if the method gives one."""
        if self.scores is None or self.scores.leaf_probability is None:
            return None
        return self._mean_over_blocks(self.scores.leaf_probability)

    def _mean_over_blocks(self, leaf_values: FloatArray) -> FloatArray:
        """Mean over the leaves of each block, weighted by characters; NaN if no leaf has a value."""
        blocks = self.page.blocks
        chars = np.where(np.isnan(leaf_values), 0, self.page.chars[self.page.leaves])
        sums = np.bincount(blocks.of_leaf, np.nan_to_num(leaf_values) * chars, minlength=len(blocks))
        weights = np.bincount(blocks.of_leaf, chars, minlength=len(blocks))
        return np.divide(sums, weights, out=np.full(len(blocks), np.nan), where=weights > 0)
