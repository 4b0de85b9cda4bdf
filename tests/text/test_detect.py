"""The encoding of pages that declare none, or a wrong one."""

import random
from functools import partial

import pytest

from maintext.text.decode import decode
from tests.growth import grows_linearly
from tests.text.encoded import CHINESE, RUSSIAN, WRITTEN_IN, page_of

# -- declarations that do not fit the bytes --------------------------------------------------------------


@pytest.mark.parametrize("charset", ["gb2312", "big5", "iso-8859-1", "windows-1251", "euc-jp"])
def test_valid_utf_8_is_utf_8_whatever_is_declared(charset: str) -> None:
    html = page_of(CHINESE, f"<meta charset={charset}>")
    decoded = decode(html.encode(), charset)
    assert decoded.text == html
    assert (decoded.encoding.name, decoded.encoding.source) == ("utf-8", "bytes")


def test_a_few_bytes_that_are_utf_8_by_chance_do_not_beat_a_declared_multi_byte_encoding() -> None:
    html = "<p>聪明"  # in GBK, these bytes are valid UTF-8
    assert decode(html.encode("gbk"), "gbk").text == html


@pytest.mark.parametrize("name", ["gb18030", "big5", "shift_jis", "euc-kr", "windows-1251", "windows-1252"])
def test_a_false_utf_8_declaration_is_ignored(name: str) -> None:
    html = page_of(dict(WRITTEN_IN)[name], '<meta charset="utf-8">')
    assert decode(html.encode(name), "utf-8").text == html


@pytest.mark.parametrize(
    "name", ["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1251", "windows-1256"]
)
def test_latin_1_in_the_header_is_ignored_as_a_default_of_libraries(name: str) -> None:
    html = page_of(dict(WRITTEN_IN)[name])
    assert decode(html.encode(name), "ISO-8859-1").text == html
    declared = page_of(dict(WRITTEN_IN)[name], f"<meta charset={name}>")
    assert decode(declared.encode(name), "ISO-8859-1").encoding.source == "meta"


def test_a_declared_windows_1252_is_used_without_the_detector_where_its_signs_stand_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    html = page_of("The bar’s “menu” costs £5 – naïve, isn’t it? " * 20)
    monkeypatch.setattr("maintext.text.decode.as_detected", None)
    encoding = decode(html.encode("cp1252"), "iso-8859-1").encoding
    assert (encoding.name, encoding.source) == ("windows-1252", "header")


def test_another_declaration_beside_windows_1252_counts_though_its_letters_stand_alone() -> None:
    html = page_of("Miasto leży nad rzeką, a wieża stoi krzywo. " * 20, "<meta charset=windows-1250>")
    assert decode(html.encode("cp1250"), "iso-8859-1").text == html


def test_a_few_bad_bytes_do_not_change_utf_8() -> None:
    html = page_of(CHINESE).encode()
    broken = html[:200] + b"\xff\xc3" + html[200:400] + b"\x80" + html[400:]
    for charset in (None, "utf-8"):
        encoding = decode(broken, charset).encoding
        assert encoding.name == "utf-8"
        assert 0.9 < encoding.confidence < 1


@pytest.mark.parametrize(("name", "text"), WRITTEN_IN[:5])
@pytest.mark.parametrize("charset", ["declared", None, "utf-8"])
def test_a_few_bad_bytes_do_not_change_a_multi_byte_encoding(
    name: str, text: str, charset: str | None
) -> None:
    html = page_of(text * 5).replace("。", "。</p><p>").replace(". ", ".</p><p>").encode(name)
    high = [at for at, byte in enumerate(html) if byte >= 0x80]
    for seed in range(5):
        at = random.Random(seed).choice(high)
        broken = html[:at] + html[at + 1 :]
        assert decode(broken, name if charset == "declared" else charset).encoding.name == name


@pytest.mark.parametrize("name", ["utf-8", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"])
def test_a_page_may_be_cut_inside_a_character(name: str) -> None:
    text = {"utf-8": CHINESE}.get(name) or dict(WRITTEN_IN)[name]
    html = f"<p>{text}</p><p>{text}".encode(name)
    for length in range(len(html) - 8, len(html)):
        decoded = decode(html[:length])
        assert decoded.encoding.name == name
        assert html.decode(name).startswith(decoded.text.rstrip("\ufffd"))


def test_a_last_latin_letter_is_not_taken_for_a_cut_character() -> None:
    assert decode(b"<p>Un petit caf\xe9", "iso-8859-1").text == "<p>Un petit café"


# -- detection ------------------------------------------------------------------------------------------


def test_undeclared_chinese_after_a_long_ascii_head_is_detected() -> None:
    head = (
        "<script>var a = 1;</script><style>p { color: red }</style>" * 5000 + "<li><a href=/>Home</a>" * 5000
    )
    html = page_of(CHINESE, head)
    decoded = decode(html.encode("gbk"))
    assert decoded.text == html
    assert decoded.encoding.source == "detected"


def test_scripts_and_comments_do_not_vote() -> None:
    russian = f"<script>var a = '{RUSSIAN * 20}';</script><!-- {RUSSIAN * 20} -->".encode("windows-1251")
    assert decode(russian + page_of(CHINESE).encode("gbk")).encoding.name == "gb18030"


def test_text_in_attributes_is_used_if_there_is_no_other() -> None:
    html = f'<img src=a.png alt="{CHINESE}">\n<p>Photo</p>'
    assert decode(html.encode("gbk")).text == html


def test_ascii_is_utf_8_or_the_declared_encoding() -> None:
    assert decode(b"<p>plain</p>").encoding.name == "utf-8"
    assert decode(b"<p>plain</p>", "gbk").encoding.name == "gb18030"


def test_a_long_line_with_one_letter_at_its_end_is_read() -> None:
    html = b"<p>" + b"many plain words " * 1000 + b"and a caf\xe9</p>"
    assert decode(html).text.endswith("a café</p>")


def test_confidence_is_the_share_of_samples_that_agree() -> None:
    html = page_of(CHINESE * 8).encode("gbk") + page_of(RUSSIAN * 4).encode("windows-1251")
    encoding = decode(html).encoding
    assert encoding.name == "gb18030"
    assert 0.5 < encoding.confidence < 1


@pytest.mark.parametrize(
    "pattern",
    [
        b"<script>\xb0\xa1",
        b"<!-- \xb0\xa1",
        b"<a \xb0\xa1",
        b"\xb0\xa1<",
        b"\xa0\n",
        b"<style>\xff</style>",
        b"\x81",
    ],
)
def test_decoding_takes_linear_time(pattern: bytes) -> None:
    assert grows_linearly(partial(decode, pattern * 100_000), partial(decode, pattern * 200_000))


@pytest.mark.parametrize("pattern", [b"<meta ", b"<?xml ", b"<meta charset"])
def test_a_head_of_unfinished_declarations_is_read_in_linear_time(pattern: bytes) -> None:
    small, large = (pattern * count + b" charset\xff" for count in (3_000, 6_000))
    assert grows_linearly(partial(decode, small), partial(decode, large))
