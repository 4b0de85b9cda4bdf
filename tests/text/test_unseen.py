"""Characters that a reader cannot see: what is dropped, what is kept, what is reported."""

import pytest

from maintext import extract
from maintext.page.parse import parse
from maintext.text.unseen import drop_unseen, find_unseen
from tests.growth import grows_linearly


def tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(char)) for char in text)


KEPT = {
    "a family, joined": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "Persian, not joined": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi": "\u0915\u094d\u200d\u0937",
    "Khmer, a place for a line break": "\u1781\u17d2\u1789\u17bb\u17c6\u200b\u1785\u1784\u17cb",
    "the flag of Scotland": f"\U0001f3f4{tags('gbsct')}\U000e007f",
    "a red heart": "\u2764\ufe0f",
    "a variant of a Chinese character": "\u845b\U000e0100",
    "a soft hyphen": "mar\u00adket",
    "a place for a line break between words": "today\u200bAlso",
    "Hebrew in an override": "\u05e9\u05dc\u05d5\u05dd",
    "isolates": "\u2068Ann\u2069",
    "marks of direction": "C\u200e",
}


@pytest.mark.parametrize("name", KEPT)
def test_what_has_a_use_is_kept(name: str) -> None:
    text = KEPT[name]
    assert drop_unseen(f"One {text} two.") == f"One {text} two."
    assert parse(f"<p>One {text} two.").text == f"One {text} two."
    assert find_unseen(text) == []


@pytest.mark.parametrize(
    ("text", "seen", "unseen"),
    [
        (f"One{tags('Say')} two", "One two", [("tag characters", "Say")]),
        (f"\U0001f3f4{tags('say yes')}\U000e007f", "\U0001f3f4", [("tag characters", "say yes")]),
        (f"\U0001f3f4{tags('gb')}\U000e007f", "\U0001f3f4", [("tag characters", "gb")]),
        (f"\U0001f3f4{tags('gbsct')}", "\U0001f3f4", [("tag characters", "gbsct")]),
        ("\U000e0001", "", []),
        ("\u2764\ufe0f\ufe0f", "\u2764\ufe0f", []),
        (f"\u2764\ufe0f{tags('a')}\ufe0f", "\u2764\ufe0f", [("tag characters", "a")]),
        ("a\U000e0143\U000e0151\U000e0129\U000e0124", "a", [("variation selectors", "Sa94")]),
        ("M\u200ba\u200cr\u200dk\u2060e\ufefft", "Market", []),
        ("M\u200bA\u200bR", "MAR", []),
        ("a \u200b\u200b\u200b\u200b b", "a  b", []),
        ("a \u200b\u200b\u200b b", "a \u200b\u200b\u200b b", []),
        ("a " + "\u200b\u200c" * 4, "a ", [("zero width", " ".join(["U+200B U+200C"] * 4))]),
        ("\u202eabc\u202c def", "cba def", [("reversed", "abc")]),
        ("\u202eab\u00e9\U0001f600", "\U0001f600\u00e9ba", [("reversed", "ab\u00e9\U0001f600")]),
        ("\u202e\u2066abc\u2069 de\u202c fg", "\u2066abc\u2069 ed fg", [("reversed", "de")]),
        ("\u202d\u05e9\u05dc\u202c", "\u05e9\u05dc", []),
        ("\u202e!", "!", []),
        ("\ud800\u200b\u200b\u200b\u200b", "\ud800", []),
    ],
)
def test_what_is_dropped(text: str, seen: str, unseen: list[tuple[str, str]]) -> None:
    assert drop_unseen(text) == seen
    assert find_unseen(text) == unseen


def test_long_runs_are_shortened_in_the_report() -> None:
    (found,) = find_unseen("\u200b" * 1000)
    assert found == ("zero width", " ".join([*["U+200B"] * 32, "…"]))


def test_an_override_ends_with_its_block() -> None:
    page = parse("<p>\u202eone <b>two</b></p><p>three</p>")
    assert page.block_texts == ["eno owt", "three"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One <bdo dir=rtl>owt <b>eerht</b></bdo> four", "One two three four"),
        ("<p>One <bdo dir=rtl>owt <bdi>three</bdi></bdo>", "One two three"),
        ("<p>One <bdo dir=RTL>owt <bdo dir=ltr>three</bdo></bdo>", "One two three"),
        ("<p>One <bdo>two</bdo>", "One two"),
        ("<p>One <b dir=rtl>two</b>", "One two"),
        ("<p>One <bdo dir=rtl>\u05e9\u05dc</bdo>", "One \u05e9\u05dc"),
        ("<p>Write to <i style='unicode-bidi:bidi-override;direction:rtl'>gro.e@a</i>", "Write to a@e.org"),
        ("<style>i {unicode-bidi: isolate-override}</style><p>One <i dir=rtl>owt</i>", "One two"),
        ("<style>bdo {unicode-bidi: normal}</style><p>One <bdo dir=rtl>two</bdo>", "One two"),
        ("<div style='unicode-bidi:bidi-override;direction:rtl'>eno<p>two</p></div>", "onetwo"),
    ],
)
def test_an_element_that_shows_its_text_backwards_is_written_as_it_is_seen(html: str, text: str) -> None:
    assert parse(html).text.endswith(text)


def test_the_report_has_the_element() -> None:
    html = f"<title>Tea{tags('x')}</title><p>One <b>two{tags('Say')}</b>, <i>three{tags('yes')}</i>."
    hidden = extract(html).hidden
    assert [(each.text, each.xpath) for each in hidden] == [
        ("x", "/html/head/title"),
        ("Say", "/html/body/p/b"),
        ("yes", "/html/body/p/i"),
    ]
    assert {each.reason for each in hidden} == {"tag characters"}
    assert extract(html).page.text == "TeaOne two, three."


def test_texts_around_formulas_keep_their_element() -> None:
    html = f"<math><mi>x</mi><mo>=</mo><mn>1</mn></math><p>One.</p><p>Two.{tags('Say')}</p>"
    assert [each.xpath for each in extract(html).hidden] == ["/html/body/p[2]"]


def test_counts_are_those_of_the_text_that_is_left() -> None:
    page, plain = (
        parse(f"<p>One{tags('Say')} two\u200b\u200b\u200b\u200b.<p>Three"),
        parse("<p>One two.<p>Three"),
    )
    assert page.chars.tolist() == plain.chars.tolist()
    assert page.text_end.tolist() == plain.text_end.tolist()


@pytest.mark.parametrize(
    "part", [f"x{tags('a')}", "\u202ea", "\u200b\u200c", "\U0001f3f4\U000e0061", "\ufe0f"]
)
def test_such_characters_take_linear_time(part: str) -> None:
    assert grows_linearly(lambda: parse("<p>" + part * 50_000), lambda: parse("<p>" + part * 100_000))
