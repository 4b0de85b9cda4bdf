"""Labelled pages and models of folds → the second look."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from maintext import extract
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.sites import FOLDS
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.second_look import LOOKS, SecondLook
from maintext.model.trees import Trees
from maintext.page.parse import parse
from maintext.training.auto import refit_second_look
from maintext.training.auto.samples import Sample, make_samples
from maintext.training.auto.second_look import FittedLooks, blank_look, fit_second_look
from tests.training.auto.pages import sentence, small_model

MODELS = [shipped_auto()] * FOLDS


def page(number: int) -> LabelledPage:
    """An article of its own site. The list with bullets, the `h4` and the date are no main text."""
    random = Random(number)
    texts = [f"<p>{sentence(random, 20)} {sentence(random, 18)}</p>" for _ in range(6)]
    steps = "".join(f"<li>{sentence(random, 6)}</li>" for _ in range(4))
    others = "".join(f"<li>{sentence(random, 6)}</li>" for _ in range(4))
    body = [
        *texts[:2],
        f"<h2>Step {number}</h2>{texts[2]}<ol>{steps}</ol>{texts[3]}",
        f"<p>12 March {2000 + number}, 09:15</p>",
        f"<p>Photo: the bridge {number}</p>",
        f"{texts[4]}<ul>{others}</ul>",
        f"<h4>Elsewhere {number}</h4>{texts[5]}",
    ]
    html = f"<title>Canal {number}</title><article><h1>Canal {number}</h1>{''.join(body)}</article>"
    gold = html.split("</title>")[1]
    for out in (f"<ul>{others}</ul>", body[3], f"<h4>Elsewhere {number}</h4>"):
        gold = gold.replace(out, "")
    text = parse(gold.replace("<", " <")).text
    url = f"https://canal{number}.example/"
    return LabelledPage("made", str(number), html.encode(), text, url, page_type="article")


@cache
def samples() -> tuple[Sample, ...]:
    return tuple(make_samples(map(page, range(24))))


@cache
def fitted() -> FittedLooks:
    return fit_second_look(samples(), MODELS)


def trees_of(look: SecondLook) -> list[bytes]:
    """All arrays of a second look."""
    return [getattr(look, name).leaf.tobytes() for name in LOOKS]


def kept_texts(number: int, look: SecondLook) -> list[str]:
    """The kept blocks of a page of which everything was chosen."""
    read = parse(page(number).html)
    kept = clean_up(Auto().score(read), np.ones(len(read.blocks), dtype=np.bool_), look).blocks
    return [read.block_text(block) for block in np.flatnonzero(kept).tolist()]


def test_it_learns_which_lists_headings_and_lines_are_main_text() -> None:
    look = fitted().final
    look = replace(look, bounds=look.bounds._replace(list_below=-1.0))  # 24 pages are few to be sure
    before, after = kept_texts(99, blank_look()), kept_texts(99, look)
    assert "12 March 2099, 09:15" in before
    assert "Elsewhere 99" in before
    assert "12 March 2099, 09:15" not in after
    assert "Elsewhere 99" not in after
    assert "Step 99" in after
    assert "Photo: the bridge 99" in after
    items = parse(page(99).html.split(b"<ul>")[1].split(b"</ul>")[0]).blocks
    assert len(after) == len(before) - len(items) - 2


def test_a_blank_one_changes_nothing() -> None:
    assert len(kept_texts(99, blank_look())) == len(parse(page(99).html).blocks)


def test_the_card_says_what_it_was_fitted_to_and_what_it_changes() -> None:
    card = fitted().card
    assert (card["lists"], card["headings"]) == (48, 72)
    assert card["lines"] == 48
    assert set(card["token_f1"]) == {"made"}
    assert card["token_f1"]["made"]["with"] > card["token_f1"]["made"]["without"]
    assert card["token_f1"]["made"]["better"] > card["token_f1"]["made"]["worse"]


def test_the_same_pages_give_the_same_trees() -> None:
    again = fit_second_look(samples(), MODELS)
    assert [trees_of(look) for look in (again.final, *again.by_fold)] == [
        trees_of(look) for look in (fitted().final, *fitted().by_fold)
    ]


def test_the_trees_of_a_fold_were_not_fitted_to_its_sites() -> None:
    """Wrong labels on one site change the trees of all folds but its own."""
    first, *others = samples()
    lied = fit_second_look([replace(first, main=~first.main), *others], MODELS)
    lists = [(one.lists, two.lists) for one, two in zip(lied.by_fold, fitted().by_fold, strict=True)]
    same = [np.array_equal(one.leaf, two.leaf) for one, two in lists]
    assert same == [fold == first.fold for fold in range(FOLDS)]
    assert trees_of(lied.final) != trees_of(fitted().final)


def test_a_page_is_read_by_the_model_of_its_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[int, float]] = []
    models = [replace(shipped_auto(), site_prior=float(fold)) for fold in range(FOLDS)]
    score = Auto.score

    def noted(self: Auto, read: object, noise: None = None) -> object:
        assert self.model is not None
        fold = next(sample.fold for sample in samples() if sample.page is read)
        used.append((fold, self.model.site_prior))
        return score(self, read, noise)  # type: ignore[arg-type]

    monkeypatch.setattr(Auto, "score", noted)
    fit_second_look(samples(), models)
    assert used
    assert all(fold == model for fold, model in used)


def test_pages_without_lists_and_lines_leave_the_choice_as_it_is() -> None:
    plain = [
        LabelledPage(
            "made", str(n), f"<p>{(text := sentence(Random(n), 30))}".encode(), text, f"https://{n}.example"
        )
        for n in range(8)
    ]
    looks = fit_second_look(make_samples(plain), MODELS)
    for name in LOOKS:
        trees: Trees = getattr(looks.final, name)
        assert len(trees) == 0
        assert trees.bias.tolist() == getattr(blank_look(), name).bias.tolist()


def test_a_trained_model_and_the_models_of_its_folds_have_their_own(tmp_path: Path) -> None:
    model = small_model()
    assert model.second_look is not None
    assert model.card["second_look"]["headings"] > 0
    for fold in range(FOLDS):
        replace(model, second_look=None, card={"fold": fold}).save(tmp_path / f"fold{fold}.npz")
    refitted = refit_second_look(map(page, range(24)), model, tmp_path)
    assert refitted.card["pages"] == model.card["pages"]
    assert refitted.card["second_look"]["lists"] == 48
    by_fold = [AutoModel.load(tmp_path / f"fold{fold}.npz") for fold in range(FOLDS)]
    assert [one.card["fold"] for one in by_fold] == list(range(FOLDS))
    looks = [one.second_look for one in (refitted, *by_fold)]
    assert len({str(trees_of(look)) for look in looks if look is not None}) == FOLDS + 1
    assert extract(page(99).html, method=Auto(model=refitted)).text


def thread(number: int) -> LabelledPage:
    """A thread of its own site: short replies are in the gold text, signatures are not."""
    random = Random(number)
    said = [
        sentence(random, 30),
        sentence(random, 24),
        "Thanks, that worked.",
        sentence(random, 28),
        "Same here.",
    ]
    posts = (
        f"<div class='post postbody'><b class=author>user{at}</b> <time>{at + 2} May 2024</time>"
        f"<div class=body>{text}</div><p class=signature>{sentence(random, 7)}</p>"
        "<a href=/reply>Reply</a> <a href=/quote>Quote</a></div>"
        for at, text in enumerate(said)
    )
    title = f"Forum thread {number}"
    path = "<ul class=breadcrumbs><li><a href=/>Forum</a><li><a href=/b>Board</a></ul>"
    body = f"<div class='forum thread topic'>{''.join(posts)}</div>"
    html = f"<title>{title}</title>{path}<h1>{title}</h1>{body}"
    url = f"https://forum{number}.example/viewtopic.php?t={number}"
    return LabelledPage("made", f"t{number}", html.encode(), "\n".join(said), url, page_type="forum")


def test_the_look_at_posts_learns_what_is_text_of_a_post() -> None:
    pages = [*map(page, range(24)), *map(thread, range(24))]
    looks = fit_second_look(make_samples(pages), MODELS)
    assert looks.card["posts"] > 24 * 5
    read = parse(thread(99).html)
    scores = Auto().score(read)
    kept = clean_up(scores, np.ones(len(read.blocks), dtype=np.bool_), looks.final).blocks
    texts = [read.block_text(block) for block in np.flatnonzero(kept).tolist()]
    assert "Thanks, that worked." in texts
    signatures = [row for row in range(len(read)) if read.attribute(row, "class") == "signature"]
    assert len(signatures) == 5
    assert not any(kept[block] for block in np.flatnonzero(np.isin(read.blocks.element, signatures)).tolist())
