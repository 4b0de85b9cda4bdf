"""The feature schema: name, family, order and meaning of every column of a model.

This is the only list. `tools/feature_tables.py` (`make tables`) writes the C enum and the tables of
docs/features.md from it, the explanations of `auto` use its meanings, and a model file names its columns.
Loading a model maps them to the order here, so a new column does not break an old model.

    own         text, place, shape, landmarks, groups, methods    of a block
    context     needs the scores by words, and so a model         of a block
    kinds       the page's kind, the same for all its blocks      of a block
    page                                                          of the page, for its kind
    confidence                                                    of a choice of blocks, for its F1
    lists       for the second look, when it is known what        of a list or data table
    headings    is kept around them                               of a heading
    lines                                                         of a short line that readers may skip
"""

from collections.abc import Mapping

from maintext.model.vocabulary import NAMES
from maintext.page.tags import Flag

KINDS = ("article", "forum", "product", "collection", "listing", "documentation", "service")
"""The kinds of pages in a model; any other page is `other`."""
SCORES = ("text", "names", "heading")
"""Scores by words: each has a table of weights."""
UNITS = {
    "code": "code listing",
    "table": "table",
    "figure": "figure",
    "definitions": "definition list",
    "quote": "quotation",
}
"""Kinds of units, and their names in a reason. All blocks of a unit are kept, or none."""


def element_above(level: int) -> str:
    """The element some levels above a block, in words.

    >>> element_above(0), element_above(1)
    ("the block's own element", "the element one level above the block's")
    """
    if level == 0:
        return "the block's own element"
    return f"the element {'one level' if level == 1 else f'{level} levels'} above the block's"


# -- own features -----------------------------------------------------------------------------------

_TEXT = {
    "log_chars": "logarithm of the characters",
    "log_words": "logarithm of the words; Han, kana and hangul characters count one by one",
    "chars_per_word": "characters per word",
    "link_density": "share of the characters in links",
    "marks_per_word": "sentence punctuation of any script per word",
    "log_commas": "logarithm of the punctuation inside sentences",
    "log_stops": "logarithm of the punctuation that ends sentences",
    "stop_words": "share of stop words among the words",
    "cjk_share": "share of Han, kana and hangul among the characters",
    "digit_share": "share of digits among the characters",
    "capital_share": "share of capital letters among the characters",
    "symbol_share": "share of symbols such as | » / # @ among the characters",
    "has_currency": "whether it has a currency sign",
    "quotes_per_word": "closing quotation marks and brackets per word",
    "capital_words": "share of words that begin with a capital",
    "number_words": "share of words that are numbers",
    "has_year": "whether it names a year from 1990 to 2035",
    "ends_sentence": "whether it ends as a sentence does, in any script",
    "ends_colon": "whether it ends with a colon",
    "starts_capital": "whether it begins with a capital letter or a CJK character",
    "starts_digit": "whether it begins with a digit",
    "has_copyright": "whether it has a copyright sign",
    "emphasis": "share of the characters that are bold or italic",
    "log_links": "logarithm of the linked text nodes",
    "log_leaves": "logarithm of the text nodes",
    "repeats": "how many blocks of the page have the same words, 20 at most",
    "repeated": "whether an earlier block has the same words",
    "title_share": "share of its words that the title has",
    "title_cover": "share of the title's words that it has",
}

_IN_FLAG = {
    "nav": "navigation",
    "aside": "an aside",
    "control": "a form control",
    "pre": "preformatted text",
    "code": "code",
    "article": "an article element",
    "main": "the main element",
    "noscript": "noscript",
    "emphasis": "emphasis",
}
"""The words for a flag, if "a" and its name are not good English."""
# Of a leaf, text is never unseen; formulas and kept line breaks are for rendering.
_NO_FEATURES = Flag.UNSHOWN | Flag.HIDDEN | Flag.FORMULA | Flag.LINES
_FLAGS = [str(flag.name).lower() for flag in Flag if not flag & _NO_FEATURES]
_TAGS = ("p", "li", "td", "th", "div", "h1", "h2", "h3", "dd", "blockquote")
_NEAR = ("comments", "navigation", "foot", "side", "related", "content", "article", "main")

_PLACE = {
    "depth": "depth of the block's element",
    "block_position": "share of the page's blocks before it",
    "text_position": "share of the page's text before it",
    **{f"in_{name}": f"whether it is in {_IN_FLAG.get(name, f'a {name}')}" for name in _FLAGS},
    **{f"is_{tag}": f"whether its element is <{tag}>" for tag in _TAGS},
    "since_heading": "blocks since the last heading, 50 at most",
    "until_heading": "blocks until the next heading, 50 at most",
    "from_h1": "blocks from the first <h1>, 50 at most either way; -99 if there is none",
    **{f"named_{name}": f"elements above it with a name for {name}, 3 at most" for name in NAMES},
    **{
        f"levels_to_{name}": f"levels up to the nearest such element for {name}; 12 for none"
        for name in _NEAR
    },
}

_ELEMENT = {
    "log_chars": "logarithm of the characters",
    "link_density": "share of link characters",
    "text_density": "logarithm of the characters per tag",
    "plain_density": "logarithm of the characters outside links per tag that is not a link",
    "marks": "sentence punctuation per character",
    "block_length": "logarithm of the characters per block",
    "share": "share of the page's text",
    "log_blocks": "logarithm of the blocks",
    "tags_per_block": "tags per block",
    "log_children": "logarithm of the children",
    "log_images": "logarithm of the images",
    "log_controls": "logarithm of the form controls",
    "long_blocks": "share of blocks of more than 120 characters",
    "position": "share of its blocks that come before this one",
}
_SHAPE = {
    f"above{level}_{name}": f"{meaning} in {element_above(level)}"
    for name, meaning in _ELEMENT.items()
    for level in (0, 1, 2, 3, 5)
}

_LANDMARK = {
    "density": "the largest sum of its children's text densities (CETD)",
    "p_value": "the largest P (paper 3)",
    "votes": "the most votes of its paragraphs (Readability)",
}
_LANDMARKS = {
    **{
        f"levels_to_{name}": f"levels up to an element that contains the one with {best}"
        for name, best in _LANDMARK.items()
    },
    **{f"in_{name}": f"whether it is in the element with {best}" for name, best in _LANDMARK.items()},
    **{
        f"from_{name}": f"blocks from the element with {best}, 60 at most" for name, best in _LANDMARK.items()
    },
    "density_share": "density sum of the element above its own, as a share of the largest",
    "votes_share": "votes of its own element, as a share of the largest",
    "votes_above": "votes of the element above its own, as a share of the largest",
    "levels_to_30": "levels up to an element with 30 % of the page's unlinked text; 9 for none",
    "levels_to_60": "levels up to an element with 60 % of the page's unlinked text; 9 for none",
}

_GROUP = {
    "log_blocks": "logarithm of the blocks",
    "block_length": "logarithm of the characters per block",
    "link_density": "share of link characters",
    "share": "share of the page's text",
    "marks": "sentence punctuation per character",
    "long_blocks": "share of blocks of more than 150 characters",
}
_ALIKE = {"path": "the same path, tags and names", "tags": "the same tags on six levels"}
_GROUPS = {
    **{
        f"{group}_{name}": f"{meaning} among the blocks with {alike}"
        for group, alike in _ALIKE.items()
        for name, meaning in _GROUP.items()
    },
    "log_siblings": "logarithm of the children of its element's parent",
    **{f"alike{level}": f"logarithm of the siblings like {element_above(level)}" for level in range(4)},
    "levels_to_previous": "levels up to an element that also contains the block before",
    "levels_to_next": "levels up to an element that also contains the next block",
}

_METHODS = {
    "p_value": "P (paper 3) of the best element, or, outside it, of the largest element that leaves it out",
    "kept_by_p_value": "whether the P value keeps it",
}

# -- context ----------------------------------------------------------------------------------------

_MEANT = (*SCORES, "words")
AROUND = (
    "log_words",
    "link_density",
    "marks_per_word",
    "stop_words",
    "ends_sentence",
    "depth",
    "capital_share",
)
"""Own features that are used in context columns."""
_OFFSETS = ("-3", "-2", "-1", "+1", "+2", "+3")
_LEVELS = (0, 1, 2, 3, 5)
_CALLED = {name: f"{name} score" for name in _MEANT} | {name: name for name in AROUND}

_CONTEXT = {
    **{f"{score}_score": f"log odds by the words of its {score}" for score in SCORES},
    "words_score": "log odds by all of these words: the sum of the three",
    **{
        f"{name}@{offset}": f"{_CALLED[name]} of the block {offset} from it"
        for offset in _OFFSETS
        for name in ("text", "names", *AROUND)
    },
    **{
        f"{name}~{reach}": f"mean {_CALLED[name]} of the block, {reach} before it and {reach} after"
        for reach in (4, 12)
        for name in (*_MEANT, *AROUND[1:])
    },
    **{
        f"{score}^{level}": f"mean {score} score in {element_above(level)}"
        for score in _MEANT
        for level in _LEVELS
    },
    **{f"{score}^path": f"mean {score} score of the blocks with its path" for score in _MEANT},
    **{f"{score}^tags": f"mean {score} score of the blocks with its tags on six levels" for score in _MEANT},
    **{f"{score}^page": f"mean {score} score of the page" for score in _MEANT},
    "heading_text": "text score of the last heading",
    "heading_names": "names score of the last heading",
    "label_text": "text score of the last heading or label",
    "label_names": "names score of the last heading or label",
    "since_label": "blocks since the last heading or label, 99 at most",
    **{f"{score}_score-page": f"{score} score, less the page's mean" for score in _MEANT},
    **{f"{score}^path-page": f"mean {score} score of its path, less the page's mean" for score in _MEANT},
    **{
        f"{score}^1-page": f"mean {score} score of the element above, less the page's mean"
        for score in _MEANT
    },
    **{f"{score}^path-best": f"mean {score} score of its path, less the page's best" for score in _MEANT},
    **{f"{score}^2-best": f"mean {score} score two levels above, less the page's best" for score in _MEANT},
    **{f"{name}-page": f"{_CALLED[name]}, less the page's mean" for name in AROUND[1:]},
    "path_rank": "share of the page's text whose path has a larger mean words score",
    "above_rank": "share of the page's text with a larger mean words score two levels above",
    "words_rank": "share of the page's text with a larger words score",
}

_KIND = {f"kind_{kind}": f"probability that the page is of the kind {kind}" for kind in KINDS}

# -- the page, and a choice of blocks ---------------------------------------------------------------

_COUNTED_TAGS = "h1 form article li p img tr pre code input button time video".split()
_COUNTED_NAMES = ("comments", "forum", "product", "user", "item", "reviews")
_OG_TYPES = ("article", "product", "website")
_SCHEMA_TYPES = (
    "product article newsarticle blogposting discussionforumposting itemlist faqpage breadcrumblist question "
    "review service organization collectionpage recipe"
).split()
_URL_KINDS = ("forum", "product", "article", "documentation", "list")

_PAGE = {
    "page_log_chars": "logarithm of the page's characters",
    "page_link_density": "share of them in links",
    "page_log_blocks": "logarithm of the blocks",
    "page_block_length": "logarithm of the characters per block",
    "page_paragraphs": "share of the text in <p>",
    "page_marks": "sentence punctuation per character",
    "page_cjk": "share of Han, kana and hangul",
    "page_log_headings": "logarithm of the headings",
    "page_log_long": "logarithm of the blocks of more than 200 characters",
    "page_log_prices": "logarithm of the blocks with a currency sign",
    "page_log_questions": "logarithm of the question marks",
    "page_depth": "mean depth of the blocks",
    "page_log_repeats": "logarithm of the largest group of blocks with the same path",
    "page_density": "share of the text in the element with the largest density sum (CETD)",
    "page_votes": "share of the text in the element with the most votes (Readability)",
    "page_p_share": "share of the text in the element with the largest P (paper 3)",
    "page_p_value": "the largest P of its elements (paper 3)",
    "page_article": "share of the text in <article>",
    "page_main": "share of the text in <main>",
    **{f"page_log_{tag}": f"logarithm of the <{tag}> elements" for tag in _COUNTED_TAGS},
    **{f"page_named_{name}": f"logarithm of the elements with a name for {name}" for name in _COUNTED_NAMES},
    **{f"page_og_{kind}": f"whether og:type contains {kind}" for kind in _OG_TYPES},
    "page_has_author": "whether an author is declared",
    "page_has_date": "whether a date of publication is declared",
    **{f"page_schema_{name}": f"whether JSON-LD has the type {name}" for name in _SCHEMA_TYPES},
    **{
        f"page_url_{name}": f"whether the URL looks like that of a page of kind {name}" for name in _URL_KINDS
    },
    "page_url_depth": "parts of the URL's path",
    "page_url_number": "whether the URL's path has a number of four digits or more",
    "page_url_home": "whether the URL has no path",
    "page_url_unknown": "whether the URL is not known",
}

_CONFIDENCE = {
    "expected_f1": "F1 that the blocks' probabilities predict for the choice",
    "expected_precision": "precision that they predict",
    "expected_recall": "recall that they predict",
    "log_words_kept": "logarithm of the words kept",
    "share_kept": "share of the page's words that is kept",
    "doubt": "mean of p (1 - p) over the words",
    "least_kept": "smallest probability of a kept block",
    "most_left": "largest probability of a block that is left out",
}

# -- features for the second look --------------------------------------------------------------------

_LISTS = {
    "list_odds": "log odds of its text, the mean by words; all log odds here are between -6 and 6",
    "list_least": "smallest log odds of its blocks",
    "list_most": "largest log odds of its blocks",
    "list_kept": "share of its words that is kept",
    "list_blocks": "number of its blocks",
    "list_words": "words per block of it",
    "list_links": "share of its text in links",
    "list_last_odds": "log odds of the block before it; -7 if there is none",
    "list_next_odds": "log odds of the block after it; -7 if there is none",
    "list_heading_odds": "log odds of the heading at most 8 blocks before it; -7 if there is none",
    "list_heading_kept": "whether that heading is kept",
    "list_last": "blocks back to the last kept text before it, at most 20",
    "list_next": "blocks on to the first kept text after it, at most 20",
    "list_place": "place of its first block between the page's first kept text (0) and last (1)",
    "list_around_kept": "share of the words around it, between two headings, that is kept; -1 without words",
    "list_around_odds": "log odds of the text around it, the mean by words; -7 if there is none",
    "list_aside": "whether the list is in navigation, an aside or a footer",
    "list_kind": "1 for a `ul`, 2 for an `ol`, 3 for a `dl`, 4 for a data table",
    "list_page_kept": "share of the words of the page, without headings, that is kept beside lists",
}
_HEADINGS = {
    "heading_odds": "its own log odds, between -6 and 6 like all log odds here",
    "heading_level": "1 to 6; 6 for what is a heading only by its role",
    "heading_chars": "its characters",
    "heading_links": "share of these in links",
    "heading_kept": "whether it was chosen",
    "heading_own_kept": "share of the words up to the next heading that is kept; -1 without words",
    "heading_own_odds": "log odds of that text, the mean by words; -7 if there is none",
    "heading_section_words": "words up to the next heading of the same or a higher level",
    "heading_section_kept": "share of these words that is kept; -1 without words",
    "heading_section_odds": "log odds of the text of its section, the mean by words; -7 if there is none",
    "heading_before_kept": "share of the words back to the heading before that is kept; -1 without words",
    "heading_before_odds": "log odds of the text back to the heading before; -7 if there is none",
    "heading_next_kept": "whether the next block is kept",
    "heading_last": "blocks back to the last kept text before the heading, at most 20",
    "heading_next": "blocks on to the first kept text after the heading, at most 20",
    "heading_beside": "whether that text is in the element around the heading",
    "heading_place": "place of the heading between the page's first kept text (0) and last (1)",
    "heading_aside": "whether the heading is in navigation, an aside or a footer",
    "heading_page_kept": "share of the words of the page, without headings, that is kept",
    "heading_peers": "number of other headings of its level at its depth in the tree",
    "heading_peers_kept": "share of these that was chosen; -1 if there are none",
    "heading_peers_odds": "mean log odds of these; -7 if there are none",
    "heading_peers_texts": "mean share of the words of their sections that is kept; -1 if there are none",
}

_LINE_KINDS = {
    "date": "a date or time",
    "reference": "a reference to another page, such as “Read more: …”",
    "byline": "a byline",
    "reply": "a comment on an old blog",
    "post": "the head or a button of a post",
    "related": "a label of related pages",
    "share": "a button for sharing",
    "advert": "an advertisement",
    "newsletter": "an offer of a newsletter",
    "commission": "a note on commissions",
    "source": "the source of a story",
    "navigation": "navigation",
    "comments": "a label of comments",
    "tags": "a list of tags",
    "calendar": "a button for calendars",
    "photo": "a photo credit",
    "counts": "a number of views or the like",
    "placeholder": "what a page builder leaves in a page",
}
LINE_KINDS: tuple[str, ...] = tuple(_LINE_KINDS)
"""Kinds of lines that readers may skip, by their first words (`maintext.methods.auto.openings`)."""
LINE_OWN: tuple[str, ...] = (
    *("link_density", "ends_sentence", "ends_colon", "in_heading", "is_li", "is_td", "is_p", "cjk_share"),
    *("words_score", "in_article", "log_chars", "named_form"),
)
"""Features of the block that are also features of a line."""
_LINES = {
    **{f"line_opens_{kind}": f"whether it opens as {words} does" for kind, words in _LINE_KINDS.items()},
    **{f"line_{name}": f"the line's `{name}`, as of any block" for name in LINE_OWN},
    "line_odds": "log odds of the line, between -7 and 7",
    "line_before_text": "whether it is before all other kept text but headings",
    "line_after_text": "whether it is after all other kept text but headings",
    "line_last_kept": "whether the block before the line is kept",
    "line_next_kept": "whether the block after the line is kept",
    "line_next_links": "share of the characters of the block after it in links",
    "line_place": "share of the kept words that is before it",
    "line_alike": "logarithm of the number of lines of its kind",
    "line_alike_share": "their share of the kept blocks",
    "line_kept": "logarithm of the number of kept blocks",
}

_POSTS = {
    "post_odds": "log odds of the block, between -7 and 7",
    "post_kept": "whether it is kept",
    "post_in_text": "whether it is text of a post",
    "post_in_comment": "whether it is text of a comment on a post",
    "post_words": "logarithm of its words",
    "post_number": "number of its post; -1 outside posts",
    "post_line": "number of blocks before it in its post",
    "post_own_odds": "mean log odds of its post, by words; -8 outside posts, as in the next five",
    "post_own_best": "highest log odds in its post",
    "post_own_kept": "share of the words of its post that is kept",
    "post_own_words": "logarithm of the words of its post",
    "post_own_lines": "number of blocks of its post",
    "post_place": "number of its post as a share of all posts",
    "post_similar_odds": "mean log odds of blocks whose element and the one above are named alike",
    "post_similar_kept": "share of the words of these that is kept",
    "post_similar_blocks": "logarithm of their number",
    "post_last_kept": "whether the block before it is kept",
    "post_next_kept": "whether the block after it is kept",
    "post_before": "whether it is before all posts",
    "post_after": "whether it is after all posts",
    "post_posts": "logarithm of the number of posts",
    "post_posts_kept": "share of the posts that are mostly kept",
    "post_posts_odds": "median of the log odds of the posts",
    "post_posts_words": "logarithm of the median of their words",
    "post_text_kept": "share of the words of all posts that is kept",
    "post_kept_in_text": "share of the kept words that is in posts",
}

# -- names and order --------------------------------------------------------------------------------

OWN_FAMILIES: Mapping[str, Mapping[str, str]] = {
    "text": _TEXT,
    "place": _PLACE,
    "shape": _SHAPE,
    "landmarks": _LANDMARKS,
    "groups": _GROUPS,
    "methods": _METHODS,
}
FAMILIES: Mapping[str, Mapping[str, str]] = {
    **OWN_FAMILIES,
    "context": _CONTEXT,
    "kinds": _KIND,
    "page": _PAGE,
    "confidence": _CONFIDENCE,
    "lists": _LISTS,
    "headings": _HEADINGS,
    "posts": _POSTS,
    "lines": _LINES,
}
"""The meaning of every feature, by family and name, in order."""

OWN_FEATURES: tuple[str, ...] = tuple(name for family in OWN_FAMILIES.values() for name in family)
"""Features of a block that need no model."""
BLOCK_FEATURES: tuple[str, ...] = (*OWN_FEATURES, *_CONTEXT, *_KIND)
"""All features of a block: what the block trees read."""
PAGE_FEATURES: tuple[str, ...] = tuple(_PAGE)
"""Features of a page: what the kind trees read."""
CONFIDENCE_FEATURES: tuple[str, ...] = (*_CONFIDENCE, *_KIND)
"""Features of a choice of blocks: what the confidence trees read."""

LIST_FEATURES: tuple[str, ...] = (*_LISTS, *_KIND)
"""Features of a list: what the trees for its second look read."""
HEADING_FEATURES: tuple[str, ...] = (*_HEADINGS, *_KIND)
"""The same of a heading."""
POST_FEATURES: tuple[str, ...] = (*_POSTS, *_KIND)
"""The same of a block in a thread."""
LINE_FEATURES: tuple[str, ...] = (*_LINES, *_KIND)
"""The same of a short line that readers may skip."""

DESCRIBED: tuple[str, ...] = (*_TEXT, "depth", "block_position", "text_position")
"""Features that can be understood without seeing the page."""

_MEANINGS = {name: meaning for family in FAMILIES.values() for name, meaning in family.items()}
_MEANINGS["repeats_on_site"] = "whether it repeats on other pages of the site"
_MEANINGS["place_on_site"] = "mean probability of main text at its place on other pages of the site"


def meaning(feature: str) -> str:
    """The meaning of a feature.

    >>> meaning("in_nav")
    'whether it is in navigation'
    """
    return _MEANINGS[feature]
