"""The HTTP side of the service: agents come in here, health and metrics go out. No rule and no text lives here."""
