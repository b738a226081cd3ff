"""The service is killed at every commit point of a `/book` that arrives over Telegram, and around its answer.

However it dies: after a restart there is one booking and one answer, or a second answer where nobody can know that
Telegram took the first.
"""

import asyncio
import signal
from pathlib import Path

from tests.fakes.telegram import FakeTelegram
from tests.faults.services import Life, Nursery, Site

BOOK = "/book 2xA100 6h"


async def _commits_of_a_book(site: Site) -> int:
    """How many commits there are from the moment a /book arrives until its answer is settled."""
    life = await site.lives()
    site.flag.touch()
    site.say(BOOK)
    await site.until(lambda: site.bookings == 1 and site.quiet)
    count = sum(line.startswith("after") for line in site.commits)
    await life.kill()
    assert site.rows("SELECT state FROM outbox") == [("sent",)] and len(site.answers) == 1
    return count


async def _killed_there(site: Site, die: tuple[str, int]) -> str:
    """What went wrong when the service was killed there and started again; nothing, if all is well."""
    life = await site.lives(die)
    site.flag.touch()
    site.say(BOOK)
    status = await life.died()
    site.flag.unlink()
    if status != -signal.SIGKILL or site.commits[-1].split() != [die[0], str(die[1])]:
        return f"it was not killed {die}: {status}, {site.commits}"
    sending = site.rows("SELECT 1 FROM outbox WHERE state = 'sending'")
    taken = len(site.answers)
    waits = bool(site.tg.world.updates.pending() or site.rows("SELECT 1 FROM inbox WHERE state = 'new'"))
    if not waits and not site.bookings:
        return f"killed {die}, the update is nowhere"
    again = await site.lives()
    await site.until(lambda: site.answers and site.quiet)
    await again.stop()
    most = 2 if sending and taken else 1
    if site.bookings == 1 and 1 <= len(site.answers) <= most and site.quiet:
        return ""
    return f"killed {die}: {site.bookings} bookings, {len(site.answers)} answers\n{site.tg.transcript()}\n{site.log}"


async def test_a_book_survives_a_kill_at_each_of_its_commits(nursery: Nursery, furnished: Path, tmp_path: Path) -> None:
    async with FakeTelegram(privacy=False) as tg:
        count = await _commits_of_a_book(Site.over(nursery, tmp_path / "measured", tg, furnished))
    assert count >= 4, "stored, carried out, taken for sending, settled"
    two_at_once = asyncio.Semaphore(2)

    async def trouble(die: tuple[str, int]) -> str:
        async with two_at_once, FakeTelegram(privacy=False) as tg:
            return await _killed_there(Site.over(nursery, tmp_path / "-".join(map(str, die)), tg, furnished), die)

    points = [(side, number) for number in range(1, count + 1) for side in ("before", "after")]
    assert [told for told in await asyncio.gather(*map(trouble, points)) if told] == []


async def test_killed_before_telegram_takes_the_answer_it_is_given_once(site: Site) -> None:
    held = site.tg.faults.hang("sendMessage")
    life = await site.lives()
    site.say(BOOK)
    await site.tg.until(held.reached.is_set, 20)
    await life.kill()
    held.release(drop=True)
    await (await _restarted(site)).stop()
    assert (site.bookings, len(site.answers)) == (1, 1)


async def test_killed_after_telegram_took_the_answer_it_is_given_twice_and_not_more(site: Site) -> None:
    held = site.tg.faults.hang("sendMessage", moment="after")
    life = await site.lives()
    site.say(BOOK)
    await site.tg.until(held.reached.is_set, 20)
    assert len(site.answers) == 1
    await life.kill()
    held.release(drop=True)
    await (await _restarted(site)).stop()
    await (await site.lives()).stop()
    assert (site.bookings, len(site.answers)) == (1, 2)


async def _restarted(site: Site) -> Life:
    life = await site.lives()
    await site.until(lambda: site.answers and site.quiet)
    return life


async def test_killed_before_it_answers_a_question_it_answers_after_the_restart(site: Site) -> None:
    """`/status` changes nothing and its answer is not owed: its row waits in the inbox."""
    held = site.tg.faults.hang("sendMessage")
    life = await site.lives()
    site.say("/status")
    await site.tg.until(held.reached.is_set, 20)
    await life.kill()
    held.release(drop=True)
    await (await _restarted(site)).stop()
    assert len(site.answers) == 1


async def test_killed_and_started_again_it_works_at_once(site: Site) -> None:
    """The dead process held the role of polling; nobody waits for its lease."""
    life = await site.lives()
    await life.kill()
    begun = asyncio.get_running_loop().time()
    again = await site.lives()
    site.say(BOOK)
    await site.until(lambda: site.answers and site.quiet)
    assert asyncio.get_running_loop().time() - begun < 10
    await again.stop()
