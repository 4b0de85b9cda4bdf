"""Pages for the measures of structure, with their gold texts."""

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.structure.gold import Gold, find_gold

BEFORE = "The tower was built in 1911, and it leans a little more every year, they say in the town below."
AFTER = "Nobody knows why; the ground is firm, the stone is good, and the mason, they say, was sober."


def labelled(construct: str, text: str = "", *, head: str = "") -> LabelledPage:
    """A page with a construct between two paragraphs; `text` is what the gold text has of it."""
    html = (
        f"<html><head><title>The tower</title>{head}</head><body><nav><ul><li><a href=/>Home page of ours</a>"
        f"</ul></nav><div><p>{BEFORE}</p>{construct}<p>{AFTER}</p></div><h3>Latest news of the day</h3>"
        "<footer><img src=/logo.png alt=Logo><p>All rights reserved by the town</p></footer></body></html>"
    )
    return LabelledPage("towers", "1", html.encode(), f"{BEFORE}\n{text}\n{AFTER}", "https://e.org/a/b.html")


def gold(construct: str, text: str = "", *, head: str = "") -> Gold:
    """What should be there of a construct."""
    return find_gold(labelled(construct, text, head=head))
