from maintext import extract
from maintext.text.references import unescape

ENDLESS = f"&#{'9' * 4301}"


def test_an_endless_number_is_no_reference() -> None:
    assert unescape(f"Tea &amp; {ENDLESS}") == f"Tea &amp; {ENDLESS}"


def test_a_page_may_declare_one() -> None:
    json_ld = f'<script type=application/ld+json>{{"@type": "Article", "description": "{ENDLESS}"}}</script>'
    names = (
        f'<meta name=author content="&amp;{ENDLESS[1:]}"><meta name=keywords content="&amp;{ENDLESS[1:]}">'
    )
    document = extract(f"{json_ld}{names}<p>Water, leaves and time.")
    assert (document.metadata.description or "").startswith("&#99")
    assert document.to_json()
