"""The codes and labels of what people do on the machine's command line: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

CODES: Mapping[str, Code] = {
    "box_code": Code(
        "a one-time code in the line to type on the machine; `in_use` = personal codes that hold already, `reachable` "
        "= the bot lets the machine in",
        ("line", "until", "pool", "reachable", "in_use"),
    ),
    "box_code_revoked": Code("none of one's codes holds any more; `ended` = how many did", ("pool", "ended")),
    "code_in_private": Code("to be asked for in private"),
    "not_from_box": Code("who one is and who may what is changed in the chat, not from the machine", ("command",)),
    "from_box": Code(
        "unasked: a member did something from the machine; `what` (a code) with its `data`", ("holder", "what", "data")
    ),
    "job_ended": Code(
        "unasked: a command of `pinka job run` ended; `exit_code` 128 and more = a signal; `peaks` = most memory a "
        "card, as far as it was measured",
        (
            "holder",
            "node",
            "command",
            "description",
            "exit_code",
            "seconds",
            "gpus",
            "peaks",
            "booking",
            "start",
            "end",
            "private",
        ),
    ),
}

LABELS: Mapping[str, tuple[str, ...]] = {"box_code.revoke": (), "private_chat": ()}
