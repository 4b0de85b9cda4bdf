"""The extractors of a run by name: how each is loaded, and its version. Peers are `peer:NAME`."""

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from maintext.errors import MaintextError, UnknownMethod, unknown
from maintext.evaluation.peers import PEER, PEERS, Extract
from maintext.evaluation.sites import FOLDS, fold_of, site_key
from maintext.methods.auto.method import Auto
from maintext.methods.registry import BASELINES, METHODS, PAPERS, canonical_spec
from maintext.methods.spec import PRINTED, read_spec
from maintext.model.auto import AutoModel
from maintext.pipeline import Extractor

GROUPS: dict[str, tuple[str, ...]] = {
    "all": tuple(METHODS),
    "papers": tuple(method.name for method in PAPERS),
    "printed": tuple(f"{method.name}:{PRINTED}" for method in PAPERS if method.printed is not None),
    "baselines": tuple(method.name for method in BASELINES),
    "none": (),
}
"""Names for groups of methods."""

FOLDED = "auto-cv"
"""`auto`, cross-validated: each page with the model that was not fitted to its site."""

_EDGES = frozenset("batch cli evaluation http processes samples serve training".split())
"""Packages that an extraction never imports."""
_SOURCES = (".py", ".json", ".npz", ".so", ".pyd")


def choose(methods: Sequence[str], peers: Sequence[str]) -> list[str]:
    """The extractors for specs of methods, names of peers and group names: each once, methods first."""
    named = _choose(peers, {"all": tuple(PEERS), "none": ()}, _peer)
    return _choose(methods, GROUPS, _method) + [PEER + name for name in named]


def missing_peers(extractors: Iterable[str]) -> list[str]:
    """The extractors that are not installed."""
    peers = {PEER + name: peer for name, peer in PEERS.items()}
    return [name for name in extractors if name in peers and peers[name].version() is None]


def _choose(
    words: Iterable[str], groups: Mapping[str, tuple[str, ...]], check: Callable[[str], str]
) -> list[str]:
    chosen: dict[str, None] = {}
    for word in words:
        chosen |= dict.fromkeys(groups[word] if word in groups else (check(word),))
    return list(chosen)


def _peer(name: str) -> str:
    if name not in PEERS:
        raise MaintextError(unknown("peer", name, ["all", "none", *PEERS]))
    return name


def _method(spec: str) -> str:
    if (name := read_spec(spec).name) not in METHODS:
        raise UnknownMethod(unknown("method", name, [*GROUPS, *METHODS]))
    return canonical_spec(spec)


def load_extractor(name: str, folds: Path | None = None) -> Extract:
    """Import and set up an extractor, for many pages; `folds` has the models of `auto-cv`."""
    if name.startswith(PEER):
        return PEERS[name.removeprefix(PEER)].load()
    if name == FOLDED and folds is not None:
        return _load_folds(folds)
    extractor = Extractor(name)
    return lambda html, url: extractor.extract(html, url=url).text


def _load_folds(folder: Path) -> Extract:
    """`auto`, with the model for each page that was not fitted to its site."""
    extractors = [Extractor(Auto(model=AutoModel.load(folder / f"fold{fold}.npz"))) for fold in range(FOLDS)]

    def extract(html: bytes, url: str | None) -> str:
        return extractors[fold_of(site_key(url, html))].extract(html, url=url).text

    return extract


def extractor_version(name: str, folds: Path | None = None) -> str:
    """A string that changes whenever the results of an extractor may change.

    For a method: a digest of the package's sources and models, and the versions of Python and NumPy. For a
    peer: its version and settings, and the digest of our decoder if that reads the page for it.
    """
    if name == FOLDED and folds is not None:
        models = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folds.glob("fold*.npz"))))
        return f"{extractor_version(Auto.name)} {models.hexdigest()[:16]}"
    if not name.startswith(PEER):
        return " ".join([_digest(files("maintext")), *map(_installed, ("numpy", "turbohtml")), _python()])
    peer = PEERS[name.removeprefix(PEER)]
    decoder = [_digest(files("maintext") / "text")] if peer.reads == "text" else []
    return " ".join([peer.version() or "none", peer.setting, *decoder, _installed("lxml"), _python()])


def _installed(distribution: str) -> str:
    try:
        return f"{distribution}-{version(distribution)}"
    except PackageNotFoundError:
        return f"{distribution}-none"


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
