import pytest

from maintext.evaluation.structure.code import canonical
from tests.evaluation.structure.pages import gold

CODE = "def tower(lean):\n    if lean:\n        return fall\n\nprint(tower(1))"
LINES = CODE.split("\n")
NUMBERS = "\n".join(str(number + 1) for number in range(len(LINES)))


def in_lines(start: str, end: str, between: str = "") -> str:
    return between.join(f"{start}{line}{end}" for line in LINES)


@pytest.mark.parametrize(
    "listing",
    [
        f"<pre>{CODE}</pre>",
        f"<pre><code>{CODE}\n</code></pre>",
        f"<pre>\n\n{CODE}  \n\n</pre>",
        "<pre>" + CODE.replace("\n", "<br>") + "</pre>",
        "<pre>" + in_lines('<div class="token-line">', "</div>").replace("></div>", "><br></div>") + "</pre>",
        "<pre><code>" + in_lines('<span class="line">', "</span>", "\n") + "</code></pre>",
        "<pre><code>"
        + in_lines('<span class="line"><span class="cl">', "\n</span></span>")
        + "</code></pre>",
        "<pre><button>Copy</button><code>" + CODE + "</code></pre>",
        '<pre><div class="language-id">py</div><code>' + CODE + "</code></pre>",
        "<pre>"
        + "\n".join(f'<span class="linenos">{n}</span>{line}' for n, line in enumerate(LINES, 1))
        + "</pre>",
        '<figure class="highlight"><table><tr><td class="gutter"><pre>'
        + NUMBERS
        + '</pre></td><td class="code"><pre>'
        + in_lines('<span class="line">', "</span><br>")
        + "</pre></td></tr></table></figure>",
        '<table class="rouge-table"><tr><td class="rouge-gutter gl"><pre class="lineno">'
        + NUMBERS
        + f'</pre></td><td class="rouge-code"><pre>{CODE}</pre></td></tr></table>',
        "<pre>" + CODE.replace("tower", "<data-lsp>tower</data-lsp>") + "</pre>",
        "<pre>" + CODE.replace("    ", "\xa0\xa0\xa0\xa0") + "</pre>",
    ],
)
def test_a_listing_is_read_as_a_browser_shows_it(listing: str) -> None:
    assert [each.code for each in gold(listing, CODE).listings] == [CODE]


def test_lines_without_line_breaks_between_them_are_lines() -> None:
    lines = '<pre><span class="line">push 1</span><span class="line">push 2</span></pre>'
    assert [each.code for each in gold(lines, "push 1 push 2").listings] == ["push 1\npush 2"]


def test_a_list_of_lines_is_a_listing_and_no_list() -> None:
    found = gold(
        '<ol class="dp-j"><li>int size = 16;</li><li>cache.put(size);</li></ol>', "int size 16 cache put size"
    )
    assert [each.code for each in found.listings] == ["int size = 16;\ncache.put(size);"]
    assert not found.items


@pytest.mark.parametrize(
    ("listing", "language"),
    [
        ("<pre><code class=language-python>{}</code></pre>", "python"),
        ("<pre class='lang-py'>{}</pre>", "python"),
        (
            "<div class='highlight-python notranslate'><div class=highlight><pre>{}</pre></div></div>",
            "python",
        ),
        ("<div class='highlight highlight-source-python'><pre>{}</pre></div>", "python"),
        ("<figure class='highlight python'><pre>{}</pre></figure>", "python"),
        ("<pre class='sourceCode python'><code>{}</code></pre>", "python"),
        ("<pre lang=python>{}</pre>", "python"),
        ("<pre><code class=python>{}</code></pre>", "python"),
        ("<pre class='brush:python;gutter:true'>{}</pre>", "python"),
        ("<pre class='brush: python; toolbar: false'>{}</pre>", "python"),
        ("<pre><code data-lang=python>{}</code></pre>", "python"),
        ("<pre data-enlighter-language=python>{}</pre>", "python"),
        ("<pre class=language-text>{}</pre>", ""),
        ("<pre lang=en>{}</pre>", ""),
        ("<pre class='highlight-height wide'>{}</pre>", ""),
        ("<pre>{}</pre>", ""),
    ],
)
def test_the_language_is_the_one_that_the_markup_names(listing: str, language: str) -> None:
    assert [each.language for each in gold(listing.format(CODE), CODE).listings] == [language]


def test_names_of_one_language_are_the_same() -> None:
    assert canonical("bash") == canonical("console") == canonical("sh") == "shell"
    assert canonical("c++") == "cpp"


def test_code_that_is_not_in_the_gold_text_does_not_count() -> None:
    assert not gold(f"<pre>{CODE}</pre>").listings
