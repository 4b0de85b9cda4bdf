from math import log1p

import pytest

from maintext.features import text
from maintext.page.parse import parse
from maintext.page.tags import Flag
from maintext.text.characters import Kind
from tests.features.checks import assert_own_family, own_value
from tests.features.literal import WORD, Literal, kinds
from tests.features.pages import pages

_STOPS = (Kind.STOP, Kind.CJK_STOP)
_STOP_WORDS = {word.lower() for word in WORD.findall(text._STOP_WORDS)}


def describe(page: Literal, block: int) -> dict[str, float]:
    words, chars = page.words[block], page.sizes[block]
    lower = [word.lower() for word in words]
    count = max(len(words), 1)
    solid = [
        (char, kind)
        for part in page.texts[block]
        for char, kind in zip(part, kinds(part), strict=True)
        if kind != Kind.SPACE
    ]
    same = [at for at in range(page.size) if [word.lower() for word in page.words[at]] == lower]
    title_text = f"{page.page.title} {og_title(page)}"
    title = {word.lower() for word in WORD.findall(title_text)}
    ends = solid[-1][1] in _STOPS
    if solid[-1][1] == Kind.QUOTE and len(solid) > 1:
        ends = ends or solid[-2][1] in _STOPS
    first_kinds = [kinds(word)[0] for word in words]
    titled = sum(word in title for word in lower)
    return {
        "log_chars": log1p(chars),
        "log_words": log1p(len(words)),
        "chars_per_word": chars / count,
        "link_density": page.chars(block, Flag.LINK) / chars,
        "marks_per_word": page.marks(block) / count,
        "log_commas": log1p(page.kind_count(block, Kind.COMMA, Kind.CJK_COMMA)),
        "log_stops": log1p(page.kind_count(block, *_STOPS)),
        "stop_words": sum(word in _STOP_WORDS for word in lower) / count,
        "cjk_share": page.kind_count(block, Kind.CJK) / chars,
        "digit_share": page.kind_count(block, Kind.DIGIT) / chars,
        "capital_share": page.kind_count(block, Kind.UPPER) / chars,
        "symbol_share": page.kind_count(block, Kind.SYMBOL) / chars,
        "has_currency": page.kind_count(block, Kind.CURRENCY) > 0,
        "quotes_per_word": page.kind_count(block, Kind.QUOTE) / count,
        "capital_words": first_kinds.count(Kind.UPPER) / count,
        "number_words": first_kinds.count(Kind.DIGIT) / count,
        "has_year": any(word.isdigit() and 1990 <= int(word) <= 2035 for word in words),
        "ends_sentence": ends,
        "ends_colon": solid[-1][0] in ":：",
        "starts_capital": solid[0][1] in (Kind.UPPER, Kind.CJK),
        "starts_digit": solid[0][1] == Kind.DIGIT,
        "has_copyright": any("©" in part for part in page.texts[block]),
        "emphasis": page.chars(block, Flag.EMPHASIS) / chars,
        "log_links": log1p(sum(int(page.page.flags[row]) & int(Flag.LINK) > 0 for row in page.blocks[block])),
        "log_leaves": log1p(len(page.blocks[block])),
        "repeats": min(len(same), 20),
        "repeated": same[0] < block,
        "title_share": titled / count,
        "title_cover": min(titled / max(len(title), 1), 1),
    }


def og_title(page: Literal) -> str:
    for row in range(len(page.page)):
        if page.page.tag_name(row) == "meta" and page.page.attribute(row, "property") == "og:title":
            return page.page.attribute(row, "content") or ""
    return ""


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    assert_own_family(pages()[name], list(text.MEANINGS), describe)


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower leans.",
        "“The tower leans.”",
        "Does it lean?",
        "这座塔向南倾斜。",
        "“塔向南倾斜。”",
        "塔は南に傾いている。",
        "塔は傾いている！」",
        "탑이 기울어져 있다.",
        "البرج مائل، أليس كذلك؟",
        "Башня наклонена.",
        "मीनार झुकी है।",
        "मीनार झुकी है॥",
        "ግንቡ ዘንበል ይላል።",
    ],
)
def test_a_sentence_ends_with_the_stop_of_its_script(sentence: str) -> None:
    assert own_value(f"<p>{sentence}</p>", "ends_sentence") == [1]
    assert own_value(f"<p>{sentence}</p>", "log_stops")[0] > 0


@pytest.mark.parametrize(
    "text", ["Read more", "更多新闻", "続きを読む", "더 보기", "المزيد", "Далее", "और पढ़ें"]
)
def test_a_link_ends_as_no_sentence(text: str) -> None:
    assert own_value(f"<p>{text}</p>", "ends_sentence") == [0]


def test_thai_has_no_stops_and_is_long_all_the_same() -> None:
    html = "<p>หอคอยสูงริมแม่น้ำเอียงไปทางทิศใต้มานานกว่าร้อยปีแล้ว<p>หน้าแรก"
    assert own_value(html, "ends_sentence") == [0, 0]
    long, short = own_value(html, "log_chars")
    assert long > 1.5 * short
    words, few = own_value(html, "log_words")
    assert words > few


@pytest.mark.parametrize("text", ["第一句，第二句。", "一、二；三", "واحد، اثنان", "एक, दो।", "one, two."])
def test_marks_of_every_script_count(text: str) -> None:
    assert own_value(f"<p>{text}</p>", "marks_per_word")[0] > 0
    assert own_value(f"<p>{text}</p>", "log_commas")[0] > 0


def test_repeated_blocks_know_of_each_other_and_the_first_is_not_repeated() -> None:
    html = "<p>Read more<p>One<p>READ MORE<p>read more"
    assert own_value(html, "repeats") == [3, 1, 3, 3]
    assert own_value(html, "repeated") == [0, 0, 1, 1]


def test_the_title_counts_from_the_head_and_from_open_graph() -> None:
    html = "<title>The tower</title><meta property=og:title content='It leans'><p>Tower leans far<p>x"
    assert own_value(html, "title_share") == pytest.approx([2 / 3, 0])
    assert own_value(html, "title_cover") == pytest.approx([2 / 4, 0])


def test_a_reading_counts_the_words_of_each_block_apart() -> None:
    page = Literal(parse("<p>foo<b>bar</b> baz<p>foobar"))
    assert page.words == [["foo", "bar", "baz"], ["foobar"]]
    assert own_value("<p>foo<b>bar</b> baz<p>foobar", "log_words") == pytest.approx([log1p(3), log1p(1)])
