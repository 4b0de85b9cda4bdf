"""Module paths of version 0.1. They still work in 0.2, with a DeprecationWarning; 0.3 drops them."""

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # slow to load
    from importlib.abc import Loader, MetaPathFinder
else:
    Loader = MetaPathFinder = object

RENAMED = {
    "maintext.blocks": "maintext.page.blocks",
    "maintext.characters": "maintext.text.characters",
    "maintext.decode": "maintext.text.decode",
    "maintext.guarded": "maintext.processes",
    "maintext.methods.ceds": "maintext.methods.papers.ceds",
    "maintext.methods.naive_bayes": "maintext.methods.papers.naive_bayes",
    "maintext.methods.p_value": "maintext.methods.papers.p_value",
    "maintext.methods.path_similarity": "maintext.methods.papers.path_similarity",
    "maintext.methods.punctuation": "maintext.methods.papers.punctuation",
    "maintext.models": "maintext.model",
    "maintext.models.auto": "maintext.model.auto",
    "maintext.models.files": "maintext.model.files",
    "maintext.models.naive_bayes": "maintext.model.naive_bayes",
    "maintext.selection": "maintext.methods.selection",
    "maintext.tags": "maintext.page.tags",
    "maintext.parse": "maintext.page.parse",
    "maintext.tokens": "maintext.text.words",
    "maintext.visibility": "maintext.page.visibility",
    "maintext.words": "maintext.text.words",
}
"""Old module path → new one."""

NOW_PACKAGES = {
    "maintext.methods.auto": "maintext.methods.auto.method",
    "maintext.page": "maintext.page.page",
    "maintext.site": "maintext.site.template",
}
"""Modules that became packages, and the module that now has their names."""


class _Alias(Loader):
    """A loader that makes an old module path forward to the new one."""

    def __init__(self, new: str) -> None:
        self.new = new

    def create_module(self, spec: ModuleSpec) -> None:
        """The usual module."""

    def exec_module(self, module: ModuleType) -> None:
        real = import_module(self.new)
        module.__doc__ = real.__doc__
        module.__dict__["__getattr__"] = lambda name: getattr(real, name)
        module.__dict__["__dir__"] = lambda: dir(real)


class _Finder(MetaPathFinder):
    """Finds the old module paths; Python asks it last."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        new = RENAMED.get(fullname)
        if new is None:
            return None
        warnings.warn(f"{fullname} is now {new}", DeprecationWarning, stacklevel=2)
        return ModuleSpec(fullname, _Alias(new), is_package=True)


def keep_old_names() -> None:
    """Make the old paths importable."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


def names_of(package: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package that was a module: names of the module that now has them."""
    module = NOW_PACKAGES[package]

    def get(name: str) -> Any:
        real = import_module(module)
        if name.startswith("__") or not hasattr(real, name):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        warnings.warn(f"{package}.{name} is now {module}.{name}", DeprecationWarning, stacklevel=2)
        return getattr(real, name)

    return get
