"""English words and phrases the reader knows. Phrases are written with single spaces; longest match wins."""

from __future__ import annotations

from .days_en import day_words
from .tokens import T

Entry = tuple[T, object]

_WORDS: dict[T, str] = {
    T.NOW: (
        "now|rn|right now|immediately|asap|as soon as possible|right away|straight away|starting now|at once"
    ),
    T.THIS_TIME: "this time|same time|the same time|at this time|at the same time|around this time|about this time",
    T.SECOND: "the second one|second one",
    T.MINUS: "minus|negative",
    T.UNTIL: (
        "until|till|til|to|through|thru|up to|up until|ending at|ending|ends|ends at|until about|done by|be done by|"
        "finished by|finish by|free by|back by|return by|returned by|over by|released by"
    ),
    T.FROM: (
        "from|starting|starting from|starting at|start|start at|begin|beginning|beginning at|starts|"
        "starts at|begins|start from"
    ),
    T.BETWEEN: "between",
    T.IN: "in|after",
    T.AFTER: "later|from now|from then|hence",
    T.AGO: "ago|earlier",
    T.BEFORE: "before|by|no later than|within|sometime before",
    T.AT: "at|on|on the|@|in the|at about|around|about|at around|the",
    T.WHOLE: "all day|whole day|the whole day|all day long|full day|the entire day",
    T.CARD: "gpu|gpus|card|cards|graphics card|graphics cards",
    T.CLASSIFIER: "pcs|pieces|units|pc|x gpu|x gpus",
    T.ALL: (
        "all|everything|all of them|all cards|all gpus|all the cards|all the gpus|every card|every gpu|"
        "whole machine|the whole machine|whole node|the whole node|full node|the full node|whole box|"
        "the whole box|entire node|the entire node|entire machine|the entire machine|full machine|"
        "the full machine|whole server|the whole server|all available|entire box|the entire box|full box|"
        "all of the cards|all of the gpus"
    ),
    T.NOT: (
        "not|without|except|excluding|exclude|except for|but not|all but|all gpus but|all cards but|everything but|"
        "all the cards but|all the gpus but|anything but|avoid|skip|"
        "other than|do not use|dont use|don't use|not on|not gpu|apart from|no"
    ),
    T.FLEXIBLE: (
        "whenever|any time|anytime|flexible|no rush|no hurry|whenever free|sometime|some time|earliest|"
        "earliest slot|first available|next available|whenever possible|not urgent|when free|"
        "once it's free|once free|once available|when it's free|as soon as one is free|as soon as it's free|unless|"
        "if nobody|if no one|once|provided|when free|when available|as available|any slot|if free|if available|"
        "at the earliest"
    ),
    T.OPEN: (
        "overnight|all night|until done|until it finishes|till done|till it's done|until it's done|"
        "until finished|until it is done|indefinitely|for a while|until further notice|through the night|"
        "the whole night|till finished|as long as possible|until i'm done|until im done|"
        "until the job finishes|until the run finishes|forever"
    ),
    T.LIST: "and|&|+|plus",
    T.HOUR: "o'clock|oclock|o' clock",
    T.HALF: "half",
    T.QUARTER: "quarter",
    T.NOON: "noon|midday|high noon",
    T.MIDNIGHT: "midnight|12 midnight",
    T.OF: "of|past",
    T.A: "a|an|a single|another",
    T.GE: "full|whole|straight|more|solid|consecutive",
    T.VAGUE: (
        "a few hours|few hours|some hours|several hours|a few days|few days|several days|a few minutes|"
        "some days|a couple of hours|couple hours|couple of hours|a couple hours|a couple of days|"
        "a couple days|a bit"
    ),
    T.FILLER: (
        "yo|bro|dude|mate|sup|plzz|pleaseee|"
        "please|pls|plz|book|reserve|i|we|i'd|i'll|need|needs|want|wanna|would like|would|like|give me|"
        "give|get me|get|grab|for|for the|thanks|thank you|thx|ty|cheers|can i have|can i get|can i|"
        "could i|may i|could you|can you|let me|have|me|us|my|hi|hey|hello|ok|with|some|use|using|total|"
        "in total|altogether|each|just|only|please book|long|duration|approximately|approx|roughly|maybe|"
        "of memory|free|i want to|to use|i need to|to book|to reserve|i want to book|i would like to|"
        "i'd like to|to have|to get|to run|also|then|hour window|nice|slot|window|session|for about|"
        "lasting|last|at least|at most|memory|vram|that's|pretty please|for around|any|take|i'll take|next|the next|"
        "for the next|coming|following|gimme|lemme|any chance of|any chance|chance|gonna|going|hoping|possible|"
        "is it possible to|if possible|urgently|urgent|kindly|good morning|good evening|guys|team|everyone|folks|"
        "bot|pinka|time|usage|quick|quickly|real quick|really quick|super quick|there|it|this|will|would|should|be|am|"
        "i'm|im|i am|we are|we're|"
        "booking|reserving|trying|sorry|sry|appreciated|much|very|so|thank|u|tks|tysm|ta|could u|can u|hey there|"
        "hi there|hi all|"
        "grab me|lend me|borrow|need to borrow|on behalf of|straight|could i get|could i have|may i have|"
        "do|schedule|i'd love|love|wondering if i could|if i could|looking for|kinda|like to|please and thanks|"
        "thanks a lot|many thanks|thanks so much|much appreciated|thanks in advance|number|count|qty|quantity|"
        "or so|ish|max|maximum|tops|can|someone|somebody|like|id|purpose|could|until then|in all|a total of|"
        "use of|access to|that|them|"
        "need them|need it|i need|we need"
    ),
}  # fmt: skip
_OTHERS = {
    "cancel": "cancel|never mind|nevermind|forget it",
    "extend": "extend|prolong|postpone",
    "release": "release",
    "question": (
        "do you have|do we have|does|did|anyone|anybody|has anyone|who|who's|how much|how many|what|why|is there|"
        "are there|which|when|show|what's|how long|is anyone"
    ),
    "recurring": (
        "every day|everyday|daily|weekly|every night|every week|every morning|each day|each night|every|"
        "nightly|weekdays|each week|weekends|mornings|evenings|afternoons|nights|hourly"
    ),
    "alternative": "or|either",
    "somebody": "he|she|they",
    "statement": "already",
    "bound": "fewer than|less than|more than|both|both of them",
    "half": (
        "half a card|half a gpu|half card|half gpu|half of a card|half of a gpu|half an a100|half a 4090|half an h100"
    ),
    "half_of_all": (
        "half of the cards|half the cards|half of the gpus|half the gpus|half of them|half the node|half the machine"
    ),
    "unplaced": (
        "end of month|end of the month|end of the week|end of week|christmas|new year|new year's eve|eod|"
        "end of day|eow|lunch|after lunch"
    ),
}
_UNITS = {
    1: "m min mins minute minutes minuts", 60: "h hr hrs hour hours", 1440: "d day days",
    10080: "w wk wks week weeks",
    0: "month months mo", -1: "s sec secs second seconds",
}  # fmt: skip


def _words() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    for tag, text in _WORDS.items():
        words |= {word: (tag, word) for word in text.split("|")}
    for name, text in _OTHERS.items():
        words |= dict.fromkeys(text.split("|"), (T.OTHER, name))
    words |= {word: (T.UNIT, minutes) for minutes, text in _UNITS.items() for word in text.split()}
    words |= day_words()
    words |= {
        "am": (T.MERIDIEM, 0),
        "pm": (T.MERIDIEM, 12),
        "a.m.": (T.MERIDIEM, 0),
        "p.m.": (T.MERIDIEM, 12),
    }
    words |= {
        "a.m": (T.MERIDIEM, 0),
        "p.m": (T.MERIDIEM, 12),
    }
    words |= {"nan": (T.BAD, "nan"), "inf": (T.BAD, "inf"), "null": (T.BAD, "null")}
    words |= {w: (T.BRAND, w) for w in ("nvidia", "geforce", "tesla", "quadro", "rtx", "gtx")}
    words |= {w: (T.MEMORY, w) for w in ("g", "gb", "gib", "gig", "gigs")}
    words |= {w: (T.ORDINAL, w) for w in ("st", "nd", "rd", "th")}
    words |= dict.fromkeys(
        ("single", "just one", "only one", "any gpu", "any card", "any one gpu", "any one card"), (T.COUNTED, 1)
    )
    words |= dict.fromkeys(("pair of", "a pair of", "dual"), (T.COUNTED, 2))
    words |= {w: (T.WORD, w) for w in ("remaining", "the remaining", "all remaining", "the rest of the", "the other")}
    words |= {w: (T.WORD, w) for w in ("a couple of", "couple of", "a few", "several", "a bunch of", "multiple")}
    return words


WORDS = _words()
LONGEST = max(map(len, WORDS))
