"""The buffer: nothing is lost before it is acknowledged, and what has to give way is the oldest, counted."""

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.agent.simulate import Simulated
from bot.agent.spool import BATCH_BYTES, Spool
from bot.wire.decoding import encode
from bot.wire.messages import LARGEST, Batch
from bot.wire.sample import Event, ProcessReading

MACHINE = Simulated("8xA100-80G")
SMALL = replace(MACHINE.look(0), gpus=(), topology=None)
Open = Callable[..., Spool]


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Open]:
    """Opens the same file again and again, as a restarted agent does."""
    opened: list[Spool] = []

    def again(**more: int) -> Spool:
        for one in opened:
            one.close()
        opened.append(Spool(tmp_path / "spool.db", **more))
        return opened[-1]

    yield again
    for one in opened:
        one.close()


def fill(spool: Spool, count: int, boot: str = "b") -> list[int]:
    return [spool.put(boot, number, SMALL) for number in range(count)]


def numbers(spool: Spool) -> list[int]:
    portion = spool.next_portion()
    return [item.seq for item in portion.items] if portion else []


def no_room(spool: Spool) -> None:
    """The disk is full: SQLite says so in the same words when a file may not grow."""
    assert spool._file is not None
    pages = spool._file.execute("PRAGMA page_count").fetchone()[0]
    spool._file.execute(f"PRAGMA max_page_count = {pages}")


def room_again(spool: Spool) -> None:
    assert spool._file is not None
    spool._file.execute("PRAGMA max_page_count = 1073741823")


def test_items_come_out_in_order_until_they_are_acknowledged(spool: Open) -> None:
    one = spool()
    fill(one, 5)

    assert numbers(one) == numbers(one) == [1, 2, 3, 4, 5]
    one.acked(3)
    assert numbers(one) == [4, 5] and len(one) == 2


def test_what_was_kept_is_there_after_a_restart_and_numbers_go_on(spool: Open) -> None:
    name = spool().name
    fill(spool(), 3)
    again = spool()
    again.acked(3)
    last = spool()

    assert (last.name, fill(last, 1)) == (name, [4])


def test_a_portion_holds_one_boot(spool: Open) -> None:
    one = spool()
    fill(one, 2, "before")
    fill(one, 2, "after")

    portion = one.next_portion()
    assert portion is not None and (portion.boot, portion.last) == ("before", 2)
    one.acked(2)
    portion = one.next_portion()
    assert portion is not None and (portion.boot, portion.last) == ("after", 4)


def test_a_portion_always_fits_into_a_message(spool: Open) -> None:
    one = spool()
    for second in range(60):
        one.put("b", second, MACHINE.look(second * 3600))
    portion = one.next_portion()

    assert portion is not None and 1 < len(portion.items) < 60
    assert len(encode(Batch("b/s", portion.items))) < LARGEST


def test_a_look_with_ten_thousand_processes_is_kept_without_them(spool: Open) -> None:
    one = spool()
    crowd = tuple(ProcessReading(pid, user="somebody", command="python train.py") for pid in range(10_000))
    card = replace(MACHINE.look(0).gpus[0], processes=crowd)
    one.put("b", 1, replace(SMALL, gpus=(card,)))
    portion = one.next_portion()

    assert portion is not None
    (item,) = portion.items
    assert item.sample is not None and item.sample.gpus[0].processes is None
    assert item.sample.gpus[0].missing["processes"] == "too_large"
    assert len(encode(Batch("b/s", portion.items))) < BATCH_BYTES


def test_events_and_samples_share_one_row_of_numbers(spool: Open) -> None:
    one = spool()
    one.put("b", 1, SMALL)
    one.put("b", 2, Event(5, "xid", "GPU-1", {"xid": 79}))
    portion = one.next_portion()

    assert portion is not None
    assert [(item.seq, item.event is not None) for item in portion.items] == [(1, False), (2, True)]


def test_when_there_are_too_many_the_oldest_give_way_and_are_counted(spool: Open) -> None:
    one = spool(most_items=10)
    fill(one, 25)

    assert (len(one), one.dropped, numbers(one)[0]) == (10, 15, 16)
    assert spool(most_items=10).dropped == 15


def test_a_file_that_grows_too_large_gives_up_its_oldest_tenth(spool: Open) -> None:
    one = spool(most_bytes=1)
    fill(one, 130)

    assert one.dropped > 0 and len(one) + one.dropped == 130


def test_a_full_disk_is_lived_through_in_memory_and_caught_up(spool: Open) -> None:
    one = spool()
    fill(one, 2)
    no_room(one)
    fill(one, 400)

    assert one.memory_only and "full" in str(one.trouble) and len(one) == 402
    room_again(one)
    fill(one, 1)
    assert not one.memory_only and one.trouble is None
    assert len(spool()) == 403


def test_on_a_full_disk_too_the_memory_is_bounded(spool: Open) -> None:
    one = spool(most_items=50)
    no_room(one)
    fill(one, 300)

    assert len(one) == 50 and one.dropped == 250 and numbers(one)[-1] == 300


def test_on_a_full_disk_what_is_acknowledged_is_not_handed_out_again(spool: Open) -> None:
    one = spool()
    no_room(one)
    fill(one, 400)
    one.acked(400)

    assert one.next_portion() is None


def test_a_folder_that_cannot_be_written_leaves_the_memory(tmp_path: Path) -> None:
    one = Spool(tmp_path / "nowhere" / "spool.db")
    fill(one, 3)

    assert one.memory_only and one.trouble and numbers(one) == [1, 2, 3]


def test_a_file_that_is_no_database_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "spool.db").write_bytes(b"\xff" * 5000)
    one = Spool(tmp_path / "spool.db")
    fill(one, 1)

    assert (tmp_path / "spool.broken").exists() and not one.memory_only
    one.close()


def test_an_item_that_cannot_be_read_back_is_passed_over(spool: Open, tmp_path: Path) -> None:
    one = spool()
    fill(one, 2)
    one.close()
    file = sqlite3.connect(tmp_path / "spool.db", isolation_level=None)
    file.execute("UPDATE item SET body = ? WHERE seq = 1", (zlib.compress(b'{"at": 5}'),))
    file.close()
    again = spool()
    portion = again.next_portion()

    assert portion is not None and ([item.seq for item in portion.items], portion.last) == ([2], 2)


def test_the_bot_says_what_it_has_and_that_is_forgotten(spool: Open) -> None:
    one = spool()
    fill(one, 5)
    one = spool()
    one.meet(one.name, 3)

    assert numbers(one) == [4, 5]


def test_another_buffers_numbers_mean_nothing_here(spool: Open) -> None:
    one = spool()
    fill(one, 5)
    one.meet("another", 3)
    one.meet(None, 0)

    assert numbers(one) == [1, 2, 3, 4, 5]


def test_a_file_that_came_back_with_an_old_image_goes_on_under_a_new_name(spool: Open) -> None:
    one = spool()
    before = one.name
    fill(one, 2)
    one.meet(before, 900)

    assert one.name != before and numbers(one) == [1, 2]
    assert spool().name == one.name


def test_numbers_given_out_on_a_full_disk_are_not_taken_for_stored_after_a_restart(spool: Open) -> None:
    """The file never saw numbers 3 to 402, the bot did; after a restart they are given out again."""
    one = spool()
    before = one.name
    fill(one, 2)
    no_room(one)
    fill(one, 400)
    one.next_portion()
    one.acked(402)
    one._memory.clear()
    again = spool()
    fill(again, 450)
    again.meet(before, 402)

    assert again.name != before and len(again) >= 450
