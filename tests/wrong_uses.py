"""Wrong uses of the library, and the error of each. `tools/library_tables.py` writes them into the docs."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import maintext
from maintext import (
    Auto,
    AutoModel,
    Extractor,
    Limits,
    Select,
    SiteTemplate,
    compare,
    extract,
    get_method,
    judge,
)

HTML = "<p>The tower was built in 1911, and it leans.</p>"
PAGE = "str, bytes-like, a Path, a file object or a response"
METHOD = "a method or the spec of one, such as 'ceds:printed'"
SITE = "a SiteTemplate, the path of one, a list of pages or None"
METHODS = "a list of methods or specs, or specs with commas between them"


class Wrong(NamedTuple):
    """A wrong use."""

    code: str
    """As a user writes it; `html` is a page."""
    error: str
    """The class of the error."""
    message: str


class Asynchronous:
    """A response whose body must be awaited."""

    async def read(self) -> bytes:
        """The body."""
        return b""


NAMES: dict[str, Any] = {
    "maintext": maintext,
    "extract": extract,
    "get_method": get_method,
    "judge": judge,
    "compare": compare,
    "Auto": Auto,
    "AutoModel": AutoModel,
    "Extractor": Extractor,
    "Limits": Limits,
    "Select": Select,
    "SiteTemplate": SiteTemplate,
    "Path": Path,
    "BytesIO": BytesIO,
    "asynchronous": Asynchronous(),
    "html": HTML,
}

WRONG = (
    Wrong("extract(None)", "TypeError", f"html must be {PAGE}, not NoneType"),
    Wrong("extract(5)", "TypeError", f"html must be {PAGE}, not int"),
    Wrong("extract([html])", "TypeError", f"html must be {PAGE}, not list"),
    Wrong("extract(str)", "TypeError", f"html must be {PAGE}, not the class str"),
    Wrong(
        "extract('https://example.org/')",
        "InputError",
        "html is a URL, not a page: give maintext.fetch('https://example.org/')",
    ),
    Wrong("extract('page.html')", "InputError", "html is a path, not a page: give pathlib.Path('page.html')"),
    Wrong(
        "extract('/home/ann/my page.html')",
        "InputError",
        "html is a path, not a page: give pathlib.Path('/home/ann/my page.html')",
    ),
    Wrong(
        "extract(Path('missing.html'))",
        "FileNotFoundError",
        "[Errno 2] No such file or directory: 'missing.html'",
    ),
    Wrong("extract(Path('.'))", "InputError", ". is a folder: extract_many reads all its pages"),
    Wrong(
        "extract(asynchronous)",
        "InputError",
        "html has a read() that must be awaited: give what `await ….read()` returns",
    ),
    Wrong("extract(html, 5)", "TypeError", "url must be a text or None, not int"),
    Wrong("extract(html, charset=5)", "TypeError", "charset must be a text, bytes or None, not int"),
    Wrong("extract(html, method=None)", "TypeError", f"method must be {METHOD}, not NoneType"),
    Wrong("extract(html, method=b'auto')", "TypeError", f"method must be {METHOD}, not bytes"),
    Wrong("extract(html, method='pvalue')", "UnknownMethod", "no method 'pvalue'; did you mean p_value?"),
    Wrong(
        "extract(html, method='ceds:best')",
        "MethodError",
        "no form 'best' of ceds; there is printed, as in ceds:printed",
    ),
    Wrong(
        "extract(html, method=Auto(model='mine.npz'))",
        "TypeError",
        "auto's model must be AutoModel or None, not str: AutoModel.load('mine.npz') reads a file",
    ),
    Wrong(
        "extract(html, method=Auto(threshold=2))", "ValueError", "threshold must be between 0 and 1, not 2"
    ),
    Wrong(
        "extract(html, model='mine.npz')",
        "TypeError",
        "there is no model=; use method=Auto(model=AutoModel.load(path))",
    ),
    Wrong(
        "extract(html, threshold=0.3)", "TypeError", "there is no threshold=; use method=Auto(threshold=0.5)"
    ),
    Wrong("extract(html, timeout=5)", "TypeError", "there is no timeout=; use limits=Limits(seconds=…)"),
    Wrong(
        "extract(html, headers={})",
        "TypeError",
        "there is no headers=; use charset=, which takes a whole Content-Type header",
    ),
    Wrong("extract(html, favor_recall=True)", "TypeError", "there is no favor_recall=; use prefer='recall'"),
    Wrong("extract(html, include_links=True)", "TypeError", "there is no include_links=; use links="),
    Wrong(
        "extract(html, deduplicate=True)",
        "TypeError",
        "there is no deduplicate=; use site=, or the command `maintext dedup`",
    ),
    Wrong(
        "extract(html, no_fallback=True)",
        "TypeError",
        "there is no no_fallback=; use method=; a method never falls back on another",
    ),
    Wrong("extract(html, base_url='https://e.org/')", "TypeError", "there is no base_url=; use url="),
    Wrong(
        "extract(html, colour=1)",
        "TypeError",
        "there is no colour=; options are prefer, comments, tables, prune, within, min_text, "
        "language, articles_only, visible, rule, title, links, images, formatting, table_format, "
        "date_format, min_date, max_date",
    ),
    Wrong(
        "extract(html, prefer='speed')",
        "ValueError",
        "prefer must be 'precision', 'balance' or 'recall', not 'speed'",
    ),
    Wrong(
        "extract(html, prefer='recall', method='ceds')",
        "MethodError",
        "ceds cannot prefer recall: its rule is fixed",
    ),
    Wrong(
        "extract(html, comments=True)", "TypeError", "comments must be 'auto', 'always' or 'never', not bool"
    ),
    Wrong("extract(html, links='no')", "TypeError", "links must be True or False, not str"),
    Wrong("extract(html, prune=5)", "TypeError", "prune must be a text or a list of texts, not int"),
    Wrong("extract(html, prune='div >')", "SelectorError", "the selector 'div >' is not complete"),
    Wrong(
        "extract(html, within='p:hover')",
        "SelectorError",
        "the selector 'p:hover' cannot be read at ':hover'",
    ),
    Wrong("extract(html, min_text='long')", "TypeError", "min_text must be a whole number, not str"),
    Wrong("extract(html, min_text=-1)", "ValueError", "min_text must be at least 0, not -1"),
    Wrong(
        "extract(html, language='English')",
        "ValueError",
        "language must be a tag such as 'en' or 'zh-CN', or None, not 'English'",
    ),
    Wrong(
        "extract(html, min_date='1.5.2024')",
        "ValueError",
        "min_date must be a day such as '2024-05-02', not '1.5.2024'",
    ),
    Wrong("extract(html, articles_only='yes')", "TypeError", "articles_only must be True or False, not str"),
    Wrong("extract(html, rule=None)", "TypeError", "rule must be 'model' or 'printed', not NoneType"),
    Wrong(
        "extract(html, select={'prefer': 'recall'})", "TypeError", "select must be a Select object, not dict"
    ),
    Wrong("extract(html, output='markdown')", "TypeError", "output must be an Output object, not str"),
    Wrong("extract(html, limits=5)", "TypeError", "limits must be a Limits object, not int"),
    Wrong("Limits(max_bytes=10**6)", "TypeError", "there is no max_bytes=; use Limits(bytes=…)"),
    Wrong("Limits(timeout=5)", "TypeError", "there is no timeout=; use Limits(seconds=…)"),
    Wrong("Limits(seconds=0)", "ValueError", "the limit on seconds must be positive, not 0"),
    Wrong("Limits(nodes='many')", "ValueError", "the limit on nodes must be a whole number, not 'many'"),
    Wrong(
        "extract(html, site='missing.json')",
        "TemplateError",
        "cannot read missing.json: No such file or directory",
    ),
    Wrong(
        "extract(html, site='auto')",
        "TemplateError",
        "site='auto' is for the command: give maintext.http.sisters.find_sisters(html, url).texts",
    ),
    Wrong("extract(html, site=html)", "TypeError", f"site must be {SITE}, not str"),
    Wrong("extract(html, site=5)", "TypeError", f"site must be {SITE}, not int"),
    Wrong("extract(html, site=[5])", "TypeError", f"html must be {PAGE}, not int"),
    Wrong(
        "extract(html).render('pdf')",
        "ValueError",
        "no format 'pdf'; there are text, markdown, html, xml, tei",
    ),
    Wrong(
        "judge(html, model='mine.npz')",
        "TypeError",
        "model must be an AutoModel, as AutoModel.load(path) reads it, or None, not str",
    ),
    Wrong("compare(html, methods=5)", "TypeError", f"methods must be {METHODS}, not int"),
    Wrong(
        "compare(html, methods=['auto', None])",
        "TypeError",
        f"each of methods must be {METHOD}, not NoneType",
    ),
    Wrong(
        "AutoModel.load('missing.npz')",
        "ModelError",
        "cannot read the model missing.npz: No such file or directory",
    ),
    Wrong("SiteTemplate.learn(html)", "TypeError", "pages must be a list of pages, not str"),
    Wrong("SiteTemplate.learn([5])", "TypeError", f"html must be {PAGE}, not int"),
    Wrong("SiteTemplate.learn([html], host=5)", "TypeError", "host must be a text or None, not int"),
    Wrong(
        "maintext.fetch('example.org')",
        "InputError",
        "url must start with http:// or https://, as in 'https://example.org'",
    ),
    Wrong(
        "maintext.extract_many('missing')",
        "InputError",
        "missing is not a folder: give a folder, or a list of pages",
    ),
    Wrong(
        "maintext.extract_many(html.encode())",
        "TypeError",
        "pages must be a folder or a list of pages, not bytes",
    ),
    Wrong(
        "maintext.extract_many([html], workers=0)",
        "ValueError",
        "workers must be at least 1, not 0",
    ),
    Wrong(
        "extract('www.example.org')",
        "InputError",
        "html is a URL, not a page: give maintext.fetch('https://www.example.org')",
    ),
    Wrong(
        "extract('file:///home/ann/page.html')",
        "InputError",
        "html is a URL, not a page: give pathlib.Path('/home/ann/page.html')",
    ),
    Wrong(
        "extract(html, method='auto, ceds')",
        "UnknownMethod",
        "'auto, ceds' is more than one method: compare takes several",
    ),
    Wrong("extract(html, method='Auto')", "UnknownMethod", "no method 'Auto'; did you mean auto?"),
    Wrong("extract(html, link=False)", "TypeError", "there is no link=; did you mean links=?"),
    Wrong(
        "extract(html, workers=2)", "TypeError", "there is no workers=; use extract_many(pages, workers=…)"
    ),
    Wrong(
        "extract(html, only_with_metadata=True)",
        "TypeError",
        "there is no only_with_metadata=; "
        "use document.title, .author and .date, which are None where the page has none",
    ),
    Wrong("extract(html, prune=['p', 5])", "TypeError", "each of prune must be a text, not int"),
    Wrong("extract(html, prune='')", "SelectorError", "a selector is empty"),
    Wrong(
        "extract(html, prune='//aside')",
        "SelectorError",
        "'//aside' is an XPath: give a CSS selector, such as 'main p'",
    ),
    Wrong("extract(html, title=True)", "TypeError", "title must be 'auto', 'always' or 'never', not bool"),
    Wrong(
        "extract(html, table_format='csv')",
        "ValueError",
        "table_format must be 'pipe', 'auto' or 'html', not 'csv'",
    ),
    Wrong("extract(html, language=['en', 'de'])", "TypeError", "language must be a text or None, not list"),
    Wrong(
        "extract(html, date_format='YYYY-MM-DD')",
        "ValueError",
        "date_format must be a format of strftime, such as '%d.%m.%Y', not 'YYYY-MM-DD'",
    ),
    Wrong(
        "extract(html, min_date='2025-01-01', max_date='2020-01-01')",
        "ValueError",
        "min_date 2025-01-01 is after max_date 2020-01-01",
    ),
    Wrong(
        "extract(html, limits=Limits)", "TypeError", "limits must be a Limits object, not the class Limits"
    ),
    Wrong("Limits(bytes=True)", "ValueError", "the limit on bytes must be a whole number, not True"),
    Wrong("extract(html, site='')", "TemplateError", f"site is an empty text: give {SITE}"),
    Wrong("extract(html, site=Path('.'))", "TemplateError", ". is a folder, not the file of a site template"),
    Wrong("SiteTemplate.load(None)", "TypeError", "path must be a path, not NoneType"),
    Wrong("AutoModel.load(5)", "TypeError", "path must be a path, not int"),
    Wrong("extract(html).render('json')", "ValueError", "no format 'json'; use to_json()"),
    Wrong("extract(html).render('Markdown')", "ValueError", "no format 'Markdown'; did you mean markdown?"),
    Wrong("judge(html, url=5)", "TypeError", "url must be a text or None, not int"),
    Wrong("judge(html, rule='paper')", "ValueError", "rule must be 'model' or 'printed', not 'paper'"),
    Wrong(
        "get_method('ceds', window=3)",
        "MethodError",
        "ceds has no parameter 'window'; it has numerator, variance, leaves, nested, one_class",
    ),
    Wrong("get_method('ceds(')", "MethodError", "a bracket or quote of 'ceds(' has no partner"),
    Wrong(
        "maintext.fetch('ftp://example.org/')",
        "InputError",
        "url must start with http:// or https://, not ftp://",
    ),
    Wrong("maintext.fetch('http://')", "InvalidUrl", "the URL has no host"),
    Wrong(
        "maintext.fetch('https://exa mple.org/')", "ForbiddenUrl", "URLs with % in the host are not fetched"
    ),
    Wrong(
        "maintext.fetch('http://127.0.0.1/')",
        "ForbiddenUrl",
        "127.0.0.1 is not an address of the public internet in its usual form",
    ),
    Wrong(
        "maintext.extract_many(None)", "TypeError", "pages must be a folder or a list of pages, not NoneType"
    ),
    Wrong(
        "extract('example.org/news')",
        "InputError",
        "html is a URL, not a page: give maintext.fetch('https://example.org/news')",
    ),
    Wrong(
        "extract('localhost:8000')",
        "InputError",
        "html is a URL, not a page: give maintext.fetch('http://localhost:8000')",
    ),
    Wrong(
        "extract('//example.org/x')",
        "InputError",
        "html is a URL, not a page: give maintext.fetch('https://example.org/x')",
    ),
    Wrong(
        "extract(b'https://example.org/')",
        "InputError",
        "html is a URL, not a page: give maintext.fetch('https://example.org/')",
    ),
    Wrong(
        "extract(b'page.html')", "InputError", "html is a path, not a page: give pathlib.Path('page.html')"
    ),
    Wrong(
        "extract('~/page.html')", "InputError", "html is a path, not a page: give pathlib.Path('~/page.html')"
    ),
    Wrong(
        "extract(Path('crawl.warc.gz'))",
        "InputError",
        "crawl.warc.gz is a file of many pages: `maintext run` reads it",
    ),
    Wrong("extract(Path('a\\0b'))", "InputError", "'a\\x00b' is not a path: it has a NUL character"),
    Wrong(
        "extract({'html': html})",
        "TypeError",
        "html must be str, bytes-like, a Path, a file object or a response, not dict",
    ),
    Wrong(
        "extract(lambda: html)",
        "TypeError",
        "html must be str, bytes-like, a Path, a file object or a response, not function",
    ),
    Wrong(
        "extract(extract(html))",
        "TypeError",
        "html must be str, bytes-like, a Path, a file object or a response, not Document",
    ),
    Wrong("extract(html, url=b'https://example.org/')", "TypeError", "url must be a text or None, not bytes"),
    Wrong("extract(html, charset=['utf-8'])", "TypeError", "charset must be a text, bytes or None, not list"),
    Wrong(
        "extract(html, method=['auto'])",
        "TypeError",
        "method must be a method or the spec of one, such as 'ceds:printed', not list",
    ),
    Wrong(
        "extract(html, method=maintext.Method)",
        "TypeError",
        "method: the class Method has no score and no select",
    ),
    Wrong(
        "extract(html, method='auto(threshold=')",
        "MethodError",
        "a bracket or quote of 'auto(threshold=' has no partner",
    ),
    Wrong(
        "extract(html, method='auto(threshold=)')",
        "MethodError",
        "parameters are name=value, not 'threshold=', in 'auto(threshold=)'",
    ),
    Wrong(
        "extract(html, method=Auto(threshold='0.5'))",
        "TypeError",
        "auto's threshold must be a number or None, not str",
    ),
    Wrong(
        "extract(html, prefer=None)",
        "TypeError",
        "prefer must be 'precision', 'balance' or 'recall', not NoneType",
    ),
    Wrong("extract(html, prune=None)", "TypeError", "prune must be a text or a list of texts, not NoneType"),
    Wrong(
        "extract(html, prune=5 * ['p:hover'])",
        "SelectorError",
        "the selector 'p:hover' cannot be read at ':hover'",
    ),
    Wrong("extract(html, within=['p'])", "TypeError", "within must be a text or None, not list"),
    Wrong("extract(html, within='')", "SelectorError", "a selector is empty"),
    Wrong("extract(html, min_text=True)", "TypeError", "min_text must be a whole number, not bool"),
    Wrong("extract(html, min_text=1.5)", "TypeError", "min_text must be a whole number, not float"),
    Wrong(
        "extract(html, language='')",
        "ValueError",
        "language must be a tag such as 'en' or 'zh-CN', or None, not ''",
    ),
    Wrong("extract(html, tables=1)", "TypeError", "tables must be True or False, not int"),
    Wrong("extract(html, visible=True)", "TypeError", "visible must be 'reader' or 'strict', not bool"),
    Wrong(
        "extract(html, max_date='2020-W01-1')",
        "ValueError",
        "max_date must be a day such as '2024-05-02', not '2020-W01-1'",
    ),
    Wrong("extract(html, min_date=20200101)", "TypeError", "min_date must be a text or None, not int"),
    Wrong(
        "extract(html, date_format='')",
        "ValueError",
        "date_format must be a format of strftime, such as '%d.%m.%Y', not ''",
    ),
    Wrong(
        "extract(html, select=Select)", "TypeError", "select must be a Select object, not the class Select"
    ),
    Wrong("extract(html, limits={'bytes': 5})", "TypeError", "limits must be a Limits object, not dict"),
    Wrong("Limits(seconds=True)", "ValueError", "the limit on seconds must be a number, not True"),
    Wrong("Limits(size=5)", "TypeError", "there is no size=; Limits has bytes, nodes, depth, seconds"),
    Wrong(
        "Extractor(html)",
        "UnknownMethod",
        "'<p>The tower was built in 1911, and it leans.</p>' is a page, not a method: give it to extract",
    ),
    Wrong(
        "extract(html, site=b'site.json')",
        "TypeError",
        "site must be a SiteTemplate, the path of one, a list of pages or None, not bytes",
    ),
    Wrong(
        "extract(html, site='https://example.org/')",
        "TemplateError",
        "cannot read https://example.org/: No such file or directory",
    ),
    Wrong("SiteTemplate.learn([html]).save(None)", "TypeError", "path must be a path, not NoneType"),
    Wrong(
        "SiteTemplate.learn([html]).merge(None)", "TypeError", "other must be a SiteTemplate, not NoneType"
    ),
    Wrong(
        "SiteTemplate.load('')", "TemplateError", "an empty path is a folder, not the file of a site template"
    ),
    Wrong("AutoModel.load('')", "ModelError", "cannot read the model '': Is a directory"),
    Wrong("judge(html, limits=5)", "TypeError", "limits must be a Limits object, not int"),
    Wrong(
        "compare(html, methods=Auto)",
        "TypeError",
        "methods must be a list of methods or specs, or specs with commas between them, not the class Auto",
    ),
    Wrong(
        "compare(html, site=5)",
        "TypeError",
        "site must be a SiteTemplate, the path of one, a list of pages or None, not int",
    ),
    Wrong(
        "get_method(Auto)",
        "TypeError",
        "spec must be the spec of a method, such as 'ceds:printed', not the class Auto",
    ),
    Wrong(
        "get_method('auto(threshold=0.5)', threshold=0.4)",
        "MethodError",
        "auto's threshold is given twice: in the spec, and apart from it",
    ),
    Wrong("extract(html).content", "AttributeError", "a Document has no .content; use .text"),
    Wrong("extract(html).publish_date", "AttributeError", "a Document has no .publish_date; use .date"),
    Wrong(
        "extract(html).site_name", "AttributeError", "a Document has no .site_name; use .metadata.site_name"
    ),
    Wrong(
        "maintext.fetch('')",
        "InputError",
        "url must start with http:// or https://, as in 'https://example.org/'",
    ),
    Wrong("maintext.fetch(b'https://example.org/')", "TypeError", "url must be a text, not bytes"),
    Wrong(
        "maintext.fetch('https://ann:secret@example.org/')",
        "ForbiddenUrl",
        "URLs with a user name are not fetched",
    ),
    Wrong(
        "maintext.fetch('https://example.org:99999/')",
        "InvalidUrl",
        "not a valid URL: Port out of range 0-65535",
    ),
    Wrong(
        "maintext.extract_many(html)", "InputError", "pages is one page: give a folder, or a list of pages"
    ),
    Wrong(
        "maintext.extract_many('https://example.org/')",
        "InputError",
        "pages is a URL: give [maintext.fetch('https://example.org/')]",
    ),
    Wrong(
        "maintext.extract_many('pages/*.html')",
        "InputError",
        "pages/*.html is a pattern: give pathlib.Path().glob('pages/*.html')",
    ),
    Wrong(
        "maintext.extract_many({'a': html})",
        "TypeError",
        "pages must be a folder or a list of pages, not dict",
    ),
    Wrong(
        "maintext.extract_many([html], jobs=2)",
        "TypeError",
        "there is no jobs=; use extract_many(pages, workers=…)",
    ),
    Wrong(
        "maintext.extract_many([html], workers='2')",
        "TypeError",
        "workers must be a whole number of at least 1, or None, not str",
    ),
)


def use(wrong: Wrong) -> Callable[[], Any]:
    """The use as a function."""
    return lambda: eval(wrong.code, dict(NAMES))
