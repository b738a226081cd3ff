"""Pictures that people send with a caption, and files and pictures that the bot sends."""

from dataclasses import replace
from hashlib import sha256

import pytest

from bot.chat.message import Attached, Incoming, Person, Place
from bot.telegram.attached import looked_at, picture_of
from bot.telegram.picture import plain_png
from storage.database import Database
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.bodies import Upload
from tests.telegram.house import HASTY, Lab, button, living, sending
from tests.telegram.whole import serving

PNG = plain_png(64, 64, (1, 2, 3))
SHEET = Attached("pinka-2026-11.csv", "text/csv", b"a,b\r\n")


async def heard(tg: FakeTelegram, lab: Lab, caption: str, photo: bytes) -> Incoming:
    async with living(tg) as bot:
        tg.people.say(caption, lab.li, lab.group, photo=photo)
        return await bot.hears(caption)


async def test_a_photo_that_says_what_it_is_comes_with_the_hash_of_its_bytes(tg: FakeTelegram, lab: Lab) -> None:
    picture = (await heard(tg, lab, "收款码", PNG)).picture
    assert picture is not None and picture.sha256 == sha256(PNG).hexdigest()
    assert (picture.mime, picture.size, picture.ref) == ("image/jpeg", len(PNG), "file-1")


async def test_a_photo_of_something_else_is_not_looked_at(tg: FakeTelegram, lab: Lab) -> None:
    picture = (await heard(tg, lab, "看我的猫", PNG)).picture
    assert picture is not None and picture.sha256 is None
    assert not tg.calls_of("getFile")


async def test_a_photo_that_cannot_be_fetched_comes_without_a_hash_and_holds_nothing_up(
    tg: FakeTelegram, lab: Lab
) -> None:
    async with living(tg) as bot:
        tg.people.say("收据 12", lab.li, lab.group, photo=True)
        picture = (await bot.hears("收据 12")).picture
    assert picture is not None and picture.ref == "user-photo" and picture.sha256 is None


async def test_a_document_goes_out_with_its_words_as_caption_and_its_buttons(tg: FakeTelegram, lab: Lab) -> None:
    question = tg.people.say("/export csv", lab.li, lab.group)
    quoted = str(question["message_id"])
    async with sending(tg) as sender:
        handle = await sender.say(lab.group, "11 月的 CSV", attached=SHEET, buttons=button(), reply_to=quoted)
    (message,) = tg.sent(lab.group.id)
    assert message["document"]["file_name"] == "pinka-2026-11.csv" and message["caption"] == "11 月的 CSV"
    assert message["reply_markup"] and message["reply_to_message"]["message_id"] == question["message_id"]
    assert tg.world.files[message["document"]["file_id"]].content == b"a,b\r\n"
    assert handle == str(message["message_id"])


async def test_words_too_long_for_a_caption_go_on_below_the_file(tg: FakeTelegram, lab: Lab) -> None:
    lines = [f"第 {number} 行 {'字' * 50}" for number in range(40)]
    async with sending(tg) as sender:
        await sender.say(lab.group, *lines, attached=SHEET, buttons=button())
    first, *rest = tg.sent(lab.group.id)
    assert len(first["caption"]) <= 1024 and all("text" in one for one in rest)
    assert "\n".join([first["caption"], *(one["text"] for one in rest)]).split("\n") == lines
    assert ["reply_markup" in one for one in (first, *rest)][-1]


async def test_a_picture_that_telegram_knows_is_sent_by_its_name(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.files["file-9"] = Upload("x.png", "image/png", PNG)
    async with sending(tg) as sender:
        await sender.say(lab.group, "付给小李", attached=Attached("x", "image/png", None, "file-9", image=True))
    (message,) = tg.sent(lab.group.id)
    assert message["photo"][0]["file_id"] == "file-9" and message["caption"] == "付给小李"


async def test_a_picture_that_telegram_forgot_is_left_out_and_the_words_arrive(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        gone = Attached("x", "image/png", None, "gone", image=True, instead="没有图")
        await sender.say(lab.group, "付给小李", attached=gone)
    (message,) = tg.sent(lab.group.id)
    assert message["text"] == "付给小李\n没有图"


@pytest.mark.parametrize("body", [b"", b"x" * 50_000_001])
async def test_a_file_that_telegram_would_not_take_is_not_tried(tg: FakeTelegram, lab: Lab, body: bytes) -> None:
    async with sending(tg, HASTY) as sender:
        await sender.say(lab.group, "太大", attached=Attached("x.csv", "text/csv", body, instead="没发出去"))
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["太大\n没发出去"]
    assert not tg.calls_of("sendDocument")


async def test_a_card_cannot_become_a_file_so_the_file_is_a_new_message(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        card = await sender.say(lab.group, "导出成什么？", buttons=button())
        handle = await sender.say(lab.group, "CSV", attached=SHEET, edit_of=card)
    assert handle != card and len(tg.sent(lab.group.id)) == 2


@pytest.mark.parametrize("why", ["not enough rights to send documents to the chat", "DOCUMENT_INVALID"])
async def test_a_file_that_is_refused_is_said_to_be_missing(tg: FakeTelegram, lab: Lab, why: str) -> None:
    tg.faults.fail("sendDocument", 400, f"Bad Request: {why}")
    async with sending(tg) as sender:
        await sender.say(lab.group, "CSV", attached=replace(SHEET, instead="<没发出去>"))
    assert [one.get("text") for one in tg.sent(lab.group.id)] == ["CSV\n<没发出去>"]


async def test_a_file_that_a_group_refuses_is_missed_in_the_readers_language(
    tg: FakeTelegram, lab: Lab, sqlite_database: Database
) -> None:
    async with serving(tg, sqlite_database, lab) as group:
        await group.ask("/bill 租金 400 平摊")
        tg.faults.fail("sendDocument", 400, "Bad Request: not enough rights to send documents to the chat")
        tg.people.say("/export csv", lab.li, lab.group)
        await group.quiet()
        assert "文件没发出去" in tg.sent(lab.group.id)[-1]["text"]


async def test_from_photo_to_private_bill_and_back_as_a_document(
    tg: FakeTelegram, lab: Lab, sqlite_database: Database
) -> None:
    """The whole way: Li's code is kept, and the month goes out as a file that Telegram took."""
    async with serving(tg, sqlite_database, lab) as group:
        tg.people.say("收款码", lab.li, lab.group, photo=PNG)
        await group.quiet()
        shown = tg.sent(lab.group.id)[-1]
        assert shown["photo"][0]["file_id"] == "file-1" and sha256(PNG).hexdigest()[:16] in shown["caption"]
        await group.ask("/bill 租金 400 平摊")
        tg.people.say("/export csv", lab.li, lab.group)
        await group.quiet()
        sent = tg.sent(lab.group.id)[-1]
        body = tg.world.files[sent["document"]["file_id"]].content
        assert body.startswith(b"\xef\xbb\xbf") and b"400.00" in body
        rows = await group.rows("SELECT kind, platform, sha256 FROM attachment ORDER BY id")
        assert rows == [
            ("payee_code", "telegram", sha256(PNG).hexdigest()),
            ("export", "pinka", sha256(body).hexdigest()),
        ]


class _File:
    def __init__(self, body: bytes) -> None:
        self.body = body

    async def download_as_bytearray(self) -> bytearray:
        return bytearray(self.body)


class _Bot:
    def __init__(self, body: bytes) -> None:
        self.body, self.asked = body, list[str]()

    async def get_file(self, ref: str) -> _File:
        self.asked.append(ref)
        return _File(self.body)


def document(mime: str, size: int = 2) -> dict[str, object]:
    return {"document": {"file_id": "d1", "mime_type": mime, "file_name": "月.json", "file_size": size}}


def incoming(caption: str, raw: dict[str, object]) -> Incoming:
    place, person = Place("telegram", "1", True), Person("1", "li")
    return Incoming("k", place, person, caption, 1, picture=picture_of(raw))


async def test_a_json_document_to_be_taken_in_comes_with_its_words() -> None:
    got = await looked_at(_Bot(b"{}"), incoming("/export import", document("application/json")))  # type: ignore[arg-type]
    assert isinstance(got, Incoming) and got.picture is not None
    assert (got.picture.text, got.picture.name, got.picture.sha256) == ("{}", "月.json", sha256(b"{}").hexdigest())


async def test_a_huge_document_is_not_fetched() -> None:
    bot = _Bot(b"")
    got = await looked_at(bot, incoming("收据 1", document("application/pdf", 11_000_000)))  # type: ignore[arg-type]
    assert isinstance(got, Incoming) and got.picture is not None and got.picture.sha256 is None and not bot.asked


@pytest.mark.parametrize("mime", ["application/zip", "text/html", ""])
def test_other_documents_are_no_pictures(mime: str) -> None:
    assert picture_of(document(mime)) is None
