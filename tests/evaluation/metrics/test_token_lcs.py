"""The longest common subsequence of tokens, against the table of textbooks."""

from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluation.metrics import Prf, token_lcs_prf
from maintext.text.words import tokens

TEXTS = st.text(alphabet="aB 正文,。\n", max_size=30)


def literal_lcs(a: list[str], b: list[str]) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for j, y in enumerate(b, start=1):
            before, row[j] = row[j], before + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


@given(TEXTS, TEXTS)
def test_token_lcs_agrees_with_the_textbook(text: str, gold: str) -> None:
    found, wanted = tokens(text), tokens(gold)
    prf = token_lcs_prf(text, gold)
    if not found or not wanted:
        assert prf == Prf(*[float(found == wanted)] * 3)
    else:
        common = literal_lcs(found, wanted)
        assert prf[:2] == (common / len(found), common / len(wanted))
        assert prf.f1 == 2 * common / (len(found) + len(wanted))
