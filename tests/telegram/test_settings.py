"""From the settings of the house to those of the bot."""

import pytest

from bot.errors import Refusal
from bot.service_cli.serve import bot_settings
from bot.settings import load
from bot.telegram.settings import TELEGRAM, BotSettings


def test_whispers_are_off_unless_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not bot_settings(load(telegram_token="1:x")).whispers
    monkeypatch.setenv("PINKA_TELEGRAM_EPHEMERAL", "auto")
    assert bot_settings(load(telegram_token="1:x")).whispers


@pytest.mark.parametrize("word", ["on", "", "true"])
def test_other_words_are_refused_at_the_start(word: str) -> None:
    with pytest.raises(Refusal) as refused:
        load(telegram_ephemeral=word)
    assert "telegram_ephemeral" in refused.value.facts["problems"][0]


def test_an_address_of_ones_own_and_a_proxy_are_passed_on() -> None:
    given = load(telegram_token="1:x", telegram_base_url="http://tg/bot", telegram_proxy="socks5://p:1")
    assert bot_settings(given) == BotSettings("1:x", "http://tg/bot", "socks5://p:1")
    assert bot_settings(load(telegram_token="1:x")).base_url == TELEGRAM
