"""What `pinka job run` and `pinka say` say on the machine's own terminal, in Chinese and English at once."""

from bot.wire.box import Covering

CODES = {
    "wrong": "口令不对 / no such code",
    "revoked": "口令停用了，私聊机器人发 /code 再拿一个 / the code was revoked: send /code to the bot for another",
    "expired": "口令过期了，私聊机器人发 /code 再拿一个 / the code expired: send /code to the bot for another",
}
NO_CODE = (
    "还没有口令：私聊机器人发 /code，把给出的一行贴到这里\n"
    "no code yet: send /code to the bot in private and paste its line here"
)
UNREACHABLE = "连不上机器人 / the bot cannot be reached: {why}"
WAIT = "错太多次了，{seconds} 秒后再试 / too many wrong tries: again in {seconds} s"
BUSY = "机器人正忙，过一会儿再试 / the bot is busy, try again in a moment"
NOT_UNDERSTOOD = "机器人没看懂 / the bot did not understand: {detail}"
ENTERED = "好了，{member}（{pool}）。试试：pinka my\nyou are {member} of {pool}; try: pinka my"
SHARED_ACCOUNT = (
    "这个账号大家共用的话，先 export PINKA_USER=自己的名字 再贴，免得互相顶掉\n"
    "if several people share this account, export PINKA_USER=you first, so that each keeps their own code"
)
FORGOTTEN = "这里的口令删了；要全部停用，私聊机器人发 /code off\nremoved here; /code off in the chat revokes it"
NOTHING_TO_FORGET = "这里没有口令 / there is no code here"
NO_URL = "还要机器人的地址：--url https://… / the bot's address is needed too: --url https://…"
NO_BUTTON = "没有这个按钮 / no such button: {number}"
WHICH_BUTTON = "按第几个：pinka say 1 / press one: pinka say 1"
NOTHING_SAID = "说点什么，例：pinka say '订2张6小时' / say something, e.g. pinka say 'book 2 6h'"

UNASKED = (
    "pinka: 问不到预约（{why}），照样跑；跑完等连上再报\n"
    "pinka: no booking could be asked for ({why}); running all the same, the end is reported later"
)
NO_WAY = (
    "pinka: 这里没有采集程序也没有口令，只管跑：私聊机器人发 /code 就能认出你\n"
    "pinka: neither an agent nor a code here, just running: /code in the chat makes you known"
)
UNKNOWN = (
    "pinka: 不知道你是谁，先 export PINKA_USER=自己的名字，或私聊机器人发 /code\n"
    "pinka: who are you? export PINKA_USER=you, or send /code to the bot"
)
UNBOOKED = "pinka: {member} 现在没有预约{held} / no booking covers you now{held_en}"
STRICT = "pinka: 所以没跑（--strict） / so it was not run (--strict)"
COVERED = "pinka: 用 {cards} 号卡，还有 {zh} / cards {cards}, {en} left"
KEPT_CHOICE = (
    "pinka: 沿用已设的 CUDA_VISIBLE_DEVICES={visible} / CUDA_VISIBLE_DEVICES is left as it is, it is all yours"
)
NOT_FOUND = "pinka: 没有这个命令 / no such command: {command}"
NOT_RUNNABLE = "pinka: 运行不了 / cannot be run: {command} ({why})"
SAVED = "pinka: 预约还剩 {minutes} 分钟，发了 {signal} / {minutes} min left, {signal} sent"
NOBODY_WAITS = (
    "pinka: 预约还剩 {minutes} 分钟；没有进程在等 {signal}，没发（发了会让它退出）\n"
    "pinka: {minutes} min left; no process waits for {signal}, so it was not sent (it would end them)"
)
OVER = "pinka: 预约到点了，任务还在跑 / the booking is over, the command goes on"
REPORT = {
    "kept": "pinka: 机器人现在连不上，跑完的消息记下了，下次用 pinka 时补报 / the end is told the bot later",
    "lost": "pinka: 跑完的消息没能报出去 / the end could not be reported",
}
BAD_SIGNAL = "pinka: 没有这个信号，或程序接不住它 / no such signal, or none that can be caught: {name}"
BAD_TIME = "pinka: 时长写成 10m、1h、90s / a length is written 10m, 1h or 90s: {text}"
NO_COMMAND = "pinka: -- 后面写要跑的命令 / what is to be run? Put it behind --"


def length(seconds: int) -> tuple[str, str]:
    """A length in Chinese and English, to the minute."""
    hours, minutes = divmod(max(0, seconds) // 60, 60)
    zh = (f"{hours} 小时" if hours else "") + (f" {minutes} 分钟" if minutes or not hours else "")
    return zh.strip(), f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def covered(found: Covering) -> str:
    """Which cards are the caller's, and until when."""
    cards = ",".join(str(card.number) for card in found.cards)
    zh, en = length((found.end or found.now) - found.now)
    return COVERED.format(cards=cards, zh=zh, en=en)


def unbooked(found: Covering) -> str:
    """No booking, and who holds which cards."""
    held = ",".join(f"{one.number}={one.holder}" for one in found.others)
    line = UNBOOKED.format(
        member=found.member,
        held=f"（别人的：{held}）" if held else "",
        held_en=f" (others': {held})" if held else "",
    )
    if found.next_start is None:
        return line
    zh, en = length(found.next_start - found.now)
    return f"{line}\npinka: 下一个 {zh}后开始 / your next begins in {en}"


def refused(reason: str, facts: dict[str, object]) -> str:
    """Why the bot said no."""
    if reason == "wrong_code":
        return CODES.get(str(facts.get("worth")), CODES["wrong"])
    if reason == "too_many_tries":
        return WAIT.format(seconds=facts.get("seconds"))
    if reason in ("busy", "again"):
        return BUSY
    return NOT_UNDERSTOOD.format(detail=facts.get("detail") or reason)
