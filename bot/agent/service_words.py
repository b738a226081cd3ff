"""What the agent's own commands say on the machine's terminal, in Chinese and English at once."""

from collections.abc import Mapping
from typing import Any

from bot.agent.words import STATES

ENROLLED = "连上了：{node}（{pool}），{bound} 张卡对上了{waiting}\nenrolled as {node} of {pool}, {bound} cards matched"
WAITING = "，{waiting} 张等管理员在群里认"
NOT_ENROLLED = (
    "这台机器还没接入：管理员在群里发 /node add，把给出的一行贴到这里\n"
    "Not enrolled yet: an owner sends /node add in the group; paste the line here"
)
NO_PORT = "端口开不了：{why}\nthe port cannot be opened: {why}"
RUNS_ALREADY = "已经有一个在运行（进程 {pid}）\nanother one is running (process {pid})"
WHY = {
    "wrong_enrol_code wrong": "口令不对 / no such code",
    "wrong_enrol_code used": "口令用过了，再发一次 /node add / the code was used; send /node add again",
    "wrong_enrol_code expired": "口令过期了，再发一次 /node add / the code expired; send /node add again",
    "wrong_enrol_code elsewhere": "这些卡已经是另一台机器的了：/node add 要写那台的名字 / "
    "these cards are another machine's: name it in /node add",
    "too_old": "采集程序旧了：重贴一次安装行 / the agent is too old: paste the install line again",
    "too_new": "机器人旧了，请管理员升级 / the bot is older than the agent: upgrade it",
    "removed": "这台机器被移走了：要再用，发 /node add / the machine was removed; /node add lets it in again",
    "wrong_proof": "机器人不认这把钥匙：重新 /node add / the bot does not know this key: /node add again",
    "not_this_machine": "管理员说不是这台：给它单独 /node add / an owner said no: use /node add for this machine",
    "wrong_bot": "应答的不是原来的机器人 / whoever answers is not our bot",
    "not_our_bot": "那个地址上不是拼卡 / what answers there is not Pinka",
    "quarantined": "等管理员在群里点一下 / an owner has to say that it is this machine",
    "replaced": "同一把钥匙在别处又连上了 / the same key connected elsewhere",
    "unreachable": "连不上机器人 / the bot cannot be reached",
}
LINKS = {
    "connected": "已连上 / connected",
    "posting": "已连上（普通请求，WebSocket 不通） / connected by plain requests, WebSockets are broken",
    "connecting": "正在连 / connecting",
    "listening": "等机器人来取 / the bot comes here",
    "offline": "没连上 / not connected",
    "quarantined": "等管理员认 / waits for an owner",
    "stopped": "停了 / stopped",
}
KEPT = {
    "systemd": "由 systemd 看着，开机自启 / kept by systemd, starts with the machine",
    "user": "由 systemd --user 看着；要开机自启：loginctl enable-linger / kept by systemd --user; "
    "to start it with the machine: loginctl enable-linger",
    "plain": "后台运行；容器重启后要再来一次：把下面一行写进启动脚本（onstart）或 ~/.bashrc\n"
    "runs in the background; after a restart of the container it has to be started again: put this line into its\n"
    "start script (onstart) or ~/.bashrc\n"
    "  ({command} agent start --if-stopped >/dev/null 2>&1 &)",
}
NOT_IN_PATH = (
    "命令 pinka 在 {folder}，加到 PATH：export PATH={folder}:$PATH\n"
    "the command pinka is in {folder}: export PATH={folder}:$PATH"
)
STALE_MS = 60_000
CLOCK_OFF_MS = 5_000
LITTLE_ROOM = 200 * 1024 * 1024
MIB = 1024 * 1024


def room(spool_bytes: int, free_bytes: int) -> str:
    """How large the buffer is, and whether there is room for it to grow."""
    spool, free = f"{spool_bytes / MIB:.1f} MiB", f"{free_bytes // MIB} MiB"
    return f"{_mark(free_bytes > LITTLE_ROOM)} 缓存 {spool}，硬盘还有 {free} / buffer {spool}, disk {free} free"


def why(said: str) -> str:
    """A reason in words, with what was said of it where that is more."""
    known = next((words for name, words in WHY.items() if said == name or said.startswith(f"{name} ")), None)
    return said if known is None else f"{known}（{said}）"


def status(identity: Any, told: Mapping[str, Any], pid: int | None, now_ms: int) -> str:
    """One screen: what works, what does not, and why."""
    lines = (
        [NOT_ENROLLED] if identity is None else [f"机器 / machine: {identity.node}（{identity.pool}）, {identity.url}"]
    )
    if pid is None:
        return "\n".join([*lines, "✗ 没在运行：pinka agent start / not running"])
    lines.append(f"✓ 在运行，进程 {pid} / running")
    if not told or now_ms - int(told.get("at_ms", 0)) > STALE_MS:
        return "\n".join([*lines, "✗ 一分钟没有动静，看 agent.log / nothing for a minute, see agent.log"])
    good = told["link"] in ("connected", "posting", "listening")
    lines.append(f"{_mark(good)} {LINKS.get(told['link'], told['link'])}{'' if good else _because(told['why'])}")
    waiting = f"{told['waiting']} 个读数等着交 / {told['waiting']} readings wait" if told["waiting"] else ""
    stored = told.get("stored_ms")
    age = (
        f"，上次 {(now_ms - stored) // 1000} 秒前 / last handed over {(now_ms - stored) // 1000} s ago"
        if stored
        else ""
    )
    lines.append(f"  {waiting or '都交了 / all handed over'}{age}")
    if told["dropped"]:
        lines.append(f"✗ 断得太久，丢了 {told['dropped']} 个 / away too long: {told['dropped']} were lost")
    if told["disk"]:
        lines.append(f"✗ 硬盘写不进去，先放在内存里 / the disk takes nothing, kept in memory: {told['disk']}")
    if told["no_proxy_because"]:
        lines.append(f"✗ 代理用不了 / the proxy cannot be used: {told['no_proxy_because']}")
    elif told["proxy"]:
        lines.append(f"  经过代理 / through a proxy: {_without_secret(told['proxy'])}")
    off = told.get("clock_off_ms")
    if off is not None and abs(off) > CLOCK_OFF_MS:
        seconds = off // 1000
        lines.append(f"✗ 本机的钟差 {seconds} 秒，读数会改正 / the clock is {seconds} s off, readings are corrected")
    fine = told["state"] == "ok"
    cards = f"{told['cards']} 张卡，驱动 {told.get('driver')} / cards, driver {told.get('driver')}"
    state = STATES.get(told["state"], "")
    lines.append(f"{_mark(fine)} {cards if fine else told['state']}{'' if fine else _because(told['reason'])}")
    lines += [f"  {state}"] if state and not fine else []
    if told["processes"] is False:
        lines.append("✗ 容器里看不到进程，分不出是谁 / processes are invisible in this container")
    return "\n".join(lines)


def _mark(good: bool) -> str:
    return "✓" if good else "✗"


def _because(said: str | None) -> str:
    return f": {why(said)}" if said else ""


def _without_secret(proxy: str) -> str:
    scheme, _, rest = proxy.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
