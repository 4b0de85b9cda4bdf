"""The methods and their parameters → tables."""

import inspect
import sys

from rich.table import Table
from rich.text import Text

from maintext.cli.reports import plain_table
from maintext.cli.screen import Screen
from maintext.cli.wrap import wrap
from maintext.methods.base import Method
from maintext.methods.parameters import parameters_of
from maintext.methods.registry import DEFAULT_METHOD, METHODS
from maintext.methods.spec import PRINTED
from maintext.model.schema import BLOCK_FEATURES, meaning

_NEEDS = {
    "page": "the page alone",
    "site": "the page; better with pages of its site",
    "model": "a model (one is included)",
}


def method_overview() -> Table:
    """Every method with its paper, what it needs and its parameters."""
    table = plain_table("method", "paper", "needs", "parameters", "as printed")
    for column in table.columns[-2:]:
        column.overflow = "fold"
    for name, method in METHODS.items():
        title = Text(name, "bold green" if name == DEFAULT_METHOD else "bold")
        if name == DEFAULT_METHOD:
            title.append(" (default)", "dim")
        defaults = [f"{one.name}={_shown(one.default)}" for one in parameters_of(method).values()]
        table.add_row(
            title,
            Text(str(method.paper)),
            _NEEDS[method.needs],
            Text(", ".join(defaults) or "none", "dim"),
            Text(printed_form(method), "dim"),
        )
        table.add_section()
    return table


def printed_form(method: type[Method]) -> str:
    """The parameters of the printed form, where they differ from the defaults."""
    if method.printed is None:
        return "none"
    return ", ".join(f"{name}={_shown(value)}" for name, value in method.printed.items()) or "the default"


def feature_table() -> Table:
    """Every feature of a block that `auto` uses."""
    table = plain_table("feature", "meaning")
    for feature in BLOCK_FEATURES:
        table.add_row(Text(feature), Text(meaning(feature)))
    return table


def print_method(screen: Screen, method: Method) -> None:
    """A method's documentation and its parameters: their values, and the defaults where they differ."""
    kind = type(method)
    words = inspect.cleandoc(sys.modules[kind.__module__].__doc__ or kind.__doc__ or "")
    screen.say(Text(method.spec, "bold green"), words)
    if kind.printed is not None:
        screen.say(Text.assemble("\n", (f"{method.name}:{PRINTED}", "bold"), "  ", printed_form(kind)))
    parameters = parameters_of(kind)
    if not parameters:
        screen.say(Text("\nNo parameters.", "dim"))
        return
    screen.say(Text(f"\nParameters, as in {method.name}(NAME=VALUE, ...)", "bold"))
    for one in parameters.values():
        value = getattr(method, one.name)
        here = ("", "") if value == one.default else (f"  set to {_shown(value)}", "bold")
        shown = (
            "\n",
            one.name,
            "  ",
            (one.kind, "magenta"),
            ("  default ", "dim"),
            _shown(one.default),
            here,
        )
        screen.say(Text.assemble(*shown))
        screen.say(*(Text(f"    {line}", "dim") for line in wrap(one.words, screen.width - 4)))


def _shown(value: object) -> str:
    """A value as it would be typed."""
    if isinstance(value, (tuple, frozenset)):
        return ",".join(sorted(map(str, value)) if isinstance(value, frozenset) else map(str, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
