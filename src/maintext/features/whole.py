"""What can be said of the page as a whole; from this its kind is guessed."""

import re
from math import log1p

import numpy as np

from maintext.arrays import Columns
from maintext.characters import Kind
from maintext.features.landmarks import Landmarks
from maintext.features.names import NAMES
from maintext.features.reading import Reading
from maintext.tags import TAG_ID, TAGS, Flag

_LONG = 200
_COUNTED = tuple("h1 form article li p img tr pre code input button time video".split())
_COUNTED_IDS = [TAG_ID[tag] for tag in _COUNTED]
_SPOKEN_OF = ("comments", "forum", "product", "user", "item", "reviews")
_SPOKEN_NUMBERS = [list(NAMES).index(name) for name in _SPOKEN_OF]
_CONTAINERS = np.array([int(Flag.PARAGRAPH), int(Flag.ARTICLE), int(Flag.MAIN)])[:, None]
_SCHEMA = tuple(
    "product article newsarticle blogposting discussionforumposting itemlist faqpage breadcrumblist question "
    "review service organization collectionpage".split()
)
_OG = ("article", "product", "website")
_URL_WORDS = {
    "forum": r"forum|thread|topic|/t/|question|discuss|comments/",
    "product": r"/products?/|/p/|/dp/|/item|/shop|buy",
    "article": r"blog|news|article|/20\d\d/|story|/post",
    "documentation": r"docs?[./]|guide|reference|manual|api|wiki|learn|tutorial",
    "list": r"categor|collections?|/c/|browse|list|tag|/best|search|/s/",
}
_URL_PATTERNS = [re.compile(pattern, re.IGNORECASE) for pattern in _URL_WORDS.values()]
_HOST = re.compile(r"^[a-z][a-z0-9+.-]*://[^/?#]*", re.IGNORECASE)
_NUMBER = re.compile(r"\d{4,}")
_LONGEST_URL = 500

MEANINGS = {
    "page_log_chars": "logarithm of the page's characters",
    "page_link_density": "share of them that lie in links",
    "page_log_blocks": "logarithm of the blocks",
    "page_block_length": "logarithm of the characters per block",
    "page_paragraphs": "share of the text that lies in <p>",
    "page_marks": "sentence marks per character",
    "page_cjk": "share of Han, kana and hangul",
    "page_log_headings": "logarithm of the headings",
    "page_log_long": f"logarithm of the blocks of more than {_LONG} characters",
    "page_log_prices": "logarithm of the blocks with a currency sign",
    "page_log_questions": "logarithm of the question marks",
    "page_depth": "mean depth of the blocks",
    "page_log_repeats": "logarithm of the largest group of blocks with the same path",
    "page_density": "share of the text in the element with the largest density sum (CETD)",
    "page_votes": "share of the text in the element with the most votes (Readability)",
    "page_p_share": "share of the text in the element with the largest P (paper 3)",
    "page_p_value": "the largest P of its elements (paper 3)",
    "page_article": "share of the text that lies in <article>",
    "page_main": "share of the text that lies in <main>",
    **{f"page_log_{tag}": f"logarithm of the <{tag}> elements" for tag in _COUNTED},
    **{f"page_named_{name}": f"logarithm of the elements whose names speak of {name}" for name in _SPOKEN_OF},
    **{f"page_og_{kind}": f"whether og:type says {kind}" for kind in _OG},
    "page_has_author": "whether an author is declared",
    "page_has_date": "whether a date of publication is declared",
    **{f"page_schema_{name}": f"whether JSON-LD has the type {name}" for name in _SCHEMA},
    **{
        f"page_url_{name}": f"whether the address looks like that of a page of kind {name}"
        for name in _URL_WORDS
    },
    "page_url_depth": "parts of the address's path",
    "page_url_number": "whether the address has a number of four digits or more",
    "page_url_home": "whether the address has no path",
    "page_url_unknown": "whether the address is not known",
}


def whole_columns(reading: Reading, landmarks: Landmarks) -> Columns:
    """The values that `MEANINGS` names, one column: features × 1."""
    page, kinds, meta = reading.page, reading.kinds.sum(axis=1), reading.meta
    chars, size = float(reading.chars.sum()), reading.size
    tags = np.bincount(np.minimum(page.tag, len(TAGS)), minlength=len(TAGS) + 1)
    spoken = np.bincount(reading.named_rows[1], minlength=len(NAMES))
    density, p_value, votes = (landmarks.chars[row] / chars for row in landmarks.rows.values())
    inside = (page.flags.take(page.leaves) & _CONTAINERS) != 0
    in_paragraph, in_article, in_main = (reading.leaf_chars * inside).sum(axis=1) / chars
    values = [
        log1p(chars),
        reading.link_chars.sum() / chars,
        log1p(size),
        log1p(chars / size),
        in_paragraph,
        reading.marks.sum() / chars,
        kinds[Kind.CJK] / chars,
        log1p(np.count_nonzero(reading.is_heading)),
        log1p(np.count_nonzero(reading.chars > _LONG)),
        log1p(np.count_nonzero(reading.kinds[Kind.CURRENCY])),
        log1p(_count_questions(reading)),
        page.depth.take(reading.blocks.element).mean(),
        log1p(np.bincount(reading.group).max()),
        density,
        votes,
        p_value,
        landmarks.p_values.max(),
        in_article,
        in_main,
        *np.log1p(tags.take(_COUNTED_IDS)),
        *np.log1p(spoken.take(_SPOKEN_NUMBERS)),
        *(kind in meta.og_type for kind in _OG),
        meta.has_author,
        meta.has_date,
        *(name in meta.schema_types for name in _SCHEMA),
        *_url_columns(meta.url[:_LONGEST_URL]),
    ]
    return np.array(values, dtype=np.float32)[:, None]


def _count_questions(reading: Reading) -> int:
    codes = reading.texts.codes
    return int(np.count_nonzero(codes == ord("?")) + np.count_nonzero(codes == ord("？")))


def _url_columns(url: str) -> list[float]:
    path = _HOST.sub("", url).split("?")[0].strip("/")
    return [
        *(float(pattern.search(url) is not None) for pattern in _URL_PATTERNS),
        float(path.count("/") + bool(path)),
        float(_NUMBER.search(path) is not None),
        float(bool(url) and not path),
        float(not url),
    ]
