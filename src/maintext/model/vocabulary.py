"""The words that features search for: stop words, years, and words of class names by subject."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from maintext.arrays import IntArray, frozen
from maintext.text.words import WordSet, known_words

# Words that occur in every text of a language. Scripts without spaces are split into characters, and so are
# these.
STOP_WORDS: Final = (
    "the of and to a in is that for it on with as are be this was by at or from an have not but you we "
    "they his her its has will can i he she which their more one all there if so what when who about than "
    "also been were would had our my your de la le les des et en un une que el los las y por con para del "
    "se der die das und ist von zu mit den auf für im nicht ein eine dem es sich auch di il che e per non "
    "sono da do os em um uma não com na no и в не на что с по как это из у к от для его но том они "
    "的 了 是 在 和 有 不 这 這 我 他 们 們 也 就 上 个 個 人 到 说 說 "
    "为 為 与 與 及 の は を に が と で も た る て し い す な "
    "은 는 이 가 을 를 에 의 다 고 في من على إلى أن هذا التي عن مع كان และ ที่ ใน ของ ve bir bu için ile da de "
    "là và của có trong không được"
)
YEARS: Final = range(1990, 2036)

NAMES: dict[str, str] = {
    "comments": "comment comments commentlist respond reply replies disqus",
    "navigation": "nav navbar navigation menu menus",
    "foot": "foot footer bottom",
    "head": "head header masthead top topbar",
    "side": "side sidebar aside rail",
    "related": "related relate similar more recommended recommend recommendation recommendations also",
    "sharing": "share sharing social follow facebook twitter",
    "promotion": "promo promotion ad ads advert advertisement sponsor sponsored banner",
    "consent": "cookie cookies consent gdpr popup modal overlay",
    "dialog": "dialog alertdialog drawer lightbox",
    "hiding": "hide hidden invisible offscreen",
    "tags": "tag tags category categories topics",
    "byline": "meta info byline author date time published",
    "content": "content contents",
    "article": "article story entry",
    "post": "post posts",
    "body": "body text copy rich rte prose markdown",
    "main": "main primary",
    "product": "product products price cart sku buy shop",
    "description": "description desc descr summary detail details overview spec specs specification features",
    "reviews": "review reviews rating ratings testimonial testimonials",
    "list": "list listing listings results grid",
    "item": "item items card cards tile teaser",
    "forum": "forum thread topic message messages answer answers question discussion",
    "user": "user username avatar profile member login signin signup account",
    "form": "search form input newsletter subscribe subscription",
    "legal": "copyright legal disclaimer terms privacy",
    "trending": "popular trending latest recent hot",
    "tabs": "tab tabs accordion collapse panel toggle faq",
    "caption": "caption credit figure gallery image slider carousel",
}
"""Subjects of names, and the words of a class, id, role or itemprop for each."""


class WordTables(NamedTuple):
    """The words as the kernel looks them up."""

    stops: WordSet
    years: WordSet
    names: WordSet
    subject_by_slot: IntArray
    """For each slot of `names`, the index of its subject in `NAMES`."""


@cache
def word_tables() -> WordTables:
    """The tables; made on first use, to keep `import maintext` short."""
    names = WordSet(" ".join(NAMES.values()))
    subject = np.zeros(len(names.table), dtype=np.int64)
    for number, words in enumerate(NAMES.values()):
        subject[names.slots(known_words(words))] = number
    return WordTables(WordSet(STOP_WORDS), WordSet(" ".join(map(str, YEARS))), names, frozen(subject))
