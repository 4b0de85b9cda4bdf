"""The methods by name. Adding one means: its file, a line here, a page in docs/."""

from maintext.errors import UnknownMethod
from maintext.methods.base import Method
from maintext.methods.p_value import PValue

METHODS: dict[str, type[Method]] = {method.name: method for method in (PValue,)}

DEFAULT_METHOD = "p_value"


def get_method(name: str, **parameters: object) -> Method:
    """The method of that name, with its published parameters or the given ones.

    >>> get_method("p_value")
    PValue()
    """
    try:
        method = METHODS[name]
    except KeyError:
        raise UnknownMethod(f"no method {name!r}; there are {', '.join(METHODS)}") from None
    return method(**parameters)
