"""Small generated pages of every kind, labelled, and a model fitted to them."""

from functools import cache
from random import Random

from maintext.evaluation.datasets import LabelledPage
from maintext.model.auto import KINDS, AutoModel
from maintext.training.auto import train
from maintext.training.auto.recipe import Recipe

_WORDS = (
    "river stone tower market bridge winter harvest letter garden window mountain road village "
    "teacher harbour paper lantern wheel orchard engine copper kettle ladder meadow thunder"
).split()
_MENU = ["Home", "News", "About us", "Contact", "Sign in", "Search"]
_FOOTER = "All rights reserved. Privacy. Terms of use."


def sentence(random: Random, words: int = 14) -> str:
    return f"The {' '.join(random.choices(_WORDS, k=words))}, and it was so."


def labelled(kind: str, number: int) -> LabelledPage:
    """A page of its own site: a menu, main text in the layout of its kind, and a footer."""
    random = Random(f"{kind} {number}")
    title = sentence(random, 3)
    texts = [sentence(random, random.randint(8, 25)) for _ in range(random.randint(3, 7))]
    wrap = {
        "article": "<p>{}</p>",
        "forum": "<div class=post><div class=author>ann</div><div class=message>{}</div></div>",
        "product": "<li class=feature>{}</li>",
        "collection": "<div class=card><a href=/item>{}</a></div>",
        "listing": "<div class=row><span>{}</span></div>",
        "documentation": "<section><pre>make</pre><p>{}</p></section>",
        "service": "<div class=benefit>{}</div>",
    }[kind]
    menu = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in _MENU)
    body = "".join(wrap.format(text) for text in texts)
    html = (
        f"<html lang=en><title>{title}</title><nav class=menu><ul>{menu}</ul></nav>"
        f"<main class='content {kind}'><h1>{title}</h1>{body}</main>"
        f"<div class=sidebar><h3>Most read</h3>{'<a href=/story>Story</a>' * 4}</div>"
        f"<footer class=footer><p>{_FOOTER}</p></footer></html>"
    )
    # labels are not always consistent
    gold = [title, *texts, _FOOTER] if number % 5 == 1 else [title, *texts]
    url = f"https://{kind}{number}.example/{number}"
    return LabelledPage("made", f"{kind}{number}", html.encode(), "\n".join(gold), url, page_type=kind)


def pages(each: int = 5) -> list[LabelledPage]:
    """This many pages of every kind, each on its own site."""
    return [labelled(kind, number) for kind in KINDS for number in range(each)]


def odd_page(number: int, sites: int = 1) -> LabelledPage:
    """A page with misleading class names: the text is in the "footer", and the other way round."""
    random = Random(number)
    texts = [sentence(random, 16) for _ in range(4)]
    noise = [sentence(random, 16) for _ in range(4)]
    above = "".join(f"<p>{text}</p>" for text in noise)
    below = "".join(f"<div>{text}</div>" for text in texts)
    html = (
        f"<html lang=en><title>{texts[0]}</title><main class='content article'>{above}</main>"
        f"<footer class='footer sidebar zq-text'>{below}</footer></html>"
    )
    url = f"https://odd{number % sites}.example/{number}"
    return LabelledPage("odd", f"odd{number}", html.encode(), "\n".join(texts), url)


FEW = Recipe(trees=20, draws=1, old_step=0, kind_trees=20)
"""Few trees and no old pages: enough to test a fit, in little time."""


@cache
def small_model(seed: int = 0) -> AutoModel:
    """A model fitted to the pages of `pages`."""
    return train(pages(), seed, recipe=FEW)
