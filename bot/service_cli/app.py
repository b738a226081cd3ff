"""The Typer application that the subcommands register with."""

import typer

from bot.service_cli import care, chat, demo, serve, tools

app = typer.Typer(
    name="pinka",
    help="拼卡：一群人合租一台机器，在群里订卡。 Pinka: share a rented GPU machine from your group chat.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("demo")(demo.demo)
app.command("run")(serve.run)
app.command("setup")(care.setup)
app.command("doctor")(care.doctor)
app.command("chat")(chat.chat)
app.command("parse")(tools.parse)
