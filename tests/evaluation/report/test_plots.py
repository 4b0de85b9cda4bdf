import random
from itertools import combinations
from xml.etree import ElementTree

import pytest

from maintext.evaluation.report.labels import LabelBox, place
from maintext.evaluation.report.model import Figure
from maintext.evaluation.report.plots import pareto, quality_speed_section
from maintext.evaluation.report.svg import Drawing, linear, logarithmic, steps
from tests.evaluation.report.runs import make_results


def test_names_of_crowded_points_overlap_neither_each_other_nor_marks() -> None:
    chance = random.Random(3)
    points = [(chance.uniform(80, 900), chance.uniform(80, 480)) for _ in range(18)]
    points += [(300 + chance.uniform(-30, 30), 250 + chance.uniform(-30, 30)) for _ in range(8)]
    boxes = place(
        ["readability-lxml"[: 3 + at % 14] for at in range(len(points))], points, LabelBox(50, 50, 950, 550)
    )
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    marks = [LabelBox(x - 6, y - 6, x + 6, y + 6) for x, y in points]
    assert not any(box.meets(mark) for box in boxes for mark in marks)


def test_the_names_of_a_column_of_points_are_on_both_sides() -> None:
    points = [(400.0 + at % 3, 100.0 + 9 * at) for at in range(14)]
    boxes = place([f"extractor{at}" for at in range(14)], points, LabelBox(50, 50, 950, 550))
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    assert any(box.x2 < 400 for box in boxes)
    assert any(box.x1 > 400 for box in boxes)


def test_the_pareto_front_has_exactly_those_that_no_other_beats_in_both() -> None:
    chance = random.Random(5)
    times = [chance.choice([1.0, 2.0, 3.0, 5.0, 8.0]) for _ in range(30)]
    f1 = [chance.random() for _ in range(30)]
    beaten = {
        at
        for at in range(30)
        if any(times[other] <= times[at] and f1[other] > f1[at] for other in range(30))
        or any(times[other] < times[at] and f1[other] >= f1[at] for other in range(30))
    }
    assert set(pareto(times, f1)) == set(range(30)) - beaten


def test_marks_are_placed_by_time_and_quality() -> None:
    (figure,) = quality_speed_section(make_results()).parts
    assert isinstance(figure, Figure)
    root = ElementTree.fromstring(figure.drawing.standalone())
    marks = {
        (mark.findtext("{*}title") or "").split(":")[0]: mark.get("transform", "")
        for mark in root.iter("{http://www.w3.org/2000/svg}path")
        if "mark" in mark.get("class", "") and mark.find("{*}title") is not None
    }
    place_of = {name: [float(part) for part in text[10:-1].split()] for name, text in marks.items()}
    assert set(place_of) == {"exact", "menu", "half", "late"}
    assert place_of["exact"][0] < place_of["late"][0]
    assert place_of["exact"][1] < place_of["menu"][1]


def test_a_run_of_one_extractor_is_drawn_too() -> None:
    results = make_results()
    alone = type(results)(results.pages, ("peer:exact",), results.outcomes, results.scores)
    assert "exact" in quality_speed_section(alone).parts[0].drawing.svg()  # type: ignore[union-attr]


def test_text_in_a_drawing_is_escaped() -> None:
    drawing = Drawing(10, 10, "<b>&")
    drawing.text(0, 0, "<script>")
    drawing.box(0, 0, 1, 1, "accent", hint="</title><script>")
    root = ElementTree.fromstring(drawing.svg())
    assert [element.text for element in root.iter() if element.text] == [
        "<b>&",
        "<script>",
        "</title><script>",
    ]


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.42, 0.93), (3.0, 3.0), (0.0, 812.0)])
def test_steps_are_few_round_numbers_inside(low: float, high: float) -> None:
    found = steps(low, high)
    assert all(low <= step <= high for step in found)
    assert len(found) <= 8


def test_scales_map_ends_to_ends() -> None:
    assert [linear(2, 4, 0, 100)(value) for value in (2, 3, 4)] == [0, 50, 100]
    assert [logarithmic(1, 100, 0, 100)(value) for value in (1, 10, 100)] == [0, 50, 100]
