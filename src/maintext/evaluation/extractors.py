"""The extractors of a run by name: how each is loaded, and its version.

Peers are `peer:NAME`. With `markdown:` before it, an extractor gives Markdown, for the measures of structure.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from maintext.errors import MaintextError, unknown
from maintext.evaluation.peers import PEER, PEERS, Extract, Peer, installed_version
from maintext.evaluation.sites import FOLDS, fold_of, site_key
from maintext.evaluation.structure.peers import MARKDOWN_PEERS
from maintext.methods.auto.method import Auto
from maintext.methods.registry import choose_specs
from maintext.model.auto import AutoModel
from maintext.pipeline import Extractor

FOLDED = "auto-cv"
"""`auto`, cross-validated: each page with the model that was not fitted to its site."""

MARKDOWN = "markdown:"
"""Prefix of the names of extractors that give Markdown."""

_EDGES = frozenset("batch cli evaluation http processes samples serve training".split())
"""Packages that an extraction never imports."""
_SOURCES = (".py", ".json", ".npz", ".so", ".pyd")


def choose(methods: Sequence[str], peers: Sequence[str]) -> list[str]:
    """The extractors for specs of methods, names of peers and group names: each once, methods first."""
    named = _choose_peers(peers, tuple(PEERS), _peer)
    return choose_specs(methods) + [PEER + name for name in named]


def choose_markdown(methods: Sequence[str], peers: Sequence[str]) -> list[str]:
    """The same, in Markdown; peers that give none are left out."""
    named = _choose_peers(peers, tuple(MARKDOWN_PEERS), _any_peer)
    chosen = choose_specs(methods) + [PEER + name for name in named if name in MARKDOWN_PEERS]
    return [MARKDOWN + name for name in chosen]


def missing_peers(extractors: Iterable[str]) -> list[str]:
    """The extractors that are not installed."""
    return [name for name in extractors if _is_peer(name) and _find_peer(name).version() is None]


def _is_peer(extractor: str) -> bool:
    return extractor.removeprefix(MARKDOWN).startswith(PEER)


def _find_peer(extractor: str) -> Peer:
    """The peer of an extractor's name, for its text or its Markdown."""
    kinds = MARKDOWN_PEERS if extractor.startswith(MARKDOWN) else PEERS
    return kinds[extractor.removeprefix(MARKDOWN).removeprefix(PEER)]


def _choose_peers(words: Iterable[str], every: tuple[str, ...], check: Callable[[str], str]) -> list[str]:
    groups: dict[str, tuple[str, ...]] = {"all": every, "none": ()}
    chosen: dict[str, None] = {}
    for word in words:
        chosen |= dict.fromkeys(groups[word] if word in groups else (check(word),))
    return list(chosen)


def _peer(name: str) -> str:
    if name not in PEERS:
        raise MaintextError(unknown("peer", name, ["all", "none", *PEERS]))
    return name


def _any_peer(name: str) -> str:
    return name if name in MARKDOWN_PEERS else _peer(name)


def load_extractor(name: str, folds: Path | None = None) -> Extract:
    """Import and set up an extractor, for many pages; `folds` has the models of `auto-cv`."""
    plain = name.removeprefix(MARKDOWN)
    if _is_peer(name):
        return _find_peer(name).load()
    form = "text" if plain == name else "markdown"
    if plain == FOLDED and folds is not None:
        return _load_folds(folds, form)
    extractor = Extractor(plain)
    return lambda html, url: extractor.extract(html, url=url).render(form)


def _load_folds(folder: Path, form: str) -> Extract:
    """`auto`, with the model for each page that was not fitted to its site."""
    extractors = [Extractor(Auto(model=AutoModel.load(folder / f"fold{fold}.npz"))) for fold in range(FOLDS)]

    def extract(html: bytes, url: str | None) -> str:
        return extractors[fold_of(site_key(url, html))].extract(html, url=url).render(form)

    return extract


def extractor_version(name: str, folds: Path | None = None) -> str:
    """A string that changes whenever the results of an extractor may change.

    For a method: a digest of the package's sources and models, and the versions of Python and NumPy. For a
    peer: its version and settings, and the digest of our decoder if that reads the page for it.
    """
    if name.removeprefix(MARKDOWN) == FOLDED and folds is not None:
        models = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folds.glob("fold*.npz"))))
        return f"{extractor_version(Auto.name)} {models.hexdigest()[:16]}"
    if not _is_peer(name):
        return " ".join([_digest(files("maintext")), *map(_installed, ("numpy", "turbohtml")), _python()])
    peer = _find_peer(name)
    decoder = [_digest(files("maintext") / "text")] if peer.reads == "text" else []
    used = ["lxml", *(("markdownify", "readability-lxml") if name.startswith(MARKDOWN) else ())]
    return " ".join([peer.version() or "none", peer.setting, *decoder, *map(_installed, used), _python()])


def _installed(distribution: str) -> str:
    return f"{distribution}-{installed_version(distribution) or 'none'}"


def _python() -> str:
    return f"python-{sys.version_info.major}.{sys.version_info.minor}"


def _digest(root: Traversable) -> str:
    digest = hashlib.sha256()
    waiting = [root]
    while waiting:
        entry = waiting.pop()
        if entry.is_dir():
            inner = sorted(entry.iterdir(), key=lambda found: found.name)
            waiting += [found for found in inner if entry is not root or found.name not in _EDGES]
        elif entry.name.endswith(_SOURCES):
            digest.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
