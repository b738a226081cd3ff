"""The settings for agents: the three places where the parts run, and what cannot be."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.errors import Refusal
from bot.service_cli import application
from bot.service_cli.agents import address, plan_of
from bot.service_cli.tunnel import Tunnel, read_tunnel
from bot.settings import load
from bot.usage.services.doors import Door, stand, tunnel_is
from storage.database import Database, open_database

TOKEN = "t" * 24
PULL = f"node1=http://127.0.0.1:9377#{TOKEN}, node2=https://box.example.com:8443/pinka#{TOKEN}"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_settings_no_agent_is_let_in() -> None:
    assert plan_of(load()) is None


def test_a_bot_on_a_lab_pc_listens_for_the_tunnel_alone_and_agents_come_by_the_loopback_of_the_box() -> None:
    plan = plan_of(load(tunnel="root@gpu.example.com:2222"))

    assert plan is not None and plan.listen is not None
    assert (plan.listen.host, plan.listen.url) == ("127.0.0.1", "http://127.0.0.1:8765")
    assert plan.tunnel == Tunnel("root@gpu.example.com", 2222, 8765, 8765)


def test_the_tunnel_never_asks_notices_silence_and_forwards_to_loopback_only() -> None:
    words = " ".join(Tunnel("me@box", 22, 9000, 8765).command())

    assert "-R 127.0.0.1:9000:127.0.0.1:8765" in words and words.endswith("-- me@box")
    for option in ("BatchMode=yes", "ExitOnForwardFailure=yes", "ServerAliveInterval=20"):
        assert f"-o {option}" in words


def test_a_bot_on_the_box_itself_needs_no_tls() -> None:
    plan = plan_of(load(listen="127.0.0.1:9000"))

    assert plan is not None and plan.listen is not None
    assert (plan.listen.port, plan.listen.url, plan.tunnel) == (9000, "http://127.0.0.1:9000", None)


def test_a_bot_behind_a_reverse_proxy_is_reached_by_its_public_address() -> None:
    plan = plan_of(load(listen="127.0.0.1:8765", public_url="https://bot.example.com/"))

    assert plan is not None and plan.listen is not None
    assert (plan.listen.url, plan.pin) == ("https://bot.example.com", None)


def test_machines_that_cannot_come_are_visited_even_where_nobody_is_let_in() -> None:
    plan = plan_of(load(pull=PULL))

    assert plan is not None and plan.listen is None
    assert [(one.node, one.url) for one in plan.pulled] == [
        ("node1", "http://127.0.0.1:9377"),
        ("node2", "https://box.example.com:8443/pinka"),
    ]
    assert TOKEN not in repr(plan)


BAD = [
    {"listen": "here"},
    {"public_url": "http://bot.example.com"},
    {"public_url": "https://bot.example.com/$(reboot)"},
    {"public_url": "https://bot.example.com'; rm"},
    {"tunnel": "-oProxyCommand=x"},
    {"tunnel": "me@box:port"},
    {"tunnel_port": 0},
    {"pull": "node1=http://10.0.0.7:9377#" + TOKEN},
    {"pull": "node1=http://127.0.0.1:9377#short"},
]


@pytest.mark.parametrize("given", BAD, ids=str)
def test_what_cannot_be_is_refused_when_it_is_read(given: dict[str, object]) -> None:
    with pytest.raises(Refusal, match="bad_settings"):
        load(**given)


@pytest.mark.parametrize(("text", "found"), [(":8765", ("127.0.0.1", 8765)), ("0.0.0.0:1", ("0.0.0.0", 1))])
def test_an_address_to_listen_at(text: str, found: tuple[str, int]) -> None:
    assert address(text) == found


@pytest.mark.parametrize("text", ["", "8765:x", "host", "1.2.3.4:99999"])
def test_an_address_that_is_none(text: str) -> None:
    with pytest.raises(ValueError):
        address(text)


def test_a_machine_to_tunnel_to() -> None:
    assert read_tunnel("me@box") == ("me@box", 22)
    assert read_tunnel("box:2222") == ("box", 2222)
    with pytest.raises(ValueError):
        read_tunnel("me@box:0")


def test_a_certificate_that_is_not_there_is_an_error_at_the_start() -> None:
    with pytest.raises(OSError):
        plan_of(load(listen="127.0.0.1:8765", tls_cert="no.pem"))


ANSWERS = {
    "1\nroot@box:2222\n": ['tunnel = "root@box:2222"'],
    "2\n": ['listen = "127.0.0.1:8765"'],
    "3\nhttps://bot.example.com\n": ['listen = "127.0.0.1:8765"', 'public_url = "https://bot.example.com"'],
    "0\n": [],
    "\n": [],
}


@pytest.mark.parametrize("answers", ANSWERS)
def test_setup_asks_which_of_the_three_and_writes_what_the_service_reads(answers: str, tmp_path: Path) -> None:
    token = "123456:" + "A" * 30
    done = CliRunner().invoke(application(), ["setup"], input=f"{token}\n\n\n{answers}")

    written = (tmp_path / "pinka.toml").read_text().splitlines()
    assert done.exit_code == 0, done.output
    assert written[2:] == ANSWERS[answers]
    assert (plan_of(load()) is None) is (not ANSWERS[answers])


def test_doctor_says_where_agents_come_in_and_how_the_tunnel_stands(sqlite_url: str) -> None:
    def said() -> str:
        return CliRunner().invoke(application(), ["doctor", "--db", sqlite_url]).output

    database: Database = open_database(sqlite_url)
    try:
        assert "PINKA_TUNNEL" in said()
        database.write_now(stand, Door("http://127.0.0.1:8765"), True)
        assert "http://127.0.0.1:8765" in said() and "断" in said()
        database.write_now(tunnel_is, "up", None)
        assert "通 · up" in said()
    finally:
        database.close_now()
