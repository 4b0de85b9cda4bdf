"""Options → a method with its parameters, and an extractor."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from maintext.cli.inputs import Input, InputPage, find_inputs, is_url
from maintext.cli.options import AUTO
from maintext.errors import DataError, quoted
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.own import any_method, is_dotted, method_class
from maintext.methods.parameters import parse_values
from maintext.methods.registry import DEFAULT_METHOD, find_method
from maintext.model.files import load_model, model_owner
from maintext.options import Output, Select
from maintext.page.page import Page
from maintext.pipeline import Extractor
from maintext.reading import read
from maintext.site.template import SiteTemplate


def make_method(spec: str, settings: Sequence[str] = (), model: Path | None = None) -> Method:
    """The method of a spec, with `name=value` settings and the user's own model."""
    if is_dotted(spec):
        use_this_folder()
    method, given = method_class(spec), {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise typer.BadParameter(f"--param takes name=value, not {quoted(setting)}")
        if key in given:
            raise typer.BadParameter(f"--param {quoted(key)} is given twice")
        given[key] = value.strip()
    own = {} if model is None else {"model": load_model(method.name, model)}
    return any_method(spec, **parse_values(method, given), **own)


def use_this_folder() -> None:
    """Let modules be imported from the current folder, as `python -m` does."""
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def make_methods(specs: Sequence[str], models: Sequence[Path]) -> list[Method]:
    """The methods of those specs, each with its model file if there is one."""
    owners = {model_owner(path): path for path in models}
    names = [find_method(spec).name for spec in specs]
    for owner, path in owners.items():
        if owner not in names:
            raise typer.BadParameter(f"{path} is a model of {owner}, which is not among the methods")
    return [make_method(spec, (), owners.get(name)) for spec, name in zip(specs, names, strict=True)]


def make_extractor(
    method: str | None,
    settings: Sequence[str],
    model: Path | None,
    site: str | None,
    site_pages: Sequence[str] | None,
    options: tuple[Select, Output],
    limits: Limits,
) -> Extractor:
    """An extractor for a method, and for a site if its template or pages are given."""
    chosen = make_method(DEFAULT_METHOD if method is None else method, settings, model)
    evidence = load_site(site, site_pages, limits)
    return Extractor(chosen, site=evidence, limits=limits, select=options[0], output=options[1])


def load_site(
    site: str | None, pages: Sequence[str] | None, limits: Limits
) -> SiteTemplate | list[bytes] | None:
    """The given evidence of the site: a template, or other pages of it."""
    if site == "":
        raise typer.BadParameter("--site is empty: give the file of a template, or auto")
    if site and pages:
        raise typer.BadParameter("give --site or --site-page, not both")
    if pages:
        return [content.html for _, content in read_pages(pages, limits)]
    return SiteTemplate.load(site) if site and site != AUTO else None


def finds_sisters(site: str | None, sources: Sequence[Input], url: str | None) -> bool:
    """Whether other pages of the site are searched for; every page needs a URL for that."""
    if site == AUTO and not url and not all(is_url(source.name) for source in sources):
        raise typer.BadParameter("--site auto needs the URL of the page: give a URL as input, or --url")
    return site == AUTO


def read_pages(arguments: Sequence[str], limits: Limits) -> Iterator[tuple[str, InputPage]]:
    """Pages by name, all of which must be readable."""
    for source in find_inputs(arguments)[0]:
        try:
            yield source.name, source.read(limits)
        except DataError as error:
            raise DataError(f"{source.name}: {error}") from None


def parse_pages(arguments: Sequence[str], limits: Limits = Limits()) -> Iterator[tuple[str, Page]]:
    """The tables of pages by name, all of which must be readable."""
    for name, content in read_pages(arguments, limits):
        yield name, read(content.html, content.url, content.charset, limits, limits.deadline()).page
