"""Listings of code, as highlighters write them."""

import re

import pytest

from maintext.render import to_html, to_markdown, to_text
from tests.render.pages import everything

LINES = ["def f(a):", "  if a:", "", "    return 1"]
CODE = "\n".join(LINES)


def _wrapped(begin: str, end: str, between: str = "") -> str:
    return between.join(f"{begin}{line}{end}" for line in LINES)


def _numbered(number: str) -> str:
    return "\n".join(number.format(at) + line for at, line in enumerate(LINES, 1))


NUMBERS = "\n".join(str(at) for at in range(1, len(LINES) + 1))
ROWS = "".join(
    f"<tr><td class=blob-num data-line-number={at}></td><td class=blob-code>{line}</td></tr>"
    for at, line in enumerate(LINES, 1)
)
NUMBERED_ROWS = "".join(
    f"<tr>\n<td class=lineno>{at}</td>\n<td>\n<pre>{line}\n</pre>\n</td>\n</tr>"
    for at, line in enumerate(LINES, 1)
)

LISTINGS = {
    "token lines": f"<pre>{_wrapped('<div class=token-line>', '</div>')}</pre>",
    "token lines apart": f"<pre>{_wrapped('<div class=token-line>', '</div>', chr(10) + '  ')}</pre>",
    "token lines with breaks": f"<pre>{_wrapped('<div class=token-line>', '<br></div>')}</pre>",
    "token lines with line feeds": f"<pre>{_wrapped('<div class=token-line>', chr(10) + '</div>')}</pre>",
    "span lines": f"<pre><code>{_wrapped('<span class=line>', '</span>')}</code></pre>",
    "span lines with line feeds": f"<pre>{_wrapped('<span class=line>', '</span>', chr(10))}</pre>",
    "span lines with line feeds inside": f"<pre>{_wrapped('<span class=line>', chr(10) + '</span>')}</pre>",
    "code per line": f"<pre>{_wrapped('<code>', '</code>')}</pre>",
    "code per line with line feeds": f"<pre>{_wrapped('<code>', '</code>', chr(10))}</pre>",
    "list in pre": f"<pre><ol>{_wrapped('<li>', '</li>')}</ol></pre>",
    "list of lines": f"<ol class=dp-py>{_wrapped('<li>', '&nbsp; </li>')}</ol>",
    "hexo": f"<figure class='highlight js'><table><tr><td class=gutter><pre>{NUMBERS}</pre></td>"
    f"<td class=code><pre>{_wrapped('<span class=line>', '</span><br>')}</pre></td></tr></table></figure>",
    "pygments": "<table class=highlighttable><tr><td class=linenos><div class=linenodiv>"
    f"<pre>{NUMBERS}</pre></div></td><td class=code><pre>{CODE}</pre></td></tr></table>",
    "rouge": "<div class=highlight><code><table class=rouge-table><tbody><tr><td class='rouge-gutter gl'>"
    f"<pre class=lineno>{NUMBERS}\n</pre></td><td class=rouge-code><pre>{CODE}\n</pre></td></tr></table>"
    "</code></div>",
    "hugo": "<div class=highlight><table class=lntable><tr><td class=lntd><pre><code><span class=lnt>"
    f"{NUMBERS}\n</span></code></pre></td><td><pre><code>{CODE}</code></pre></td></tr></table></div>",
    "numbers in lines": f"<pre>{_numbered('<span class=linenos>{} </span>')}</pre>",
    "numbers in attributes": f"<pre>{_numbered('<span data-line-number={}></span>')}</pre>",
    "github": f"<table class=highlight>{ROWS}</table>",
    "a row per line": f"<table>{NUMBERED_ROWS}</table>",
    "copy button": f"<pre><button>Copy</button><code>{CODE}</code></pre>",
    "toolbar": f"<div><pre>{CODE}</pre><div class=toolbar><a>Python</a><button>Copy</button></div></div>",
}


@pytest.mark.parametrize("name", LISTINGS)
def test_a_listing_keeps_every_line_and_indentation_once(name: str) -> None:
    page, kept = everything(f"<p>a</p>{LISTINGS[name]}<p>b</p>")
    assert to_text(page, kept) == f"a\n\n{CODE}\n\nb"
    html = to_html(page, kept).replace("<figure>\n", "").replace("</figure>\n", "")
    plain = re.sub(' class="language-[^"]*"', "", html)
    assert plain == f"<p>a</p>\n<pre><code>{CODE}</code></pre>\n<p>b</p>"
    first, *lines, last = to_markdown(page, kept).removeprefix("a\n\n").removesuffix("\n\nb").split("\n")
    assert first.startswith("```")
    assert (lines, last) == (LINES, "```")


INDENTED = "    if a:\n        b()"


@pytest.mark.parametrize(
    "html",
    [
        f"<pre><button>Copy</button>{INDENTED}</pre>",
        f"<pre><span class=code-lang>c</span>{INDENTED}</pre>",
        f"<table><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>{INDENTED}</pre></table>",
        "<table><tr><td class=lineno>1<td>    if a:<tr><td class=lineno>2<td>        b()</table>",
        f"<pre><span class=linenos>1\n2\n</span>{INDENTED}</pre>",
        "<pre><span class=ln>1</span>     if a:\n<span class=ln>2</span>         b()</pre>",
        "<pre><div><i class=ln>1</i>     if a:</div><div><i class=ln>2</i>         b()</div></pre>",
        "<pre><i class=ln>1</i>     if a:<br><i class=ln>2</i>         b()</pre>",
    ],
)
def test_only_the_space_after_line_numbers_is_dropped(html: str) -> None:
    page, kept = everything(f"<p>a</p>{html}<p>b</p>")
    assert to_text(page, kept) == f"a\n\n{INDENTED}\n\nb"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        (
            "<figure class='highlight js'><table><tr><td class=gutter>1<td><pre>a</table></figure>",
            "js",
        ),
        ("<table class='highlight lang-go'><tr><td data-line-number=1><td>a</table>", "go"),
        ("<table><tr><td class=linenos>1<td><div class=language-c><pre>a</pre></div></table>", "c"),
        ("<div class='syntaxhighlighter jscript'><table><tr><td class=code>a</table></div>", "jscript"),
        ("<pre><div class=language-id>ts</div><code>a</code></pre>", "ts"),
        ("<pre><div class=language-id>Copy</div><code>a</code></pre>", ""),
        ("<div><div class=code-lang>Go</div><pre>a</pre></div>", "go"),
        ("<ol class=dp-j><li>a</ol>", "java"),
        ("<div class=lang-en><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><pre>a</pre></div>", ""),
    ],
)
def test_the_language_of_a_listing_is_named(html: str, language: str) -> None:
    assert f"```{language}\na\n```" in to_markdown(*everything(html))


def test_code_in_a_table_without_line_numbers_is_no_listing() -> None:
    html = "<table><tr><th>Call<th>Meaning<tr><td><code>get()</code><td>take</table>"
    assert to_markdown(*everything(html)) == "| Call | Meaning |\n| --- | --- |\n| `get()` | take |"
