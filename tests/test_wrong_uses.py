"""A wrong use of the library is an error of one line: what is wrong, and what to give instead."""

from pathlib import Path

import pytest

from maintext import Auto, AutoModel, SiteTemplate, extract
from maintext.model.auto import shipped_auto
from tests.wrong_uses import HTML, WRONG, Wrong, use


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.code)
def test_a_wrong_use_is_one_line(wrong: Wrong, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((TypeError, ValueError, OSError, Exception)) as caught:
        use(wrong)()
    assert type(caught.value).__name__ == wrong.error
    assert str(caught.value) == wrong.message
    assert "\n" not in wrong.message


def test_there_are_many_and_no_two_are_the_same() -> None:
    assert len({wrong.code for wrong in WRONG}) == len(WRONG) >= 40


def test_what_looks_wrong_but_works(tmp_path: Path) -> None:
    text = "The tower was built in 1911, and it leans."
    assert extract(HTML, method=Auto).text == text
    path = tmp_path / "mine.npz"
    shipped_auto().save(path)
    assert extract(HTML, method=Auto(model=AutoModel.load(str(path)))).text == text
    pages = [f"<p>Daily News</p><p>{story}</p>" for story in ("It rained.", "It snowed.")]
    template = SiteTemplate.learn(pages)
    assert template.fit(pages[0]).found == 1
    template.save(tmp_path / "site.json")
    assert extract(HTML, site=str(tmp_path / "site.json")).template is not None
    assert extract(HTML, site=tmp_path / "site.json").site_fit is not None
    assert extract(HTML, "https://example.org/").url == "https://example.org/"
