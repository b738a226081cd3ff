"""The Telegram adapter against a Telegram of our own, over real HTTP, and its pure parts alone."""
