import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.structure.gold import Gold, GoldItem, find_gold
from tests.evaluation.structure.pages import gold

TABLE = """<table><caption>Heights</caption><tr><th>Year</th><th colspan=2>Height in metres</th></tr>
<tr><td rowspan=2>1911</td><td>forty</td><td>at noon</td></tr>
<tr><td>forty one</td><td>at night</td></tr></table>"""
TABLE_TEXT = "Heights Year Height in metres 1911 forty at noon forty one at night"


def test_a_page_without_gold_text_or_body_has_no_structure() -> None:
    assert find_gold(LabelledPage("towers", "1", b"<h2>The tower</h2>", None)) == Gold()
    assert find_gold(LabelledPage("towers", "1", b"", "The tower")).headings == ()


def test_paragraphs_of_the_gold_text_count_and_others_do_not() -> None:
    found = gold("")
    assert len(found.paragraphs) == 2
    assert found.paragraphs[0].startswith("thetowerwasbuiltin1911")
    others = found.headings, found.items, found.tables, found.listings, found.formulas, found.links
    assert not any(others)


# -- headings ---------------------------------------------------------------------------------------------


def test_a_heading_counts_if_the_gold_text_has_it() -> None:
    assert gold("<h2>Why it leans</h2>", "Why it leans").headings == ("Whyitleans",)
    assert gold("<div role=heading>Why it leans</div>", "Why it leans").headings == ("Whyitleans",)
    assert gold("<a href=/1><span role=heading>Why it leans</span></a>", "Why it leans").headings == (
        "Whyitleans",
    )
    assert gold("<h2>Why it leans</h2>").headings == ()
    assert gold("<p>Why it leans</p>", "Why it leans").headings == ()


@pytest.mark.parametrize(
    "mark",
    [
        '<a class="headerlink" href="#x">¶</a>',
        '<a class="anchor" href="#x">#</a>',
        '<a class="doc-anchor" href="#x">§</a>',
        '<a class="heading-permalink" href="#x" title="Permalink">#</a>',
        '<a href="#x">#</a>',
        '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>',
    ],
)
def test_marks_at_a_heading_are_no_part_of_it(mark: str) -> None:
    assert gold(f"<h2>Why it leans{mark}</h2>", "Why it leans").headings == ("Whyitleans",)


def test_a_heading_whose_spans_stick_together_is_in_the_gold_text() -> None:
    tent = "<h2><span>The North Range</span><span>Wawona Six Tent</span></h2>"
    shoe = "<h2><span>Northern</span><span>Ranger Road Running Shoes for Women</span></h2>"
    assert gold(tent, "The North Range Wawona Six Tent").headings == ("TheNorthRangeWawonaSixTent",)
    assert gold(shoe, "Northern Ranger Road Running Shoes for Women").headings != (), "half of it matches"
    assert gold(tent, "The North Range Wawona Five Tent").headings == ()
    assert gold(tent * 2, "The North Range Wawona Six Tent").headings == ("TheNorthRangeWawonaSixTent",)
    assert gold("<h2>Day<b>Tent</b></h2>", "Day Tent").headings == (), "too short to be sure"


def test_the_name_of_a_user_above_a_post_is_no_heading() -> None:
    for user in (
        '<h4 class="message-name"><a href="/members/7"><span itemprop="name">Marsh</span></a></h4>',
        '<h3><a class="username" href="/members/7">Marsh</a></h3>',
    ):
        assert gold(user, "Marsh").headings == ()


def test_a_heading_with_block_elements_inside_is_one() -> None:
    assert gold("<h2>Why <div>it leans</div></h2>", "Why it leans").headings == ("Whyitleans",)
    assert gold("<h2>Why it leans <div>every day</div></h2>", "Why it leans").headings == ()


def test_a_heading_has_a_section_up_to_the_next_of_its_level() -> None:
    page = "<h2>Why it leans</h2><h3>When</h3><p>It is on Mondays.</p><h2>How much</h2><h2>Where</h2>"
    found = gold(page, "Why it leans When How much Where")
    assert found.headings == ("Whyitleans", "When", "Howmuch", "Where")
    assert found.section_headings == ("Where",), "a paragraph follows"
    found = gold(page, "Why it leans When It is on Mondays. How much Where")
    assert found.section_headings == ("Whyitleans", "When", "Where")


def test_the_title_is_no_heading_that_counts() -> None:
    found = gold("<h1>The leaning tower</h1><h2>The tower</h2>", "The leaning tower The tower")
    assert found.headings == ()
    assert {"Theleaningtower", "Thetower"} <= found.titles


def test_the_title_may_stand_beside_the_name_of_the_site() -> None:
    page = b"<title>A leaning tower | Leaning</title><h2>A leaning tower</h2><h2>Leaning</h2><p>It leans."
    found = find_gold(LabelledPage("towers", "1", page, "A leaning tower Leaning It leans."))
    assert found.headings == ("Leaning",), "a short part may also be a section"


def test_a_reply_repeats_the_title() -> None:
    found = gold("<h1>The leaning tower</h1><h3>Re: The leaning tower</h3>", "Re: The leaning tower")
    assert found.headings == ()
    assert found.is_title("Re:Theleaningtower")


@pytest.mark.parametrize("how", ["class=off", "class=sr-only", "class=visually-hidden"])
def test_a_heading_that_the_page_hides_is_not_expected(how: str) -> None:
    sheet = "<style>.off { display: none }</style>"
    found = gold(
        f"<div {how}><h2>Why it leans</h2><p>It is old.</div>", "Why it leans It is old.", head=sheet
    )
    assert found.headings == ()
    assert found.hidden_headings == ("Whyitleans",)


def test_a_heading_that_is_hidden_twice_counts_once() -> None:
    found = gold(
        "<div class=off><p class=sr-only>Skip<h2 class=sr-only>Why it leans</h2><p>It is old.</div>",
        "It is old.",
        head="<style>.off { display: none }</style>",
    )
    assert found.hidden_headings == ("Whyitleans",)


# -- lists ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["</li><ul><li>by a foot</li></ul>", "<ul><li>by a foot</li></ul></li>"])
def test_items_have_a_depth_however_they_are_nested(end: str) -> None:
    found = gold(f"<ol><li>it leans{end}<li>it creaks</li></ol>", "it leans by a foot it creaks")
    assert set(found.items) == {
        GoldItem("itleans", 1, True),
        GoldItem("byafoot", 2, False),
        GoldItem("itcreaks", 1, True),
    }


def test_lists_around_the_text_give_no_depth() -> None:
    found = gold(
        "<ul><li><div><h4>News</h4><ul><li>it leans to the east</li></ul></div></li></ul>",
        "it leans to the east",
    )
    assert found.items == (GoldItem("itleanstotheeast", 1, False),)


def test_cards_and_footnotes_are_no_items() -> None:
    assert not gold("<ul><li><h3>Lean times</h3>It leans</li></ul>", "Lean times It leans").items
    assert not gold(
        '<ol class="footnotes"><li>It leans to the east.</li></ol>', "It leans to the east."
    ).items


# -- tables -----------------------------------------------------------------------------------------------


def test_cells_that_span_several_places_stand_in_each_or_once() -> None:
    (table,) = gold(TABLE, TABLE_TEXT).tables
    assert table.filled == (
        ("year", "heightinmetres", "heightinmetres"),
        ("1911", "forty", "atnoon"),
        ("1911", "fortyone", "atnight"),
    )
    assert table.once == (
        ("year", "heightinmetres", ""),
        ("1911", "forty", "atnoon"),
        ("", "fortyone", "atnight"),
    )


@pytest.mark.parametrize(
    "layout",
    [
        TABLE.replace("<table>", "<table role=presentation>"),
        TABLE.replace("forty one", "forty one" + " and more of it" * 50),
        TABLE.replace("at noon", "<h3>at noon</h3>"),
        "<table><tr><td>Heights Year Height in metres 1911 forty</td></tr>"
        "<tr><td>at noon forty one at night</td></tr></table>",
    ],
)
def test_tables_that_place_parts_of_a_page_do_not_count(layout: str) -> None:
    assert gold(layout, TABLE_TEXT).tables == ()


def test_a_table_counts_only_if_nearly_all_of_it_is_in_the_gold_text() -> None:
    assert gold(TABLE, "Heights Year Height in metres").tables == ()
    assert gold(TABLE).tables == ()


# -- formulas ---------------------------------------------------------------------------------------------

MATHML = "<math><mi>x</mi><mo>+</mo><mn>1</mn></math>"
TEX = (
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x + 1}</annotation>'
    "</semantics></math>"
)


@pytest.mark.parametrize(
    "formula",
    [
        TEX,
        '<math alttext="x+1"><mi>x</mi></math>',
        '<script type="math/tex">x + 1</script>',
        '<script type="math/tex; mode=display">x + 1</script>',
        f'<span class="katex"><span>{TEX}</span><span class="katex-html">x+1</span></span>',
        f'<span class="katex-display"><span class="katex">{TEX}</span></span>',
        f'<span class="MathJax">{MATHML}</span><script type="math/tex">x + 1</script>',
        f'<span class="mwe-math-element"><i style="display:none">{TEX}</i><img src=/m alt="x+1"></span>',
        '<span class="mwe-math-element"><img src=/m alt="{\\displaystyle x+1}"></span>',
        '<img class="latex" src="/latex.php?x" alt="x + 1">',
    ],
)
def test_a_formula_between_texts_of_the_gold_counts_once(formula: str) -> None:
    for construct in (f"<div>{formula}</div>", f"<p>It leans by {formula} feet in a year.</p>"):
        found = gold(construct, "It leans by feet in a year." if "leans" in construct else "")
        assert [each.tex for each in found.formulas] == ["x+1"], construct
        assert not found.images


def test_mathml_without_latex_is_compared_by_its_signs() -> None:
    for formula in (
        MATHML,
        f"<mjx-container><mjx-math></mjx-math><mjx-assistive-mml>{MATHML}</mjx-assistive-mml></mjx-container>",
    ):
        (found,) = gold(f"<div>{formula}</div>").formulas
        assert (found.tex, found.signs) == ("", "x1")


def test_a_formula_beside_text_that_is_not_in_the_gold_does_not_count() -> None:
    assert not gold(f"<p>Read more of our stories</p><div>{MATHML}</div>").formulas


# -- links and images -------------------------------------------------------------------------------------


def test_links_in_the_gold_text_count_with_their_url() -> None:
    text = "See the old map of it, and the plan below."
    html = "<p>See the <a href='../map?x=1'>old map</a> of it, and the <a href=#plan>plan</a> below.</p>"
    (link,) = gold(html, text).links
    assert link.text == "oldmap"
    assert link.urls == {"../map?x=1", "https://e.org/map?x=1"}
    (link,) = gold(html, text, head="<base href=https://f.org/>").links
    assert "https://f.org/map?x=1" in link.urls
    assert not gold(html).links


def test_links_in_tables_count() -> None:
    (link,) = gold(TABLE.replace("forty one", "<a href=/one>forty one</a>"), TABLE_TEXT).links
    assert link.text == "fortyone"


def test_an_image_between_texts_of_the_gold_counts() -> None:
    (image,) = gold("<p><img src='/my tower.jpg' width=600></p>").images
    assert image.urls == {"/my tower.jpg", "https://e.org/my tower.jpg"}
    assert image.caption == ""


def test_every_source_of_an_image_is_right_but_placeholders() -> None:
    html = """<picture><source srcset="/a-1.webp 480w, /a-2.webp 960w">
    <img src="data:image/gif;base64,R0" data-src="/a.jpg" data-image-position="0.5,0.5"></picture>"""
    (image,) = gold(html).images
    assert image.urls == {
        f"{start}/{name}" for start in ("", "https://e.org") for name in ("a-1.webp", "a-2.webp", "a.jpg")
    }


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/a.jpg><figcaption>The tower in 1911.</figcaption></figure>",
        "<div class=wp-caption><img src=/a.jpg><p class=wp-caption-text>The tower in 1911.</p></div>",
    ],
)
def test_a_caption_belongs_to_its_image_whether_or_not_the_gold_has_it(figure: str) -> None:
    for text in ("", "The tower in 1911."):
        (image,) = gold(figure, text).images
        assert image.caption == "thetowerin1911"


@pytest.mark.parametrize(
    "image",
    [
        "<img src=/icon.png width=16 height=16>",
        "<img src=/static/blank.gif>",
        "<img src='data:image/png;base64,AA'>",
        "<img alt=nothing>",
        "<aside><img src=/advert.png></aside>",
        "<p>Read more of our stories</p><img src=/story.png>",
        "<p>hillclimber</p><img src=/avatar.png><p>Posts: 34</p>",
        "<a href='javascript:copy()'><img src=/copy.gif></a>",
    ],
)
def test_icons_and_images_apart_from_the_text_do_not_count(image: str) -> None:
    assert not gold(image).images


def test_paragraphs_with_formulas_or_empty_lines_are_not_compared() -> None:
    text = "It leans by feet. It leans to the east."
    assert len(gold(f"<p>It leans by {MATHML} feet.<p>It leans to the east.", text).paragraphs) == 3
    assert len(gold("<p>It leans by feet.<br><br>It leans to the east.</p>", text).paragraphs) == 2
    assert len(gold("<p>It leans by feet.<br>It leans to the east.</p>", text).paragraphs) == 3


@pytest.mark.parametrize(
    "image",
    [
        "<img src=/smilies/5.gif>",
        "<img class=emoji src=/1f642.png>",
        "<img src=/data/avatars/m/1.jpg>",
        "<img src=/img/power-icon2.png>",
    ],
)
def test_emoji_icons_and_portraits_of_users_are_no_images(image: str) -> None:
    assert not gold(f"<p>{image}</p>").images
    assert gold("<p><img src=/photos/smile.jpg></p>").images
