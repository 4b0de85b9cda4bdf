"""Random pages: small nested trees with text, links, images and blank space between."""

from random import Random

from maintext.page.page import Page
from maintext.page.parse import parse

_TAGS = "div p span a ul li b section".split()


def random_page(seed: int, elements: int = 40) -> Page:
    """A page of at most `elements` elements, the same for the same seed."""
    return parse(random_html(seed, elements))


def random_html(seed: int, elements: int = 40) -> str:
    """The source of such a page."""
    random = Random(seed)
    pieces: list[str] = []
    open_tags: list[str] = []
    for _ in range(random.randint(0, elements)):
        chance = random.random()
        if chance < 0.5:
            open_tags.append(random.choice(_TAGS))
            pieces.append(f"<{open_tags[-1]}>")
        elif chance < 0.75 and open_tags:
            pieces.append(f"</{open_tags.pop()}>")
        elif chance < 0.8:
            pieces.append("<img src=x>")
        elif chance < 0.83:
            pieces.append("<noscript>off</noscript>")
        pieces.append(random.choice(["", " ", "\n", "word " * random.randint(1, 9)]))
    return f"<title>t</title><body>{''.join(pieces)}"
