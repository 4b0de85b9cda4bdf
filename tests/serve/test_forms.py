"""Multipart forms."""

import gzip
import json
from typing import Any

import httpx
import pytest

from maintext.serve.errors import Refusal
from maintext.serve.forms import read_form

PAGE = "<title>Tower</title><p>The tower was built in 1911, and it leans.</p>"
TYPE = "multipart/form-data; boundary=xx"


def form(*parts: bytes, end: bytes = b"--xx--\r\n") -> bytes:
    return b"".join(b"--xx\r\n" + part + b"\r\n" for part in parts) + end


def field(name: str, content: bytes, more: str = "") -> bytes:
    return f'Content-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + content


def test_a_page_is_sent_as_a_file_with_options_as_fields(service: httpx.Client) -> None:
    files = {
        "page": ("page.html", "<p>Чай, чай и ещё раз чай.".encode("koi8-r"), "text/html; charset=koi8-r")
    }
    answer = service.post("/extract", files=files, data={"format": "text", "method": "p_value"})
    assert answer.text == "Чай, чай и ещё раз чай."
    body = gzip.compress(form(field("page", PAGE.encode())))
    packed = {"Content-Type": TYPE, "Content-Encoding": "gzip"}
    assert service.post("/judge", content=body, headers=packed).status_code == 200


def test_a_form_may_have_options_in_json(service: httpx.Client) -> None:
    options = json.dumps({"method": "p_value", "kept": [0], "format": "text"})
    files: dict[str, Any] = {"page": ("p.html", "<p>One.</p><p>Two.</p>"), "options": (None, options)}
    assert service.post("/extract", files=files).text == "One."
    sample: dict[str, Any] = {"options": (None, json.dumps({"sample": "chinese-news.html"}))}
    assert service.post("/judge", files=sample).status_code == 200


def test_a_page_is_added_to_the_queue_by_a_form(labelling: httpx.Client) -> None:
    added = labelling.post(
        "/labels/pages", files={"page": ("p.html", PAGE)}, data={"url": "https://a.example/"}
    )
    assert added.status_code == 201
    shown = labelling.get(f"/labels/pages/{added.json()['id']}").json()
    assert shown["url"] == "https://a.example/"


WRONG = {
    "no page": (form(field("format", b"text")), TYPE, 422),
    "two pages": (form(field("page", b"x"), field("page", b"y")), TYPE, 422),
    "page and html": (form(field("page", b"x"), field("options", b'{"html":"y"}')), TYPE, 422),
    "unknown field": (form(field("page", b"x"), field("colour", b"red")), TYPE, 422),
    "no text": (form(field("page", b"x"), field("method", b"\xff")), TYPE, 422),
    "many parts": (form(*[field("page", b"")] * 101), TYPE, 422),
    "many values": (form(field("page", b"x"), field("options", b"[" * 100_001)), TYPE, 413),
    "no end": (form(field("page", b"x"), end=b""), TYPE, 400),
    "no name": (form(b"Content-Disposition: form-data\r\n\r\nx"), TYPE, 400),
    "no head": (form(b"x"), TYPE, 400),
    "long head": (form(b"X: " + b"x" * 5000 + b"\r\n\r\nx"), TYPE, 400),
    "no boundary": (form(field("page", b"x")), "multipart/form-data", 400),
    "another boundary": (form(field("page", b"x")), "multipart/form-data; boundary=yy", 400),
    "long boundary": (form(field("page", b"x")), "multipart/form-data; boundary=" + "x" * 71, 400),
    "odd boundary": (form(field("page", b"x")), "multipart/form-data; boundary*=utf-8''%ff%ff", 400),
    "empty": (b"", TYPE, 400),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_damaged_form_is_refused(service: httpx.Client, name: str) -> None:
    body, kind, status = WRONG[name]
    answer = service.post("/extract", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, bool(answer.json()["reason"])) == (status, True)


def test_bytes_of_a_page_are_not_changed() -> None:
    page = bytes(range(256)) + b"\r\n--x\r\n\r\n"
    assert read_form(form(field("page", page)), TYPE).page == page


def test_a_form_of_boundaries_alone_is_refused_at_once() -> None:
    with pytest.raises(Refusal):
        read_form(b"\r\n--xx" * 1_000_000, TYPE)
