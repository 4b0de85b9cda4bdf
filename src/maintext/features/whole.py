"""What can be said of the page as a whole; from this its kind is guessed."""

from math import log1p

import numpy as np

from maintext._kernel import loops
from maintext.arrays import Columns, FloatArray
from maintext.features.landmarks import Landmarks
from maintext.features.meta import OG_TYPES, SCHEMA_TYPES, URL_WORDS
from maintext.features.names import NAMES
from maintext.features.reading import Reading
from maintext.page.tags import TAG_ID, TAGS, Flag
from maintext.text.characters import Kind

LONG = 200
"""Characters from which on a block is long."""
_COUNTED = tuple("h1 form article li p img tr pre code input button time video".split())
_SPOKEN_OF = ("comments", "forum", "product", "user", "item", "reviews")
_MARKS = (Kind.COMMA, Kind.CJK_COMMA, Kind.STOP, Kind.CJK_STOP)
_CONTAINERS = (int(Flag.PARAGRAPH), int(Flag.ARTICLE), int(Flag.MAIN))

# What is counted, end to end: these sums, then by kind of character, by tag and by subject of names.
_SUMS = ("chars", "link_chars", "headings", "long", "depths", "repeats", "in_p", "in_article", "in_main")
_KINDS_AT = len(_SUMS)
_TAGS_AT = _KINDS_AT + len(Kind)
_SUBJECTS_AT = _TAGS_AT + len(TAGS) + 1
_COUNTS = _SUBJECTS_AT + len(NAMES)
LOGGED = [_TAGS_AT + TAG_ID[tag] for tag in _COUNTED]
LOGGED += [_SUBJECTS_AT + list(NAMES).index(name) for name in _SPOKEN_OF]
"""The counts whose logarithms are features."""

MEANINGS = {
    "page_log_chars": "logarithm of the page's characters",
    "page_link_density": "share of them that lie in links",
    "page_log_blocks": "logarithm of the blocks",
    "page_block_length": "logarithm of the characters per block",
    "page_paragraphs": "share of the text that lies in <p>",
    "page_marks": "sentence marks per character",
    "page_cjk": "share of Han, kana and hangul",
    "page_log_headings": "logarithm of the headings",
    "page_log_long": f"logarithm of the blocks of more than {LONG} characters",
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
    **{f"page_og_{kind}": f"whether og:type says {kind}" for kind in OG_TYPES},
    "page_has_author": "whether an author is declared",
    "page_has_date": "whether a date of publication is declared",
    **{f"page_schema_{name}": f"whether JSON-LD has the type {name}" for name in SCHEMA_TYPES},
    **{
        f"page_url_{name}": f"whether the address looks like that of a page of kind {name}"
        for name in URL_WORDS
    },
    "page_url_depth": "parts of the address's path",
    "page_url_number": "whether the address has a number of four digits or more",
    "page_url_home": "whether the address has no path",
    "page_url_unknown": "whether the address is not known",
}


def whole_columns(reading: Reading, landmarks: Landmarks) -> Columns:
    """The values that `MEANINGS` names, one column: features × 1."""
    size = reading.size
    counts = _count(reading)
    logs = np.log1p(counts).tolist()
    sums, kinds = counts[: len(_SUMS)].tolist(), counts[_KINDS_AT:_TAGS_AT].tolist()
    chars, link_chars, _, _, depths, _, in_paragraph, in_article, in_main = sums
    log_chars, _, log_headings, log_long, _, log_repeats, *_ = logs
    density, p_value, votes = (landmarks.chars[row] / chars for row in landmarks.rows.values())
    values = [
        log_chars,
        link_chars / chars,
        log1p(size),
        log1p(chars / size),
        in_paragraph / chars,
        sum(kinds[kind] for kind in _MARKS) / chars,
        kinds[Kind.CJK] / chars,
        log_headings,
        log_long,
        log1p(np.count_nonzero(reading.kinds[Kind.CURRENCY])),
        log1p(reading.wording.questions.sum()),
        depths / size,
        log_repeats,
        density,
        votes,
        p_value,
        landmarks.p_values.max(),
        in_article / chars,
        in_main / chars,
        *(logs[at] for at in LOGGED),
        *reading.declared.values.tolist(),
    ]
    return np.array(values, dtype=np.float32)[:, None]


def _count(reading: Reading) -> FloatArray:
    """What there is of `_SUMS`, of each kind of character, of each tag, of names on each subject."""
    if loops is None:
        return _count_by_numpy(reading)
    page, blocks = reading.page, reading.blocks
    counts = np.empty(_COUNTS)
    loops.count_page(
        page.tag,
        page.flags,
        page.depth,
        page.chars,
        page.cjk,
        page.leaves,
        blocks.first_row,
        blocks.element,
        reading.group,
        reading.chars,
        reading.link_chars,
        reading.kinds,
        reading.named_rows[1],
        (len(Kind), len(TAGS) + 1, len(NAMES)),
        int(Flag.HEADING),
        _CONTAINERS,
        LONG,
        counts,
    )
    return counts


def _count_by_numpy(reading: Reading) -> FloatArray:
    page = reading.page
    containers = np.array(_CONTAINERS)[:, None]
    inside = (page.flags.take(page.leaves) & containers) != 0
    sums = [
        reading.chars.sum(),
        reading.link_chars.sum(),
        np.count_nonzero(reading.is_heading),
        np.count_nonzero(reading.chars > LONG),
        page.depth.take(reading.blocks.element).sum(),
        np.bincount(reading.group).max(),
        *(reading.leaf_chars * inside).sum(axis=1),
    ]
    tags = np.bincount(np.minimum(page.tag, len(TAGS)), minlength=len(TAGS) + 1)
    subjects = np.bincount(reading.named_rows[1], minlength=len(NAMES))
    return np.concatenate([sums, reading.kinds.sum(axis=1), tags, subjects], dtype=np.float64)
