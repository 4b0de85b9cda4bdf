"""The certificate must match the requested name, though the connection uses a checked IP address."""

import asyncio
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from maintext.http import client
from maintext.http.addresses import FetchError
from maintext.http.client import Client, Fetched, FetchPolicy

PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\n<p>Hello"
NOW = datetime.now(UTC)


class Authority:
    """A certificate authority for the tests."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority for tests")])
        self.certificate = self._sign(self.name, self.key, x509.BasicConstraints(ca=True, path_length=0))

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    def server(self, folder: Path, host: str, expired: bool = False) -> ssl.SSLContext:
        """The TLS context of a server for `host`."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        signed = self._sign(x509.Name([]), key, names, expired)
        path = folder / f"{host}-{expired}.pem"
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + signed.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def _sign(
        self,
        name: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        extension: x509.ExtensionType,
        expired: bool = False,
    ) -> x509.Certificate:
        end = NOW - timedelta(days=1) if expired else NOW + timedelta(days=1)
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(NOW - timedelta(days=2))
            .not_valid_after(end)
            .add_extension(extension, critical=True)
            .sign(self.key, hashes.SHA256())
        )


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


def fetch_from(
    monkeypatch: pytest.MonkeyPatch, server: ssl.SSLContext, trusted: str | None
) -> tuple[Fetched, list[str | None]]:
    """The page of https://news.example, resolved to this machine; and the requested names."""
    asked: list[str | None] = []
    server.sni_callback = lambda connection, name, context: asked.append(name)
    create = ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: create(cadata=trusted))
    monkeypatch.setattr(client, "is_public", lambda address: address == "127.0.0.1")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(PAGE)
        await writer.drain()
        writer.close()

    async def resolve(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    async def run() -> Fetched:
        listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=server)
        port = listening.sockets[0].getsockname()[1]
        try:
            policy = FetchPolicy(1000, 20, ports=frozenset({port}))
            return await Client(policy, resolve).fetch(f"https://news.example:{port}/")
        finally:
            listening.close()

    return asyncio.run(run()), asked


def test_a_certificate_of_the_name_is_accepted_and_the_name_is_sent_in_the_handshake(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, authority: Authority
) -> None:
    page, asked = fetch_from(monkeypatch, authority.server(tmp_path, "news.example"), authority.pem)
    assert page.html == b"<p>Hello"
    assert asked == ["news.example"]


@pytest.mark.parametrize(
    ("host", "expired", "is_trusted"),
    [
        ("other.example", False, True),
        ("news.example", True, True),
        ("news.example", False, False),
    ],
    ids=["of another name", "expired", "of an unknown authority"],
)
def test_another_certificate_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    authority: Authority,
    host: str,
    expired: bool,
    is_trusted: bool,
) -> None:
    server = authority.server(tmp_path, host, expired)
    trusted = (authority if is_trusted else Authority()).pem
    with pytest.raises(FetchError, match="not secure"):
        fetch_from(monkeypatch, server, trusted)
