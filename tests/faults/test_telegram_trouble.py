"""What Telegram and impatient people do to a running service: repeated deliveries, double presses, races, outages."""

import json
from collections.abc import AsyncIterator

import pytest

from tests.fakes.telegram.faults import Fault
from tests.fakes.telegram.objects import Json
from tests.faults.services import Life, Site

BOOK = "/book 2xA100 6h"


@pytest.fixture
async def life(site: Site) -> AsyncIterator[Life]:
    """The service of the site, ended in good order afterwards."""
    one = await site.lives()
    yield one
    await one.stop()


async def said(site: Site, text: str) -> Json:
    """Li says it; the answer, once everything is quiet."""
    asked = site.say(text)
    await site.until(lambda: site.tg.answer_now(asked) and site.quiet)
    return site.tg.answer_now(asked)


async def test_an_update_that_comes_twice_is_one_booking_and_one_answer(site: Site, life: Life) -> None:
    await said(site, BOOK)
    update = site.tg.people.last_update_id
    assert update is not None
    site.tg.redeliver(update)
    await site.until(lambda: site.quiet)
    assert (site.bookings, len(site.answers)) == (1, 1)


async def test_an_update_that_comes_again_after_a_restart_is_one_booking_and_one_answer(site: Site) -> None:
    life = await site.lives()
    await said(site, BOOK)
    update = site.tg.people.last_update_id
    assert update is not None
    await life.kill()
    site.tg.redeliver(update)
    again = await site.lives()
    await site.until(lambda: site.quiet)
    await again.stop()
    assert (site.bookings, len(site.answers)) == (1, 1)


async def test_a_double_press_books_once(site: Site, life: Life) -> None:
    await said(site, "/book 7 6h")
    card = await said(site, "/book 2 3h")
    button = card["reply_markup"]["inline_keyboard"][0][0]["text"]
    presses = [site.tg.people.press(card, button, site.li) for _ in range(2)]
    for press in presses:
        await site.tg.answer_to_press(press, 10)
    await site.until(lambda: site.bookings == 2 and site.quiet)
    assert sorted(row[0] for row in site.rows("SELECT code FROM inbox ORDER BY id DESC LIMIT 2")) == [
        "already_done",
        "booked",
    ]


async def test_of_two_who_press_for_the_last_card_one_gets_it_and_the_other_sees_who(site: Site, life: Life) -> None:
    """In their private chats, which are worked on at the same time."""
    await said(site, "/book 7 6h")
    cards = []
    for user in (site.li, site.wang):
        asked = site.tg.people.say("/book 8 3h", user)
        cards.append(await site.tg.answer_to(asked, 10))
    fewer = [row[0]["text"] for row in cards[0]["reply_markup"]["inline_keyboard"]][1]
    for user, card in zip((site.li, site.wang), cards, strict=True):
        site.tg.people.press(card, fewer, user)
    await site.until(lambda: site.bookings == 2 and site.quiet)
    outcomes = site.rows("SELECT code, data FROM inbox WHERE payload LIKE '%\"press\"%'")
    assert sorted(code for code, _ in outcomes) == ["booked", "taken"]
    data = {code: json.loads(text) for code, text in outcomes}
    assert [one["holder"] for one in data["taken"]["blocking"]] == [data["booked"]["holder"]]
    [(live,)] = site.rows("SELECT count(*) FROM booked_card WHERE live = 1")
    assert live == 8


@pytest.mark.parametrize(
    "fault",
    [
        Fault("getUpdates", "fail", status=404, description="Not Found", times=6),
        Fault("getUpdates", "fail", status=502, description="Bad Gateway", times=8),
        Fault("getUpdates", "garbage", times=8),
        Fault("getUpdates", "close", times=8),
        Fault("getUpdates", "hang", times=1),
    ],
    ids=["404", "502", "garbage", "closed", "hang"],
)
async def test_after_an_outage_it_answers_again_and_nothing_is_lost(site: Site, life: Life, fault: Fault) -> None:
    site.tg.faults.add(fault)
    asked = [site.say(f"/book 1 {hours}h") for hours in (1, 2, 3)]
    await site.until(lambda: fault.hits == fault.times)
    await site.until(lambda: all(site.tg.answer_now(one) for one in asked) and site.quiet)
    assert (site.bookings, len(site.answers)) == (3, 3)
    site.tg.faults.clear()


async def test_while_telegram_takes_no_messages_bookings_are_made_and_their_answers_come_later(
    site: Site, life: Life
) -> None:
    fault = site.tg.faults.add(Fault("sendMessage", "fail", status=502, description="Bad Gateway", times=1))
    asked = [site.say(f"/book 1 {hours}h") for hours in (1, 2)]
    await site.until(lambda: site.bookings == 2)
    await site.until(lambda: all(site.tg.answer_now(one) for one in asked) and site.quiet)
    assert fault.hits == 1 and len(site.answers) == 2


async def test_a_group_that_becomes_a_supergroup_is_answered_and_keeps_its_pool(site: Site, life: Life) -> None:
    await said(site, BOOK)
    new = site.tg.membership.migrate(site.lab, first="from")
    asked = site.tg.people.say("/book 1 1h", site.wang, new)
    await site.until(lambda: site.tg.answer_now(asked) and site.quiet)
    assert site.bookings == 2 and site.rows("SELECT count(*) FROM pool") == [(1,)]


async def test_the_token_is_in_no_line_of_the_log_whatever_goes_wrong(site: Site, life: Life) -> None:
    for action in ("fail", "close", "garbage"):
        site.tg.faults.add(Fault("getUpdates", action, times=2))
    told = f"Bad Gateway {site.tg.base_url}{site.tg.token}"
    site.tg.faults.add(Fault("sendMessage", "fail", status=502, description=told))
    asked = site.say(BOOK)
    await site.until(lambda: site.tg.answer_now(asked) and site.quiet)
    secret = site.tg.token.partition(":")[2]
    assert "no updates from Telegram" in site.log, "nothing was logged"
    assert secret not in (site.folder / "log").read_text()
