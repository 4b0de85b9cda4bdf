"""The title, from declared titles and headings.

A declared title often contains the site's name ("… - 新浪网", "… | BBC News"); a heading may be the name of
the site or of a box. A heading that shares its words with a declared title is the title.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from urllib.parse import urlsplit

from maintext.metadata.declared import Declarations, Found, describes_page, item_text, shown_line
from maintext.metadata.json_ld import JsonLd
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, TAGS, TEXT, Flag
from maintext.text.characters import CJK, CJK_TEXT, regex_class
from maintext.text.references import unescape
from maintext.text.words import squeeze

_A, _SMALL = TAG_ID["a"], TAG_ID["small"]
_HEADINGS = _H1, _H2, _H3 = TAG_ID["h1"], TAG_ID["h2"], TAG_ID["h3"]
_MOST_PLACES = 20  # places in the text where the title is looked for
_MOST_ROWS = 50  # of a heading that are looked at for a sub-title
_LONGEST = 400
_FIRST_PAGES = ("", "/", "./", "/index.html", "/index.php", "index.html", "index.php")
_SUBTITLE = re.compile(r"sub-?_?(?:title|head|line)|tagline|\bsub\b", re.IGNORECASE)

_CJK_TEXT = regex_class(CJK_TEXT)
_SEPARATOR = re.compile(
    rf"(\s+[-–—|｜·•:»›>«/~_]+\s+|\s*[|｜»›〉]+\s*|:\s+|(?<=[{_CJK_TEXT}])\s*[-–—_]+\s*"
    rf"|\s*[-–—_]+\s*(?=[{_CJK_TEXT}]))"
)
Pieces = list[str]
"""A title, split by separators: parts at even places, separators at odd ones."""
_WEAK_SEPARATORS = ":/"  # before a subtitle more often than before the site's name
_WORD = re.compile(rf"[{regex_class(CJK)}]|[^\W_]+")
_TOOLS = re.compile(r"\s*(?:[¶#§🔗]+|\[(?:edit|编辑|編輯|編集)[^\]]{0,20}\])$")  # shown next to a heading
_TOOL_ENDS = tuple("¶#§🔗]")

_SITE_ENDING = re.compile(r"(?:网|網|网站|频道|论坛|社区|博客|在线|日报|晚报|时报|头条|新闻|知道|贴吧)$")
_SAME = 0.5  # share of common words; swept over .3 to .8
_NEARLY_EQUAL = 0.8
_LEAST_OF_TITLE = 0.3  # share of the characters; a shorter start may be the name of a section
_MOST_KICKER_WORDS = 2
_MOST_PARTS = 6  # of a title that are looked for in the text
_MOST_SITE_WORDS = 4  # in a last part that may be the name of an unknown site; twice that for CJK
_SHORTEST_TITLE = 5  # characters
_HOST_WORDS = frozenset("www m mobile blog news en co com org net gov edu ac cn uk jp de fr io html".split())


def read_title(
    page: Page, declared: Declarations, json_ld: JsonLd, site_names: Collection[str], url: str
) -> Found | None:
    """The page's title and where it was found."""
    names = {squeezed for name in (*site_names, *_host_names(url)) if (squeezed := squeeze(name))}
    claims = list(_claims(page, declared, json_ld))
    pieces = {text: _SEPARATOR.split(text) for text, _ in claims}
    short = {text: _without_site_name(parts, names) for text, parts in pieces.items()}
    stripped = [(short[text], source) for text, source in claims]
    whole = {squeeze(text) for text in pieces}
    main = [found for found in _headings(declared, _H1) if not _is_logo(squeeze(found[0]), names, whole)]
    found = _leading(main, pieces.values())
    alike, share = (None, 0.0) if found else _alike(main, stripped)
    if found := found or (alike if share > _NEARLY_EQUAL else None):
        return _without_additions(declared, found, stripped)
    second = _without_names(_headings(declared, _H2), names)
    found = _leading(second, pieces.values(), _LEAST_OF_TITLE)
    if found := found or (alike if share > _SAME else None):
        return _without_additions(declared, found, stripped)
    third = _without_names(_headings(declared, _H3), names) if stripped else []
    for headings in (second, third):
        alike, share = _alike(headings, stripped)
        if found := alike if share > _NEARLY_EQUAL else _leading(headings, pieces.values(), _LEAST_OF_TITLE):
            return found
    if main and stripped:
        logos = {line for row, line in declared.headings(_H1) if _leads_home(page, row)}
        main = [found for found in main if found[0] not in logos]
    if _is_only_one(main) and _shares_word(main[0], stripped):
        return main[0]  # declared titles are also written for search engines
    found = _leading(stripped, pieces.values()) or next(iter(stripped or main or second), None)
    shown = _shown_part(page, claims[0], names) if len(pieces) == 1 else None
    return shown or found


def _without_names(headings: Iterable[Found], names: Collection[str]) -> list[Found]:
    """The headings that are not names of the site."""
    return [found for found in headings if squeeze(found[0]) not in names]


def _is_only_one(headings: list[Found]) -> bool:
    """Whether there is one heading, with or without its sub-title."""
    return bool(headings) and all(text.startswith(headings[0][0]) for text, _ in headings)


def _is_logo(text: str, names: Collection[str], claims: Collection[str]) -> bool:
    """Whether a heading is the name of the site; all texts are squeezed.

    So is the start or end of a declared title, if another one is the rest.
    """
    if not text or text in names:
        return True
    return text not in claims and any(
        (claim.startswith(text) and claim[len(text) :] in claims)
        or (claim.endswith(text) and claim[: -len(text)] in claims)
        for claim in claims
    )


def _leads_home(page: Page, heading: int) -> bool:
    """Whether a heading is a link to the first page of a site, as logos are."""
    end = min(page.end.item(heading), heading + _MOST_ROWS)
    row = next((row for row in range(heading + 1, end) if page.tag.item(row) in (_A, TEXT)), end)
    if row == end or page.tag.item(row) != _A or page.row_text(row).split() != page.row_text(heading).split():
        return False
    href = (page.attribute(row, "href") or "").strip()
    try:
        link = urlsplit(href)
    except ValueError:
        return False
    is_place = not href or href[0] == "#"  # on this page
    return not is_place and link.path in _FIRST_PAGES and not link.query and not link.fragment


def _shares_word(heading: Found, claims: list[Found]) -> bool:
    """Whether a heading has a word of a declared title; true if there is none."""
    words = {word for word in _words(heading[0]) if len(word) > 2 or not word.isascii()}
    return not claims or any(not words.isdisjoint(_words(text)) for text, _ in claims)


def _shown_part(page: Page, claim: Found, names: Collection[str]) -> Found | None:
    """The longest run of parts of a declared title that is shown on a separate line, not as a link."""
    pieces = _SEPARATOR.split(claim[0])
    places = range(0, min(len(pieces), 2 * _MOST_PARTS), 2)
    runs = {"".join(pieces[start : end + 1]) for start in places for end in places if start <= end}
    for run in sorted(runs, key=lambda run: (-len(run), run)):
        if len(run) > _SHORTEST_TITLE and squeeze(run) not in names and _is_line(page, run):
            return run, claim[1]
    return None


def _is_line(page: Page, text: str) -> bool:
    """Whether a text is shown on a separate line, not as a link."""
    for leaf in _leaves_with(page, text):
        if fold(page.row_text(leaf)) == text and not page.flags[leaf] & int(Flag.LINK):
            return True
    return False


def _leading(texts: list[Found], claims: Iterable[Pieces], least: float = 0) -> Found | None:
    """The first text that a longer declared title starts with, up to a separator.

    It has at least the share `least` of the characters of that title.
    """
    if not texts:
        return None
    starts = {squeeze(start) for pieces in claims for start in _starts(pieces, least)}
    return next((found for found in texts if squeeze(found[0]) in starts), None)


def _starts(pieces: Pieces, least: float) -> Iterator[str]:
    """A title with one or more parts cut off its end."""
    shortest = least * sum(map(len, pieces))
    for at in range(1, len(pieces), 2):
        start = "".join(pieces[:at])
        if pieces[at].strip() not in _WEAK_SEPARATORS and len(start) >= shortest:
            yield start


def _alike(headings: list[Found], claims: list[Found]) -> tuple[Found | None, float]:
    """The heading with the largest share of words in common with a declared title, and the share."""
    best, best_share = None, 0.0
    known = [(heading, squeeze(heading[0]), _words(heading[0])) for heading in headings]
    different: dict[str, Found] = {}
    for claim in claims if known else ():
        different.setdefault(claim[0], claim)
    for claim in different.values():
        words, squeezed = _words(claim[0]), squeeze(claim[0])
        for heading, text, heading_words in known:
            share = _share(heading_words, words)
            if text == squeezed:
                return heading if share == 1 else claim, 1.0  # spaces may be missing in a heading: "TwoWords"
            if share > best_share:
                best, best_share = heading, share
    return best, best_share


def _without_additions(declared: Declarations, heading: Found, claims: list[Found]) -> Found:
    """The declared title, if the heading only adds a word or two before it, or an element beside it."""
    own = squeeze(heading[0])
    for claim in claims:
        text = squeeze(claim[0])
        if text == own or text not in own:  # on most pages
            continue
        words, wanted = _words(heading[0]), _words(claim[0])
        extra = len(words) - len(wanted)
        is_kicker = claim[1] != "title" and extra <= _MOST_KICKER_WORDS and words[extra:] == wanted
        if is_kicker or text in _heading_parts(declared, heading[0]):
            return claim
    return heading


def _heading_parts(declared: Declarations, heading: str) -> set[str]:
    """The texts inside a main heading."""
    page = declared.page
    rows = [row for row, line in declared.headings(_H1) if heading in line]
    spans = [page.leaves.searchsorted([row, page.end[row]]) for row in rows]
    leaves = [leaf for start, end in spans for leaf in page.leaves[start : min(end, start + 50)].tolist()]
    return {squeeze(page.row_text(leaf)[:_LONGEST]) for leaf in leaves}


def title_row(page: Page, declared: Declarations, title: str | None) -> int:
    """Row of the first heading with the title, else of the first text with it, else of the first heading."""
    shown = squeeze(title or "")
    for tag in _HEADINGS if shown else ():
        for row, line in declared.headings(tag):
            if shown in squeeze(line):
                return row
    for leaf in _leaves_with(page, title or ""):
        return leaf
    return next((row for tag in _HEADINGS for row in page.rows_of(tag)[:1].tolist()), 0)


def _leaves_with(page: Page, text: str) -> Iterator[int]:
    """The first leaves that hold a text."""
    at = page.text.find(text) if text else -1
    for _ in range(_MOST_PLACES):
        if at < 0:
            break
        leaf = int(page.text_end[page.leaves].searchsorted(at, side="right"))
        if leaf < len(page.leaves) and page.text_start[page.leaves[leaf]] <= at:
            yield int(page.leaves[leaf])
        at = page.text.find(text, at + 1)


def _claims(page: Page, declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
    """Declared titles, the most trusted first; unescaped once more, since some sites escape them twice."""
    for text, source in _declared_titles(page, declared, json_ld):
        yield " ".join(unescape(text[:_LONGEST]).split()), source


def _declared_titles(page: Page, declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
    yield from declared.first("og:title", "citation_title")
    for value in json_ld.values("headline"):
        if isinstance(value, str) and value.strip():
            yield value, "json-ld"
    for row in declared.items.named("headline"):
        if describes_page(page, row) and (text := item_text(page, row)):
            yield text, "microdata"
    for value, source in declared.first(
        "twitter:title", "dcterms.title", "dc.title", "parsely-title", "title"
    ):
        yield value, "meta title" if source == "title" else source
    if page.title:
        yield page.title, "title"


def _headings(declared: Declarations, tag: int) -> Iterator[Found]:
    """The shown headings with a tag, in order; an h1 with a sub-title also without it, and that first."""
    for row, line in declared.headings(tag):
        for text in _without_subtitle(declared.page, row, line) if tag == _H1 else (line,):
            if text := _TOOLS.sub("", text) if text.endswith(_TOOL_ENDS) else text:
                yield text, TAGS[tag]


def _without_subtitle(page: Page, row: int, line: str) -> Iterator[str]:
    end = min(int(page.end[row]), row + _MOST_ROWS)
    subtitles = []
    for inner, tag in enumerate(page.tag[row + 1 : end].tolist(), row + 1) if end > row + 2 else ():
        if tag == _SMALL or (tag != TEXT and _is_subtitle(page, inner)):
            subtitles.append((inner, int(page.end[inner])))
    if subtitles and (rest := shown_line(page, row, _LONGEST, without=subtitles)):
        yield rest
    yield line


def _is_subtitle(page: Page, row: int) -> bool:
    attributes = page.attributes.get(row)
    mark = None if attributes is None else attributes.get("class")
    return mark is not None and _SUBTITLE.search(mark[:200]) is not None


def strip_site_name(title: str, names: Collection[str] = ()) -> str:
    """A title without the site's name at its end or start.

    `names` are the known names of the site, squeezed. If no part is one of them, a short last part is taken
    as the site's name.

    >>> strip_site_name("央行下调存款准备金率_新浪财经_新浪网")
    '央行下调存款准备金率'
    >>> strip_site_name("Storm reaches the coast | BBC News")
    'Storm reaches the coast'
    >>> strip_site_name("Example: a tour of the coast", {"example"})
    'a tour of the coast'
    """
    return _without_site_name(_SEPARATOR.split(title), names)


def _without_site_name(pieces: Pieces, names: Collection[str]) -> str:
    first, last = 0, len(pieces) - 1
    known = [at % 2 == 0 and _is_name(piece, names) for at, piece in enumerate(pieces)]
    while last > first and known[last]:
        last -= 2
    while first < last and squeeze(pieces[first]) in names:
        first += 2
    channel = next((at for at in range(first + 1, last, 2) if "_" in pieces[at]), None)
    if channel and len("".join(pieces[first:channel])) > _SHORTEST_TITLE:  # Chinese sites: title_channel_site
        last = channel - 1
    elif last > first and not any(known) and _may_be_site_name(pieces, last):
        last -= 2
    return "".join(pieces[first : last + 1]).strip() or "".join(pieces).strip()


def _may_be_site_name(pieces: list[str], last: int) -> bool:
    """Whether the last part of a title looks like the name of an unknown site."""
    part = pieces[last]
    words = _words(part)
    most = _MOST_SITE_WORDS * (2 if words and len(words[0]) == 1 else 1)
    is_short = len(words) <= most and sum(map(len, pieces[: last - 1])) > len(part)
    return (is_short and pieces[last - 1].strip() not in _WEAK_SEPARATORS) or bool(_SITE_ENDING.search(part))


def _is_name(part: str, names: Collection[str]) -> bool:
    """Whether a part of a title is one of the site's names, with little or nothing added."""
    part = squeeze(part)
    if part in names or len(part) <= 2:
        return part in names
    return any(
        name.startswith(part) or (name in part and len(part) < len(name) + 12)
        for name in names
        if len(name) > 2
    )


def _host_names(url: str) -> Iterator[str]:
    """The host of a URL, and its labels that may be a name."""
    try:
        host = (urlsplit(url).hostname or "")[:200]
    except ValueError:
        return
    if host:
        yield host
        yield host.removeprefix("www.")
        yield from (label for label in host.split(".") if label not in _HOST_WORDS and len(label) > 1)


def _words(text: str) -> list[str]:
    """The words of a text, in lower case, for comparison."""
    return _WORD.findall(text.casefold())


def _share(one: list[str], other: list[str]) -> float:
    """Share of common words in both texts."""
    common = 0 if set(one).isdisjoint(other) else (Counter(one) & Counter(other)).total()
    return 2 * common / (len(one) + len(other)) if common else 0.0
