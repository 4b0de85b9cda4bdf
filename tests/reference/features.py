"""Every feature of a page and its blocks, computed slowly and directly from its meaning in the schema.

A function for each family returns the features of one block by name, in the schema's order.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import log1p, nan

import numpy as np

from maintext.methods.papers.p_value import PValue
from maintext.model.auto import AutoModel
from maintext.model.schema import AROUND, SCORES
from maintext.model.vocabulary import NAMES, STOP_WORDS
from maintext.page.tags import Flag
from maintext.text.characters import Kind
from tests.reference import head, text
from tests.reference.page import LEVELS, ReferencePage
from tests.reference.word_scores import word_score

Values = dict[str, float]

_STOPS = {text.hash_word(word) for word in text.words(STOP_WORDS)}
_YEARS = {text.hash_word(str(year)) for year in range(1990, 2036)}
_SHAPE_LEVELS = (0, 1, 2, 3, 5)
_METHOD = PValue()


# -- own features -----------------------------------------------------------------------------------


def text_features(page: ReferencePage, block: int) -> Values:
    words, hashes, chars = page.words[block], page.hashes[block], page.sizes[block]
    count = max(len(words), 1)
    solid, kinds = page.solid[block], [text.kind(char) for char in page.solid[block]]
    stop = (Kind.STOP, Kind.CJK_STOP)
    same = [at for at in page.everyone if page.text_hashes[at] == page.text_hashes[block]]
    titled = sum(word in page.title for word in hashes)
    starts = [text.kind(word[0]) for word in words]
    return {
        "log_chars": log1p(chars),
        "log_words": log1p(len(words)),
        "chars_per_word": chars / count,
        "link_density": page.links[block] / chars,
        "marks_per_word": (page.commas[block] + page.stops[block]) / count,
        "log_commas": log1p(page.commas[block]),
        "log_stops": log1p(page.stops[block]),
        "stop_words": sum(word in _STOPS for word in hashes) / count,
        "cjk_share": page.kind_count(block, Kind.CJK) / chars,
        "digit_share": page.kind_count(block, Kind.DIGIT) / chars,
        "capital_share": page.kind_count(block, Kind.UPPER) / chars,
        "symbol_share": page.kind_count(block, Kind.SYMBOL) / chars,
        "has_currency": page.kind_count(block, Kind.CURRENCY) > 0,
        "quotes_per_word": page.kind_count(block, Kind.QUOTE) / count,
        "capital_words": starts.count(Kind.UPPER) / count,
        "number_words": starts.count(Kind.DIGIT) / count,
        "has_year": any(
            word in _YEARS and start == Kind.DIGIT for word, start in zip(hashes, starts, strict=True)
        ),
        "ends_sentence": kinds[-1] in stop
        or (kinds[-1] == Kind.QUOTE and len(kinds) > 1 and kinds[-2] in stop),
        "ends_colon": solid[-1] in ":：",
        "starts_capital": kinds[0] in (Kind.UPPER, Kind.CJK),
        "starts_digit": kinds[0] == Kind.DIGIT,
        "has_copyright": "©" in solid,
        "emphasis": page.chars(block, Flag.EMPHASIS) / chars,
        "log_links": log1p(sum(bool(page.flags[row] & int(Flag.LINK)) for row in page.blocks[block])),
        "log_leaves": log1p(len(page.blocks[block])),
        "repeats": min(len(same), 20),
        "repeated": same[0] < block,
        "title_share": titled / count,
        "title_cover": min(titled / max(len(page.title), 1), 1),
    }


def place_features(page: ReferencePage, block: int) -> Values:
    row = page.first[block]
    headings = [at for at in page.everyone if page.is_heading(at)]
    h1 = [page.within(row)[0] for row in page.holders if page.page.tag_name(row) == "h1"]
    around = [subject for above in page.page.ancestors(row) for subject in page.subjects(above)]
    levels = [page.subjects(above) for above in page.above(block)]
    return {
        "depth": float(page.page.depth[page.element[block]]),
        "block_position": block / page.size,
        "text_position": sum(page.sizes[:block]) / sum(page.sizes),
        **{
            f"in_{str(flag.name).lower()}": bool(page.flags[row] & int(flag))
            for flag in Flag
            if flag not in (Flag.UNSHOWN, Flag.HIDDEN, Flag.FORMULA, Flag.LINES)
        },
        **{
            f"is_{tag}": page.page.tag_name(page.element[block]) == tag
            for tag in ("p", "li", "td", "th", "div", "h1", "h2", "h3", "dd", "blockquote")
        },
        "since_heading": min([block - at for at in headings if at <= block] + [50]),
        "until_heading": min([at - block for at in headings if at >= block] + [50]),
        "from_h1": max(min(block - h1[0], 50), -50) if h1 else -99,
        **{f"named_{name}": min(around.count(name), 3) for name in NAMES},
        **{
            f"levels_to_{name}": next((level for level, said in enumerate(levels) if name in said), 12)
            for name in "comments navigation foot side related content article main".split()
        },
    }


def shape_features(page: ReferencePage, block: int) -> Values:
    above = page.above(block)
    by_level = {level: _shape(page, block, above[level]) for level in _SHAPE_LEVELS}
    return {f"above{level}_{name}": by_level[level][name] for name in by_level[0] for level in _SHAPE_LEVELS}


def _shape(page: ReferencePage, block: int, row: int) -> Values:
    blocks, chars, links = page.within(row), page.held(row), page.held_links(row)
    tags, link_tags = page.tags(row), page.tags(row, "a")
    return {
        "log_chars": log1p(chars),
        "link_density": links / chars,
        "text_density": log1p(chars / tags),
        "plain_density": log1p((chars - links) / max(tags - link_tags, 1)),
        "marks": sum(page.commas[at] + page.stops[at] for at in blocks) / chars,
        "block_length": log1p(chars / len(blocks)),
        "share": chars / sum(page.sizes),
        "log_blocks": log1p(len(blocks)),
        "tags_per_block": tags / len(blocks),
        "log_children": log1p(page.children(row)),
        "log_images": log1p(page.tags(row, "img")),
        "log_controls": log1p(page.tags(row, "input", "button", "select", "textarea")),
        "long_blocks": sum(page.sizes[at] > 120 for at in blocks) / len(blocks),
        "position": (block - blocks[0]) / len(blocks),
    }


def landmark_features(page: ReferencePage, block: int) -> Values:
    above = page.above(block)
    best = {name: page.within(row) for name, row in page.best.items()}
    held = [page.held(row) - page.held_links(row) for row in above]
    total = max(page.held(0) - page.held_links(0), 1)

    def distance(blocks: range) -> int:
        before, after = block - blocks[0], block - blocks[-1]
        return max(before, -60) if before < 0 else min(max(after, 0), 60)

    def levels_to(share: float) -> int:
        return next((level for level, chars in enumerate(held) if chars >= share * total), LEVELS)

    most_votes = max(max(page.votes.values()), 1e-9)
    return {
        **{
            f"levels_to_{name}": sum(not set(blocks) <= set(page.within(row)) for row in above)
            for name, blocks in best.items()
        },
        **{f"in_{name}": block in blocks for name, blocks in best.items()},
        **{f"from_{name}": distance(blocks) for name, blocks in best.items()},
        "density_share": page.density_sums[above[1]] / max(max(page.density_sums.values()), 1e-9),
        "votes_share": page.votes[above[0]] / most_votes,
        "votes_above": page.votes[above[1]] / most_votes,
        "levels_to_30": levels_to(0.3),
        "levels_to_60": levels_to(0.6),
    }


def group_features(page: ReferencePage, block: int) -> Values:
    above = page.above(block)
    parent = max(page.parent[above[0]], 0)
    by_path, by_tags = page.alike(page.paths, block), page.alike(page.tag_paths, block)
    return {
        **{f"path_{name}": value for name, value in _group(page, by_path).items()},
        **{f"tags_{name}": value for name, value in _group(page, by_tags).items()},
        "log_siblings": log1p(page.children(parent)),
        **{f"alike{level}": log1p(_count_alike(page, above[level])) for level in range(4)},
        "levels_to_previous": sum(block - 1 not in page.within(row) for row in above),
        "levels_to_next": sum(block + 1 not in page.within(row) for row in above),
    }


def _group(page: ReferencePage, blocks: list[int]) -> Values:
    chars = sum(page.sizes[at] for at in blocks)
    return {
        "log_blocks": log1p(len(blocks)),
        "block_length": log1p(chars / len(blocks)),
        "link_density": sum(page.links[at] for at in blocks) / chars,
        "share": chars / sum(page.sizes),
        "marks": sum(page.commas[at] + page.stops[at] for at in blocks) / chars,
        "long_blocks": sum(page.sizes[at] > 150 for at in blocks) / len(blocks),
    }


def _count_alike(page: ReferencePage, row: int) -> int:
    siblings = np.flatnonzero(page.page.is_element & (page.page.parent == page.parent[row])).tolist()
    return sum(page.look(at) == page.look(row) for at in siblings)


def method_features(page: ReferencePage, block: int) -> Values:
    scores, kept, chars = _p_value(page)
    leaves = page.blocks[block]
    all_chars = sum(chars[leaf] for leaf in leaves)
    return {
        "p_value": sum(chars[leaf] * scores[leaf] for leaf in leaves) / all_chars,
        "kept_by_p_value": 2 * sum(chars[leaf] for leaf in leaves if leaf in kept) >= all_chars,
    }


@cache
def _p_value(page: ReferencePage) -> tuple[dict[int, float], set[int], dict[int, int]]:
    """By the published method: the P of each leaf's unit, the kept leaves; the characters of each leaf."""
    scores, leaves = _METHOD.score(page.page), page.page.leaves.tolist()
    values = np.nan_to_num(scores.leaf_values).tolist()
    kept = scores.leaves_of(_METHOD.select(scores)).tolist()
    chars = page.page.chars[page.page.leaves].tolist()
    return (
        dict(zip(leaves, values, strict=True)),
        {leaf for leaf, is_kept in zip(leaves, kept, strict=True) if is_kept},
        dict(zip(leaves, chars, strict=True)),
    )


OWN: Mapping[str, Callable[[ReferencePage, int], Values]] = {
    "text": text_features,
    "place": place_features,
    "shape": shape_features,
    "landmarks": landmark_features,
    "groups": group_features,
    "methods": method_features,
}


# -- context ----------------------------------------------------------------------------------------


class Means:
    """Means of columns over blocks, each counted by its characters.

    Over neighbours they are differences of running sums, as in the kernel, so that ties are the same.
    """

    def __init__(self, page: ReferencePage, columns: Mapping[str, Sequence[float]]) -> None:
        self.page, self.columns = page, columns
        self.total = [0, *accumulate(page.sizes)]
        self.sums = {
            name: [0.0, *accumulate(v * w for v, w in zip(values, page.sizes, strict=True))]
            for name, values in columns.items()
        }
        self.long = [at for at in page.everyone if page.sizes[at] >= min(150, max(page.sizes))]
        self.path, self.above = cache(self._path), cache(self._above)
        self.best_path = cache(lambda name: max(self.path(name, at) for at in self.long))
        self.best_above = cache(lambda name: max(self.above(name, at) for at in self.long))

    def over(self, name: str, blocks: range) -> float:
        sums, low, high = self.sums[name], blocks.start, blocks.stop
        return (sums[high] - sums[low]) / (self.total[high] - self.total[low])

    def alike(self, name: str, paths: list[int], block: int) -> float:
        blocks = self.page.alike(paths, block)
        weighed = sum(self.columns[name][at] * self.page.sizes[at] for at in blocks)
        return weighed / sum(self.page.sizes[at] for at in blocks)

    def _path(self, name: str, block: int) -> float:
        return self.alike(name, self.page.paths, block)

    def _above(self, name: str, block: int) -> float:
        return self.over(name, self.page.within(self.page.above(block)[2]))

    def near(self, name: str, block: int) -> float:
        return self.columns[name][block] if block in self.page.everyone else nan

    def rank(self, value: Callable[[int], float], block: int) -> float:
        """The share of the page's text with a larger value."""
        larger = [self.page.sizes[at] for at in self.page.everyone if value(at) > value(block)]
        return sum(larger) / sum(self.page.sizes)


def context_features(page: ReferencePage, block: int, means: Means) -> Values:
    """`means` are those of the scores by words, their sum as `words`, and the own features in `AROUND`."""
    meant, own = (*SCORES, "words"), means.columns
    above = [page.within(row) for row in page.above(block)]
    heading, label = (page.last(block, labels=labels) for labels in (False, True))
    of_page = {name: means.over(name, page.everyone) for name in own}

    def window(reach: int) -> range:
        return range(max(block - reach, 0), min(block + reach + 1, page.size))

    return {
        **{f"{score}_score": own[score][block] for score in meant},
        **{
            f"{name}@{offset:+d}": means.near(name, block + offset)
            for offset in (-3, -2, -1, 1, 2, 3)
            for name in ("text", "names", *AROUND)
        },
        **{
            f"{name}~{reach}": means.over(name, window(reach))
            for reach in (4, 12)
            for name in (*meant, *AROUND[1:])
        },
        **{f"{name}^{level}": means.over(name, above[level]) for name in meant for level in _SHAPE_LEVELS},
        **{f"{name}^path": means.path(name, block) for name in meant},
        **{f"{name}^tags": means.alike(name, page.tag_paths, block) for name in meant},
        **{f"{name}^page": of_page[name] for name in meant},
        "heading_text": means.near("text", heading),
        "heading_names": means.near("names", heading),
        "label_text": means.near("text", label),
        "label_names": means.near("names", label),
        "since_label": min(block - label, 99) if label >= 0 else 99,
        **{f"{name}_score-page": own[name][block] - of_page[name] for name in meant},
        **{f"{name}^path-page": means.path(name, block) - of_page[name] for name in meant},
        **{f"{name}^1-page": means.over(name, above[1]) - of_page[name] for name in meant},
        **{f"{name}^path-best": means.path(name, block) - means.best_path(name) for name in meant},
        **{f"{name}^2-best": means.above(name, block) - means.best_above(name) for name in meant},
        **{f"{name}-page": own[name][block] - of_page[name] for name in AROUND[1:]},
        "path_rank": means.rank(lambda at: means.path("words", at), block),
        "above_rank": means.rank(lambda at: means.above("words", at), block),
        "words_rank": means.rank(lambda at: own["words"][at], block),
    }


# -- the page ---------------------------------------------------------------------------------------


def page_features(page: ReferencePage) -> Values:
    chars = sum(page.sizes)
    named = [subject for row in page.holders for subject in page.subjects(row)]
    tags = "h1 form article li p img tr pre code input button time video".split()
    return {
        "page_log_chars": log1p(chars),
        "page_link_density": sum(page.links) / chars,
        "page_log_blocks": log1p(page.size),
        "page_block_length": log1p(chars / page.size),
        "page_paragraphs": sum(page.chars(at, Flag.PARAGRAPH) for at in page.everyone) / chars,
        "page_marks": sum(page.commas + page.stops) / chars,
        "page_cjk": sum(page.kind_count(at, Kind.CJK) for at in page.everyone) / chars,
        "page_log_headings": log1p(sum(map(page.is_heading, page.everyone))),
        "page_log_long": log1p(sum(size > 200 for size in page.sizes)),
        "page_log_prices": log1p(sum(page.kind_count(at, Kind.CURRENCY) > 0 for at in page.everyone)),
        "page_log_questions": log1p(sum(char in "?？" for solid in page.solid for char in solid)),
        "page_depth": sum(float(page.page.depth[row]) for row in page.element) / page.size,
        "page_log_repeats": log1p(max(page.paths.count(path) for path in page.paths)),
        "page_density": page.held(page.best["density"]) / chars,
        "page_votes": page.held(page.best["votes"]) / chars,
        "page_p_share": page.held(page.best["p_value"]) / chars,
        "page_p_value": max(page.p_values.values()),
        "page_article": sum(page.chars(at, Flag.ARTICLE) for at in page.everyone) / chars,
        "page_main": sum(page.chars(at, Flag.MAIN) for at in page.everyone) / chars,
        **{f"page_log_{tag}": log1p(page.tags(0, tag)) for tag in tags},
        **{
            f"page_named_{name}": log1p(named.count(name))
            for name in ("comments", "forum", "product", "user", "item", "reviews")
        },
        **head.head_features(page.page),
    }


# -- all of them ------------------------------------------------------------------------------------


def own_columns(page: ReferencePage) -> list[Values]:
    """The own features of each block."""
    return [
        {name: value for family in OWN.values() for name, value in family(page, block).items()}
        for block in page.everyone
    ]


def block_columns(page: ReferencePage, model: AutoModel) -> list[Values]:
    """The own and context features of each block, with the word scores of a model."""
    own = own_columns(page)
    columns = {
        name: [word_score(page, block, name, model.tables[name]) for block in page.everyone]
        for name in SCORES
    }
    columns["words"] = [sum(scores) for scores in zip(*columns.values(), strict=True)]
    columns |= {name: [float(np.float32(values[name])) for values in own] for name in AROUND}
    means = Means(page, columns)
    return [values | context_features(page, block, means) for block, values in enumerate(own)]


def best_by_expected_f1(probability: Sequence[float], words: Sequence[int]) -> list[bool]:
    """The units of the choice with the largest expected F1: the first ones by probability."""
    weight = [count + 1e-3 for count in words]
    everything = sum(p * w for p, w in zip(probability, weight, strict=True))
    best, least = -1.0, 2.0
    taken = found = 0.0
    for p, w in sorted(zip(probability, weight, strict=True), key=lambda unit: -unit[0]):
        taken += w
        found += p * w
        if found / (taken + everything) > best and everything > 0:
            best, least = found / (taken + everything), p
    return [p >= least for p in probability]
