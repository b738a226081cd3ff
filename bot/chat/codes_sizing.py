"""The codes and labels of sizing questions: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

CODES: Mapping[str, Code] = {
    "sized": Code(
        "the answers to a text's sizing questions: each `asked`, its `verdict` (fits, tight, no, null), `missing` = "
        "what "
        "has to be said first, `knowledge` = the card that answers; `machine` = the pool's cards it could run on",
        ("answers", "machine"),
    ),
    "size_terms": Code("the terms of the estimates, with formulas and the nearest measurements", ("answers",)),
    "not_sizing": Code("no question about sizing; `empty` = nothing was asked", ("empty",)),
    "size_config": Code("a pasted config that describes no model: `why` and `what`", ("why", "what")),
    "size_no_speed": Code("no speed of this model was ever measured", ("model",)),
    "uplink": Code("the pool's line to its machine; `mbps` null = not set", ("mbps",)),
    "size_bad": Code("a number of a question that cannot be", ("field", "value", "least", "most")),
}

LABELS: Mapping[str, tuple[str, ...]] = {
    "size.change": ("name",),
    "size.terms": (),
    "size.back": (),
    "size.book": ("count", "kind", "seconds", "start", "now"),
}
