"""Options: which text is taken (`Select`), and how it is written (`Output`).

The fields are the only list of options. Name, type, default and help of the options of the command, of the
service and of a batch job come from here (`described`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import cache
from numbers import Integral
from typing import Any, Literal, NamedTuple, TypedDict, get_args, get_origin, get_type_hints

from maintext.arguments import check_choice, check_type, wrong_type
from maintext.errors import quoted

Prefer = Literal["precision", "balance", "recall"]
"""What counts more: that all kept text is main text, or that all main text is kept."""
CommentChoice = Literal["auto", "always", "never"]
"""Whether comments are in the text."""
Visible = Literal["reader", "strict"]
"""What counts as visible: what a reader sees or can open, or only what is shown at once."""
Rule = Literal["model", "printed"]
"""How a page is judged: by our model, or by the P value as printed in paper 3."""
TitleChoice = Literal["auto", "always", "never"]
"""Whether the title is in the text."""
TableFormat = Literal["pipe", "auto", "html"]
"""How Markdown has tables.

`pipe`: with pipes; cells are single lines. `auto`: with pipes where they can hold the table, else as HTML.
`html`: all as HTML.
"""

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")


def _option(default: Any, words: str, *, shown: str | None = None) -> Any:
    """A field with its help; `shown` stands for its value there."""
    return field(default=default, metadata={"help": words, "shown": shown})


@dataclass(frozen=True)
class Select:
    """Which text is taken as main text. docs/options.md describes each field.

    >>> Select(prefer="recall", prune="nav, .share").prune
    ('nav, .share',)
    """

    prefer: Prefer = _option(
        "balance", "precision: less text, and more surely main text; recall: more text. Only for auto."
    )
    comments: CommentChoice = _option(
        "auto", "always: comments are in the text; never: they are left out; auto: as the method chooses."
    )
    tables: bool = _option(True, "Keep data tables.")
    prune: tuple[str, ...] = _option((), "Leave out the elements of a CSS selector.", shown="CSS")
    within: str | None = _option(
        None, "Take text only from inside the elements of a CSS selector.", shown="CSS"
    )
    min_text: int = _option(0, "Refuse a page whose main text has fewer characters.", shown="N")
    language: str | None = _option(
        None, "Refuse a page in another language; a tag such as en or zh.", shown="TAG"
    )
    articles_only: bool = _option(False, "Refuse a page that has no article.")
    visible: Visible = _option(
        "reader", "reader: text that a reader sees or can open; strict: only text that is shown at once."
    )
    rule: Rule = _option(
        "model", "How articles_only judges a page: by our model, or by the P value as printed in paper 3."
    )

    def __post_init__(self) -> None:
        if isinstance(self.prune, str):
            object.__setattr__(self, "prune", (self.prune,))
        elif isinstance(self.prune, list):
            object.__setattr__(self, "prune", tuple(self.prune))
        _check(self, Select)
        if self.rule != "model" and not self.articles_only:
            raise ValueError("rule needs articles_only: it says how that judges a page")
        if self.prune or self.within is not None:
            _check_selectors(self)
        if self.language is not None and not _TAG.fullmatch(self.language):
            raise ValueError(
                f"language must be a tag such as 'en' or 'zh-CN', or None, not {quoted(self.language)}"
            )

    def accepts(self, language: str) -> bool:
        """Whether a page in a language is accepted: `en` accepts `en-US`, and not the reverse.

        >>> Select(language="en").accepts("en-US"), Select(language="en-US").accepts("en")
        (True, False)
        """
        wanted = (self.language or "").lower().replace("_", "-")
        return not wanted or f"{language.lower()}-".startswith(f"{wanted}-")


@dataclass(frozen=True)
class Output:
    """How the main text and its metadata are written. docs/options.md describes each field.

    >>> from maintext import extract
    >>> page = "<p>Salt the <a href='https://food.example/w'>water</a>."
    >>> extract(page, method="p_value", output=Output(links=False)).markdown
    'Salt the water.'
    """

    title: TitleChoice = _option(
        "auto", "always: the text starts with the title; never: it is left out; auto: if the method keeps it."
    )
    links: bool = _option(True, "Links, in formats that have them.")
    images: bool = _option(True, "Images, in formats that have them.")
    formatting: bool = _option(True, "Bold, italic, struck and marked text, in formats that have them.")
    table_format: TableFormat = _option(
        "pipe", "Tables in Markdown. pipe: with pipes; html: as HTML; auto: HTML where pipes cannot hold one."
    )
    date_format: str | None = _option(None, "Dates in metadata, as in strftime: %d.%m.%Y.", shown="FORMAT")
    min_date: str | None = _option(None, "Earlier dates are not the page's.", shown="YYYY-MM-DD")
    max_date: str | None = _option(None, "Later dates are not the page's.", shown="YYYY-MM-DD")

    def __post_init__(self) -> None:
        for name in ("min_date", "max_date"):
            if isinstance(given := getattr(self, name), date):
                object.__setattr__(self, name, given.isoformat()[:10])
        _check(self, Output)
        for name in ("min_date", "max_date"):
            _check_day(name, getattr(self, name))
        if self.min_date and self.max_date and self.min_date > self.max_date:
            raise ValueError(f"min_date {self.min_date} is after max_date {self.max_date}")
        if self.date_format is not None:
            _check_format(self.date_format)

    def date(self, value: str | None) -> str | None:
        """A date of metadata, in ISO 8601, within the bounds and in the format.

        >>> Output(date_format="%d.%m.%Y", min_date="1995-01-01").date("2024-05-02T08:00:00Z")
        '02.05.2024'
        """
        if value is None or not (self.min_date or "") <= value[:10] <= (self.max_date or "9999-99"):
            return None
        if self.date_format is None:
            return value
        return date.fromisoformat(value[:10]).strftime(self.date_format)


class Options(TypedDict, total=False):
    """The fields of `Select` and `Output`, as keyword arguments: `extract(html, prefer="recall")`."""

    prefer: Prefer
    comments: CommentChoice
    tables: bool
    prune: str | list[str] | tuple[str, ...]
    within: str | None
    min_text: int
    language: str | None
    articles_only: bool
    visible: Visible
    rule: Rule
    title: TitleChoice
    links: bool
    images: bool
    formatting: bool
    table_format: TableFormat
    date_format: str | None
    min_date: str | date | None
    max_date: str | date | None


class Described(NamedTuple):
    """An option, as a command or service shows it."""

    name: str
    kind: Any
    """Its type."""
    default: Any
    words: str
    shown: str | None
    """What stands for its value in help."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that it may have; empty if there are many."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def is_list(self) -> bool:
        """Whether it may be given several times."""
        return get_origin(self.kind) is tuple


def described(*classes: type[Select] | type[Output]) -> list[Described]:
    """The options of classes; of both by default."""
    owners: tuple[Any, ...] = classes or (Select, Output)
    return [one for each in owners for one in _described(each)]


@cache
def _described(owner: Any) -> tuple[Described, ...]:
    kinds = get_type_hints(owner)
    return tuple(
        Described(one.name, kinds[one.name], one.default, one.metadata["help"], one.metadata["shown"])
        for one in fields(owner)
    )


def make_options(select: Select, output: Output, given: Mapping[str, Any]) -> tuple[Select, Output]:
    """Both, with what is given by name; `TypeError` says what a name of another library is called here."""
    check_type("select", select, Select, "a Select object")
    check_type("output", output, Output, "an Output object")
    if not given:
        return select, output
    of_select = {one.name for one in fields(Select)}
    for name in given:
        if name not in Options.__annotations__:
            raise TypeError(_unknown(name))
    return (
        replace(select, **{name: value for name, value in given.items() if name in of_select}),
        replace(output, **{name: value for name, value in given.items() if name not in of_select}),
    )


def split_options(given: Mapping[str, Any]) -> tuple[Select, Output]:
    """Both, from those of the given values that are options."""
    known = {name: value for name, value in given.items() if name in Options.__annotations__}
    return make_options(*_defaults(), known)


@cache
def _defaults() -> tuple[Select, Output]:
    return Select(), Output()


_OTHER_NAMES = {
    "model": "method=Auto(model=AutoModel.load(path))",
    "threshold": "method=Auto(threshold=0.5)",
    "headers": "charset=, which takes a whole Content-Type header",
    "content_type": "charset=, which takes a whole Content-Type header",
    "encoding": "charset=",
    "max_bytes": "limits=Limits(bytes=…)",
    "max_nodes": "limits=Limits(nodes=…)",
    "max_depth": "limits=Limits(depth=…)",
    "timeout": "limits=Limits(seconds=…)",
    "output_format": "document.text, .markdown, .html, .render(format) or .to_json()",
    "format": "document.text, .markdown, .html, .render(format) or .to_json()",
    "with_metadata": "document.metadata",
    "include_comments": "comments='always' or comments='never'",
    "include_tables": "tables=",
    "include_links": "links=",
    "include_images": "images=",
    "include_formatting": "formatting=",
    "favor_precision": "prefer='precision'",
    "favor_recall": "prefer='recall'",
    "favour_precision": "prefer='precision'",
    "favour_recall": "prefer='recall'",
    "target_language": "language=",
    "lang": "language=",
    "prune_xpath": "prune=, which takes CSS selectors",
    "min_length": "min_text=",
    "templates": "site=",
    "base_url": "url=",
    "max_tree_size": "limits=Limits(nodes=…)",
    "date_extraction_params": "date_format=, min_date= and max_date=",
    "fast": "method='p_value', which is faster than auto",
    "no_fallback": "method=; a method never falls back on another",
    "deduplicate": "site=, or the command `maintext dedup`",
    "only_with_metadata": "document.title, .author and .date, which are None where the page has none",
    "workers": "extract_many(pages, workers=…)",
    "jobs": "extract_many(pages, workers=…)",
    "n_jobs": "extract_many(pages, workers=…)",
    "processes": "extract_many(pages, workers=…)",
    "max_workers": "extract_many(pages, workers=…)",
}
"""Names that people try first, most of them of other libraries, and what to use here."""


def _unknown(name: str) -> str:
    if name in _OTHER_NAMES:
        return f"there is no {name}=; use {_OTHER_NAMES[name]}"
    from difflib import get_close_matches  # only for errors

    if near := get_close_matches(name.lower(), Options.__annotations__, 1, 0.7):
        return f"there is no {name}=; did you mean {near[0]}=?"
    return f"there is no {name}=; options are {', '.join(Options.__annotations__)}"


def _check(options: Select | Output, owner: type[Select] | type[Output]) -> None:
    """Raise an error of one line unless every field of a class has its type."""
    for one in described(owner):
        value = getattr(options, one.name)
        if value is one.default:  # most are
            continue
        if one.choices:
            check_choice(one.name, value, one.choices)
        elif one.is_list:
            check_type(one.name, value, tuple, "a text or a list of texts")
            for part in value:
                check_type(f"each of {one.name}", part, str, "a text")
        elif one.kind is bool:
            check_type(one.name, value, bool, "True or False")
        elif one.kind is int:
            if isinstance(value, bool) or not isinstance(value, Integral):
                raise wrong_type(one.name, value, "a whole number")
            if value < 0:
                raise ValueError(f"{one.name} must be at least 0, not {value}")
        else:
            check_type(one.name, value, str | None, "a text or None")


def _check_selectors(select: Select) -> None:
    from maintext.page.selectors import compile_selector  # few pages have any

    for selector in (*select.prune, *([] if select.within is None else [select.within])):
        compile_selector(selector)


def _check_format(given: str) -> None:
    try:
        if date(2000, 12, 31).strftime(given) != given:
            return
    except ValueError:
        pass
    raise ValueError(f"date_format must be a format of strftime, such as '%d.%m.%Y', not {quoted(given)}")


def _check_day(name: str, value: str | None) -> None:
    try:
        if value is not None and _DAY.fullmatch(value):
            date.fromisoformat(value)
            return
    except ValueError:
        pass
    if value is not None:
        raise ValueError(f"{name} must be a day such as '2024-05-02', not {quoted(value)}")
