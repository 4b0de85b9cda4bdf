"""Scores of blocks by the words in and around them, computed slowly and directly."""

from math import sqrt

from maintext.model.auto import WordWeights
from tests.reference import text
from tests.reference.page import ReferencePage

_NAME_PLACES = (0, 1, 2, 2, 3, 3, 3, 3, 3)


def text_buckets(page: ReferencePage, block: int) -> list[int]:
    words = page.hashes[block]
    found = [text.bucket(word, 1) for word in words[:40]]
    found += [text.bucket(pair, 2) for pair in text.hash_pairs(words[:21])]
    if len(words) > 3:
        found += [text.bucket(word, 3) for word in words[-3:]]
    elif words:
        found.append(text.bucket(text.hash_text(words), 4))
    return found


def name_buckets(page: ReferencePage, block: int) -> list[int]:
    above, found, path = page.above(block), [], 0
    for level, row in enumerate(above):
        if level and row == above[level - 1]:  # the root again
            continue
        found.append(text.bucket(page.tag(row) + 1000 * min(level, 4) + 7, 5))
        for word in page.names.get(row, []):
            found += [text.bucket(word, 6), text.bucket(word, 10 + _NAME_PLACES[level])]
    for level in range(5):
        path = text.mix((path * 5 + page.tag(above[level]) + 1) % (1 << 64))
        if level in (2, 4):
            found.append(text.bucket(path, 20 + level))
    return found


def heading_buckets(page: ReferencePage, block: int) -> list[int]:
    found = []
    for salt, labels in ((30, False), (31, True)):
        at = page.last(block, labels=labels)
        if at in (-1, block):
            continue
        inside = any(block in page.within(row) for row in page.above(at)[:4])
        words = page.hashes[at][:8]
        found += [text.bucket(word, salt + 4 * inside) for word in words]
        found += [text.bucket(pair, salt + 4 * inside + 40) for pair in text.hash_pairs(words)]
    return found


BUCKETS = {"text": text_buckets, "names": name_buckets, "heading": heading_buckets}


def word_score(page: ReferencePage, block: int, name: str, table: WordWeights) -> float:
    """The sum of the weights of a block's words over the square root of their number."""
    found = BUCKETS[name](page, block)
    total = sum(int(table.weight[bucket]) for bucket in found)
    return total * table.scale / sqrt(max(len(found), 1)) + table.bias
