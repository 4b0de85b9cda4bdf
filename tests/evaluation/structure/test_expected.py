from maintext.evaluation.structure.expected import expected
from maintext.evaluation.structure.markdown import read_markdown
from maintext.evaluation.structure.measures import measure
from tests.constructs.cases import all_cases

MARKDOWN = """# Tea

## Water

Boil *it* by $x_i$ degrees, see [this](https://e.org/a).

- one
  1. two

| a | b |
| --- | --- |
| c | d |

![](https://e.org/i.png)

```js
let a
```
"""


def test_what_is_expected_is_right() -> None:
    found = measure(expected(MARKDOWN), read_markdown(MARKDOWN))
    assert len(found) == 12
    assert all(share.right == share.all for share in found.values())
    assert not any(share.right for share in measure(expected(MARKDOWN), read_markdown("")).values())


def test_the_texts_of_all_construct_pages_are_right_for_themselves() -> None:
    for case in all_cases():
        for text in case.accepted("md"):
            found = measure(expected(text), read_markdown(text))
            assert all(share.right == share.all for share in found.values()), case.name
