"""Wrong uses of the command, and the line of each. `tools/library_tables.py` writes them into the docs."""

import gzip
from pathlib import Path
from typing import NamedTuple

ARTICLE = (
    "<nav><a href=/>Home</a></nav><article><h1>The tower</h1>"
    "<p>The tower was built in 1911, of brick and lime, and it leans to the west.</p></article>"
)


class WrongCommand(NamedTuple):
    """A wrong use."""

    words: str
    """What follows `maintext`; `page.html` is a page, and `prepare` makes the other files."""
    code: int
    """The exit code."""
    line: str
    """The only line on standard error, after `maintext: ` and before the hint at `--help`."""


def prepare(folder: Path) -> None:
    """Write the files that the uses name."""
    (folder / "page.html").write_text(ARTICLE, encoding="utf-8")
    (folder / "other.html").write_text(ARTICLE, encoding="utf-8")
    (folder / "empty.html").write_text("")
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (folder / "cut.html.gz").write_bytes(gzip.compress(ARTICLE.encode())[:60])
    (folder / "pages.warc").write_text("WARC/1.0\r\n")
    (folder / "pages.jsonl").write_text('{"id": "x", "html": "<p>Hello"}\n')
    (folder / "broken.json").write_text("{broken")
    (folder / "empty").mkdir()


WRONG_COMMANDS = (
    WrongCommand("page.html", 2, "there is no command: give maintext extract page.html"),
    WrongCommand(
        "https://example.org/", 2, "there is no command: give maintext extract https://example.org/"
    ),
    WrongCommand("extrct page.html", 2, "No such command 'extrct'. Did you mean 'extract'?"),
    WrongCommand("extract missing.html", 2, "missing.html: no such file"),
    WrongCommand(
        "extract example.org", 2, "example.org: no such file; for a web page, give https://example.org"
    ),
    WrongCommand(
        "extract ftp://example.org/",
        2,
        "ftp://example.org/: no such file; only http:// and https:// URLs are fetched",
    ),
    WrongCommand(
        "extract file:///home/ann/page.html",
        2,
        "file:///home/ann/page.html: no such file; give the path, /home/ann/page.html",
    ),
    WrongCommand("extract empty.html", 3, "empty.html: the input is empty"),
    WrongCommand("extract picture.html", 3, "picture.html: the input is binary data, not HTML"),
    WrongCommand("extract cut.html.gz", 2, "cut.html.gz: not a complete gzip file"),
    WrongCommand("extract pages.warc", 2, "pages.warc: a file of many pages: `maintext run` reads it"),
    WrongCommand("extract pages.jsonl", 2, "pages.jsonl: a file of many pages: `maintext run` reads it"),
    WrongCommand("extract empty", 2, "empty: no .html, .htm, .xhtml file in it"),
    WrongCommand("extract '*.htm'", 2, "*.htm: matches no file"),
    WrongCommand(
        "extract page.html -f pdf",
        2,
        "Invalid value for '--format' / '-f': format must be 'text', 'markdown', 'html', 'xml', 'tei' or "
        "'json', not 'pdf'",
    ),
    WrongCommand(
        "extract page.html -f Markdown",
        2,
        "Invalid value for '--format' / '-f': format must be 'text', 'markdown', 'html', 'xml', 'tei' or "
        "'json', not 'Markdown'",
    ),
    WrongCommand("extract page.html -m pvalue", 2, "no method 'pvalue'; did you mean p_value?"),
    WrongCommand("extract page.html -m 'auto ceds'", 2, "no method 'auto ceds'; did you mean ceds?"),
    WrongCommand("extract page.html -m 'ceds('", 2, "a bracket or quote of 'ceds(' has no partner"),
    WrongCommand("extract page.html --param threshold", 2, "--param takes name=value, not 'threshold'"),
    WrongCommand(
        "extract page.html --param threshold=high", 2, "auto's threshold takes a number or none, not 'high'"
    ),
    WrongCommand("extract page.html --param size=5", 2, "auto has no parameter 'size'; it has threshold"),
    WrongCommand("extract page.html -m ceds --model mine.npz", 2, "ceds needs no model"),
    WrongCommand(
        "extract page.html --model missing.npz",
        2,
        "cannot read the model missing.npz: No such file or directory",
    ),
    WrongCommand(
        "extract page.html --site broken.json", 2, "broken.json is not a site template: it is not JSON"
    ),
    WrongCommand(
        "extract page.html --site auto",
        2,
        "--site auto needs the URL of the page: give a URL as input, or --url",
    ),
    WrongCommand(
        "extract page.html other.html --url https://example.org/",
        2,
        "--url is the URL of one page, but there are several",
    ),
    WrongCommand(
        "extract page.html --charset klingon",
        2,
        "Invalid value for '--charset': there is no encoding 'klingon'",
    ),
    WrongCommand("extract page.html --max-bytes 0", 2, "the limit on bytes must be positive, not 0"),
    WrongCommand(
        "extract page.html --max-bytes 1e6", 2, "Invalid value for '--max-bytes': '1e6' is not a whole number"
    ),
    WrongCommand(
        "extract page.html --timeout soon", 2, "Invalid value for '--timeout': 'soon' is not a number"
    ),
    WrongCommand(
        "extract page.html --workers 0", 2, "Invalid value for '--workers' / '-j': 0 is less than 1"
    ),
    WrongCommand(
        "extract page.html --language English",
        2,
        "--language must be a tag such as 'en' or 'zh-CN', not 'English'",
    ),
    WrongCommand(
        "extract page.html --prune //aside", 2, "'//aside' is an XPath: give a CSS selector, such as 'main p'"
    ),
    WrongCommand(
        "extract page.html --within 'p:hover'", 2, "the selector 'p:hover' cannot be read at ':hover'"
    ),
    WrongCommand(
        "extract page.html --date-format day",
        2,
        "--date-format must be a format of strftime, such as '%d.%m.%Y', not 'day'",
    ),
    WrongCommand(
        "extract page.html --min-date 2025-01-01 --max-date 2020-01-01",
        2,
        "--min-date 2025-01-01 is after --max-date 2020-01-01",
    ),
    WrongCommand(
        "extract page.html --prefer recall -m ceds", 2, "ceds cannot prefer recall: its rule is fixed"
    ),
    WrongCommand(
        "extract page.html --rule printed", 2, "--rule needs --articles-only: it says how that judges a page"
    ),
    WrongCommand(
        "extract page.html other.html -o out.txt",
        2,
        "out.txt is one file, but there are several pages: give a folder, or a name that ends in .jsonl",
    ),
    WrongCommand(
        "extract page.html --explain -f json",
        2,
        "--explain prints for people; for data, use --format json --blocks",
    ),
    WrongCommand(
        "extract page.html --property title --explain",
        2,
        "--property prints one property, --explain shows blocks: give one of them",
    ),
    WrongCommand(
        "extract page.html --property size",
        2,
        "no property 'size'; there are title, author, authors, date, modified, language, site_name, "
        "description, categories, tags, licence, image, url, status, reason, kind, verdict, probability, "
        "confidence, encoding, method",
    ),
    WrongCommand(
        "extract page.html --blocks", 2, "--blocks needs --format json; --explain shows blocks to people"
    ),
    WrongCommand("extract page.html --show kept", 2, "--show is for --explain"),
    WrongCommand(
        "extract page.html --frontmatter -f html",
        2,
        "--frontmatter is for text and markdown; use --with-metadata for html",
    ),
    WrongCommand("-u https://example.org/", 2, "there is no -u; use maintext extract INPUT"),
    WrongCommand("extract page.html --markdown", 2, "there is no --markdown; use -f markdown"),
    WrongCommand("extract page.html --no-comments", 2, "there is no --no-comments; use --comments never"),
    WrongCommand("extract page.html --precision", 2, "there is no --precision; use --prefer precision"),
    WrongCommand("extract --input-dir empty", 2, "there is no --input-dir; use maintext extract INPUT"),
    WrongCommand(
        "extract page.html --target-language de", 2, "there is no --target-language; use --language"
    ),
    WrongCommand("judge missing.html", 2, "missing.html: no such file"),
    WrongCommand(
        "judge page.html -f xml",
        2,
        "Invalid value for '--format' / '-f': format must be 'table' or 'json', not 'xml'",
    ),
    WrongCommand("compare page.html other.html", 2, "compare takes one page, not 2"),
    WrongCommand("compare page.html -m none", 2, "no method to run: see --methods"),
    WrongCommand("methods pvalue", 2, "no method 'pvalue'; did you mean p_value?"),
    WrongCommand("methods ceds --features", 2, "auto has features, ceds has none"),
    WrongCommand(
        "samples tower",
        2,
        "no sample 'tower'; there are chinese-news, english-article, forum-thread, gbk-page, index-page",
    ),
    WrongCommand("run page.html", 2, "Missing option '--output' / '-o'"),
    WrongCommand("run missing -o texts", 2, "missing: no such file or folder"),
    WrongCommand(
        "run page.html -o texts --format warc",
        2,
        "Invalid value for '--format' / '-f': format must be 'text', 'markdown', 'html', 'xml' or "
        "'tei', not 'warc'; --input-format is that of the inputs",
    ),
    WrongCommand(
        "run page.html -o texts --engine flink",
        2,
        "Invalid value for '--engine': engine must be 'local', 'ray' or 'spark', not 'flink'",
    ),
    WrongCommand(
        "run page.html -o texts --engine ray --workers 2", 2, "--workers is for --engine local only"
    ),
    WrongCommand(
        "run page.html -o texts --columns nothing",
        2,
        "no group of columns 'nothing'; there are markdown, html, links, quality, all",
    ),
    WrongCommand("run page.html -o texts --sample 2", 2, "--sample takes a share above 0 and up to 1, not 2"),
    WrongCommand(
        "run empty -o texts",
        2,
        "empty: no file in it ends in .warc, .warc.gz, .warc.zst, .parquet, .pq, .jsonl, .jsonl.gz, "
        ".jsonl.zst, .ndjson, .ndjson.gz, .ndjson.zst, .html, .htm, .xhtml, .arrow",
    ),
    WrongCommand("dedup missing -o unique", 2, "missing: no such file or folder"),
    WrongCommand("train auto", 2, "give either --data or --from-labels"),
    WrongCommand("train ceds --data empty", 2, "ceds cannot be trained; auto and naive_bayes can"),
    WrongCommand("evaluate --data missing", 2, "no data set at missing: there is no such file or folder"),
    WrongCommand("bench --data empty --output figures.csv", 2, "figures.csv is neither .json nor .md"),
    WrongCommand(
        "gate --data empty --floors broken.json",
        2,
        "broken.json is not a file of floors: it is not JSON",
    ),
    WrongCommand("site show missing.json", 2, "cannot read missing.json: No such file or directory"),
    WrongCommand(
        "site learn page.html -o site.json", 2, "a template needs two different pages with text, not 1"
    ),
    WrongCommand("serve --labels page.html", 2, "--labels takes a folder, and page.html is a file"),
    WrongCommand(
        "serve --origin example.org",
        2,
        "--origin takes a scheme and a host, as in https://example.org, not 'example.org'",
    ),
    WrongCommand(
        "serve --port 99999", 2, "Invalid value for '--port' / '-p': 99999 is not between 0 and 65535"
    ),
    WrongCommand("mcp --root missing", 2, "the folder missing cannot be read: No such file or directory"),
    WrongCommand("mcp --http --root .", 2, "files are not read over HTTP: leave --root out"),
)
