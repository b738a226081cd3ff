"""Personal codes and word of jobs in the store itself, on both databases."""

from bot.people.services.one_time import hash_of
from bot.usage.services import box_codes
from bot.usage.services.box_codes import Speaker, Worth
from bot.wire.box import JobNews
from bot.wire.decoding import plain
from bot.wire.sample import Event
from tests.usage.box import Box

KEY = "k" * 64


def test_a_one_time_code_becomes_a_personal_one_which_can_be_revoked(box: Box) -> None:
    now = box.lab.bridge.clock.now()
    once = box.lab.say("/code", "bob", chat=None).data["line"].split()[3]

    def fetch(code: str) -> Speaker | Worth:
        return box.database.write_now(lambda s: box_codes.fetch(s, code, hash_of(KEY), now))

    def opens() -> Speaker | Worth:
        return box.database.read_now(lambda s: box_codes.speaker(s, KEY, now))

    assert fetch("abcd-efgh-jkmn") is Worth.WRONG and opens() is Worth.WRONG
    found = fetch(once)
    assert isinstance(found, Speaker) and found.member.name == "鲍勃"
    assert opens() == found and fetch(once) is Worth.WRONG

    newer = box.lab.say("/code", "bob", chat=None)
    assert newer.data["in_use"] == 1 and opens() == found
    assert box.lab.say("/code", "bob", chat=None).data["in_use"] == 1
    assert fetch(newer.data["line"].split()[3]) is Worth.REVOKED
    assert box.lab.say("/code off", "bob").data["ended"] == 2
    assert opens() is Worth.REVOKED


def test_a_job_is_stored_from_start_to_end_and_told_once(box: Box) -> None:
    news = plain(JobNews("j1", "train.py", seconds=700, user="bob", exit_code=0, peaks={"GPU-2": 5, "GPU-3": 9}))
    begun = plain(JobNews("j1", "train.py", user="bob", gpus=(2, 3)))
    box.send(events=[Event(box.now, "job_started", None, begun), Event(box.now + 700, "job_ended", None, news)])
    box.send(events=[Event(box.now + 700, "job_ended", None, news)])
    assert [said.code for said in box.lab.fire()] == ["job_ended"]
    rows = box.database.read_now(
        lambda s: s.connection().exec_driver_sql("SELECT name, gpus, exit_code, peak_bytes FROM job_run").all()
    )
    assert [tuple(row) for row in rows] == [("j1", "[2, 3]", 0, 9)]
