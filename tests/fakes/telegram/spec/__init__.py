"""The promises of the fake Telegram, shown with the real python-telegram-bot."""
