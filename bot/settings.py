"""Settings: `PINKA_*` in the environment, else a TOML file. Secrets never show when printed."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from bot.errors import Refusal

FILE = "pinka.toml"
ADDRESS = re.compile(r"(?:[\w.-]*|\[[0-9a-fA-F:]+\]):\d{1,5}")
SAFE_URL = re.compile(r"(?:https://[\w.-]+|http://(?:127\.0\.0\.1|localhost))(?::\d{1,5})?(?:/[\w./-]*)?")
MACHINE = re.compile(r"(?:[\w.-]+@)?\w[\w.-]*(?::\d{1,5})?")
PULLED = re.compile(r"(?P<node>[^=\s,]{1,32})=(?P<url>" + SAFE_URL.pattern + r")#(?P<token>[^\s,#]{24,200})")
PROXIES = ("http://", "https://", "socks5://", "socks5h://")


class Settings(BaseSettings):
    """What a bot needs to know. `telegram_base_url` is for reverse proxies, which see the token.

    `telegram_ephemeral` is off unless wanted: apps that are older than it may not show such answers at all.
    `listen`: where agents come in, e.g. 127.0.0.1:8765; `public_url`: by which address; `tls_cert`, `tls_key`: files.
    `pull`: machines that cannot come themselves, node1=http://127.0.0.1:9377#TOKEN (their `PINKA_AGENT_LISTEN`).
    `tunnel`: user@host:port of the GPU machine, on whose loopback `tunnel_port` then leads here.
    """

    model_config = SettingsConfigDict(env_prefix="PINKA_", extra="forbid")

    db: str = "sqlite:///pinka.db"
    telegram_token: SecretStr | None = None
    telegram_proxy: str | None = None
    telegram_base_url: str | None = None
    telegram_ephemeral: Literal["auto", "off"] = "off"
    listen: str | None = None
    public_url: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None
    tunnel: str | None = None
    pull: str | None = None
    tunnel_port: int = Field(default=8765, gt=0, lt=65536)
    log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")

    @field_validator("listen")
    @classmethod
    def _an_address(cls, value: str | None) -> str | None:
        if value and not ADDRESS.fullmatch(value):
            raise ValueError("written host:port, e.g. 127.0.0.1:8765")
        return value or None

    @field_validator("public_url")
    @classmethod
    def _a_safe_url(cls, value: str | None) -> str | None:
        if value and not SAFE_URL.fullmatch(value):
            raise ValueError("https://host or https://host:port; http:// only for 127.0.0.1")
        return value or None

    @field_validator("tunnel")
    @classmethod
    def _a_machine(cls, value: str | None) -> str | None:
        if value and not MACHINE.fullmatch(value):
            raise ValueError("written user@host:port, e.g. root@gpu.example.com:2222")
        return value or None

    @field_validator("pull")
    @classmethod
    def _some_agents(cls, value: str | None) -> str | None:
        if value and not all(PULLED.fullmatch(one.strip()) for one in value.split(",")):
            raise ValueError("written node1=http://127.0.0.1:9377#TOKEN, several with commas; https:// from elsewhere")
        return value or None

    @field_validator("telegram_proxy")
    @classmethod
    def _known_proxy(cls, value: str | None) -> str | None:
        if value and not value.startswith(PROXIES):
            raise ValueError(f"a proxy begins with one of {', '.join(PROXIES)}")
        return value or None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=settings_file())


def settings_file() -> Path:
    """`PINKA_CONFIG`, else `pinka.toml` here."""
    return Path(os.environ.get("PINKA_CONFIG", FILE))


def load(**given: Any) -> Settings:
    """Settings with what the command line gave on top. Raises Refusal("bad_settings", problems)."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_input=False)]
        raise Refusal("bad_settings", problems=problems) from None
    except tomllib.TOMLDecodeError as error:
        raise Refusal("bad_settings", problems=[f"{settings_file()}: {error}"]) from None
