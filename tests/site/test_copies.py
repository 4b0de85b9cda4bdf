"""Pages that a page cannot be compared with, and what the result says about them."""

import pytest

from maintext import extract
from maintext.page.parse import parse
from maintext.site.copies import Flaw, find_flaw

STORY = "<p>It rained on the hills for a day and a night, and the river rose until it stood in the town.</p>"
NOTICE = "<p>We use cookies on all of our pages, and this notice about them is longer than most stories.</p>"
TEASERS = (
    f"<p>Read 7 times</p><ul><li><a href=/a>Another story, and why it is longer than {80 * 'very '}</a></ul>"
)
PAGE = f"<title>Rain - Daily News</title><p>Daily News</p>{STORY}<p>It is over.</p>"


@pytest.mark.parametrize(
    ("other", "flaw"),
    [
        (PAGE, Flaw.COPY),
        (PAGE.replace("Rain - Daily News", "RAIN"), Flaw.COPY),
        (PAGE + TEASERS, Flaw.COPY),
        (PAGE + NOTICE, Flaw.COPY),  # what the other page has beside does not matter
        (PAGE.replace("Rain -", "Snow -"), None),  # its own title
        (PAGE.replace("on the hills", "in the valley"), None),  # its own text
        ("<title></title>", Flaw.NO_TEXT),
        ("<p hidden>Nothing to see.", Flaw.NO_TEXT),
    ],
)
def test_what_makes_a_page_a_copy(other: str, flaw: Flaw | None) -> None:
    assert find_flaw(parse(PAGE), parse(other)) is flaw


def test_a_long_notice_alone_makes_no_copy() -> None:
    pages = [parse(f"<title>{text}</title><p>{text}</p>{NOTICE}") for text in ("Rain.", "Snow.")]
    assert find_flaw(*pages) is None


GIVEN = "what repeats on the site was not removed: "


@pytest.mark.parametrize(
    ("site", "notes"),
    [
        (None, (f"{GIVEN}no other page of the site is known",)),
        ([], (f"{GIVEN}no other page of the site is known",)),
        (
            [PAGE],
            (f"{GIVEN}1 other page of the site was given, but not used: 1 {Flaw.COPY}",),
        ),
        (
            [b"", PAGE, "<script>go()</script>"],
            (
                f"{GIVEN}3 other pages of the site were given, but not used: "
                "2 without text, 1 nearly the same as the page",
            ),
        ),
        ([b"", PAGE.replace("Rain", "Snow").replace("rained", "snowed")], ()),
    ],
)
def test_the_note_says_what_was_given_and_why_it_was_not_used(
    site: list[str | bytes] | None, notes: tuple[str, ...]
) -> None:
    assert extract(PAGE, method="path_similarity", site=site).notes == notes
    if site:  # other methods note it, too, if pages were given
        assert extract(PAGE, method="p_value", site=site).notes == notes


def test_pages_that_cannot_be_used_do_not_spoil_the_comparison() -> None:
    other = PAGE.replace("Rain", "Snow").replace("rained", "snowed").replace("It is over.", "It lasts.")
    found = extract(PAGE, method="path_similarity", site=[b"", PAGE, other])
    assert found.noise is not None
    assert found.noise.tolist() == [True, False, False]
