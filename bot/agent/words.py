"""The few sentences the agent says on the machine's own terminal, in Chinese and English at once."""

from bot.wire.sample import CardReading, ProcessReading, Sample

NO_SUCH_WORD = "没有 `pinka agent {word}`，有的是：{words}\nthere is no `pinka agent {word}`; there are: {words}"
STATES = {
    "ok": "正常 / working",
    "no_bindings": "缺少 Python 包 nvidia-ml-py / the Python package nvidia-ml-py is missing",
    "wrong_bindings": "装了冒名的 pynvml 包 / another package took the place of nvidia-ml-py",
    "no_library": "这里看不到 NVIDIA 驱动库 / no NVIDIA driver library is visible here",
    "no_driver": "NVIDIA 内核模块没有加载 / the NVIDIA kernel module is not loaded",
    "old_driver": "驱动太旧 / the driver is too old",
    "mismatch": "驱动升级后还没重启（正在跑的任务不受影响） / the driver was upgraded and not reloaded; "
    "running jobs are unaffected, a reboot puts it right",
    "init_unknown": "容器丢了显卡，需要重启容器 / the container lost its cards: restart the container",
    "no_permission": "没有权限访问显卡 / no permission to read the cards",
    "lost": "有卡掉线，驱动起不来 / a card fell off the bus and the driver does not start",
    "no_cards": "驱动正常，但一张卡也没有 / the driver works and lists no card",
    "init_failed": "驱动起不来 / the driver does not start",
    "uninitialized": "和驱动的连接断了，正在重连 / the connection to the driver broke, connecting again",
    "starting": "刚启动，驱动还在初始化 / just started, the driver is still waking up",
    "driver_stuck": "驱动卡住了，没有应答；下面是上次读到的 / the driver is stuck; below is what it last said",
    "error": "驱动报错 / the driver answers with an error",
}
CARD_STATES = {
    "lost": "掉线了 / lost",
    "reset_required": "要重置才能用 / must be reset",
    "no_permission": "没有权限读 / may not be read",
    "unknown": "读不出来 / cannot be read",
}
GIB = 1024**3
STALE_S = 30


def describe(sample: Sample) -> str:
    """The look for a person: the state first, then a line a card and one for each process on it."""
    head = f"{sample.state}: {STATES[sample.state]}"
    if sample.reason is not None:
        head += f" ({sample.reason})"
    lines = [head]
    for card in sample.gpus:
        lines.append(_card_line(card))
        lines += [_process_line(row) for row in card.processes or ()]
    return "\n".join(lines)


def _card_line(card: CardReading) -> str:
    if card.state != "ok":
        return f"  {card.index}  {CARD_STATES.get(card.state, card.state)}"
    age = f"  ({card.age_s} s)" if card.age_s >= STALE_S else ""
    memory = f"{_gib(card.memory_used)} / {_gib(card.memory_total)} GiB"
    util, power, heat = _shown(card.util), _shown(card.power_w), _shown(card.temperature_c)
    return f"  {card.index}  {card.name or '?'}  {memory}  {util} %  {power} W  {heat} °C{age}"


def _process_line(row: ProcessReading) -> str:
    return f"     {row.pid}  {row.user or '?'} ({row.grade})  {row.command or '?'}  {_gib(row.memory)} GiB"


def _gib(size: int | None) -> str:
    return "?" if size is None else f"{size / GIB:.1f}"


def _shown(value: float | None) -> str:
    return "?" if value is None else f"{value:.0f}"
