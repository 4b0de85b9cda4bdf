"""What large style sheets cost: a bounded share of the page's own time, and linear in rules and elements."""

from collections.abc import Callable
from functools import partial

import pytest

from maintext import extract
from maintext.page.parse import parse
from tests.growth import grows_linearly, takes_at_most

SENTENCE = "The old book market opened again, and many came to look at the stalls. "


def elements(count: int) -> str:
    """Paragraphs with classes, ids and attributes, in boxes of ten."""
    paragraphs = [
        f"<p class='c{at % 700} d{at % 37} box' id=i{at} data-x='a{at % 11} b'>{SENTENCE}"
        for at in range(count)
    ]
    return "".join(
        f"<div class='e{at % 90} row'>{''.join(paragraphs[at : at + 10])}</div>" for at in range(0, count, 10)
    )


RULES: dict[str, Callable[[int], str]] = {
    "classes": lambda at: f".row .c{at % 900}.d{at % 41} > b {{ margin: 0 auto; color: #123; width: 40% }}\n",
    "hidden descendants": lambda at: (
        f".e{at % 99} .f{at} .c{at % 900} {{ display: none; padding: 2px 4px }}\n"
    ),
    "deep chains": lambda at: f"div .row .e{at % 90} .row .e{at % 7} .box .d{at % 37} {{ opacity: 0 }}\n",
    "lists of :not": lambda at: f".c{at % 900}:not(.d{at % 37}, .d1, .box):not(#i{at}) {{ display: none }}\n",
    "attributes": lambda at: f".c{at % 900}[data-x*='{'a' * 40}{at}'] {{ visibility: hidden }}\n",
    "`:not` that hides": lambda at: f".d{at % 37}:not(.c{at % 700}):not(.row) {{ opacity: 0 }}\n",
    "attributes alone": lambda at: f"[data-x='{at}q'] {{ opacity: 0 }}\n",
    "many classes": lambda at: (
        f"{''.join(f'.c{at % 900}.q{each}' for each in range(8))} {{ display: none }}\n"
    ),
}


def sheet(kind: str, size: int) -> str:
    """Rules of about `size` characters."""
    rule = RULES[kind]
    return "".join(rule(at) for at in range(size // len(rule(1))))


@pytest.mark.parametrize("kind", RULES)
def test_time_is_linear_in_rules_and_elements(kind: str) -> None:
    def page(size: int) -> str:
        return f"<style>{sheet(kind, 100 * size)}</style>{elements(size)}"

    assert grows_linearly(partial(parse, page(1_000)), partial(parse, page(2_000)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", RULES)
def test_a_megabyte_of_rules_at_most_doubles_the_time(kind: str) -> None:
    plain = f"<style></style>{elements(10_000)}"
    styled = f"<style>{sheet(kind, 1_000_000)}</style>{elements(10_000)}"
    assert takes_at_most(2, partial(extract, styled), partial(extract, plain))
