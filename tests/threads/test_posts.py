from collections.abc import Callable

import pytest

from maintext import Document, Post, extract
from maintext.evaluation.hostile import hostile_pages
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.threads import all_blocks_of, find_post_blocks, find_posts
from tests.growth import grows_linearly

_ARTICLE = (
    "<h1>The old harbour opens again</h1>"
    + "<p>After ten years of work the old harbour is open again, and the first boats have come in. "
    "The town paid for the quay, the state for the bridge, and nobody knows who paid for the lamps.</p>" * 4
)


def _brief(posts: tuple[Post, ...]) -> list[tuple[str | None, str | None, str]]:
    return [(post.author, post.date, post.text) for post in posts]


_DISCUZ = "".join(
    f"""<div id=post_{n}><table id=pid{n} class=plhin><tr><td class=pls><div class=pi><div class=authi>
    <a href=space-uid-{n}.html class=xw1>{name}</a></div></div><p>积分 {n}</p></td>
    <td class=plc><div class=pti>
    <div class=authi><em id=authorposton{n}>发表于 2024-4-{n} 23:20:45</em></div></div><div class=pct>
    <table><tr><td class=t_f id=postmessage_{n}>{text}</td></tr></table></div>
    <div class=po><a href=#>回复</a> <a href=#>举报</a></div></td></tr></table></div>"""
    for n, name, text in (
        (5, "前程往事", "建议改版，现在差太远了。"),
        (6, "横财天降", "同意楼上的看法。"),
        (7, "小白", "顶"),
    )
)
_XENFORO = "".join(
    f"""<article class="message message--post js-post" id=js-post-{n}>
    <div class="message-cell message-cell--user"><h4 class=message-name><a class=username
    href=/members/{name}.{n}/>{name}</a></h4><dl><dt>Joined<dd>Aug 20, 2003</dl></div>
    <div class="message-cell message-cell--main"><header>
    <time datetime=2024-05-0{n}T10:00:00+0000>May {n}, 2024</time> <a href=#>#{n}</a></header>
    <div class=message-body><div class=bbWrapper>{text}</div></div>
    <aside class=message-signature>Sent from my kettle</aside>
    <footer><button>Like</button> <a>Reply</a></footer></div></article>"""
    for n, name, text in (
        (1, "ann", "My kettle is loud.<br>What can I do?"),
        (2, "bo", "<blockquote><p>My kettle is loud.</blockquote>Clean it with vinegar."),
    )
)
_TWITTER = "<ol class=stream-items>" + "".join(
    f"""<div class=ThreadedConversation-tweet><span class=u-hiddenVisually>New conversation</span>
    <li class=stream-item><div class="tweet js-profile-popup-actionable-tweet"><div class=content>
    <div class=stream-item-header><a class=account-group href=/{name}><span class=username>@<b>{name}</b>
    </span></a> <small class=time><a class=tweet-timestamp>{n} min</a></small></div>
    <div class=js-tweet-text-container><p class="TweetTextSize tweet-text">{text}</p></div>
    <div class=stream-item-footer><button>Reply</button></div></div></div></li></div>"""
    for n, name, text in (
        (1, "ann", "Our kettle has a new lid."),
        (2, "bo", "Does it whistle?"),
        (3, "cy", "Well done!"),
    )
)
_MASTODON = "".join(
    f"""<div class=status id=s{n}><a class=status__display-name href=/@{name}><strong>{name}</strong></a>
    <time datetime=2024-05-0{n}T10:00:00Z>May {n}</time><div class=status__content><p>{text}</p></div>
    <div class=status__action-bar><button>Boost</button></div></div>"""
    for n, name, text in (
        (1, "ann", "Our kettle has a new lid."),
        (2, "bo", "Does it whistle?"),
        (3, "cy", "Well done!"),
    )
)
_WORDPRESS = "<ol class=commentlist>" + "".join(
    f"""<li class="comment even depth-1" id=comment-{n}>
    <div class=comment-author><cite class=fn>{name}</cite> says:</div>
    <div class=comment-meta><a href=#comment-{n}>June {n}, 2023 at 4:05 pm</a></div><p>{text}</p>
    <div class=reply><a href=?replytocom={n}>Reply</a></div>{children}</li>"""
    for n, name, text, children in (
        (1, "Ann", "I remember the old lamps.", ""),
        (
            2,
            "Bo",
            "Who paid for them, though?",
            """<ul class=children><li class="comment depth-2" id=comment-3>
            <div class=comment-author><cite class=fn>Cy</cite></div><div class=comment-meta>
            <a>June 3, 2023 at 5:00 pm</a></div><p>We all did, I am afraid.</p></li></ul>""",
        ),
    )
)
_UNMARKED = "<main>" + "".join(
    f"<div><div><a href=/x{n}>{name}</a></div><div>{when}</div><p>{text}</p></div>"
    for n, name, when, text in (
        (1, "петя", "вчера в 10:15", "Подскажите, как починить чайник, он шумит."),
        (2, "мария", "2 часа назад", "Надо почистить его уксусом, и всё пройдёт."),
        (3, "олег", "3 мая 2024", "Купите новый, это дешевле, чем чинить."),
    )
)


def test_a_discuz_thread_has_posts_with_names_and_times() -> None:
    posts = find_posts(parse(_DISCUZ))
    assert _brief(posts) == [
        ("前程往事", "2024-04-05T23:20:45", "建议改版，现在差太远了。"),
        ("横财天降", "2024-04-06T23:20:45", "同意楼上的看法。"),
        ("小白", "2024-04-07T23:20:45", "顶"),
    ]
    assert {post.kind for post in posts} == {"post"}


@pytest.mark.parametrize("page", [_TWITTER, _MASTODON], ids=["Twitter", "Mastodon"])
def test_short_posts_of_social_networks(page: str) -> None:
    posts = find_posts(parse(page))
    assert [(post.author, post.text) for post in posts] == [
        ("ann", "Our kettle has a new lid."),
        ("bo", "Does it whistle?"),
        ("cy", "Well done!"),
    ]


def test_quotes_are_kept_and_signatures_buttons_and_join_dates_dropped() -> None:
    assert _brief(find_posts(parse(_XENFORO))) == [
        ("ann", "2024-05-01T10:00:00+00:00", "My kettle is loud.\nWhat can I do?"),
        ("bo", "2024-05-02T10:00:00+00:00", "My kettle is loud.\n\nClean it with vinegar."),
    ]


def test_a_time_is_given_as_shown_and_as_declared() -> None:
    first = find_posts(parse(_XENFORO))[0]
    assert (first.time, first.date) == ("May 1, 2024", "2024-05-01T10:00:00+00:00")


def test_a_phpbb_thread_names_authors_without_by_and_times_after_join_dates() -> None:
    html = "".join(
        f"""<div id=p{n} class="post has-profile"><dl class=postprofile>
        <dt><a href=./memberlist.php?u={n}>{name}</a><dd>Posts: {n}2<dd>Joined: Jan 202{n}</dl>
        <div class=postbody><h3><a href=#p{n}>Re: Flat bread</a></h3>
        <p class=author>by <strong>{name}</strong> » Sat Mar 0{n}, 2024 7:12 am</p>
        <div class=content>{text}</div></div></div>"""
        for n, name, text in ((1, "milla", "My bread is flat. Why?"), (2, "joe", "You waited too long."))
    )
    assert _brief(find_posts(parse(html))) == [
        ("milla", "2024-03-01T07:12:00", "My bread is flat. Why?"),
        ("joe", "2024-03-02T07:12:00", "You waited too long."),
    ]


def test_nodebb() -> None:
    html = "".join(
        f"""<li component=post itemprop=comment itemtype=http://schema.org/Comment itemscope>
        <a href=/user/{name}><img alt={name}><span class="status offline">
        <span class=visually-hidden>Offline</span></span></a>
        <a class=fw-bold href=/user/{name}>{name}</a>
        <span class=text-muted>wrote on <a class=timeago title=2024-04-1{n}T10:58:44Z></a></span>
        <div class=content component=post/content><p>{text}</p></div></li>"""
        for n, name, text in (
            (1, "jonb", "My bread is flat. Why?"),
            (2, "milla", "You waited too long."),
            (3, "jonb", "How long should I wait, then?"),
            (4, "jonb", "An hour was enough, thank you."),
        )
    )
    authors = [post.author for post in find_posts(parse(html))]
    assert authors == ["jonb", "milla", "jonb", "jonb"]  # neither "Offline" nor "wrote on"


_PEOPLE = (("Ann", "Ann@example.org is my address."), ("Bo", "My bread is flat."), ("Cy", "Wait for longer."))


def _thread(post: str) -> list[Post]:
    """The posts of a thread of these people, from the HTML of a post."""
    posts = (post.format(name=name, text=text, n=n) for n, (name, text) in enumerate(_PEOPLE, 1))
    return [*find_posts(parse("<h1>Flat bread</h1>" + "".join(posts)))]


def test_a_whole_post_may_be_a_status() -> None:
    posts = _thread(
        "<div class=status><a href=/@{name}>{name}</a> <time datetime=2024-05-0{n}>{n} May</time>"
        "<div class=post-content>{text}</div></div>"
    )
    assert [post.author for post in posts] == ["Ann", "Bo", "Cy"]


def test_a_button_is_no_author_though_its_url_names_it() -> None:
    posts = _thread(
        "<div class=post><ul><li><a href=/permalink/{n}>Permalink</a><li>{name}"
        "<li><time datetime=2024-05-0{n}>{n} May</time></ul><div class=post-content>{text}</div></div>"
    )
    assert [post.author for post in posts] == ["Ann", "Bo", "Cy"]


def test_post_by_is_no_part_of_a_name() -> None:
    posts = _thread(
        "<div class=post><p class=author>Post by <b>{name}</b> » <span class=time>{n} May 2024</span></p>"
        "<div class=post-content>{text}</div></div>"
    )
    assert [post.author for post in posts] == ["Ann", "Bo", "Cy"]


def test_lines_that_all_posts_share_are_no_text() -> None:
    posts = _thread(
        "<div class=post><a class=author>{name}</a> <time datetime=2024-05-0{n}>{n} May</time>"
        "<div class=post-content><h3>Re: Flat bread</h3>{text}"
        "<div><a href=/r>Reply</a> <a href=/q>Quote</a></div></div></div>"
    )
    assert [post.text for post in posts] == [text for _, text in _PEOPLE]


_FLARUM = (
    "<article class=Post><h3 class=PostUser-name><a href=/u/{name}>{name}</a></h3>"
    "<time datetime=2024-05-0{n}>{n} May</time><div class=Post-body><p>{text}</p></div></article>"
)
_WITHOUT_SCRIPT = (
    "<article><h3 class=PostUser-name>{name}</h3><div class=Post-body><p>{text}</p></div></article>"
)


def test_posts_that_are_called_comments_have_their_authors() -> None:
    gap = "<div class=timeGap>19 days later</div>"
    post = (
        "<div class=PostStream-item>{gap}<article class='CommentPost Post'><header><h3><a href=/u/{name}>"
        "<b class=username>{name}</b></a></h3><time datetime=2024-05-0{n}>{n} May</time></header>"
        "<div class=Post-body><p>{text}</p></div></article></div>"
    )
    people = (*_PEOPLE, ("Cy", "Now it is good."), ("Cy", "Thank you all for it."))
    posts = (
        post.format(name=name, text=text, n=n, gap=gap if n == 3 else "")
        for n, (name, text) in enumerate(people, 1)
    )
    found = find_posts(parse("<h1>Flat bread</h1><div class=PostStream>" + "".join(posts) + "</div>"))
    assert [post.author for post in found] == ["Ann", "Bo", "Cy", "Cy", "Cy"]


def test_short_posts_that_noscript_repeats_count_once() -> None:
    shown, repeated = (
        "".join(post.format(name=name, text=text, n=n) for n, (name, text) in enumerate(_PEOPLE, 1))
        for post in (_FLARUM, _WITHOUT_SCRIPT)
    )
    document = extract(f"<h1>Flat bread</h1>{shown}<noscript>{repeated}</noscript>")
    assert [(post.author, post.text) for post in document.posts] == [*_PEOPLE]
    assert document.text.count("Wait for longer.") == 1


def test_a_clock_in_an_element_of_its_own_is_part_of_the_time() -> None:
    posts = _thread(
        "<div class=post><span class=date>11-2{n}-2024,&nbsp;<span class=time>09:03 AM</span></span>"
        "<a class=username>{name}</a><div class=post-content>{text}</div></div>"
    )
    assert [(post.time, post.date) for post in posts] == [
        (f"11-2{n}-2024, 09:03 AM", f"2024-11-2{n}T09:03:00") for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "label", ["Anmeldungsdatum", "Dabei seit", "Lid sinds", "Iscritto", "Dołączył", "Katılım"]
)
def test_the_date_of_joining_is_no_time_of_a_post(label: str) -> None:
    joined = f"{label}:<br>10. Januar 2013"
    posts = _thread(
        f"<div class=post><p class=author><a href=/user/{{name}}>{{name}}</a></p><p>{joined}</p>"
        "<div class=info>2{n}. April 2020 11:20</div><div class=text>{text}</div></div>"
    )
    assert [post.date for post in posts] == [f"2020-04-2{n}T11:20:00" for n in (1, 2, 3)]


def test_comments_under_an_article_are_comments_and_replies_are_separate() -> None:
    posts = find_posts(parse(_ARTICLE + _WORDPRESS))
    assert {post.kind for post in posts} == {"comment"}
    assert _brief(posts) == [
        ("Ann", "2023-06-01T16:05:00", "I remember the old lamps."),
        ("Bo", "2023-06-02T16:05:00", "Who paid for them, though?"),
        ("Cy", "2023-06-03T17:00:00", "We all did, I am afraid."),
    ]


def test_without_an_article_the_same_comments_are_a_thread() -> None:
    assert {post.kind for post in find_posts(parse("<h1>Lamps</h1>" + _WORDPRESS))} == {"post"}


def test_the_kind_of_posts_can_be_given() -> None:
    page = parse(_ARTICLE + _WORDPRESS)
    assert [post.text for post in find_posts(page, "post")][-1] == "We all did, I am afraid."
    assert {post.kind for post in find_posts(parse(_XENFORO), "comment")} == {"comment"}


def test_posts_are_found_by_repeated_structure_without_classes() -> None:
    assert [(post.author, post.time, post.text) for post in find_posts(parse(_UNMARKED))] == [
        ("петя", "вчера в 10:15", "Подскажите, как починить чайник, он шумит."),
        ("мария", "2 часа назад", "Надо почистить его уксусом, и всё пройдёт."),
        ("олег", "3 мая 2024", "Купите новый, это дешевле, чем чинить."),
    ]


@pytest.mark.parametrize(
    "when",
    [
        "2024-05-01",
        "3 hours ago",
        "3小时前",
        "5 分钟前",
        "昨天",
        "2024年5月1日",
        "3時間前",
        "2시간 전",
        "vor 3 Tagen",
        "il y a 2 jours",
    ],
)
def test_times_in_many_languages_are_recognised(when: str) -> None:
    page = "".join(
        f"<div><a href=/x{n}>{name}</a><br>{when}<p>What a long and useful answer this is, {name}.</div>"
        for n, name in enumerate(("ann", "bo", "cy"))
    )
    assert [post.time for post in find_posts(parse(page))] == [when] * 3


def test_question_and_answers_have_comments_of_their_own() -> None:
    def user(name: str, day: int) -> str:
        time = f"<span title='2024-05-0{day}'>May {day}</span>"
        return f"<div class=user-details><a href=/users/{day}>{name}</a> {time}</div>"

    def comment(number: int) -> str:
        return (
            f"<li id=comment-{number} class=comment><div class=comment-body>"
            f"<span class=comment-copy>Note number {number}, and why.</span> – "
            "<a class=comment-user href=/users/9>cy</a> <span class=comment-date>May 9, 2024</span></div>"
        )

    html = (
        "<h1>How do I boil water?</h1><div class=question><div class=s-prose>"
        "I tried ice, and it did not work, not even when I waited for an hour.</div>"
        + user("ann", 1)
        + f"<ul class=comments>{comment(1)}{comment(2)}</ul></div>"
        + "<div class=answer id=answer-7><div class=s-prose>"
        "Use a kettle, and do not open the lid before you hear it, whatever they say.</div>"
        + user("bo", 2)
        + f"<ul class=comments>{comment(3)}</ul></div>"
    )
    posts = find_posts(parse(html))
    assert [(post.kind, post.author) for post in posts if post.kind == "post"] == [
        ("post", "ann"),
        ("post", "bo"),
    ]
    assert [post.text.split(",")[0] for post in posts if post.kind == "comment"] == [
        f"Note number {n}" for n in (1, 2, 3)
    ]


def test_a_first_post_with_another_structure_is_found() -> None:
    html = (
        "<h1>Loud kettle</h1><article class=topic>"
        "<div>Posted by <a class=username>zoe</a> on 3 May 2024</div>"
        "<div class=content><p>My kettle has been loud since last winter, and nothing helps.</div></article>"
        "<section>" + _XENFORO + "</section>"
    )
    assert find_posts(parse(html))[0].author == "zoe"


def test_a_post_that_is_repeated_for_readers_without_scripts_counts_once() -> None:
    thread = _XENFORO.replace("What can I do?", "What can I do about it, if anything at all?")
    texts = [post.text for post in find_posts(parse(thread + "<noscript>" + thread + "</noscript>"))]
    assert len([text for text in texts if text.startswith("My kettle is loud.\nWhat")]) == 1


def test_teasers_of_other_pages_are_not_posts() -> None:
    teasers = "".join(
        f"""<article class=post><h2><a href=/story-{n}>{title}</a></h2><span class=author>Ann Lee</span>
        <time datetime=2024-05-0{n}>May {n}</time><p>The town council has met, and it was a long evening.
        </p></article>"""
        for n, title in (
            (1, "The harbour opens again"),
            (2, "A bridge without a river"),
            (3, "Who paid for the lamps"),
        )
    )
    assert find_posts(parse(teasers)) == ()


@pytest.mark.parametrize(
    "html",
    [
        "",
        _ARTICLE,
        "<ul>" + "<li><a href=/x>Home</a></li>" * 9,
        "<table><tr><th>Day<th>Rain"
        + "".join(f"<tr><td>{n} May 2024<td>{n} mm of rain" for n in range(1, 9)),
        "<dl>"
        + "".join(
            f"<dt>{n} May 2024<dd>The {n}th meeting was held, and nothing was decided." for n in range(1, 9)
        ),
    ],
)
def test_pages_without_posts_have_none(html: str) -> None:
    assert find_posts(parse(html)) == ()


def test_an_empty_page_has_none() -> None:
    assert find_posts(empty_page()) == ()


def test_posts_name_their_blocks_and_element() -> None:
    page = parse(_XENFORO)
    post = find_posts(page)[0]
    assert [page.block_text(block) for block in post.blocks] == ["My kettle is loud.", "What can I do?"]
    assert page.tag_name(post.element) == "article"
    assert post.xpath == page.xpath(post.element)


def test_a_document_separates_posts_and_comments() -> None:
    thread, article = extract(_XENFORO), extract(_ARTICLE + _WORDPRESS)
    assert ([post.author for post in thread.posts], thread.comments) == (["ann", "bo"], ())
    assert (article.posts, [post.author for post in article.comments]) == ((), ["Ann", "Bo", "Cy"])


def test_plain_data_has_posts_and_comments_if_there_are_any() -> None:
    def keys(document: Document) -> set[str]:
        return {"posts", "comments"} & set(document.to_dict())

    assert keys(extract(_ARTICLE)) == set()
    assert keys(extract(_ARTICLE + _WORDPRESS)) == {"comments"}
    first = extract(_XENFORO).to_dict()["posts"][0]
    assert list(first) == ["author", "time", "date", "text", "blocks", "xpath"]
    assert first["author"] == "ann"


_COMMENT = "<b class=author>Ann</b> <time>2 May 2024</time><p>Some words, and a few more.</p>"
_FAMILIES: dict[str, Callable[[int], str]] = {
    "comments": lambda n: f"<li class=comment>{_COMMENT}</li>" * n,
    "nested comments": lambda n: f"<div class=comment>{_COMMENT}" * n,
    "distinct kinds": lambda n: "".join(
        f"<div class=comment-{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}>{_COMMENT}</div>" for i in range(n)
    ),
    "distinct texts": lambda n: "".join(
        f"<div class=post>{_COMMENT}<i class='{chr(19968 + i)} post-content'>words</i></div>"
        for i in range(n)
    ),
    "signed posts": lambda n: "".join(
        f"<div class=post><b class=author>ann{i}</b> <time>1 May</time><p>{chr(19968 + i % 9999)}</p></div>"
        for i in range(2 * n)
    ),
    "bare lines": lambda n: "<p>ann<br>2 days ago<br>text, text and text" * n,
    "rows of a table": lambda n: "<table>" + f"<tr class=post><td>{_COMMENT}" * n,
    "one long number": lambda n: "<p>" + "1" * 100 * n,
    "one long id": lambda n: f"<p id='{'post1' * 50 * n}'>x",
}


@pytest.mark.parametrize("family", _FAMILIES)
def test_time_grows_with_the_page(family: str) -> None:
    once, twice = parse(_FAMILIES[family](1000)), parse(_FAMILIES[family](2000))
    assert grows_linearly(lambda: find_posts(_fresh(once)), lambda: find_posts(_fresh(twice)))


def _fresh(page: Page) -> Page:
    """The same table, without derived columns."""
    make, columns = page.__reduce__()
    return make(*columns)


@pytest.mark.parametrize("family", hostile_pages())
def test_hostile_pages_raise_no_error(family: str) -> None:
    page = parse(hostile_pages()[family](300).decode(errors="replace"))
    posts = find_posts(page)
    assert all(0 <= block < len(page.blocks) for post in posts for block in post.blocks)


@pytest.mark.parametrize("html", [_DISCUZ, _XENFORO, _ARTICLE, ""])
def test_the_blocks_of_posts_are_found_without_their_authors(html: str) -> None:
    page = parse(html)
    assert find_post_blocks(page).tolist() == all_blocks_of(page, find_posts(page)).tolist()
