"""Images that are no content."""

import pytest

from maintext.render.icons import is_decoration


@pytest.mark.parametrize(
    ("attributes", "url"),
    [
        ({"class": "emoji"}, "https://e.org/1f642.png"),
        ({"class": "smilie smilie--emoji"}, "https://e.org/1f642.png"),
        ({"class": "mceSmilieSprite mceSmilie2"}, "https://e.org/s.png"),
        ({"class": "avatar-u2494-m"}, "https://e.org/m.jpg"),
        ({}, "https://e.org/images/smilies/5.gif"),
        ({}, "https://e.org/images/smiles/wink.gif"),
        ({}, "https://e.org/data/avatars/m/16.jpg?14"),
        ({}, "https://www.gravatar.com/avatar/b3df?s=48"),
        ({}, "/spacer.gif"),
        ({}, "https://e.org/images/icons/vege.gif"),
        ({}, "https://e.org/img/ai-power-icon2.png?v=2"),
        ({}, "https://e.org/misc/quote_icon.png"),
        ({}, "https://e.org/images/buttons/viewpost-right.png"),
        ({"width": "260", "height": "10"}, "/test/clear50.gif"),
        ({"class": "twemoji"}, "/img/1f35e.svg"),
        ({}, "https://e.org/emojione/1f35e.png"),
        ({}, "https://e.org/plugins/lazy-load/images/1x1.trans.gif"),
    ],
)
@pytest.mark.parametrize("is_inside", [False, True])
def test_emoji_portraits_and_spacers_are_decoration(
    attributes: dict[str, str], url: str, is_inside: bool
) -> None:
    assert is_decoration(attributes, url, is_inside=is_inside)


@pytest.mark.parametrize(
    ("attributes", "url"),
    [
        ({}, "https://e.org/photos/smile.jpg"),
        ({}, "https://e.org/smiles/patient.jpg"),
        ({}, "https://e.org/films/avatar/still.jpg"),
        ({}, "https://e.org/a/blank-verse.png"),
        ({}, "https://e.org/pixel-watch.png"),
        ({}, "https://e.org/icons/saint-george.jpg"),
        ({}, "https://e.org/silicon.png"),
        ({}, "https://e.org/iconoclasm.png"),
        ({"class": "smiling"}, "/a.png"),
        ({"width": "16", "height": "300"}, "/a.png"),
        ({"width": "16"}, "/a.png"),
        ({"width": "two", "height": ""}, "http://[bad"),
    ],
)
def test_photos_are_content(attributes: dict[str, str], url: str) -> None:
    assert not is_decoration(attributes, url, is_inside=True)


def test_a_small_image_is_an_icon_inside_a_line() -> None:
    size = {"width": "16px", "height": "32"}
    assert is_decoration(size, "/a.png", is_inside=True)
    assert not is_decoration(size, "/a.png", is_inside=False), "other sizes count there"
