"""Inside a line of Markdown: escapes, emphasis, code, links, images."""

import re
import unicodedata
from typing import NamedTuple

from maintext.render.images import Image
from tests.reference.render.inline import (
    CODE,
    EM,
    MARKED,
    PLAIN,
    RAW,
    STRONG,
    STRUCK,
    SUB,
    SUP,
    Run,
    Style,
    Token,
    nested,
)

_DELIMITERS = {STRONG: "**", EM: "*", STRUCK: "~~"}
_EMPHASIS = STRONG | EM | STRUCK
_TAGS = {SUB: "sub", SUP: "sup", MARKED: "mark"}
# URLs that are shown unchanged as text: readers decode the escapes of others.
_AUTOLINK = re.compile(
    r"https?://(?!\S*xn--)[\w./?=+,;:@!~#$-]+(?:&(?!#?\w+;)[\w./?=+,;:@!~#$-]*)*", re.ASCII
)

_MARKS = re.compile(r"[*\[\]`\\_~<&!]")  # every escaped character is one of these
# Characters that are special anywhere. `$` is the end of a run, after which nothing is known. A backslash at
# the end of a line would be a line break.
_MEANING = re.compile(
    r"(?P<stars>(?<= )\*{1,3}(?= ))|(?P<open>\[)|(?P<close>\])(?P<url>(?=\(|$))?|(?P<bang>!$)"
    r"|[*`]"
    r"|\\(?=[!-/:-@\[-`{-~]| ?$)"
    r"|_(?![^\W_])|(?<![^\W_])_"
    r"|~(?=~|$)|(?<=~)~"
    r"|<(?=[A-Za-z/!?]|$)"
    r"|&(?=#?\w{0,31}(?:;|$))"
)
# LaTeX between delimiters, which stays as it is.
_LATEX = re.compile(
    r"(?<![\\$])\$\$[^$]+\$\$"
    r"|(?<![\\$A-Za-z0-9])\$(?![ $])(?=[^$]*[\\^_{=])[^$]*(?<![ \\])\$(?![$A-Za-z0-9])"
    r"|(?<!\\)\\\(.+?\\\)|(?<!\\)\\\[.+?\\\]"
    r"|(?<!\\)\\begin\{.*?\\end\{[^}]*\}",
    re.DOTALL,
)


class Around(NamedTuple):
    """What is around a text in its line."""

    first: bool = False
    """Nothing is before it."""
    last: bool = False
    """Only white space can follow it."""
    in_link: bool = False
    before_link: bool = False
    whole: bool = False
    """It is the whole text of a link or image."""


_BACKTICKS = re.compile(r"`+")
_UNSAFE_IN_URL = re.compile(r"[\x00-\x20\x7f()<>\[\]\\`|\"]")
_ENTITY = re.compile(r"&(?=#?\w{1,31};)")


def markdown_line(runs: list[Run], in_table: bool = False) -> str:
    """The runs as Markdown; in a table, without bars that would end the cell."""
    if len(runs) == 1 and runs[0].style == PLAIN:
        line = _escaped(runs[0].text, Around(first=True, last=True))
    elif not any(run.style.dress or run.image for run in runs):
        line = _linked(runs)
    else:
        emphasised = any(run.style.dress & _EMPHASIS for run in runs)
        runs = [_autolink(run) if run.style.href else run for run in runs]
        tokens = nested(_tightened(runs) if emphasised else runs)
        strings = [_token(token, _around(tokens, at)) for at, token in enumerate(tokens)]
        if emphasised:
            _drop_void_emphasis(tokens, strings)
        line = "".join(strings)
    return line.replace("|", "\\|") if in_table else line


def _linked(runs: list[Run]) -> str:
    """Runs that are links or plain text: neighbours have different styles, so nothing is nested."""
    parts = []
    for at, run in enumerate(runs):
        href, last = run.style.href, at == len(runs) - 1
        if href is None:
            parts.append(_escaped(run.text, Around(first=at == 0, last=last, before_link=not last)))
        elif _is_autolink(run):
            parts.append(f"<{run.text}>")
        else:
            parts.append(f"[{_escaped(run.text, Around(in_link=True, whole=True))}]({link_url(href)})")
    return "".join(parts)


def _around(tokens: list[Token], at: int) -> Around:
    """What is around a token, if emphasis may still be left out."""
    before = [token for token in tokens[:at] if not _is_delimiter(token)]
    after = [token for token in tokens[at + 1 :] if not _is_delimiter(token)]
    run = tokens[at].run
    beside = tokens[max(at - 1, 0) : at + 2]
    return Around(
        first=not before,
        last=at == len(tokens) - 1,
        in_link=run is not None and run.style.href is not None,
        before_link=bool(after) and after[0].run is None and after[0].mark[1] is not None and after[0].opens,
        whole=len(beside) == 3 and all(one.run is None and one.mark[1] is not None for one in beside[::2]),
    )


def _token(token: Token, around: Around) -> str:
    if token.run is not None:
        if token.run.image:
            return markdown_image(token.run.image)
        if token.run.style.dress & CODE:
            return inline_code(token.run.text)
        if token.run.style.dress & RAW:
            return token.run.text
        return _escaped(token.run.text, around)
    bit, href = token.mark
    if href is not None:
        return "[" if token.opens else f"]({link_url(href)})"
    if bit in _TAGS:
        return f"<{_TAGS[bit]}>" if token.opens else f"</{_TAGS[bit]}>"
    return _DELIMITERS[bit]


def _autolink(run: Run) -> Run:
    """A link whose text is its URL, in the form that shows it once."""
    return Run(f"<{run.text}>", Style(None, RAW)) if _is_autolink(run) else run


def _is_autolink(run: Run) -> bool:
    text, style = run.text, run.style
    return text == style.href and not style.dress and reads_as_text(text)


def reads_as_text(url: str) -> bool:
    """Whether a URL is shown unchanged as text, so that a link to it needs no other."""
    return _AUTOLINK.fullmatch(url) is not None


def _escaped(text: str, around: Around) -> str:
    """Text with escaped special characters."""
    if not _MARKS.search(text):
        return text
    latex = [found.span() for found in _LATEX.finditer(text)]
    pairs = around.in_link and around.whole and _has_pairs(text)

    def escape(found: re.Match[str]) -> str:
        free = (
            any(start <= found.start() < end for start, end in latex)
            or found["stars"]
            or (pairs and (found["open"] or found["close"]))
            or (found["open"] and not around.in_link and not (around.first and found.start() == 0))
            or (found["close"] and found["url"] is None and not around.in_link)
            or (found["bang"] and not around.before_link)
        )
        return found[0] if free else "\\" + found[0]

    return _MEANING.sub(escape, text + " ")[:-1] if around.last else _MEANING.sub(escape, text)


def _has_pairs(text: str) -> bool:
    """Whether all brackets are pairs; not with what may make a footnote, a link or an escape of them."""
    if "\\" in text or "[^" in text or "](" in text:
        return False
    while "[" in text and (shorter := re.sub(r"\[([^\[\]]*)\]", r"\1", text)) != text:
        text = shorter
    return "[" not in text and "]" not in text


def inline_code(text: str) -> str:
    """Text as inline code."""
    longest = max((len(found) for found in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def markdown_image(image: Image) -> str:
    """An image as Markdown."""
    title = re.sub(r'(["\\]|&(?=[#a-zA-Z]))', r"\\\1", image.title)
    after = f' "{title}"' if title else ""
    return f"![{_escaped(image.alt, Around(in_link=True, whole=True))}]({link_url(image.src)}{after})"


def link_url(url: str) -> str:
    """A URL as it is written after the text of a link."""
    encoded = _UNSAFE_IN_URL.sub(lambda found: f"%{ord(found[0]):02X}", url)
    return _ENTITY.sub("&amp;", encoded)


_BRACKETS = {
    pair[0]: pair[1] for pair in '() （） [] ［］ {} 【】 〔〕 「」 『』 《》 〈〉 “” ‘’ «» ‹› ""'.split()
}
_TURNED = str.maketrans(_BRACKETS | {closing: opening for opening, closing in _BRACKETS.items()})


def _tightened(runs: list[Run]) -> list[Run]:
    """Move punctuation out of the ends of emphasis if a word is next to it.

    `**note:**word` is no emphasis in CommonMark, `**note**:word` is; Chinese pages often have this.
    """
    tight: list[Run] = []
    for at, run in enumerate(runs):
        text, style = run.text, run.style
        plain = Style(style.href, style.dress & ~_EMPHASIS)
        if plain == style or style.dress & CODE or not text:
            tight.append(run)
            continue
        head = tail = 0
        before = runs[at - 1] if at else None
        after = runs[at + 1] if at + 1 < len(runs) else None
        if before and before.text and _leaves(before.style, style) and not _is_border(before.text[-1]):
            head = next((i for i, char in enumerate(text) if not _is_border(char)), len(text))
        if after and after.text and _leaves(after.style, style) and not _is_border(after.text[0]):
            tail = next((i for i, char in enumerate(reversed(text)) if not _is_border(char)), len(text))
        if not head and tail and tail < len(text) and not (before and _goes_on(before.style, style)):
            head = _opened_for(text, tail)
        elif head and not tail and head < len(text) and not (after and _goes_on(after.style, style)):
            tail = _opened_for(text[::-1].translate(_TURNED), head)
        if head + tail >= len(text):
            tight.append(Run(text, plain) if head or tail else run)
            continue
        end = len(text) - tail
        parts = (text[:head], plain), (text[head:end], style), (text[end:], plain)
        tight += (Run(part, dress) for part, dress in parts if part)
    return tight


def _opened_for(text: str, tail: int) -> int:
    """How many of the first characters are brackets whose partners are among the last ones."""
    at = 0
    for _ in range(4):
        opening = text[at]
        closing = _BRACKETS.get(opening)
        if closing is None:
            break
        depth, close = 1, at + 1
        while close < len(text):
            depth += -1 if text[close] == closing else text[close] == opening
            if depth == 0:
                break
            close += 1
        if close == len(text) or close < len(text) - tail:
            break
        at += 1
        while text[at].isspace():
            at += 1
    return at


def _goes_on(one: Style, other: Style) -> bool:
    """Whether two styles have emphasis in common."""
    return bool(one.dress & other.dress & _EMPHASIS)


def _leaves(outside: Style, inside: Style) -> bool:
    """Whether emphasis ends between the two."""
    return bool(inside.dress & ~outside.dress & _EMPHASIS)


def _drop_void_emphasis(tokens: list[Token], strings: list[str]) -> None:
    """Remove delimiters that CommonMark would not read as such: better no emphasis than stray stars."""
    opened: list[int] = []
    partner: dict[int, int] = {}
    for at, token in enumerate(tokens):
        if not _is_delimiter(token):
            continue
        if token.opens:
            opened.append(at)
        else:
            start = opened.pop()
            if _can_open(tokens, strings, start) and _can_close(tokens, strings, at):
                partner |= {start: at, at: start}
            else:
                strings[start] = strings[at] = ""
    for at, other in partner.items():
        # Adjacent stars of pairs with different ends can be read in more than one way.
        for beside in (at - 1, at + 1):
            if beside in partner and abs(partner[beside] - other) != 1 and tokens[at].mark[0] == EM:
                strings[at] = strings[other] = ""


def _is_delimiter(token: Token) -> bool:
    return token.run is None and token.mark[0] in _DELIMITERS


def _can_open(tokens: list[Token], strings: list[str], at: int) -> bool:
    before, after = at - 1, at + 1
    while before >= 0 and _is_delimiter(tokens[before]):
        if not tokens[before].opens:
            return False  # right after another emphasis: the stars would be read as one mark
        before -= 1
    while _is_delimiter(tokens[after]):
        after += 1
    return _flanks(strings[before][-1] if before >= 0 else " ", strings[after][0])


def _can_close(tokens: list[Token], strings: list[str], at: int) -> bool:
    before, after = at - 1, at + 1
    while _is_delimiter(tokens[before]):
        before -= 1
    while after < len(tokens) and _is_delimiter(tokens[after]):
        after += 1
    return _flanks(strings[after][0] if after < len(tokens) else " ", strings[before][-1])


def _flanks(outside: str, inside: str) -> bool:
    """CommonMark's rule, for a delimiter between two characters; strict where its versions differ."""
    if inside.isspace():
        return False
    return not _is_border(inside) or outside.isspace() or unicodedata.category(outside)[0] == "P"


def _is_border(char: str) -> bool:
    return char.isspace() or unicodedata.category(char)[0] in "PS"
