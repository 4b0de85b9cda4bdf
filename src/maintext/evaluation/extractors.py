"""The extractors of a run by name: methods, and peers as `peer:NAME`; how each is loaded, and its version."""

import hashlib
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable

from maintext.evaluation.peers import PEER, PEERS, Extract
from maintext.methods.registry import BASELINES, METHODS, PAPERS
from maintext.pipeline import Extractor

GROUPS: dict[str, tuple[str, ...]] = {
    "all": tuple(METHODS),
    "papers": tuple(method.name for method in PAPERS),
    "baselines": tuple(method.name for method in BASELINES),
    "none": (),
}
"""Words for several methods."""

_EDGES = frozenset("batch cli evaluation samples service training".split())
"""What no extraction imports."""
_SOURCES = (".py", ".json", ".npz", ".so", ".pyd")


def load_extractor(name: str) -> Extract:
    """Import an extractor and set it up once, for many pages."""
    if name.startswith(PEER):
        return PEERS[name.removeprefix(PEER)].load()
    extractor = Extractor(name)
    return lambda html, url: extractor.extract(html, url=url).text


def extractor_version(name: str) -> str:
    """A string that changes whenever the extractor may answer otherwise.

    For a method: a digest of the package's sources and models, with what it stands on. For a peer: its
    version and its setting, and the digest of our decoder where that reads the page for it.
    """
    if not name.startswith(PEER):
        return " ".join([_digest(files("maintext")), *map(_installed, ("numpy", "turbohtml")), _python()])
    peer = PEERS[name.removeprefix(PEER)]
    decoder = [_digest(files("maintext") / "decode.py")] if peer.reads == "text" else []
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
