"""The list of formats, and its users."""

import numpy as np
import pytest

from maintext import extract
from maintext.options import Output
from maintext.page.parse import empty_page, parse
from maintext.render import FORMAT_NAMES, FORMATS
from maintext.serve.options import OPTIONS
from tests.random_html import random_page

DOCUMENT = extract("<h1>Tea</h1><p>Salt the <b>water</b> before it boils.", method="p_value")


def test_a_document_is_rendered_by_the_name_of_a_format() -> None:
    for name in ("text", "markdown", "html"):
        assert DOCUMENT.render(name) == getattr(DOCUMENT, name)
    assert DOCUMENT.render("markdown").endswith("Salt the **water** before it boils.")


def test_an_unknown_format_is_refused_with_a_list_of_formats() -> None:
    with pytest.raises(ValueError, match="no format 'pdf'; there are text, markdown, html"):
        DOCUMENT.render("pdf")


def test_the_service_offers_every_format() -> None:
    assert OPTIONS["format"].schema["enum"] == list(FORMAT_NAMES)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_any_page(name: str) -> None:
    write = FORMATS[name].write
    for page in (empty_page(), parse(""), parse("<img src=x>"), *map(random_page, range(10))):
        nothing = np.zeros(len(page.blocks), dtype=np.bool_)
        assert write(page, nothing, None, Output()) == ""
        written = write(page, ~nothing, "https://a.example/", Output())
        assert bool(written) == (len(page.blocks) > 0)
        assert written == write(page, ~nothing, "https://a.example/", Output())


@pytest.mark.parametrize("name", FORMATS)
def test_metadata_is_added_to_every_format(name: str) -> None:
    shown = FORMATS[name].with_metadata("Body.", {"title": "Tea", "author": ("Ann", "Bo")})
    assert "Tea" in shown
    assert "Ann" in shown
    assert "Body." in shown
