"""Over the open network only with TLS: a certificate that an authority vouches for, or one that was pinned."""

import hashlib
import ssl
import subprocess
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.agent import home
from bot.agent.dialling import BadPin, Unsafe, route
from bot.service_cli.agents import pin_of
from tests.web.site import Site, until


def test_a_pinned_certificate_is_enough_and_stays_pinned(secure: Site, certificate: tuple[str, str]) -> None:
    pin = pin_of(*certificate, "bot.example.com")
    box = secure.box(pin=pin)
    box.enrol()
    box.connect().keep()
    box.delivered()

    assert secure.seqs() == [1] and box.identity.pin == pin


def test_the_pin_is_the_hash_of_the_certificate(certificate: tuple[str, str]) -> None:
    der = ssl.PEM_cert_to_DER_cert(Path(certificate[0]).read_text())

    assert pin_of(*certificate, "bot.example.com") == f"sha256:{hashlib.sha256(der).hexdigest()}"


def test_a_certificate_that_the_machine_trusts_needs_no_pin(
    certificate: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=bot.example.com "
        "-addext subjectAltName=DNS:bot.example.com -keyout key.pem -out cert.pem"
    )
    subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True, timeout=60)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))

    assert pin_of(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"), "bot.example.com") is None
    assert pin_of(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"), "other.example.com") is not None


def test_an_unknown_certificate_is_refused_before_the_code_is_said(secure: Site) -> None:
    for pin in (None, "sha256:" + "00" * 32):
        with pytest.raises(aiohttp.ClientError):
            secure.box(pin=pin).enrol("abcd-efgh-jkmn")
    with pytest.raises(aiohttp.ClientError):
        secure.box().enrol()

    assert secure.rows("SELECT used_at FROM enrol_code") == [(None,)]


def test_a_bot_that_shows_another_certificate_gets_nothing(secure: Site, certificate: tuple[str, str]) -> None:
    box = secure.box(pin=pin_of(*certificate, "bot.example.com"))
    box.enrol()
    home.save(box.folder, replace(box.identity, pin="sha256:" + "11" * 32))
    box.start().keep()
    secure.run(until(lambda: "unreachable" in box.why))

    assert secure.seqs() == []


@pytest.mark.parametrize(
    "url", ["http://bot.example.com", "http://10.0.0.7:8765", "ws://127.0.0.1", "ftp://127.0.0.1", "bot", "http://"]
)
def test_without_tls_only_this_machine_itself_is_spoken_to(url: str) -> None:
    with pytest.raises(Unsafe):
        route(url)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8765", "http://localhost", "http://[::1]:8765/", "https://b.example"]
)
def test_loopback_and_tls_are_safe(url: str) -> None:
    assert route(url).to("/x") == f"{url.rstrip('/')}/x"


@pytest.mark.parametrize("pin", ["sha256:12", "nonsense", "sha256:" + "zz" * 32])
def test_a_pin_that_is_none_is_refused(pin: str) -> None:
    with pytest.raises(BadPin):
        route("https://b.example", pin)


def test_the_proxy_of_the_environment_is_used_except_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    assert route("https://b.example").proxy == "http://proxy.example:3128"
    assert route("http://127.0.0.1:1").proxy is None
    monkeypatch.setenv("NO_PROXY", "b.example")
    assert route("https://b.example").proxy is None


def test_a_proxy_for_all_is_used_and_one_that_cannot_be_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "http://all.example:1")
    assert route("https://b.example").proxy == "http://all.example:1"
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:7890")
    found = route("https://b.example")

    assert found.proxy is None and "socks5" in str(found.no_proxy_because)
