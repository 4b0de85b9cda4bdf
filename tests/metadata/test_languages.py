import pytest

from maintext.metadata import read_metadata
from maintext.metadata.languages import normalise_language
from maintext.page.parse import parse


@pytest.mark.parametrize(
    ("value", "tag"),
    [
        ("en", "en"),
        ("zh_cn", "zh-CN"),
        ("ZH-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("en-US, fr", "en-US"),
        ("utf-8", None),
        ("und", None),
        ("english", None),
        ("", None),
    ],
)
def test_a_tag_is_spelled_as_in_bcp_47(value: str, tag: str | None) -> None:
    assert normalise_language(value) == tag


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("央行宣布下调存款准备金率，释放长期资金。", "zh"),
        ("日本銀行は金利の引き上げを決めました。", "ja"),
        ("한국은행이 기준금리를 내렸습니다.", "ko"),
        ("Центральный банк снизил ставку.", "ru"),
        ("Національний банк знизив ставку і їх.", "uk"),
        ("خفض البنك المركزي سعر الفائدة", "ar"),
        ("Η κεντρική τράπεζα μείωσε το επιτόκιο", "el"),
        ("The bank cut its rate.", None),
        ("", None),
    ],
)
def test_the_script_shows_the_language_if_nothing_is_declared(text: str, language: str | None) -> None:
    found = read_metadata(parse(f"<p>{text}"))
    assert (found.language, found.sources.get("language")) == (language, language and "script")


def test_declared_languages_are_read_in_order() -> None:
    content, locale = (
        "<meta http-equiv=content-language content=de>",
        "<meta property=og:locale content=fr_FR>",
    )
    assert read_metadata(parse(f"<html lang=nl>{content}{locale}")).language == "nl"
    assert read_metadata(parse(content + locale)).language == "de"
    assert read_metadata(parse(locale)).language == "fr-FR"


def test_the_script_beats_english_declared_by_a_template() -> None:
    assert read_metadata(parse("<html lang=en><p>央行宣布下调存款准备金率。")).language == "zh"
    assert read_metadata(parse("<html lang=zh-TW><p>央行宣布下調存款準備金率。")).language == "zh-TW"
