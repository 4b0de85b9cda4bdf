"""Every row of the tables of attacks names a test that exists, or a case of one."""

import re
from pathlib import Path

from tests.model import test_archive

ROOT = Path(__file__).parent.parent
DOCS = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")


def rows(header: str) -> list[list[str]]:
    """The cells of all tables that begin with a header."""
    found = []
    for part in DOCS.split(f"| {header} |")[1:]:
        lines = part.partition("\n\n")[0].splitlines()[2:]
        found += [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return found


def test_every_attack_has_a_test() -> None:
    attacks = rows("attack")
    assert len(attacks) > 40
    for attack, outcome, test in attacks:
        assert outcome, attack
        file, _, name = test.strip("`").partition("::")
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {re.escape(name)}\(", source, re.MULTILINE), test
    assert len({attack for attack, *_ in attacks}) == len(attacks)


def test_the_attacks_of_model_files_are_those_that_are_tried() -> None:
    assert [attack for attack, _ in rows("attack on `auto`")] == list(test_archive.AUTO)
    assert [attack for attack, _ in rows("attack on `naive_bayes`")] == list(test_archive.BAYES)
