"""The machine around the cards: what cannot be read is null with a reason."""

from pathlib import Path

from bot import __version__
from bot.agent.host import read_host


def test_the_boot_id_tells_one_start_of_the_machine_from_another(tmp_path: Path) -> None:
    file = tmp_path / "boot_id"
    file.write_text("0d4f9e5c-8b6e-4d67-9f20-3a1c6b7d8e9f\n")

    host = read_host(file)

    assert (host.boot_id, host.missing, host.agent) == (
        "0d4f9e5c-8b6e-4d67-9f20-3a1c6b7d8e9f",
        {},
        __version__,
    )


def test_a_system_that_hides_its_boot_id_is_no_error(tmp_path: Path) -> None:
    host = read_host(tmp_path / "absent")

    assert host.boot_id is None
    assert host.missing == {"boot_id": "not_readable"}
