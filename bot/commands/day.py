"""`/digest`: today so far; `/digest 09:00`, `/digest off`: when the digest of the day before comes."""

from sqlmodel import Session

from bot.chat.message import Reply
from bot.chat.registry import Command, Who
from bot.commands import may
from bot.commands.ask import Ask
from bot.day.services import digest, wanted
from bot.errors import Refusal
from bot.language.reading.preferences import is_off, read_minute
from bot.language.writing import plain_name


def say(session: Session, ask: Ask) -> Reply:
    text = ask.args.strip()
    if not text:
        return digest.today_so_far(session, ask.pool, ask.now)
    may.check(ask, Who.MEMBER)
    if is_off(text):
        return wanted.want(session, ask.pool, ask.member, None, ask.now)
    minute = read_minute(text)
    if minute is None:
        raise Refusal("bad_input", reason="bad_minute", facts={"text": plain_name(text)})
    return wanted.want(session, ask.pool, ask.member, minute, ask.now)


COMMANDS = (
    Command(
        "digest",
        zh=("日报",),
        help={
            "zh": "今天谁用了多少、哪些卡闲着；定个时间每天发",
            "en": "who used how much today, what stood idle; or daily at a time",
        },
        examples={"zh": ("/digest", "/digest 09:00", "/digest off"), "en": ("/digest", "/digest 09:00", "/digest off")},
        who=Who.GUEST,
        run=say,
        wordless=True,
    ),
)
