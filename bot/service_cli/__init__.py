"""The commands of the service: `pinka run`, `chat`, `parse`, `setup`, `doctor`, `demo`. One function a subcommand."""

from bot.service_cli.app import application, run

__all__ = ["application", "run"]
