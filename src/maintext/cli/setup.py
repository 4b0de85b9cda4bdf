"""Options → a method with its parameters, and an extractor."""

import ast
import dataclasses
import difflib
import inspect
import textwrap
import types
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import typer

from maintext.cli.inputs import Content, find_inputs
from maintext.errors import DataError, ModelError
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.registry import DEFAULT_METHOD, METHODS
from maintext.models.auto import AutoModel
from maintext.models.naive_bayes import NaiveBayesModel
from maintext.page import Page
from maintext.pipeline import Extractor, read
from maintext.site import SiteTemplate

_BOOLEANS = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(
    ("false", "no", "off", "0"), False
)
_OPENINGS = {"auto": b"PK", "naive_bayes": b"{"}
"""How the model files of methods begin."""


class Parameter:
    """A parameter of a method: its name, type, default and documentation."""

    def __init__(self, field: "dataclasses.Field[Any]", hint: Any, words: str) -> None:
        self.name = field.name
        self.hint = hint
        self.default = field.default_factory() if callable(field.default_factory) else field.default
        self.words = words

    @property
    def kind(self) -> str:
        """The values that it takes, in short."""
        return _kind(self.hint)

    def parse(self, value: str) -> Any:
        """The value of a string, by the parameter's type; ValueError where it is none."""
        return _parse(value, self.hint)


def find_method(name: str) -> type[Method]:
    """The method of that name; an error that knows the nearest name otherwise."""
    if name in METHODS:
        return METHODS[name]
    near = difflib.get_close_matches(name.lower().replace("-", "_"), METHODS, 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(METHODS)}"
    raise typer.BadParameter(f"no method {name!r}; {hint}")


def parameters_of(method: type[Method]) -> dict[str, Parameter]:
    """The parameters that may be set, by name."""
    if not dataclasses.is_dataclass(method):
        return {}
    hints, words = get_type_hints(method), _field_docs(method)
    return {
        field.name: Parameter(field, hints[field.name], words.get(field.name, ""))
        for field in dataclasses.fields(method)
        if field.init and field.name != "model"  # which --model sets
    }


def make_method(name: str, settings: Sequence[str] = (), model: Path | None = None) -> Method:
    """The method of that name, with `name=value` settings and a model of one's own."""
    method = find_method(name)
    parameters = parameters_of(method)
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals:
            raise typer.BadParameter(f"--param takes name=value, not {setting!r}")
        if key not in parameters:
            known = ", ".join(parameters) or "none"
            raise typer.BadParameter(f"{name} has no parameter {key!r}; it has {known}")
        try:
            values[key] = parameters[key].parse(value.strip())
        except ValueError:
            kind = parameters[key].kind
            raise typer.BadParameter(f"{name}'s {key} takes {kind}, not {value.strip()!r}") from None
    if model is not None:
        values["model"] = load_model(name, model)
    try:
        return method(**values)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def load_model(method: str, path: Path) -> AutoModel | NaiveBayesModel:
    """A model file for a method; one line says so where it is no model of that method."""
    if method not in _OPENINGS:
        raise typer.BadParameter(f"{method} needs no model")
    if method == "auto":
        return load_auto(path)
    _check_owner(path, method)
    return NaiveBayesModel.load(path)


def load_auto(path: Path) -> AutoModel:
    """A model file for `auto`."""
    _check_owner(path, "auto")
    return AutoModel.load(path)


def _check_owner(path: Path, method: str) -> None:
    if (owner := model_owner(path)) != method:
        raise ModelError(f"{path} is a model of {owner}, not of {method}")


def model_owner(path: Path) -> str:
    """The method that a model file is for, by its first bytes."""
    try:
        with path.open("rb") as file:
            start = file.read(2)
    except OSError as error:
        raise ModelError(f"cannot read the model {path}: {error.strerror}") from None
    for owner, opening in _OPENINGS.items():
        if start.startswith(opening):
            return owner
    raise ModelError(f"{path} is no model: neither an .npz file for auto nor a .json file for naive_bayes")


def make_methods(names: Sequence[str], models: Sequence[Path]) -> list[Method]:
    """The methods of those names; each model file goes to the method that it is for."""
    owners = {model_owner(path): path for path in models}
    for owner, path in owners.items():
        if owner not in names:
            raise typer.BadParameter(f"{path} is a model of {owner}, which is not asked for")
    return [make_method(name, (), owners.get(name)) for name in names]


def make_extractor(
    method: str | None,
    settings: Sequence[str],
    model: Path | None,
    site: Path | None,
    site_pages: Sequence[str] | None,
    articles_only: bool,
    limits: Limits,
) -> Extractor:
    """An extractor for a method, and for a site where a template or pages of it are given."""
    chosen = make_method(method or DEFAULT_METHOD, settings, model)
    return Extractor(
        chosen, site=load_site(site, site_pages, limits), articles_only=articles_only, limits=limits
    )


def load_site(
    template: Path | None, pages: Sequence[str] | None, limits: Limits
) -> SiteTemplate | list[bytes] | None:
    """What is known of the site: a template, or other pages of it."""
    if template and pages:
        raise typer.BadParameter("give --site or --site-page, not both")
    if pages:
        return [content.html for _, content in read_pages(pages, limits)]
    return SiteTemplate.load(template) if template else None


def read_pages(arguments: Sequence[str], limits: Limits) -> Iterator[tuple[str, Content]]:
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


def _parse(value: str, hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {str(choice): choice for choice in arguments}[value] if value in map(str, arguments) else _no()
    if origin in (Union, types.UnionType):
        if value.lower() == "none" and type(None) in arguments:
            return None
        for kind in arguments:
            try:
                return _parse(value, kind)
            except ValueError:
                continue
        return _no()
    if origin in (tuple, frozenset):
        return origin(_parse(part, arguments[0]) for part in value.replace(",", " ").split())
    if hint is bool:
        return _BOOLEANS[value.lower()] if value.lower() in _BOOLEANS else _no()
    return hint(value) if hint in (int, float, str) else _no()


def _no() -> Any:
    raise ValueError


def _kind(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(map(str, arguments))
    if origin in (Union, types.UnionType):
        return " | ".join(_kind(kind) for kind in arguments)
    if origin in (tuple, frozenset):
        return f"{_kind(arguments[0])}, ..."
    if hint is bool:
        return "true | false"
    names = {int: "a whole number", float: "a number", str: "a text", type(None): "none"}
    return names[hint] if hint in names else str(getattr(hint, "__name__", hint))


def _field_docs(method: type[Method]) -> dict[str, str]:
    """The string below each field of a class: Python keeps it in the source only."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError):
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    return {
        field.target.id: " ".join(str(words.value.value).split())
        for field, words in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(words, ast.Expr)
        and isinstance(words.value, ast.Constant)
    }
