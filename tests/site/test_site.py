import json
from collections.abc import Callable
from pathlib import Path

import pytest

import maintext.site.learner
import maintext.site.texts
from maintext.errors import TemplateError
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.site.template import SiteTemplate, site_noise
from tests.growth import grows_linearly

STORIES = [
    "It rained on Monday, and the river rose to the second step of the old harbour stairs by nightfall.",
    "The council met on Tuesday and put off the question of the bridge for the third time this year.",
    "On Wednesday the harbour was closed, since the second of the two cranes had to be taken down.",
    "The library opens again on Thursday with a reading by three authors who grew up in the town.",
]


def news(story: str, *, before: str = "", after: str = "") -> Page:
    return parse(
        f"<title>{story[:20]}</title><nav><ul><li><a href=/>Home</a><li><a href=/s>Sports</a></ul></nav>"
        f"{before}<div><p>{story}</p></div>{after}<footer>© The Daily</footer>"
    )


PAGES = [news(story) for story in STORIES]
NOISE = [True, True, False, True]


def test_recurring_text_is_template_and_stories_are_not() -> None:
    template = SiteTemplate.learn(PAGES[:3])
    assert template.noise(PAGES[3]).tolist() == NOISE
    assert dict(template.recurring) == {
        ("ul/li/a", "Home"): 3,
        ("ul/li/a", "Sports"): 3,
        ("html/body/footer", "© The Daily"): 3,
    }


def test_template_is_found_after_other_content() -> None:
    moved = news(STORIES[3], before="<div>Advertisement</div><div><p>Live</p></div>")
    assert SiteTemplate.learn(PAGES[:3]).noise(moved).tolist() == [True, True, False, False, False, True]


def test_text_at_another_path_is_not_template() -> None:
    page = parse("<div><p>Home</p></div>")
    assert SiteTemplate.learn(PAGES).noise(page).tolist() == [False]


def test_one_page_is_not_enough_for_a_template() -> None:
    assert not SiteTemplate.learn(PAGES[:1]).noise(PAGES[0]).any()


def test_a_page_given_twice_counts_once() -> None:
    template = SiteTemplate.learn([PAGES[0], PAGES[0], PAGES[1]])
    assert len(template.pages) == 2
    assert template.noise(PAGES[0]).tolist() == NOISE


def test_a_second_copy_of_a_story_with_other_teasers_counts_once() -> None:
    copy = news(STORIES[0], after="<p>3 comments</p>")
    template = SiteTemplate.learn([PAGES[0], copy])
    assert len(template.pages) == 1
    assert not template.noise(PAGES[0]).any()


def test_with_many_pages_a_text_recurs_on_fewer_than_half_of_them() -> None:
    box = "<p>Latest news of the day</p>"
    pages = [news(f"Story {n}: {STORIES[n % 4]}", before=box if n < 8 else "") for n in range(40)]
    page = news(STORIES[0], before=box)
    assert SiteTemplate.learn(pages).noise(page).tolist() == [True, True, True, False, True]  # 8 ≥ √40
    assert not SiteTemplate.learn(pages[2:]).noise(page)[2]  # 6 < √38
    assert SiteTemplate.learn(pages).fit(PAGES[0]).known == 3  # what half of the pages have


def test_more_than_two_pages_are_compared_by_a_template() -> None:
    shifted = parse("<div><div><div><p>Nothing in common.</p></div></div></div>")
    others = [*PAGES[1:], shifted]
    assert site_noise(PAGES[0], others).tolist() == NOISE  # type: ignore[union-attr]
    assert site_noise(PAGES[0], [PAGES[1], shifted]).tolist() == [False] * 4  # type: ignore[union-attr]


def test_text_on_too_few_pages_does_not_recur() -> None:
    pages = [news(story, before="<p>Live</p>" if at < 2 else "") for at, story in enumerate(STORIES)]
    live = news(STORIES[3], before="<p>Live</p>")
    assert SiteTemplate.learn(pages, min_share=0.5).noise(live)[2]
    assert not SiteTemplate.learn(pages, min_share=0.6).noise(live)[2]


def test_a_share_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="min_share"):
        SiteTemplate.learn(PAGES, min_share=50)


def test_pages_without_text_are_not_counted() -> None:
    assert SiteTemplate.learn([*PAGES, empty_page(), parse("<div></div>")]) == SiteTemplate.learn(PAGES)


@pytest.mark.parametrize("cut", range(5))
def test_merging_equals_learning_from_the_pages_of_both(cut: int) -> None:
    first, second = SiteTemplate.learn(PAGES[:cut]), SiteTemplate.learn(PAGES[cut:])
    assert first.merge(second) == second.merge(first) == SiteTemplate.learn(PAGES)


def test_merging_a_template_with_itself_changes_nothing() -> None:
    template = SiteTemplate.learn(PAGES[:1])
    assert template.merge(template) == template


def test_merging_templates_with_common_pages_does_not_overstate_counts() -> None:
    merged = SiteTemplate.learn(PAGES[:3]).merge(SiteTemplate.learn(PAGES[2:]))
    learned = SiteTemplate.learn(PAGES)
    assert (merged.pages, merged.counts) == (learned.pages, learned.counts)
    assert merged.places.keys() == learned.places.keys()
    for name, place in merged.places.items():
        assert (place.pages, place.kept) == (learned.places[name].pages, learned.places[name].kept)
        # Of a common page, the mean of the others is taken off, not its own.
        assert abs(place.thousandths - learned.places[name].thousandths) <= 20


def test_templates_of_two_hosts_are_not_merged() -> None:
    first, second = (SiteTemplate.learn(PAGES, host=host) for host in ("a.example", "b.example"))
    with pytest.raises(TemplateError, match=r"a\.example and b\.example"):
        first.merge(second)
    assert first.merge(SiteTemplate.learn(PAGES)).host == "a.example"


def test_a_saved_template_is_loaded_unchanged(tmp_path: Path) -> None:
    template = SiteTemplate.learn(PAGES, host="daily.example", min_share=0.75)
    template.save(tmp_path / "site.json")
    assert SiteTemplate.load(tmp_path / "site.json") == template


def test_the_file_is_readable_and_starts_with_the_most_common_text(tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    SiteTemplate.learn([*PAGES, parse("<p>正文</p>")], host="daily.example").save(path)
    record = json.loads(path.read_text("utf-8"))
    assert record["host"] == "daily.example"
    assert next(iter(record["texts"].values())) == {"© The Daily": 4}
    assert '"正文": 1' in path.read_text("utf-8")


def test_the_file_does_not_depend_on_the_order_of_pages(tmp_path: Path) -> None:
    SiteTemplate.learn(PAGES).save(tmp_path / "a.json")
    SiteTemplate.learn(PAGES[::-1]).save(tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_a_long_text_is_stored_in_short_and_recognized(tmp_path: Path) -> None:
    notice = "We and our partners use cookies. " * 40
    pages = [news(story, before=f"<p>{notice}</p>") for story in STORIES]
    template = SiteTemplate.learn(pages)
    assert max(len(text) for _, text in template.counts) < 120
    assert template.noise(pages[0])[2]
    assert not template.noise(news(STORIES[0], before=f"<p>{notice}Or not.</p>"))[2]


def test_a_template_with_a_lone_surrogate_can_be_saved(tmp_path: Path) -> None:
    template = SiteTemplate.learn([parse("<p>\ud800 broken</p>")])
    template.save(tmp_path / "site.json")
    assert SiteTemplate.load(tmp_path / "site.json").pages == template.pages


RECORD = {
    "format": "maintext site template", "version": 1, "host": None, "min_share": 0.5,
    "pages": ["a", "b"], "texts": {"li/a": {"Home": 2}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "not a site template"),
        ({"version": 2}, "version 2"),
        ({"pages": 3}, "damaged"),
        ({"pages": [1]}, "damaged"),
        ({"texts": []}, "damaged"),
        ({"texts": {"li/a": ["Home"]}}, "damaged"),
        ({"texts": {"li/a": {"Home": "2"}}}, "damaged"),
        ({"texts": {"li/a": {"Home": 3}}}, "damaged"),
        ({"host": 5}, "damaged"),
        ({"min_share": 7}, "damaged"),
        ({"min_share": None}, "damaged"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "site.json"
    path.write_text(json.dumps(RECORD | change))
    with pytest.raises(TemplateError, match=message) as raised:
        SiteTemplate.load(path)
    assert "\n" not in str(raised.value)
    assert "site.json" in str(raised.value)


@pytest.mark.parametrize("content", [b"", b"{", b"<p>A page", b"\xff\xfe\x00", b"[" * 100_000, b"[]"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "site.json"
    path.write_bytes(content)
    with pytest.raises(TemplateError, match="is not a site template"):
        SiteTemplate.load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"cannot read .*none\.json"):
        SiteTemplate.load(tmp_path / "none.json")


def test_a_page_of_the_site_fits_and_one_of_another_layout_does_not() -> None:
    template = SiteTemplate.learn(PAGES[:3])
    fit = template.fit(PAGES[3])
    assert (fit.fits, fit.found, fit.known, fit.share) == (True, 3, 3, 1.0)
    assert fit.sentence == "the page has 3 of the 3 texts that most pages of the site have"
    moved = template.fit(parse(f"<table><tr><td>Home<td>Sports<td>{STORIES[3]}</table>"))
    assert (moved.fits, moved.found) == (False, 0)
    assert "may have changed" in moved.sentence


def test_an_empty_template_fits_no_page_and_reports_why() -> None:
    fit = SiteTemplate.learn(PAGES[:1]).fit(PAGES[0])
    assert not fit.fits
    assert "empty" in fit.sentence


def test_a_large_site_keeps_the_most_common_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (maintext.site.learner, maintext.site.texts):
        monkeypatch.setattr(module, "MOST_ENTRIES", 10)
    pages = [
        news(f"Story {number} {STORIES[0]}", before="".join(f"<p>Item {number}.{n}</p>" for n in range(8)))
        for number in range(30)
    ]
    template = SiteTemplate.learn(pages)
    assert len(template.counts) == 10
    assert template.recurring.keys() == SiteTemplate.learn(pages[:2]).recurring.keys()
    assert set(template.recurring.values()) == {30}


@pytest.mark.parametrize("site", [SiteTemplate.learn(PAGES[:3]), PAGES[:3], [news(STORIES[3]), PAGES[0]]])
def test_noise_comes_from_a_template_or_from_other_pages(site: SiteTemplate | list[Page]) -> None:
    noise = site_noise(PAGES[3], site)
    assert noise is not None
    assert noise.tolist() == NOISE


@pytest.mark.parametrize("pages", [[], [news(STORIES[3])]])
def test_nothing_is_known_without_a_page_that_is_not_a_copy(pages: list[Page]) -> None:
    assert site_noise(PAGES[3], pages) is None


@pytest.mark.parametrize("site", [SiteTemplate.learn(PAGES), PAGES])
def test_an_empty_page_has_no_noise(site: SiteTemplate | list[Page]) -> None:
    noise = site_noise(empty_page(), site)
    assert noise is not None
    assert noise.dtype == bool
    assert len(noise) == 0


@pytest.mark.parametrize("way", ["template", "lockstep"])
def test_templates_take_linear_time(way: str) -> None:
    def work(paragraphs: int) -> Callable[[], object]:
        html = ["".join(f"<div><p>{at % 7} {n}</p></div>" for n in range(paragraphs)) for at in range(3)]
        page, *others = map(parse, html)
        return lambda: site_noise(page, SiteTemplate.learn(others) if way == "template" else others)

    assert grows_linearly(work(4000), work(8000))
