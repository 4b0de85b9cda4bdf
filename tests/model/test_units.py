"""Units: all blocks of a listing, data table, figure, definition list or quotation have one probability."""

import numpy as np
import pytest

import maintext
from maintext.model.auto import shipped_auto
from maintext.model.measure import Measured, measure
from maintext.model.schema import UNITS
from maintext.page.page import Page
from maintext.page.parse import parse

_TEXT = "<p>The river rose in the night, and by noon the old bridge was under water again.</p>" * 8
_UNITS = {
    "code": "<pre><div>def area(r):</div><div>    return 3 * r ** 2</div></pre>",
    "table": "<table><tr><th>Year<th>Height</tr><tr><td>1911<td>4.2 m</tr></table>",
    "figure": "<figure><p>Map of the town</p><figcaption>The bridge in 1911.</figcaption></figure>",
    "definitions": "<dl><dt>Pier<dd>What carries the bridge<dt>Span<dd>What is between two piers</dl>",
    "quote": "<blockquote><p>It was a wall of water.</p><p>Nobody slept.</p></blockquote>",
}


def _measured(html: str) -> tuple[Page, Measured]:
    page = parse(html)
    return page, measure(page, shipped_auto())


@pytest.mark.parametrize("name", UNITS)
def test_blocks_of_a_unit_share_one_probability(name: str) -> None:
    page, measured = _measured(_TEXT + _UNITS[name] + _TEXT)
    of_kind = measured.unit_kind == list(UNITS).index(name)
    assert np.flatnonzero(of_kind).tolist() == list(range(8, 8 + of_kind.sum()))
    assert of_kind.sum() >= 2
    assert len(set(measured.log_odds[of_kind].tolist())) == 1
    assert len(set(measured.unit[of_kind].tolist())) == 1
    assert (measured.unit[~of_kind] == -1).all()
    assert page.tag_name(int(measured.unit[8])) in ("pre", "table", "figure", "dl", "blockquote")


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td><p>One text on the left.<td><p>And one on the right.</table>",  # a layout
        "<figure><h2>A section</h2><p>With a text.</p></figure>",
        "<dl><dt><h3>Each term is a heading</h3><dd>of a text</dl>",
    ],
)
def test_a_section_or_layout_is_not_a_unit(html: str) -> None:
    _, measured = _measured(_TEXT + html + _TEXT)
    assert (measured.unit == -1).all()
    assert (measured.unit_kind == len(UNITS)).all()


def test_what_holds_most_of_the_page_is_not_a_unit() -> None:
    _, measured = _measured(f"<blockquote>{_TEXT}</blockquote><p>Home</p>")
    assert (measured.unit == -1).all()


def test_what_is_inside_a_unit_is_part_of_it() -> None:
    _, measured = _measured(_TEXT + f"<blockquote><p>He wrote:</p>{_UNITS['code']}</blockquote>" + _TEXT)
    assert set(measured.unit_kind.tolist()) == {list(UNITS).index("quote"), len(UNITS)}


def test_the_log_odds_of_a_unit_are_the_mean_of_its_blocks_by_words() -> None:
    model = shipped_auto()
    _, measured = _measured(_TEXT + _UNITS["table"] + _TEXT)
    of_table = measured.unit_kind == list(UNITS).index("table")
    slope, offset = model.calibration
    own = slope * model.blocks.margins(measured.columns)[0] + offset
    words = measured.words[of_table]
    assert len(set(words.tolist())) > 1, "a plain mean would differ"
    assert measured.log_odds[of_table] == pytest.approx(np.average(own[of_table], weights=words), abs=0.01)
    assert measured.log_odds[~of_table] == pytest.approx(own[~of_table])


def test_a_mark_on_most_words_of_a_unit_is_on_all_of_it() -> None:
    _, measured = _measured(_TEXT + _UNITS["quote"] + _TEXT)
    marked = np.zeros(len(measured.words), dtype=np.bool_)
    marked[8] = True  # six of eight words
    assert np.flatnonzero(measured.by_unit(marked)).tolist() == [8, 9]
    assert not measured.by_unit(np.roll(marked, 1)).any()


def test_the_reason_names_the_unit() -> None:
    document = maintext.extract(_TEXT + _UNITS["table"] + _TEXT)
    reasons = {block.reason.split(":")[0] for block in document.blocks[8:12]}
    assert len(reasons) == 1
    assert reasons.pop().endswith("for the whole table")
