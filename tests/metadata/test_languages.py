import pickle
import subprocess
import sys

import pytest

from maintext import extract
from maintext.metadata import read_metadata
from maintext.metadata.detection import SAMPLE, detect_language
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
        ("Національний банк знизив ставку і їх облікову вагу.", "uk"),
        ("خفض البنك المركزي سعر الفائدة", "ar"),
        ("بانک مرکزی نرخ بهره را کاهش داد و گفت که این پایان کار نیست", "fa"),
        ("Η κεντρική τράπεζα μείωσε το επιτόκιο", "el"),
        ("The bank cut its rate for the third time this year, and said that it may do so again.", "en"),
        ("Die Bank hat den Zins zum dritten Mal in diesem Jahr gesenkt.", "de"),
        ("Bank obniżył stopy procentowe po raz trzeci w tym roku.", "pl"),
        ("La banque a baissé ses taux pour la troisième fois cette année.", "fr"),
        ("Ngân hàng đã cắt giảm lãi suất lần thứ ba trong năm nay.", "vi"),
        ("Home", None),
        ("12 345 678 90", None),
        ("", None),
    ],
)
def test_the_text_shows_the_language_if_nothing_is_declared(text: str, language: str | None) -> None:
    found = read_metadata(parse(f"<p>{text}"))
    assert (found.language, found.language_declared) == (language, None)
    assert (found.language_probability is None) == (language is None)
    assert found.language_probability is None or 0.3 < found.language_probability <= 1


def test_declared_languages_are_read_in_order() -> None:
    content, locale = (
        "<meta http-equiv=content-language content=de>",
        "<meta property=og:locale content=fr_FR>",
    )
    assert read_metadata(parse(f"<html lang=nl>{content}{locale}")).language_declared == "nl"
    assert read_metadata(parse(content + locale)).language_declared == "de"
    assert read_metadata(parse(locale)).language_declared == "fr-FR"


@pytest.mark.parametrize(
    ("declared", "language"),
    [("fr-FR", "fr"), ("zh-Hant-TW", "zh"), ("nb-NO", "no"), ("iw", "he"), ("jp", "ja"), ("eng", "en")],
)
def test_a_language_that_is_only_declared_has_a_code_and_no_probability(declared: str, language: str) -> None:
    found = read_metadata(parse(f"<html lang={declared}><p>42</p>"))
    assert (found.language, found.language_probability, found.language_declared) == (language, None, declared)


GERMAN = "Die Bank hat den Zins zum dritten Mal in diesem Jahr gesenkt, und sie wird es wohl wieder tun."


@pytest.mark.parametrize(
    ("declared", "text", "language"),
    [
        ("en", "央行宣布下调存款准备金率。", "zh"),
        ("zh-TW", "央行宣布下調存款準備金率。", "zh"),
        ("en-US", GERMAN, "de"),
        ("de-AT", GERMAN, "de"),
        ("bs", "Banka je po treći put ove godine smanjila kamatne stope.", "bs"),
    ],
)
def test_the_text_is_believed_against_a_wrong_declaration(declared: str, text: str, language: str) -> None:
    found = read_metadata(parse(f"<html lang={declared}><p>{text}"))
    assert (found.language, found.language_declared) == (language, declared)


def test_the_language_is_that_of_the_main_text() -> None:
    menu = "<nav>" + "<a href=/>The latest news of the day from all over the country</a> " * 30 + "</nav>"
    assert (
        extract(f"{menu}<article><h1>Der Zins</h1>{f'<p>{GERMAN}</p>' * 5}</article>").metadata.language
        == "de"
    )


def test_listings_are_not_read() -> None:
    code = "<pre>" + "for each in values: return the sum of all the numbers\n" * 20 + "</pre>"
    page = f"<article><h1>Der Zins</h1>{f'<p>{GERMAN}</p>' * 3}{code}<p>{GERMAN}</p></article>"
    assert extract(page).metadata.language == "de"


def test_the_detector_is_loaded_only_if_the_language_is_asked_for() -> None:
    script = (
        "import sys, maintext; m = maintext.extract(sys.argv[1]).metadata;"
        "m.title, m.date, m.language_declared;"
        "assert 'py3langid' not in sys.modules; assert m.language == 'de'; assert 'py3langid' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script, f"<title>Der Zins</title><p>{GERMAN}"], check=True)


def test_metadata_is_pickled_with_its_language() -> None:
    found = read_metadata(parse(f"<p>{GERMAN}"))
    again = pickle.loads(pickle.dumps(found))
    assert (again.language, again.language_probability) == (found.language, found.language_probability)


def test_plain_data_has_the_language_but_not_the_sample() -> None:
    data = read_metadata(parse(f"<html lang=de-DE><p>{GERMAN}")).to_dict()
    assert (data["language"], data["language_declared"]) == ("de", "de-DE")
    assert 0.5 < data["language_probability"] <= 1
    assert "sample" not in data


def test_a_long_text_costs_no_more_than_a_short_one() -> None:
    assert detect_language(GERMAN * 10_000) == detect_language((GERMAN * 10_000)[:SAMPLE])
