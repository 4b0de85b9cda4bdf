"""The examples run and print what they promise."""

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples" / "library"
SHOWN = {
    "asynchronous": "In 1913 the tower was leaning, and nobody knew why.",
    "css_selectors": "The tower was built in 1911, and it leans.\nok",
    "encodings": "gb18030 detected there is no encoding 'klingon'; charset was ignored",
    "evidence": "left out /html/body/nav Home\nkept /html/body/p The tower was built in 1911",
    "first_text": "The Night the Lighthouse Went Dark by Eleanor Marsh on 2023-11-04",
    "folder": "3.html.gz is not a complete gzip file",
    "front_matter": '---\ntitle: "The Night the Lighthouse Went Dark"\nauthor: "Eleanor Marsh"\n',
    "links_and_tables": "times → https://example.org/times\nLeaf | Minutes\nblack | 4\ngreen | 2\n",
    "options": "# Tea\n\nTake **hot** water, and leaves from a tin, and wait for four minutes.\n",
    "own_method": "The tower was built in 1911, and it leans.\n\nNobody knows why it does, to this day.\n",
    "site_pages": "It thawed, and the river rose by a metre.\n",
    "tei": "The Night the Lighthouse Went Dark\n",
    "threads": "In 1911 the tower was leaning, and nobody knew why.\nIn 1912",
    "why_empty": "index-page.html the page has no article: ",
}


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_prints_what_it_promises(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    assert SHOWN[name] in capsys.readouterr().out


def test_every_example_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == set(SHOWN)
