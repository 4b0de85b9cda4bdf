from maintext.evaluation.structure.markdown import read_markdown


def test_blocks_are_read_by_kind() -> None:
    shown = read_markdown("# A *head*¶\n\nOne\ntwo  \nthree\n\n> four\n\n```js x\na\n  b\n```\n\n    c\n")
    assert shown.headings == ["Ahead¶"]
    assert shown.paragraphs == ["onetwothree", "four"]
    assert shown.listings == [("a\n  b", "javascript"), ("c", "")]


def test_items_have_a_depth_and_a_kind() -> None:
    shown = read_markdown("- one\n  1. two\n\n     more\n- [x] three\n")
    assert sorted(shown.items) == [("one", 1, False), ("three", 1, False), ("twomore", 2, True)]
    assert shown.paragraphs == []


def test_tables_are_read_as_pipes_and_as_html() -> None:
    pipes = "| A | B |\n| --- | --- |\n| [c](/c) | d<br>e |\n"
    html = "<table><tr><th>A</th><th>B</th></tr><tr><td><a href='/c'>c</a></td><td>d<br>e</td></tr></table>\n"
    for source in (pipes, html):
        shown = read_markdown(source)
        assert shown.tables == [(("a", "b"), ("c", "de"))]
        assert shown.links == {("c", "/c"): 1}


def test_links_and_images_have_their_url() -> None:
    shown = read_markdown("a [b *c*](/x%20y) <http://e.org/> ![alt](/i.png 'The tower')")
    assert shown.links == {("bc", "/x y"): 1, ("httpeorg", "http://e.org/"): 1}
    assert shown.images == {"/i.png": 1}
    assert "thetower" in shown.text
    assert "alt" not in shown.text


def test_formulas_stand_between_dollars_and_not_in_code() -> None:
    source = "It is $x^2$ and \\(y\\).\n\n$$\\sum_{i=0} z$$\n\n`$a$` and $5 or $10\n\n```\n$b$\n```\n"
    assert [each.tex for each in read_markdown(source).formulas] == ["x^2", "y", "\\sum_i=0z"]


def test_an_empty_text_holds_nothing() -> None:
    shown = read_markdown("")
    assert not any((shown.paragraphs, shown.listings, shown.tables, shown.text))
