"""What the posts of a page say about its kind: threads count, comments, reviews and sections do not."""

import pytest

from maintext.page.parse import parse
from maintext.threads import find_posts
from maintext.threads.discussion import Discussion, follow_article, is_heading_of_comments, read_discussion

_TEXTS = ("I saw it run in 1999.", "The baker gave me the key.", "We had one of these.", "Is it still there?")
_ARTICLE = (
    "<h1>The tractor</h1><p>By Tom, 2021-05-06</p><div class=content><p>"
    + "It runs on Sundays. " * 15
    + "</div>"
)


def discussion(html: str) -> Discussion:
    """What the posts of the page say."""
    page = parse(html)
    return read_discussion(page, find_posts(page))


def posts(authors: str, name: str = "post", before: str = "") -> str:
    """An element of a class for each author, with a time and a text."""
    return "".join(
        f"""<div class={name}>{before.format(author)}<b class=author>{author * 3}</b>
        <span class=time>2021-05-0{number} 10:00</span><p>{text}</p></div>"""
        for number, (author, text) in enumerate(zip(authors, _TEXTS, strict=False), 1)
    )


def test_posts_of_two_authors_are_a_thread() -> None:
    assert discussion(posts("ABCA")) is Discussion.THREAD
    assert discussion("<h1>Tractors</h1>" + posts("ABCD", name="reply")) is Discussion.THREAD
    assert discussion(posts("AAAA")) is Discussion.UNCLEAR  # a blog


def test_a_text_without_posts_is_none() -> None:
    assert discussion(_ARTICLE) is Discussion.NONE


def test_posts_below_a_long_text_are_not_the_page() -> None:
    text = "<article><p>" + "The kettle is loud, and nobody knows why. " * 90 + "</article>"
    assert discussion(text + posts("ABCD")) is Discussion.UNCLEAR


@pytest.mark.parametrize(
    "box", ["<div id=comments>", "<div class=articleComments>", "<h3>Comments (4)</h3><div>"]
)
def test_comments_on_a_short_article_are_no_thread(box: str) -> None:
    assert discussion(_ARTICLE + box + posts("ABCD") + "</div>") is Discussion.UNCLEAR


def test_reviews_of_a_product_are_no_thread() -> None:
    assert discussion("<h1>Kettle</h1><p>$29.90</p>" + posts("ABCD", name="review")) is Discussion.UNCLEAR


def test_a_forum_may_call_its_posts_comments() -> None:
    html = "<div class=forum><div class=comments>" + posts("ABCD", name="comment") + "</div></div>"
    assert discussion(html) is Discussion.THREAD


def test_sections_with_titles_and_authors_are_no_thread() -> None:
    assert discussion(posts("ABCD", before="<h2>News of town {0}</h2>")) is Discussion.UNCLEAR
    assert discussion(posts("ABCD", before="<h2>Re: Tractors</h2>")) is Discussion.THREAD
    assert discussion(posts("ABCD", before="<h2>{0}{0}{0}</h2>")) is Discussion.THREAD


def test_the_article_does_not_count_as_a_post() -> None:
    replies = posts("AB", name="entry") + posts("CD", name="entry")
    text = "It runs on Sundays, if it is dry. " * 25
    assert discussion(
        f"<h1>The tractor</h1><div class=info>Tom 2021-05-06</div><p>{text}</p>" + replies
    ) is not (Discussion.THREAD)


@pytest.mark.parametrize(
    "text", ["Comments", "4 comments:", "Customer Reviews", "网友评论", "最新评论 (3)", "댓글"]
)
def test_headings_of_comments(text: str) -> None:
    assert is_heading_of_comments(text)


@pytest.mark.parametrize(
    "text", ["Commentary", "Loud kettle", "Replies", "The reviews of the year in books and music"]
)
def test_other_headings(text: str) -> None:
    assert not is_heading_of_comments(text)


def follows(html: str) -> bool:
    """Whether the posts of a page are comments on an article."""
    page = parse(html)
    return follow_article(page, find_posts(page, "post"))


@pytest.mark.parametrize("box", ["<article>", "<div class=entry-content>", "<div class='post hentry'>"])
def test_posts_named_comments_below_a_short_article_are_comments(box: str) -> None:
    article = (
        f"<h1>The mill</h1>{box}<p>We went to the mill on Sunday.</p></{box[1:].split()[0].rstrip('>')}>"
    )
    assert follows(article + "<div id=comments>" + posts("ABC", name="comment") + "</div>")
    assert follows(article + "<h3>Comments (3)</h3>" + posts("ABC"))
    assert not follows(article + posts("ABC", name="reply"))


@pytest.mark.parametrize(
    "box", ["<div>", "<article class=topic-detail>", "<div class=thread><div class=entry>"]
)
def test_posts_named_comments_in_a_thread_stay_posts(box: str) -> None:
    opening = (
        f"<h1>The mill</h1>{box}<p>Who went to the mill on Sunday?</p></{box[1:].split()[0].rstrip('>')}>"
    )
    assert not follows(opening + "<div id=comments>" + posts("ABC", name="comment") + "</div>")


def test_a_page_without_text_before_its_comments_has_no_article() -> None:
    assert not follows("<div id=comments>" + posts("ABC", name="comment") + "</div>")
    assert not follows("<p>The mill")
    comments = "<div id=comments>" + posts("ABC", name="comment") + "</div>"
    assert not follows("<body class=blog><nav>Home</nav>" + comments)
    assert not follows("<article><header>Home</header>" + comments + "</article>")


def test_the_names_of_the_body_are_of_the_site() -> None:
    opening, comments = "<p>Who went to the mill?</p>", "<div id=comments>" + posts("ABC", name="comment")
    assert not follows(f"<body class=blog>{opening}{comments}")
    assert follows(f"<body class=comments-open><div class=entry>{opening}</div>{comments}")
