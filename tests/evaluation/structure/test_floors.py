from dataclasses import replace
from pathlib import Path

import pytest

from maintext.evaluation.floors import Corpus, Floors, judge, lowered_structure, on_new_corpus
from maintext.evaluation.floors import raised as raise_floors
from maintext.evaluation.gate import PageScorer
from maintext.evaluation.structure.floors import (
    LEAST,
    MARGIN,
    StructureFloor,
    StructureFloors,
    raised,
    total,
)
from maintext.evaluation.structure.measures import Share
from tests.evaluation.structure.pages import labelled

FLOORS: StructureFloors = {
    "auto": {"news": {"code": StructureFloor(0.9, 40), "links": StructureFloor(0.8, 90)}},
}


def with_code(share: float) -> StructureFloors:
    return {"auto": {"news": FLOORS["auto"]["news"] | {"code": StructureFloor(share, 40)}}}


def test_shares_are_added_up_and_few_things_have_none() -> None:
    pages = [{"code": Share(LEAST / 2, LEAST), "links": Share(1, 1)}, {"code": Share(LEAST, LEAST)}, {}]
    assert total(pages) == {"code": StructureFloor(0.75, 2 * LEAST)}


@pytest.mark.parametrize(("share", "drops", "rises"), [(0.9, 0, 0), (0.89, 1, 0), (0.91, 0, 0), (0.95, 0, 1)])
def test_a_share_below_its_floor_is_a_drop(share: float, drops: int, rises: int) -> None:
    found = judge(Floors(structure=FLOORS), {}, with_code(share))
    assert (len(found.drops), len(found.rises)) == (drops, rises)
    if drops:
        assert found.drops == ["auto on news: code 0.8900, floor 0.9000"]


def test_what_is_no_longer_measured_is_a_drop() -> None:
    found = judge(Floors(structure=FLOORS), {}, {"auto": {"news": {"links": StructureFloor(0.8, 90)}}})
    assert found.drops == ["auto on news: code: floor 0.9000, but nothing was measured"]


def test_floors_rise_to_a_margin_below_what_was_measured() -> None:
    higher = raised(FLOORS, with_code(0.96))
    assert higher["auto"]["news"]["code"].share == pytest.approx(0.96 - MARGIN)
    assert higher["auto"]["news"]["links"].share == 0.8
    assert raised(FLOORS, with_code(0.5)) == FLOORS
    assert raised({}, FLOORS)["auto"]["news"]["links"].share == pytest.approx(0.8 - MARGIN)
    assert raise_floors(Floors(), {}, {}, FLOORS).structure == raised({}, FLOORS)


def test_lowering_records_each_floor_and_the_reason() -> None:
    lower = lowered_structure(Floors(structure=FLOORS), with_code(0.7), "auto", "fewer lines", None)
    assert lower.structure["auto"]["news"]["code"].share == pytest.approx(0.7 - MARGIN)
    assert [(change.dataset, change.before, change.because) for change in lower.changes] == [
        ("news: code", 0.9, "fewer lines")
    ]
    assert lower.structure["auto"]["news"]["links"].share == 0.8
    gone = lowered_structure(Floors(structure=FLOORS), {}, "auto", "gone", None)
    assert (gone.structure, len(gone.changes)) == ({}, 2)


def test_floors_on_other_pages_are_dropped() -> None:
    floors = Floors(corpora={"news": Corpus(1, "a")}, structure=FLOORS)
    assert on_new_corpus(floors, {"news": Corpus(1, "b")}, "better pages", None).structure == {}
    assert on_new_corpus(floors, {"news": Corpus(1, "a")}, "the same", None).structure == FLOORS


def test_floors_are_read_as_they_were_written(tmp_path: Path) -> None:
    floors = Floors(structure=FLOORS)
    floors.save(tmp_path / "floors.json")
    assert Floors.load(tmp_path / "floors.json") == floors
    assert '"code": {"share": 0.9, "number": 40}' in floors.to_json()


def test_the_gate_measures_the_markdown_of_auto() -> None:
    page = labelled("<h2>Why it leans to the east</h2>", "Why it leans to the east")
    assert PageScorer(("bte", "auto"))(page).structure["heading_recall"].all == 1
    assert PageScorer(("bte",))(page).structure == {}
    assert PageScorer(("auto",))(replace(page, text="")).structure == {}
