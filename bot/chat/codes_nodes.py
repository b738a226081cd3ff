"""The codes and labels of machines and their agents: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

CODES: Mapping[str, Code] = {
    "nodes": Code(
        "the machines: `state` none, online, offline or quarantined; cards `bound` to uuids; `unspoken` too_old or "
        "too_new = turned away; `tunnel` null = none",
        ("pool", "nodes", "tunnel"),
    ),
    "enrol_code": Code(
        "lines to paste on the machine; `install` null = the agent has to be there already",
        ("node", "until", "install", "enrol"),
    ),
    "no_door": Code("the service lets no agents in yet"),
    "which_node": Code("which of these machines?", ("nodes",)),
    "wrong_enrol_code": Code(
        "to an agent: the code is `worth` wrong, used, expired, or elsewhere (its cards are another machine's)",
        ("worth",),
        said=False,
    ),
    "node_enrolled": Code(
        "unasked: an agent came in; `added` = cards declared by it, `unbound` = declared but not seen",
        ("node", "bound", "unbound", "added", "state"),
    ),
    "cards_changed": Code(
        "unasked: cards that wait for an owner: `changed` ones of the pool, `extra` ones; `same` stay as they are",
        ("node", "changed", "extra", "same"),
    ),
    "cards_settled": Code("an owner's word on such cards", ("node", "yes", "changed", "added")),
    "stranger": Code(
        "unasked: is it this machine? `why` all_changed, or twice (the key is in use elsewhere too)",
        ("node", "host", "cards", "why"),
    ),
    "agent_unspoken": Code(
        "unasked: an agent was turned away, it is too_old, or too_new for this bot; `release` = its own word",
        ("node", "why", "release"),
    ),
    "stranger_settled": Code("an owner's word on that; `unbound` = cards not seen", ("node", "yes", "unbound")),
    "ask_node_remove": Code("remove the machine?", ("node", "cards", "agent", "choices")),
    "node_removed": Code("a machine is the pool's no more", ("node", "cards")),
    "node_busy": Code("bookings stand on its cards", ("node", "bookings")),
    "node_contact": Code("how the provider is reached; null = not known", ("node", "contact")),
}

LABELS: Mapping[str, tuple[str, ...]] = {
    "copy_line": (),
    "node": ("node",),
    "node.new": ("node",),
    "node.again": (),
    "node.remove": (),
    "cards.yes": (),
    "cards.no": (),
    "stranger.yes": (),
    "stranger.no": (),
}
