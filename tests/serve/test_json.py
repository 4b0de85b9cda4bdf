"""JSON bodies that claim millions of values in a few kilobytes."""

import asyncio
import gzip
import json
import random
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from maintext.serve.body import read_body
from maintext.serve.errors import Refusal
from maintext.serve.json_values import BYTES_PER_VALUE, ValueCount
from maintext.serve.settings import MAX_VALUES
from tests.serve.conftest import SETTINGS
from tests.serve.test_body import request_of

MANY = MAX_VALUES + 1
BOMBS = {
    "objects": b'{"html":"<p>x","parameters":{"threshold":[' + b"{}," * 300_000 + b"{}]}}",
    "keys": b'{"html":"<p>x"' + b"".join(b',"k%d":1' % number for number in range(90_000)) + b"}",
    "zeros": b'{"html":"<p>x","kept":[0' + b",0" * MANY + b"]}",
    "strings": b'{"html":"<p>x","site_pages":[""' + b',""' * MANY + b"]}",
    "nested": b'{"html":' + b'{"a":' * MAX_VALUES,
    "lists": b"[" * MANY,
}
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("name", BOMBS)
def test_a_json_bomb_is_refused_while_it_arrives(name: str) -> None:
    taken: list[int] = []
    packed = gzip.compress(BOMBS[name])
    request = request_of(packed, headers={"content-encoding": "gzip"})
    with pytest.raises(Refusal, match="more than 100,000 values") as refused:
        asyncio.run(read_body(request, 10**7, 60, taken.append, is_json=True))
    assert refused.value.status == 413
    assert sum(taken) < len(BOMBS[name]) + BYTES_PER_VALUE * MAX_VALUES


@pytest.mark.parametrize("head", [JSON, {}], ids=["JSON", "no content type"])
@pytest.mark.parametrize("name", BOMBS)
def test_json_bombs_are_refused_over_http(service: httpx.Client, name: str, head: dict[str, str]) -> None:
    if not head and name == "lists":
        pytest.skip("a list is not taken for JSON")
    content = gzip.compress(BOMBS[name])

    def send(_: int) -> int:
        headers = {**head, "Content-Encoding": "gzip"}
        return httpx.post(f"{service.base_url}/extract", content=content, headers=headers).status_code

    with ThreadPoolExecutor(16) as threads:
        assert set(threads.map(send, range(16))) <= {413, 503}
    assert service.get("/health").status_code == 200


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_json_is_only_read_in_the_encoding_in_which_its_values_are_counted(
    service: httpx.Client, encoding: str
) -> None:
    bomb = '{"html": "\\"", "parameters": {"threshold": [' + "{}," * 200_000 + "{}]}}"
    content = gzip.compress(bomb.encode(encoding))
    answer = service.post("/extract", content=content, headers=JSON | {"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["error"]) in ((400, "bad_request"), (413, "too_large"))
    small = service.post("/extract", content='{"html": "<p>x"}'.encode(encoding), headers=JSON)
    assert small.status_code == 400
    with_mark = service.post("/extract", content='{"html": "<p>x"}'.encode("utf-8-sig"), headers=JSON)
    assert with_mark.status_code == 200


def test_labels_and_retraining_count_values_too(labelling: httpx.Client) -> None:
    for verb, path in (("PUT", "/labels/pages/x.html"), ("POST", "/retrain")):
        answer = labelling.request(verb, path, content=BOMBS["zeros"], headers=JSON)
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


@pytest.mark.parametrize("seed", range(20))
def test_values_are_counted_the_same_however_a_body_is_cut(seed: int) -> None:
    dice = random.Random(seed)
    letters = ['"', "\\", ",", "[", "{", ":", "x", "é", "\n"]

    def value(depth: int) -> object:
        if depth and dice.random() < 0.6:
            inner = [value(depth - 1) for _ in range(dice.randrange(4))]
            return inner if dice.random() < 0.5 else {f'k",\\{n}': one for n, one in enumerate(inner)}
        return dice.choice([0, None, "".join(dice.choices(letters, k=dice.randrange(9)))])

    def structure(of: object) -> int:
        """Brackets, colons and commas."""
        if isinstance(of, dict):
            return 1 + len(of) + max(len(of) - 1, 0) + sum(map(structure, of.values()))
        if isinstance(of, list):
            return 1 + max(len(of) - 1, 0) + sum(map(structure, of))
        return 0

    whole = {"page": [value(4) for _ in range(5)]}
    body = json.dumps(whole, ensure_ascii=dice.random() < 0.5).encode()
    for size in (1, 2, 7, len(body)):
        count = ValueCount()
        assert sum(count.feed(body[at : at + size]) for at in range(0, len(body), size)) == structure(whole)


def test_a_large_page_in_json_is_no_bomb(service: httpx.Client) -> None:
    page = '<p title="a,b">"Yes", she said: {[1, 2, 3]} \\" and \\\\ ' * 12_000
    assert len(page) < SETTINGS.limits.bytes
    answer = service.post("/judge", json={"html": page}, timeout=60)
    assert answer.status_code == 200


def test_the_memory_of_a_text_counts_not_only_its_bytes() -> None:
    from maintext.serve.intake import _take_text

    taken: list[int] = []
    _take_text("\U0001f600" + "x" * 1000, taken.append)
    assert sum(taken) >= 3000


def test_json_without_a_content_type_is_recognised(service: httpx.Client) -> None:
    asked = {"html": "<p>The tower was built in 1911.", "format": "text", "method": "p_value"}
    answer = service.post("/extract", content=b"\n " + json.dumps(asked).encode())
    assert answer.text == "The tower was built in 1911."
    page = service.post("/extract?format=text&method=p_value", content=b"{{ title }}<p>Built in 1911.")
    assert "Built in 1911." in page.text
    wrong = service.post("/extract", content=b'{"html": ')
    assert (wrong.status_code, wrong.json()["error"]) == (400, "bad_request")
