"""Packages from Debian's archive, checked by their hash and unpacked in a folder: nothing is installed."""

import hashlib
import lzma
import urllib.request
from functools import cache
from pathlib import Path

ARCHIVE = "http://deb.debian.org/debian"


class NotAvailable(Exception):
    """Something that is needed is not available here."""


def _get(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=120) as answer:
            return bytes(answer.read())
    except OSError as error:
        raise NotAvailable(f"{address}: {error}") from None


@cache
def index(suite: str, architecture: str, build: Path) -> dict[str, dict[str, str]]:
    """The packages of a suite, by name, with their fields."""
    file = build / f"{suite}-{architecture}.Packages"
    if not file.exists():
        build.mkdir(parents=True, exist_ok=True)
        listed = _get(f"{ARCHIVE}/dists/{suite}/main/binary-{architecture}/Packages.xz")
        file.write_bytes(lzma.decompress(listed))
    packages = {}
    for entry in file.read_text(encoding="utf-8").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in entry.splitlines() if ": " in line and line[0] != " ")
        if "Package" in fields:
            packages[fields["Package"]] = fields
    return packages


def download(name: str, suite: str, architecture: str, build: Path) -> Path:
    """The file of a package.

    Raises:
        NotAvailable: There is none, the archive cannot be reached, or the file is damaged.
    """
    package = index(suite, architecture, build).get(name)
    if not package:
        raise NotAvailable(f"Debian {suite} has no package {name}")
    file = build / Path(package["Filename"]).name
    if not file.exists():
        content = _get(f"{ARCHIVE}/{package['Filename']}")
        if hashlib.sha256(content).hexdigest() != package["SHA256"]:
            raise NotAvailable(f"{file.name} is damaged")
        file.write_bytes(content)
    return file


def with_dependencies(names: list[str], suite: str, architecture: str, build: Path) -> list[Path]:
    """The files of packages and all their dependencies; of alternatives, the first."""
    packages = index(suite, architecture, build)
    wanted, files = list(names), []
    seen = set(names)
    while wanted:
        name = wanted.pop()
        if name not in packages:
            continue  # provided by another
        files.append(download(name, suite, architecture, build))
        needs = ", ".join(packages[name].get(field, "") for field in ("Depends", "Pre-Depends"))
        for need in needs.split(","):
            first = need.split("|")[0].split("(")[0].split(":")[0].strip()
            if first and first not in seen:
                seen.add(first)
                wanted.append(first)
    return files
