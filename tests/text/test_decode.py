"""Pages are read in the right encoding, and its source is reported."""

import codecs
import gzip
import random
from collections.abc import Callable
from functools import partial

import pytest

from maintext import compare, extract, judge
from maintext._kernel import native
from maintext.errors import Reason
from maintext.text.decode import decode, looks_binary
from maintext.text.encodings import Encoding
from tests.growth import grows_linearly
from tests.text.encoded import (
    CHINESE,
    FRENCH,
    JAPANESE,
    RUSSIAN,
    WRITTEN_IN,
    page_of,
)

# -- declared encodings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), WRITTEN_IN)
@pytest.mark.parametrize("source", ["header", "meta", "detected"])
def test_every_encoding_is_read_when_declared_and_when_not(name: str, text: str, source: str) -> None:
    html = page_of(text, f'<meta charset="{name}">' if source == "meta" else "")
    decoded = decode(html.encode(name), f"text/html; charset={name}" if source == "header" else None)
    assert decoded.text == html
    assert (decoded.encoding.name, decoded.encoding.source) == (name, source)
    assert decoded.encoding.confidence > 0.9


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("windows-1252", "The ticket costs £5 for adults."),
        ("windows-1252", "Add 1½ cups of flour, at 180° for £2.50."),
        ("windows-1250", "Őszintén szólva, a fűtés költsége nagyon magas."),
        ("windows-1250", "Powstanie giełda gazu, ocenił w środę minister. To samo mówią gorączkowo inni."),
        ("windows-1250", "Wirus zapalenia wątroby typu C zrobił swoje."),
        ("windows-1254", "Süper Lig'de şampiyonluk mücadelesi verirken golcüler de yarışıyor."),
    ],
)
@pytest.mark.parametrize("head", ["", "<meta charset=utf-8>"])
def test_a_line_of_latin_text_is_read_as_it_is_spelt(name: str, text: str, head: str) -> None:
    html = f"{head}<p>{text}"
    decoded = decode(html.encode(name))
    assert decoded.text == html
    assert decoded.encoding.name == name


def test_the_text_of_a_feed_is_read_inside_its_cdata_sections() -> None:
    titles = [
        "정부의 책임과 경제 전망",
        "새 영화가 이번 주에 개봉한다",
        "축구 대표팀이 승리했다",
        "서울 시청 광장에서",
    ]
    feed = "<rss>" + "".join(f"<item><title><![CDATA[{title}]]></title></item>" for title in titles)
    assert decode(feed.encode("euc-kr")).text == feed


def test_a_declaration_far_down_the_head_counts() -> None:
    filler = "<script>" + "x" * 40_000 + "</script>"
    html = page_of("Текст", f'{filler}<meta charset="windows-1251">')
    decoded = decode(html.encode("windows-1251"))
    assert (decoded.text, decoded.encoding.source) == (html, "meta")


def test_koi8_is_detected() -> None:
    html = page_of(RUSSIAN)
    assert decode(html.encode("koi8-r")).text == html


def test_iso_2022_jp_is_detected_though_its_bytes_are_ascii() -> None:
    html = page_of(JAPANESE)
    assert decode(html.encode("iso-2022-jp")).text == html
    assert decode(html.encode("iso-2022-jp"), "iso-2022-jp").encoding.source == "header"


@pytest.mark.parametrize("label", ["gb2312", "GBK", "x-gbk", "gb_2312-80", "cp936", "gb18030"])
def test_every_label_of_simplified_chinese_means_gb18030(label: str) -> None:
    text = page_of(CHINESE + "㐀€")  # in GB 18030, not in GB 2312
    assert decode(text.encode("gb18030"), label).text == text
    assert decode(text.encode("gb18030"), label).encoding.name == "gb18030"


@pytest.mark.parametrize("label", ["iso-8859-1", "ascii", "latin1", "US-ASCII", "windows-1252"])
def test_latin_1_means_windows_1252(label: str) -> None:
    decoded = decode("<p>“naïve” – 5 €</p>".encode("cp1252"), label)
    assert decoded.text == "<p>“naïve” – 5 €</p>"
    assert decoded.encoding.name == "windows-1252"


def test_undefined_bytes_of_windows_1252_do_not_raise() -> None:
    assert len(decode(b"<p>caf\xe9 \x81\x8d\x8f\x90\x9d</p>", "windows-1252").text) == 17


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="gb2312">',
        "<META CHARSET = gb2312 >",
        '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">',
        "<meta content='text/html;charset=GBK' http-equiv=content-type>",
        '<?xml version="1.0" encoding="gb2312"?>',
        "<!-- " + "x" * 3000 + ' --><meta charset="gb2312">',
        '<!-- <meta charset="koi8-r"> --><meta charset="gb2312">',
        '<meta charset="nonsense"><meta charset="gb2312">',
        '<script charset="koi8-r"></script><meta charset="gb2312">',
    ],
)
def test_the_encoding_is_read_from_the_head(head: str) -> None:
    html = page_of(CHINESE, head)
    decoded = decode(html.encode("gb18030"))
    assert decoded.text == html
    assert decoded.encoding.source == "meta"


@pytest.mark.parametrize(
    "header",
    [
        "gb2312",
        " GB2312 ",
        "text/html; charset=gb2312",
        'text/html;Charset="gb2312"',
        "text/html; charset = 'gbk'; x=1",
    ],
)
def test_the_header_is_a_content_type_or_a_bare_name(header: str) -> None:
    html = page_of(CHINESE)
    assert decode(html.encode("gb18030"), header).encoding.source == "header"


@pytest.mark.parametrize(
    "header", ["", "text/html", "text/html; charset=", "charset=no-such", "replacement", "\ud800é\0"]
)
def test_a_header_without_an_encoding_is_ignored(header: str) -> None:
    html = page_of(CHINESE, '<meta charset="gbk">')
    assert decode(html.encode("gb18030"), header).encoding.source == "meta"


def test_the_header_comes_before_the_meta() -> None:
    html = page_of(RUSSIAN, "<meta charset=koi8-r>")
    assert decode(html.encode("windows-1251"), "windows-1251").text == html


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_comes_first_and_is_not_text(encoding: str) -> None:
    html = page_of(CHINESE, "<meta charset=gbk>")
    decoded = decode(html.encode(encoding), "windows-1251")
    assert decoded.text == html
    assert decoded.encoding.source == "bom"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_found_by_its_nuls(encoding: str) -> None:
    html = page_of(CHINESE)
    assert decode(html.encode(encoding)).text == html
    assert extract(html.encode(encoding), method="p_value").text.count(CHINESE) == 3


def test_declared_utf_16_is_ignored_without_nuls() -> None:
    assert decode(b"<p>plain text</p>", "utf-16").text == "<p>plain text</p>"
    assert decode(page_of(CHINESE, "<meta charset=utf-16>").encode()).encoding.name == "utf-8"


# -- str, NULs, binary ------------------------------------------------------------------------------------


@pytest.mark.parametrize("copy", [bytearray, memoryview, lambda html: memoryview(html[::-1])[::-1]])
@pytest.mark.parametrize("html", [page_of(CHINESE).encode("gbk"), page_of(FRENCH).encode(), b"%PDF-1.7", b""])
def test_any_bytes_like_object_is_read_like_bytes(
    copy: Callable[[bytes], bytearray | memoryview], html: bytes
) -> None:
    assert extract(copy(html)).to_json() == extract(html).to_json()
    assert judge(copy(html)) == judge(html)
    assert compare(copy(html), methods=["mss"])["mss"].text == compare(html, methods=["mss"])["mss"].text


def test_a_str_is_not_decoded() -> None:
    decoded = decode("<p>正文", "gbk")
    assert decoded.text == "<p>正文"
    assert decoded.encoding.source == "given"


def test_lone_surrogates_are_replaced_and_pairs_joined() -> None:
    assert decode("\ufeff<p>a\ud800b \ud83d\ude00").text == "<p>a\ufffdb 😀"
    document = extract("<p>A lone \udc80 surrogate, in a sentence.</p>", method="p_value")
    assert document.text.encode() == "A lone \ufffd surrogate, in a sentence.".encode()


def test_nuls_do_not_reach_the_text() -> None:
    document = extract(b"<p>One \0sentence, with a NUL in it.</p>" + b"\0", method="p_value")
    assert document.text == "One sentence, with a NUL in it."


@pytest.mark.parametrize(
    "file",
    [
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"GIF89a\x01\0\x01\0",
        b"\xff\xd8\xff\xe0\0\x10JFIF\0",
        b"RIFF\x24\0\0\0WEBPVP8 ",
        b"PK\x03\x04\x14\0\x06\0",
        gzip.compress(b"<p>page</p>" * 10),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16),
        b"wOFF\0\1\0\0",
        b"\0\0\0\x20ftypisom\0\0\2\0",
        b"ID3\x04\0\0\0\0\0\0",
        b"OggS\0\2\0\0",
        b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0",
        b"\x7fELF\2\1\1\0",
        random.Random(0).randbytes(5000),
        bytes(range(256)) * 10,
    ],
)
def test_other_files_are_binary_and_have_no_text(file: bytes) -> None:
    assert looks_binary(file)
    assert decode(file).text == ""
    assert extract(file).reason is Reason.NOT_HTML


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b"<p>a page with \0 two \0 NULs in some eighty characters of text, all told</p>",
        "<p>正文</p>",
        "<p>\x1b a page \x07 with two controls in some eighty characters of text</p>",
        codecs.BOM_UTF16_LE + CHINESE.encode("utf-16-le"),
        page_of(CHINESE).encode("utf-16-be"),
        page_of(JAPANESE).encode("iso-2022-jp"),
        *(page_of(text).encode(name) for name, text in WRITTEN_IN),
    ],
)
def test_pages_are_not_binary(page: str | bytes) -> None:
    assert not looks_binary(page)


def test_controls_are_counted_as_they_are_defined() -> None:
    shown = {*b"\t\n\v\f\r\x1b", *range(0x20, 0x7F), *range(0x80, 0x100)}
    chance = random.Random(1)
    for size in (0, 1, 15, 16, 17, 255, 4096):
        content = chance.randbytes(size)
        assert native.count_controls(content) == sum(byte not in shown for byte in content)


@pytest.mark.parametrize(
    ("html", "charset", "source"),
    [
        ('<meta charset="UTF-8">Käse', None, "meta"),
        ('\ufeff<meta charset="utf-8">Käse', None, "bom"),
        ('<meta charset="utf-8">Käse', "text/html; charset=utf-8", "header"),
        ('<!-- <meta charset="utf-8"> -->Käse', None, "bytes"),
        ('<!-- > --><meta charset="utf-8">Käse', None, "meta"),
        ("Käse", None, "bytes"),
    ],
)
def test_who_says_utf_8(html: str, charset: str | None, source: str) -> None:
    decoded = decode(html.encode(), charset)
    assert decoded.encoding == Encoding("utf-8", source, 1.0)
    assert decoded.text == html.removeprefix("\ufeff")


@pytest.mark.parametrize(
    ("attributes", "name"),
    [
        ("charset=gbk data-charset=utf-8", "gb18030"),
        ("charset=utf-8 data-charset=gbk", "utf-8"),
        ("charset=utf-8-x data-charset=utf-8", None),
    ],
)
def test_the_first_charset_of_a_tag_counts(attributes: str, name: str | None) -> None:
    encoding = decode(f"<meta {attributes}><p>é".encode()).encoding
    assert (encoding.name, encoding.source) == ((name, "meta") if name else ("utf-8", "bytes"))


@pytest.mark.parametrize(
    ("start", "part"),
    [
        ("<meta charset", " "),
        ("<meta charset=", " "),
        ("<meta charset='", "\t"),
        ("<meta ", "charset= '"),
        ("<meta ", "charset="),
        ("", "<meta charset=x "),
    ],
)
def test_a_tag_without_an_encoding_is_read_in_linear_time(start: str, part: str) -> None:
    def page(size: int) -> bytes:
        return f"{start}{part * (size // len(part))}".encode()

    assert decode(page(20_000)).encoding.source == "bytes"
    assert grows_linearly(partial(decode, page(20_000)), partial(decode, page(40_000)))


def test_escapes_count_more_than_a_declaration_of_utf_8() -> None:
    html = '<meta charset="utf-8">正文'.encode("iso-2022-jp")
    assert decode(html).encoding.name == "iso-2022-jp"


@pytest.mark.parametrize(("odd", "is_plain"), [(b"", True), (b"\r", False), (b"\0", False), (b"\n", True)])
def test_pages_are_plain_without_nuls_and_carriage_returns(odd: bytes, is_plain: bool) -> None:
    html = b'<!doctype html><meta charset="utf-8"><p>' + b"Tea is served. " * 20 + odd + b"Coffee, too."
    assert decode(html).is_plain is is_plain
    assert extract(html).text == extract(html.replace(b'charset="utf-8"', b"charset=utf-8")).text


def test_a_declaration_that_the_limit_cuts_off_does_not_count() -> None:
    for pad in range(65_510, 65_530):
        html = b"x" * pad + b'<meta charset="utf-8">'
        assert decode(html + "Käse".encode()).encoding.source == ("meta" if pad <= 65_536 - 20 else "bytes")
