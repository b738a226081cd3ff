"""How the bot is reached: which addresses are safe, through which proxy, and who vouches for the certificate."""

import ipaddress
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp


class Unsafe(ValueError):
    """An address over which nothing may be said."""


class BadPin(ValueError):
    """Not the SHA-256 of a certificate."""


@dataclass(frozen=True, slots=True)
class Route:
    """What aiohttp needs for each request to the bot."""

    url: str
    tls: ssl.SSLContext | aiohttp.Fingerprint | bool
    proxy: str | None
    no_proxy_because: str | None = None

    def to(self, path: str) -> str:
        return f"{self.url}{path}"


def route(url: str, pin: str | None = None) -> Route:
    """The way to the bot at `url`. Raises Unsafe (no TLS beyond this machine, or no address at all), BadPin."""
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Unsafe(f"not an address: {url}")
    if parts.scheme == "http" and not is_loopback(parts.hostname):
        raise Unsafe(f"{parts.scheme}:// is only for this machine itself (127.0.0.1); use https://")
    tls: aiohttp.Fingerprint | bool = True
    if pin:
        tls = aiohttp.Fingerprint(pin_bytes(pin))
    clean = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
    return Route(clean, tls, *_proxy(parts.scheme, parts.hostname))


def is_loopback(host: str) -> bool:
    """Whether a host is this machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def pin_bytes(pin: str) -> bytes:
    """`sha256:AB12…` with or without colons. Raises BadPin."""
    digits = pin.lower().removeprefix("sha256:").replace(":", "")
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise BadPin("a pin is the SHA-256 of a certificate: sha256: and 64 hexadecimal digits")
    return found


def _proxy(scheme: str, host: str) -> tuple[str | None, str | None]:
    """The proxy of the environment, or why the one that is set cannot be used."""
    if is_loopback(host) or proxy_bypass(host):
        return None, None
    known = getproxies()
    proxy = known.get(scheme) or known.get("all")
    if proxy is None:
        return None, None
    if urlsplit(proxy).scheme not in ("http", "https"):
        return None, f"a {urlsplit(proxy).scheme} proxy cannot be used here, only http:// ones"
    return proxy, None
