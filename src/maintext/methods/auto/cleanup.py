"""Clean-up of the blocks that `auto` chose: twelve rules, each with a reason.

The model scores every block before it is known what is kept. These rules look at the blocks around it:

    notices    a kept block in `noscript` that asks for JavaScript is dropped
    dialogs    a kept block in the footer, in an element named as a dialog, is dropped
    comments   on a page that surely has an article, kept comments are dropped; see `document.comments`
    copies     a long text that is there twice is kept once, and so are text that `noscript` repeats and
               the raw text in a form field; see `copies.py`
    articles   on a page that is surely an article, stories in other `<article>`s below it are dropped
    recipes    the ingredients that the page declares are kept, and lists below a line that says
               "ingredients"; see `recipes.py` and `ingredient_lists.py`
    parts      a unit, list item, cell, code or quotation between two kept blocks is kept; tables,
               listings and formulas even if they are improbable
    lists      a list or data table is kept or dropped as a whole, by trees that read what is kept around it
    headings   a heading is kept or dropped by such trees, which also read what is kept of its section; one
               of several lines is kept whole if half of its letters are kept; an improbable title of
               another story, a long link, is not kept for them
    strays     a short block without kept neighbours, and a lead-in to dropped text, are dropped; not
               tables, listings and formulas
    posts      in a thread, text of a post is kept, and other text dropped, by such trees; see `posts.py`
    lines      a line that readers skip, such as "Read more: …", is dropped by such trees; see `clutter.py`

Lists, headings, posts and lines are the second look, with trees of the model (`maintext.model.second_look`).

`docs/cleanup.md` has the figures, and those of rules that were tried and rejected.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.kind import WITH_ARTICLE
from maintext.methods.auto.clutter import find_clutter
from maintext.methods.auto.copies import LONG_COPY, find_copies
from maintext.methods.auto.ingredient_lists import LONGEST_LABEL, find_ingredient_lists, label_starts
from maintext.methods.auto.posts import DROPPED, KEPT, LEAST_FORUM, look_at_posts
from maintext.methods.auto.recipes import ALL_LINKED, find_ingredients
from maintext.methods.auto.scores import AutoScores
from maintext.methods.base import Kept
from maintext.model.auto import BLOCK_FEATURES, KINDS, second_look_of
from maintext.model.schema import HEADING_FEATURES, LIST_FEATURES
from maintext.model.second_look import SecondLook
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, tag_mask
from maintext.text.words import alphanumerics, count_ascii_alphanumerics
from maintext.threads import find_post_blocks
from maintext.verdict import SURE_FROM

if TYPE_CHECKING:
    from maintext._kernel._native import Buffer

_LEAST_PART = 0.3
"""Minimum probability of a unit or part that is kept because of its neighbours; .5 has .0002 less F1."""
_MOST_COMMENTS = 0.5
"""Maximum share of the chosen words that is dropped as comments; with more, the page is a thread."""
_COPIED = 0.9
"""Share of the text in `noscript` that is repeated elsewhere, from which it is a copy. With less, the model
may have chosen that copy, and little of the other."""
_LEAST_RAW = 0.1
"""Share of the shown text that a raw copy has at least; the search for shorter ones could take long."""
_MAIN_ARTICLE = 0.6
"""Share of the chosen words from which an `<article>` is the main one."""
_TEASER = 40
"""Letters of the title of another story; the linked name of a section, such as a product, is shorter."""
_MOST_TEASER = 0.3
"""A heading with this probability is no such title, whatever it links to."""
_LONG_NOTICE = 400
"""A text in `noscript` with this many letters is more than a notice."""
_PARTS = tag_mask("li dt dd td th pre xmp code blockquote table dl")
_THREAD = 0.5
"""On a page that is a forum with this probability, lists hold posts, and headings are their titles."""
_WITH_ARTICLE = tuple(KINDS.index(name) for name in WITH_ARTICLE)
_ARTICLE = KINDS.index("article")
_A = TAG_ID["a"]
_SHORT = 25
"""Maximum letters of a stray block."""
_SURE = 0.8
"""A block with this probability is not a stray."""
_NOTICE = "dropped: asks for JavaScript"
_DIALOG = "dropped: in a dialog of the footer"
_COMMENT = "dropped as a comment on the article"
_COPY = "dropped: a copy of text above"
_RAW_COPY = "dropped: a copy of other text, in a form field"
_STORY = "dropped: of another article, below the main one"
_DECLARED = "kept as an ingredient of the recipe that the page declares"
_INGREDIENT = "kept as an ingredient, in a list below a line that says so"
_ABOVE_INGREDIENTS = "kept as the line above ingredients"
_WORDS = (
    "",
    "kept between kept parts of a list, table, code or quotation",
    "kept as the heading of kept text",
    "dropped: short, and its neighbours were left out",
    "dropped as a heading: little of its section is kept",
    "kept as a whole list or table",
    "dropped as a whole list or table",
    "kept with the rest of its heading",
)
_KEPT_HEADING = 2
"""Index in `_WORDS` of what `Table.tidy` returns for a heading that it kept."""
_NOSCRIPT = int(Flag.NOSCRIPT)
_FOOTER = int(Flag.FOOTER)
_CONTROL = int(Flag.CONTROL)
_MAY_GO = _NOSCRIPT | _FOOTER | _CONTROL
_NAMED_DIALOG = BLOCK_FEATURES.index("named_dialog")
_IN_HEADING, _LINK_DENSITY = BLOCK_FEATURES.index("in_heading"), BLOCK_FEATURES.index("link_density")
_Step = Literal["lists", "headings", "posts", "lines", "end"]
_Choice = tuple["Buffer", FloatArray | None, FloatArray | None]


class _Survey(NamedTuple):
    """What `Table.survey` found: which steps may apply."""

    flags: int
    """Of the kept blocks."""
    has_comments: bool
    has_copies: bool
    has_articles: bool
    """Whether kept blocks are in several outermost `<article>`s."""
    has_recipe: bool
    has_label: bool
    """Whether a short line may say that ingredients follow."""
    may_be_thread: bool


def clean_up(
    scores: AutoScores, chosen: BoolArray, look: SecondLook | None = None, until: _Step = "end"
) -> Kept:
    """Clean up a choice of blocks. For fitting: `look` has other trees, and `until` stops before a step."""
    look = look or second_look_of(scores.model)
    kept = chosen.copy()
    page, measured = scores.page, scores.measured
    labels = label_starts(), LONGEST_LABEL
    survey = _Survey(*page.table.survey(measured.memory, kept, LONG_COPY, LEAST_FORUM, *labels))
    changes: dict[int, str] = {}
    if survey.flags & _MAY_GO or survey.has_comments or survey.has_copies or survey.has_articles:
        changes = _drop(scores, kept, survey)  # on most pages, there is nothing to drop
    was_dropped = None
    if changes:
        was_dropped = np.zeros(len(kept), dtype=np.bool_)
        was_dropped[list(changes)] = True
    ingredients: dict[int, str] = {}
    if survey.has_recipe or survey.has_label:
        ingredients = _keep_ingredients(scores, kept, was_dropped, survey.has_recipe)
    tidied = _tidy(scores, kept, was_dropped, look, until)
    teasers = _teasers(scores, [block for block, rule in tidied if rule == _KEPT_HEADING])
    if teasers:
        kept[teasers] = False
    for block, rule in tidied:
        if block not in teasers:
            changes[block] = _WORDS[rule]
    if not survey.may_be_thread or until not in ("lines", "end"):
        posts = None
    else:
        posts = look_at_posts(scores, kept, was_dropped, look)
    if posts is not None:
        kept |= posts.added
        kept &= ~posts.dropped
        for block in (posts.added | posts.dropped).nonzero()[0].tolist():
            if kept[block] == chosen[block]:  # a step before had changed it
                changes.pop(block, None)
            else:
                changes[block] = KEPT if kept[block] else DROPPED
    if until == "end":
        clutter = find_clutter(scores, kept, look)
        if clutter:
            kept[list(clutter)] = False
            changes.update(clutter)
    if ingredients:  # to the steps between, a few may be strays
        kept[list(ingredients)] = True
        changes.update(ingredients)
    return Kept(kept, changes)


def _keep_ingredients(
    scores: AutoScores, kept: BoolArray, was_dropped: BoolArray | None, has_recipe: bool
) -> dict[int, str]:
    """Keep the ingredients of a recipe; the blocks that are new, with the reasons."""
    added: dict[int, str] = {}
    if has_recipe and (declared := find_ingredients(scores, kept, was_dropped)) is not None:
        kept |= declared
        added |= dict.fromkeys(np.flatnonzero(declared).tolist(), _DECLARED)
    if (lists := find_ingredient_lists(scores, kept, was_dropped)) is not None:
        kept[lists.items + lists.heads] = True
        added |= dict.fromkeys(lists.items, _INGREDIENT) | dict.fromkeys(lists.heads, _ABOVE_INGREDIENTS)
    return added


def _drop(scores: AutoScores, kept: BoolArray, survey: _Survey) -> dict[int, str]:
    """Drop what readers do not want, where the kept blocks may have some; with the reasons."""
    flags = survey.flags
    changes: dict[int, str] = {}
    for may_apply, dropped, words in (  # posts are slow to find
        (flags & _NOSCRIPT, _notices, _NOTICE),
        (flags & _FOOTER, _dialogs, _DIALOG),
        (survey.has_comments, _comments, _COMMENT),
        (flags & _NOSCRIPT, _copies_in_noscript, _COPY),
        (flags & _CONTROL, _raw_copies, _RAW_COPY),
        (survey.has_copies, find_copies, _COPY),
        (survey.has_articles and not survey.may_be_thread, _later_articles, _STORY),
    ):
        blocks = dropped(scores, kept) if may_apply else None
        if blocks is not None:
            kept &= ~blocks
            changes.update(dict.fromkeys(np.flatnonzero(blocks).tolist(), words))
    return changes


def _has_article(scores: AutoScores) -> bool:
    return sum(scores.measured.kinds.item(kind) for kind in _WITH_ARTICLE) >= SURE_FROM


def _notices(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept blocks that only a browser without JavaScript shows, and that say so; None if they are all."""
    page = scores.page
    may_be = kept & ((page.flags.take(page.blocks.first_row) & _NOSCRIPT) != 0)
    may_be &= scores.measured.chars < _LONG_NOTICE
    notices = np.zeros_like(kept)
    notices[may_be] = ["javascript" in text.lower() for text in page.texts_of(may_be)]
    return notices if (kept & ~notices).any() else None


def _copies_in_noscript(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept blocks in `noscript` that other kept blocks repeat, if that is nearly all of the text there."""
    page = scores.page
    inside = kept & ((page.flags.take(page.blocks.first_row) & _NOSCRIPT) != 0)
    seen = {*page.texts_of(kept & ~inside)}
    copies = np.zeros_like(kept)
    copies[inside] = [text in seen for text in page.texts_of(inside)]
    is_copy = scores.words[copies].sum() >= _COPIED * scores.words[inside].sum()
    return copies if is_copy else None


def _dialogs(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept blocks in a dialog of the footer, such as terms of use; None if they are all."""
    page = scores.page
    dialogs = kept & (scores.measured.columns[_NAMED_DIALOG] > 0)
    dialogs &= (page.flags.take(page.blocks.first_row) & _FOOTER) != 0
    return dialogs if (kept & ~dialogs).any() else None


def _raw_copies(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept text in a form field that other kept blocks have, such as the raw text below a listing."""
    page = scores.page
    in_field = kept & ((page.flags.take(page.blocks.first_row) & _CONTROL) != 0)
    fields = [alphanumerics(text) for text in page.texts_of(in_field)]
    longest = max(map(len, fields), default=0)
    if longest < LONG_COPY:
        return None
    shown = "".join(page.texts_of(kept & ~in_field))
    if longest < _LEAST_RAW * count_ascii_alphanumerics(shown):  # most fields; what follows takes longer
        return None
    shown = alphanumerics(shown)
    least = max(LONG_COPY, _LEAST_RAW * len(shown))
    copies = np.zeros_like(kept)
    copies[in_field] = [len(field) >= least and field in shown for field in fields]
    return copies


def _comments(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept blocks that are comments on an article; None if it is no article, or most of it would go."""
    if not _has_article(scores):
        return None
    comments = kept & find_post_blocks(scores.page, "comment")
    few = scores.words[comments].sum() <= _MOST_COMMENTS * scores.words[kept].sum()
    return comments if few else None


def _later_articles(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept text of other `<article>`s below the one with most text, on a page that is surely an article.

    Some sites go on with their next stories. The first heading of such an `<article>` is a link to another
    page; that of a recipe, a section, a post or an update below the text is not.
    """
    if scores.measured.kinds.item(_ARTICLE) < SURE_FROM:
        return None
    article = np.frombuffer(scores.page.table.outer_articles(), dtype=np.int64)
    chosen = kept & (article >= 0)
    if not chosen.any():  # the others were comments or copies
        return None
    rows, number = np.unique(article[chosen], return_inverse=True)
    words = np.bincount(number, scores.words[chosen])
    if words.max() < _MAIN_ARTICLE * scores.words[kept].sum():
        return None
    columns = scores.measured.columns
    headings = np.flatnonzero((columns[_IN_HEADING] > 0) & (article > rows[words.argmax()]))
    others, first = np.unique(article[headings], return_index=True)
    is_linked = columns[_LINK_DENSITY][headings[first]] >= ALL_LINKED
    stories = [
        other
        for other, heading in zip(others[is_linked], headings[first][is_linked].tolist(), strict=True)
        if _leads_elsewhere(scores.page, heading)
    ]
    dropped = kept & np.isin(article, stories)
    return dropped if dropped.any() else None


def _leads_elsewhere(page: Page, heading: int) -> bool:
    """Whether a linked heading leads to another page, not to a place on this one or to another part of it."""
    row = page.blocks.first_row.item(heading)
    while row > 0 and page.tag.item(row) != _A:
        row = page.parent.item(row)
    link = (page.attribute(row, "href") or "").strip()
    return link != "" and "#" not in link and link[0] != "?"


def _tidy(
    scores: AutoScores,
    kept: BoolArray,
    was_dropped: BoolArray | None,
    look: SecondLook,
    until: _Step = "end",
) -> list[tuple[int, int]]:
    """Change `kept` by the neighbours of each block; return the changed blocks, with indices in `_WORDS`.

    Units and parts of lists, tables, code and quotations between two kept blocks are kept. Then lists and
    headings get their second look. Short blocks of low probability that are alone, or introduce dropped text,
    are dropped, unless all kept blocks are short. What a rule before dropped, as a copy or comment, is not
    added again.
    """
    return scores.page.table.tidy(
        _choice(scores),
        _PARTS,
        (
            None if until == "lists" else look.lists.packed,
            None if until in ("lists", "headings") else look.headings.packed,
        ),
        (_LEAST_PART, _SHORT, _SURE, *look.bounds[:4], _THREAD),
        kept,
        was_dropped,
    )


def _teasers(scores: AutoScores, headings: list[int]) -> list[int]:
    """Which headings are titles of other stories: in a sure article, improbable, long, and a link elsewhere.

    Their trees take such a title, in a box within the article, for the heading of the text after the box.
    """
    if not headings or scores.measured.kinds.item(_ARTICLE) < SURE_FROM:
        return []
    long = [block for block in headings if scores.measured.chars.item(block) >= _TEASER]
    if not long:
        return []
    density, probability = scores.measured.columns[_LINK_DENSITY], scores.probabilities
    improbable = [block for block in long if probability.item(block) < _MOST_TEASER]
    linked = [block for block in improbable if density.item(block) >= ALL_LINKED]
    return [block for block in linked if _leads_elsewhere(scores.page, block)]


def second_look_columns(
    scores: AutoScores, chosen: BoolArray, look: SecondLook, *, headings: bool
) -> tuple[IntArray, Columns]:
    """The lists or headings of a page, as first block and last + 1, and their columns; for fitting."""
    kept = clean_up(scores, chosen, look, "headings" if headings else "lists").blocks
    spans, columns = scores.page.table.look(_choice(scores), headings, kept)
    found = np.frombuffer(spans, dtype=np.int64).reshape(-1, 2)
    names = HEADING_FEATURES if headings else LIST_FEATURES
    return found, np.frombuffer(columns, dtype=np.float32).reshape(len(names), len(found))


def _choice(scores: AutoScores) -> _Choice:
    """What the kernel reads of each block."""
    return scores.measured.memory, scores.site_probability, scores.site_log_odds
