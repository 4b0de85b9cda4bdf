import time

import pytest

from maintext.http.robots import Robots


@pytest.mark.parametrize(
    ("pattern", "path", "is_matched"),
    [
        ("/", "/any", True),
        ("/fish", "/fish.html", True),
        ("/fish", "/catfish", False),
        ("/fish/", "/fish", False),
        ("/*.php", "/a/b.php?x=1", True),
        ("/*.php$", "/a/b.php", True),
        ("/*.php$", "/a/b.php?x=1", False),
        ("/a*b$", "/abxb", True),
        ("/ab*b$", "/ab", False),
        ("/fish*", "/fish", True),
        ("/$", "/", True),
        ("/$", "/a", False),
        ("*/print", "/a/print", True),
        ("/*?share=", "/a?share=x", True),
        ("/caf%C3%A9", "/café", True),
        ("/café", "/caf%C3%A9", True),
    ],
)
def test_patterns_of_the_standard(pattern: str, path: str, is_matched: bool) -> None:
    assert Robots.read(f"User-agent: *\nDisallow: {pattern}").allows(path) is not is_matched


def test_the_longest_rule_decides_and_allow_wins_a_tie() -> None:
    robots = Robots.read(
        "user-agent: *\ndisallow: /a\nallow: /a/b\ndisallow: /a/b/c\nallow: /x\ndisallow: /x"
    )
    assert [robots.allows(path) for path in ("/a", "/a/b", "/a/b/c", "/x", "/y")] == [
        False, True, False, True, True,
    ]  # fmt: skip


def test_rules_for_us_replace_those_for_everyone() -> None:
    robots = Robots.read("User-agent: *\nDisallow: /\n\nUser-agent: MainText/1.0\nDisallow: /private\n")
    assert robots.allows("/story")
    assert not robots.allows("/private")


def test_several_names_share_a_group_and_groups_of_one_name_are_joined() -> None:
    robots = Robots.read(
        "User-agent: other\nUser-agent: maintext\n# note\nDisallow: /a # words\n"
        "User-agent: other\nDisallow: /\nUser-agent: maintext\nDisallow: /b\nCrawl-delay: 2"
    )
    assert [robots.allows(path) for path in ("/a", "/b", "/c")] == [False, False, True]
    assert robots.delay == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeffUser-agent: *\nDisallow:",
        "Disallow: /",
        "<html><p>Not found: /</p></html>",
        "User-agent: other\nDisallow: /",
        "User-agent: maintext-news\nDisallow: /",
        "User-agent: *\nCrawl-delay: soon",
        "User-agent: *\nCrawl-delay: -1\nCrawl-delay: inf",
    ],
)
def test_files_without_rules_for_us_forbid_nothing(text: str) -> None:
    robots = Robots.read(text)
    assert robots.allows("/story")
    assert robots.delay == 0


def test_too_many_rules_forbid_everything() -> None:
    rules = "".join(f"Disallow: /{number}\n" for number in range(5001))
    assert not Robots.read(f"User-agent: *\n{rules}").allows("/story")


@pytest.mark.parametrize(
    "text",
    [
        "User-agent: *\n" * 50_000 + "Disallow: /a\n" * 50_000,
        "User-agent: *\nDisallow: /" + "*a" * 200_000,
        "User-agent: *\n" + "".join(f"Disallow: /*{number}*\n" for number in range(4999)),
        "".join(f"User-agent: {number}\n" for number in range(50_000)) + "Disallow: /\n" * 50_000,
    ],
)
def test_a_hostile_file_takes_little_time(text: str) -> None:
    start = time.thread_time()
    robots = Robots.read(text)
    robots.allows("/" + "a" * 2000)
    assert time.thread_time() - start < 30  # 0.04 on a quiet machine; a square of the lines takes minutes
