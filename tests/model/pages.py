"""Pages to measure: random ones with names, headings, links and several scripts, and small special ones."""

from random import Random

_BOXES = ("div", "section", "article", "ul", "main", "nav", "footer", "table", "x-box", "aside", "dl")
_LINES = ("p", "li", "h1", "h2", "h3", "td", "dt", "blockquote", "div", "x-line", "th")
_INLINE = ("a href=/x", "b", "span", "em", "time")
_NAMES = (
    "nav main-menu postBody comment comments entry-content article h1 a b_c teaser2 relatedPosts sidebar "
    "footer item-3 col-md-6 x shareBar product price"
).split()
_TEXTS = (
    "The tower leans to the south, and nobody knows why.",
    "Read more",
    "Copyright © 2019 Example",
    "这座塔建于一九一一年，用砖和石灰砌成。",
    "塔の歴史",
    "Prices from $20 to 30 €",
    "Why does it lean?",
    "Tags: towers | brick / lime",
    "Это башня, она наклонена.",
    "“It leans.”",
    "برج قديم؟",
    "मीनार झुकी है।",
    "หอคอยเอียง",
    "--",
    "2021-05-06",
    "CONTENTS:",
    "Read more",
)
_HEAD = (
    "<title>The tower of Lean</title>",
    "<title>塔</title><meta property=og:title content='Why it leans'>",
    "<meta property=og:type content=article><meta name=author content=Ann>",
    "<link rel=canonical href='https://example.com/blog/2019/tower-12345?x=1'>",
    '<script type="application/ld+json">{"@type": ["NewsArticle"], "x": {"@type":"Product"}}</script>',
    "<meta property=article:published_time content=2019><meta property=og:url content='https://example.com/'>",
)


def random_html(seed: int, pieces: int = 45) -> str:
    """A page of about this many pieces, the same for the same seed."""
    random = Random(seed)
    html = ["<html class='site-nav'>", *(part for part in _HEAD if random.random() < 0.4), "<body>"]
    open_tags: list[str] = []
    for _ in range(random.randint(1, pieces)):
        chance = random.random()
        if chance < 0.3:
            open_tags.append(_open(html, random, _BOXES))
        elif chance < 0.5 and open_tags:
            html.append(f"</{open_tags.pop()}>")
        elif chance < 0.55:
            html.append(random.choice(["<img src=x>", "<br>", "<input>", "<p hidden>off</p>", "<hr>"]))
        else:
            line = _open(html, random, _LINES)
            for _ in range(random.randint(1, 3)):
                inline = _open(html, random, _INLINE) if random.random() < 0.4 else ""
                html.append(random.choice(_TEXTS) + random.choice(["", " ", "\n"]))
                html.append(f"</{inline}>" if inline else "")
            html.append(f"</{line}>" if random.random() < 0.9 else "")
    return "".join([*html, "The end."])


def _open(html: list[str], random: Random, tags: tuple[str, ...]) -> str:
    """Write the start tag of one of the tags, with or without names, and return its name."""
    tag = random.choice(tags)
    names = " ".join(random.choice(_NAMES) for _ in range(random.randint(0, 2)))
    attributes = f" class='{names}'" if names or random.random() < 0.1 else ""
    if random.random() < 0.2:
        attributes += f" id={random.choice(_NAMES)} itemprop={random.choice(_NAMES)}"
    html.append(f"<{tag}{attributes}>")
    return tag.split()[0]


SPECIAL: dict[str, str] = {
    "one block": "<p>one",
    "one block without words": "<p>--",
    "no names": "<div><p>one, two.<p>three</div><p>four",
    "no headings": "<p class=x>one<p>two",
    "only headings": "<h1>one</h1><h2>two</h2><h3>three</h3>",
    "a heading without words": "<h2>--</h2><p>one<p>two",
    "no title": "<body><p>one<p>two",
    "empty names": "<div class='' id=''><p class=' '>one</p></div>",
    "only links": "<ul>" + "<li><a href=/>one</a>" * 5 + "</ul>",
    "unlisted tags": "<x-a><x-b class=main>one</x-b><x-c>two</x-c></x-a>",
    "text without elements": "one",
    "blank texts around": " \n <p> \n </p> <p>one</p> \n <p> </p> <p>two</p> \n ",
    "hidden text between": "<p>one <span hidden>no</span> two</p><p>three",
    "a word in two text nodes": "<p>foo<b>bar</b></p><p>foobar",
}


_SENTENCE = "It leans to the south, and nobody knows why. "


def constants() -> dict[str, str]:
    """Pages that reach every limit of a feature: long, deep, often repeated."""
    long = _SENTENCE * 30
    words = [f"w{number}x" for number in range(60)]
    paragraphs = "".join(f"<p>Item {number} of the list" for number in range(105))
    texts = "".join(f"<p>{_SENTENCE[: number % 45]}{'a' * number}" for number in range(20, 230, 3))
    levels = "comments navigation foot side related content article main".split()
    deep = "".join(f"<div class='{levels[number % 8]} comments'><p>{number}" for number in range(16))
    headings = "".join(
        f"<section><div><div><div><h2>{' '.join(words[:number])}</h2></div></div><p>a{number}</div></div><p>b"
        for number in range(1, 24)
    )
    labels = "".join(
        f"<p><b>{' '.join(words[:number])}</b><p>c{number}<p><b>{'l' * 9 * (number % 4)}</b>{'k' * number}"
        for number in range(1, 15)
    )
    return {
        "far from headings": f"{paragraphs[:1300]}<h1>one</h1>{paragraphs}<h2>two</h2><p>end",
        "far from the text": f"{paragraphs[:1500]}<div><p>{long}<p>{long}</div>{paragraphs[:1500]}",
        "often repeated": "<p>Read more" * 19 + "<p>a" * 20 + "<p>b" * 21 + "<p>c" * 22,
        "of every length": texts,
        "deep": deep,
        "under headings": headings,
        "under labels": labels,
        "many words": "".join(
            f"<p>{' '.join(words[:number])}" for number in (1, 2, 3, 4, 19, 20, 21, 22, 39, 40, 41, 60)
        ),
        "long names": "".join(
            f"<div class='{'x' * number} comments'><p>y</div>" for number in range(145, 165)
        ),
        "voters": "".join(f"<div><div><p>{'v' * number}, </div></div>" for number in range(18, 32)),
        **{
            f"best of {length}": f"<main class=article><p>{_SENTENCE * 4}"[: 23 + length]
            + f"</main><footer>{long}"
            for length in (149, 150, 151)
        },
        "years": "".join(f"<p>in {year}" for year in (1989, 1990, 2035, 2036)),
    }


def pages() -> dict[str, str]:
    """All pages, by name."""
    return SPECIAL | {f"random {seed}": random_html(seed) for seed in range(15)}
