"""Places of a site: learned from pages without labels, and weighed by `auto`."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from maintext import Auto, SiteTemplate, extract
from maintext.errors import TemplateError
from maintext.model.auto import shipped_auto
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.site.learner import Learner
from maintext.site.places import SitePlace, block_paths, page_places, place_evidence
from tests.growth import grows_linearly

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
STORY = (
    "It rained on {day}, and the river rose to the second step of the old harbour stairs by nightfall.",
    "The council met on {day} evening, and put off the question of the bridge for the third time this year.",
)


def html(day: str, editor: str = "Ann Lee") -> str:
    story = "".join(f"<p>{text.format(day=day)}</p>" for text in STORY)
    return (
        f"<title>{day}</title><nav><ul><li><a href=/>Home</a><li><a href=/s>Sports of {day}</a></ul></nav>"
        f"<div class='story n17' id=story-{len(day)}>{story}"
        f"<p class=editor>Editor of {day}: {editor}</p></div>"
    )


PAGES = [parse(html(day)) for day in DAYS]
EDITOR_PLACE = "html/body/div.n.story#story-/p.editor"
STORY_PLACE = "html/body/div.n.story#story-/p"


def test_a_path_has_tags_classes_and_ids_without_digits() -> None:
    paths = block_paths(PAGES[0])
    assert paths[-3:] == [STORY_PLACE, STORY_PLACE, EDITOR_PLACE]
    assert len(paths) == len(PAGES[0].blocks)


def test_a_path_has_at_most_six_elements() -> None:
    (path,) = block_paths(parse("<div>" * 30 + "<p class=a>Deep.</p>"))
    assert path == "div/div/div/div/div/p.a"


def test_a_template_knows_where_main_text_stands_whatever_its_words() -> None:
    template = SiteTemplate.learn(PAGES)
    place = template.places[STORY_PLACE]
    assert (place.pages, place.kept, place.agreement) == (6, 6, 1.0)
    assert place.probability > 0.8
    assert place.examples == tuple(sorted(place.examples))
    assert template.places["html/body/nav/ul/li"].probability < 0.2
    assert ("div/p", STORY[0].format(day="Monday")) not in template.recurring


def test_places_do_not_depend_on_the_order_of_pages_or_merges() -> None:
    whole = SiteTemplate.learn(PAGES)
    assert SiteTemplate.learn(PAGES[::-1]) == whole
    parts = [SiteTemplate.learn([page]) for page in PAGES]
    merged = parts[0]
    for part in parts[1:]:
        merged = merged.merge(part)
    assert merged == whole
    assert whole.merge(whole) == whole


def test_pages_in_common_do_not_count_twice() -> None:
    merged = SiteTemplate.learn(PAGES[:4]).merge(SiteTemplate.learn(PAGES[2:]))
    assert merged.places[STORY_PLACE].pages == 6
    assert 0 <= merged.places[STORY_PLACE].kept <= 6


def test_places_move_the_log_odds_and_are_named_in_the_reason() -> None:
    page = html("Sunday")
    template = SiteTemplate.learn(PAGES)
    place = template.places[EDITOR_PLACE]
    log_odds = np.log(place.probability / (1 - place.probability))
    for factor, kept in ((40.0, log_odds > 0), (-40.0, log_odds < 0)):  # as the place says, and against it
        method = Auto(model=replace(shipped_auto(), place_prior=(factor, 0.0)), threshold=0.5)
        document = extract(page, method=method, site=template)
        editor = document.blocks[-1]
        assert editor.kept == kept
        assert editor.pushes["place_on_site"] == pytest.approx(factor * log_odds * 6 / 8)
        assert "place_on_site" in editor.reason


def test_a_place_never_raises_what_repeats() -> None:
    template = SiteTemplate.learn(PAGES)
    method = Auto(model=replace(shipped_auto(), place_prior=(-40.0, 0.0)))  # against what places say
    home = extract(html("Sunday"), method=method, site=template).blocks[0]
    assert home.text == "Home"
    assert home.pushes["repeats_on_site"] < 0
    assert home.pushes["place_on_site"] == 0


def test_without_places_a_template_acts_by_its_texts_alone() -> None:
    texts = SiteTemplate.learn(PAGES, places=False)
    assert not texts.places
    document = extract(html("Sunday"), site=texts)
    assert not any("place_on_site" in block.pushes for block in document.blocks)


def test_an_unpickled_document_has_the_same_probabilities() -> None:
    import pickle

    document = extract(html("Sunday"), site=SiteTemplate.learn(PAGES))
    again = pickle.loads(pickle.dumps(document))
    assert document.block_probabilities is not None
    assert np.array_equal(again.block_probabilities, document.block_probabilities)


def test_other_methods_do_not_read_places() -> None:
    whole, texts = SiteTemplate.learn(PAGES), SiteTemplate.learn(PAGES, places=False)
    for method in ("p_value", "path_similarity"):
        assert (
            extract(html("Sunday"), method=method, site=whole).text
            == extract(html("Sunday"), method=method, site=texts).text
        )


def test_an_unknown_place_says_nothing() -> None:
    evidence = place_evidence(parse("<section><p>Elsewhere.</p></section>"), SiteTemplate.learn(PAGES).places)
    assert (evidence.weight.tolist(), evidence.log_odds.tolist()) == ([0.0], [0.0])
    assert place_evidence(empty_page(), {}).weight.tolist() == []


def test_more_pages_weigh_more() -> None:
    page = parse(html("Sunday"))
    few, many = (place_evidence(page, SiteTemplate.learn(PAGES[:n]).places).weight[-1] for n in (2, 6))
    assert 0 < few < many < 1


def test_a_page_without_text_has_no_places() -> None:
    assert page_places(empty_page()) == {}


def test_a_saved_template_keeps_its_places(tmp_path: Path) -> None:
    template = SiteTemplate.learn(PAGES)
    template.save(tmp_path / "site.json")
    assert SiteTemplate.load(tmp_path / "site.json") == template


@pytest.mark.parametrize(
    "values", [[0, 0, 0, []], [2, 2001, 1, []], [2, 900, 3, []], [2, 900, 1, [7]], [1, 2], 5]
)
def test_a_damaged_place_is_refused(tmp_path: Path, values: object) -> None:
    path = tmp_path / "site.json"
    SiteTemplate.learn(PAGES).save(path)
    record = json.loads(path.read_text("utf-8"))
    record["places"][STORY_PLACE] = values
    path.write_text(json.dumps(record), "utf-8")
    with pytest.raises(TemplateError, match="damaged"):
        SiteTemplate.load(path)


def test_a_file_of_the_version_before_has_no_places(tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    template = SiteTemplate.learn(PAGES)
    template.save(path)
    record = json.loads(path.read_text("utf-8"))
    del record["places"]
    path.write_text(json.dumps(record), "utf-8")
    assert SiteTemplate.load(path) == replace(template, places={})


def test_learning_grows_linearly_with_pages_and_with_merges() -> None:
    def many(count: int) -> list[Page]:
        return [parse(html(f"day {n}") + f"<p>{n} texts of its own</p>" * 20) for n in range(count)]

    once, twice = many(60), many(120)
    assert grows_linearly(lambda: SiteTemplate.learn(once), lambda: SiteTemplate.learn(twice))
    parts = [SiteTemplate.learn([page]) for page in twice]

    def add(count: int) -> None:
        learner = Learner()
        for part in parts[:count]:
            learner.add(part.pages, part.counts, part.places)

    assert grows_linearly(lambda: add(60), lambda: add(120))


def test_agreement_is_the_share_of_the_larger_side() -> None:
    assert SitePlace(10, 2000, 2).agreement == 0.8
    assert SitePlace(10, 9000, 9).agreement == 0.9
    assert SitePlace(10, 9000, 9).probability == 0.9
