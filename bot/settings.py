"""Settings: `PINKA_*` in the environment, else a TOML file. Secrets never show when printed."""

import os
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
PROXIES = ("http://", "https://", "socks5://", "socks5h://")


class Settings(BaseSettings):
    """What a bot needs to know. `telegram_base_url` is for reverse proxies, which see the token.

    `telegram_ephemeral` is off unless wanted: apps that are older than it may not show such answers at all.
    """

    model_config = SettingsConfigDict(env_prefix="PINKA_", extra="forbid")

    db: str = "sqlite:///pinka.db"
    telegram_token: SecretStr | None = None
    telegram_proxy: str | None = None
    telegram_base_url: str | None = None
    telegram_ephemeral: Literal["auto", "off"] = "off"
    log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")

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
