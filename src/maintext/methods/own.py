"""Methods of users, by their dotted path: `package.module.MyMethod`. For the command and for batch jobs only.

A path imports a module, which runs its code. So the library and the service take registered names alone.
"""

from importlib import import_module
from typing import Any

from maintext.errors import MethodError, quoted
from maintext.methods.base import Method
from maintext.methods.parameters import join_values
from maintext.methods.registry import canonical_spec, find_method, get_method
from maintext.methods.spec import read_spec


def is_dotted(spec: str) -> bool:
    """Whether a spec is that of a user's own class.

    >>> is_dotted("package.module.MyMethod(share=0.5)"), is_dotted("punctuation(epsilon=0.5)")
    (True, False)
    """
    return "." in spec.partition("(")[0]


def method_class(spec: str) -> type[Method]:
    """The class of a spec, registered or a user's own."""
    if not is_dotted(spec):
        return find_method(spec)
    path, _, name = read_spec(spec).name.rpartition(".")
    try:
        found = getattr(import_module(path), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise MethodError(f"cannot import {quoted(spec)}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Method)):
        raise MethodError(f"{path}.{name} is not a class derived from maintext.Method")
    return found


def any_method(spec: str, **parameters: Any) -> Method:
    """The method of a spec, registered or a user's own."""
    if not is_dotted(spec):
        return get_method(spec, **parameters)
    method, read = method_class(spec), read_spec(spec)
    values = join_values(method, read.values, parameters)
    try:
        return method(**values)
    except (TypeError, ValueError) as error:
        raise MethodError(f"{method.__name__}: {error}") from None


def any_canonical_spec(spec: str) -> str:
    """One writing for all specs of the same method; a dotted path stays as it is."""
    if not is_dotted(spec):
        return canonical_spec(spec)
    any_method(spec)
    return spec
