"""Attributes that are computed when they are used for the first time."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_Value = TypeVar("_Value")


class lazy(Generic[_Value]):  # noqa: N801 - it is used as `property` is
    """`functools.cached_property` without the lock that it has in Python 3.11: a page has many of them.

    Two threads may compute a value at the same time; both get the one that was stored first.

    >>> class Tower:
    ...     @lazy
    ...     def height(self) -> int:
    ...         return print("measured") or 57
    >>> tower = Tower()
    >>> tower.height, tower.height
    measured
    (57, 57)
    """

    def __init__(self, compute: Callable[[Any], _Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[_Value]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> _Value: ...
    def __get__(self, instance: object, owner: type) -> "lazy[_Value] | _Value":
        if instance is None:
            return self
        attributes: dict[str, _Value] = instance.__dict__  # read before this descriptor
        return attributes.setdefault(self._name, self._compute(instance))
