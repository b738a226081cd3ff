"""How people say each command in English; read as `plain_zh`."""

from __future__ import annotations

CARDS = r"(?:all )?(?:of )?(?:my |the |all my |our )?(?:cards?|gpus?|C|booking|bookings|K)"
BOOKING = r"(?:booking|reservation|slot|one|gpus?|cards?)"
FREE = r"(?:free|available|idle|spare|open|unused)"
WHOM = r"(?P<whom>[a-z]{2,16})"
MANY = r"(?:cards?|gpus?|G|Gs|C|K)"

PATTERNS: tuple[tuple[str, str, str], ...] = (
    (
        "release", "owned",
        rf"(?:i'?m |i am |we'?re |we are |all )?(?:done|finished) (?:with |using )?{CARDS}(?: now)?(?: S)?"
    ),
    (
        "release", "owned",
        r"(?:i'?m |i am |we'?re |we are )(?:all )?(?:done|finished)(?: with (?:it|them|that|those))?"
        r"(?: now| here| for (?:today|now|the day|tonight|S)| S)*"
    ),
    (
        "release", "owned",
        rf"(?:you|you guys|others|anyone|anybody|someone else|everyone) (?:can|may) (?:have|take|use|get) {CARDS}"
        rf"(?: back| now)*"
    ),
    (
        "release", "never",
        r"(?:C|(?:the |my )?(?:cards?|gpus?)) (?:is|are) (?:all )?(?:yours|up for grabs|free to use|free for "
        r"(?:others|anyone|"
        r"whoever))(?: now| again| to use| to take| S)*"
    ),
    ("release", "owned", r"(?:i )?(?:don'?t|do not|no longer|won'?t) need K(?: any ?more| now)*"),
    ("release", "never", r"C (?:is|are) (?:free|available)(?: now| again| to use| S)*"),
    ("release", "never", r"(?:my |the )?(?:cards?|gpus?) (?:are|is) free (?:again|now)"),
    ("release", "owned", r"(?:mine|my (?:cards?|gpus?|booking)) can be (?:released|freed|given back|taken)(?: now)?"),
    ("release", "owned", r"(?:feel free to )?(?:take|have|grab) (?:my|back my) (?:cards?|gpus?|C)(?: back| now)*"),
    ("release", "owned", r"(?:C|my (?:cards?|gpus?)) (?:can|may|should) go back(?: to (?:the )?(?:pool|"
    r"others))?(?: now)?"),
    ("release", "whom", rf"(?:release|free up|free|give back) {WHOM}'s (?:cards?|gpus?|C|bookings?|K)"),
    ("cancel", "whom", rf"(?:cancel|drop|call off) {WHOM}'s (?:S )?(?:cards?|gpus?|C|bookings?|reservation|slot)"),
    (
        "cancel", "own",
        rf"(?:drop|call off|scrap|ditch|bin|nix|delete|skip|give up|remove) (?:my |the |our )?(?:S(?:'s?)? "
        rf"?{BOOKING}s?|"
        rf"(?:booking|reservation|slot|one)s? (?:for |on |at )?S|S's|booking|reservation)"
    ),
    (
        "release", "always",
        r"(?:please |i am |i'?m )?(?:releas(?:e|ing)|free(?= (?:my|our|C))|free up|freeing up|giv(?:e|ing) "
        r"back|hand(?:ing)? (?:back|over|in)|"
        r"giv(?:e|ing) up|return(?:ing)?|"
        r"drop(?:ping)?|let(?:ting)? go of) (?:all )?(?:of )?(?:my |our )?(?:C|T|cards?|gpus?|bookings?)(?: S)?"
    ),
    (
        "release", "never",
        r"(?:release|free up|give back|return|drop) (?:(?:the )?(?:cards?|gpus?)|N|K|it|them|everything|all)"
    ),
    (
        "release", "always",
        r"(?:i )?(?:don'?t|do not|no longer|won'?t|will not) need (?:my (?:cards?|gpus?)|C)(?: any ?more)?"
    ),
    (
        "cancel", "own",
        rf"cancel (?:all )?(?:of )?(?:my |the |all my )?(?:{BOOKING}s?|S {BOOKING}|S'?s? ?{BOOKING}|"
        rf"{BOOKING} (?:for |on |at )?S|S|S's|T|N|C|{BOOKING} N"
        r"|(?:the )?(?:one|N) (?:on |for |at )?S)"
    ),
    (
        "cancel", "own",
        rf"(?:i )?(?:don'?t|do not|no longer|won'?t|will not) need (?:my |the )?(?:(?:booking|reservation|one) "
        rf"(?:for |"
        rf"on )?S|S(?:'s)? {BOOKING})(?: any ?more)?"
    ),
    (
        "extend", "own",
        r"(?:extend|prolong|lengthen) ?(?:my |the )?(?:booking |reservation |C |T |N |it |cards? |gpus? |mine |"
        r"slot |S )*(?:by |for |to |until )?[LUS]"
    ),
    (
        "extend", "own",
        rf"(?:extend|prolong|lengthen|push) (?:my |the )?(?:{BOOKING}|N) (?:for |on |at |from )?S (?:by |for |to |"
        rf"until )?[LU]"
    ),
    (
        "extend", "own",
        r"(?:keep|hold|leave) (?:mine|my (?:cards?|gpus?|booking)|it|C|them)(?: on| running| going)? U"
    ),
    ("extend", "own", r"(?:push|move) (?:my |the )?(?:end(?: time)?|booking|it|C)(?: back)? (?:to )?[US]"),
    ("extend", "whom", rf"(?:extend|prolong) {WHOM}'s (?:cards?|gpus?|bookings?|C|slot) (?:by |for |to |until "
    rf")?[LU]"),
    ("extend", "own", r"(?:extend|prolong) (?:my |the )(?:booking|reservation|cards?|gpus?|C|T)"),
    (
        "extend", "more",
        r"(?:can i (?:get|have) |could i (?:get|have|use) |i need |need |give (?:me|us) |gimme |i want |i'd "
        r"like |add |"
        r"plus |i could use |could use |make it )?(?:K |"
        r"another )?L(?: more)?(?: please)?(?: (?:on|for|to) (?:C|my (?:cards?|gpus?|booking)|T))?"
    ),
    (
        "extend", "own",
        r"(?:shorten|end|cut|finish|stop|wrap up|wrap|close) (?:my |the |it |mine ?)*(?:up )?(?:booking |"
        r"reservation |C |T |N |cards? |"
        r"gpus? |slot |down |short |early )*(?:to |at |by )?[US]"
    ),
    (
        "shorten", "own",
        r"(?:shorten|cut) (?:my |the |it |mine ?)*(?:booking |reservation |C |T |N |cards? |gpus? |"
        r"slot )*(?:by )?L"
    ),
    ("shorten", "own", r"(?:make (?:it|mine) |give me )?L (?:less|shorter|fewer|earlier)"),
    (
        "shorten", "own",
        r"(?:end|finish|stop|wrap up|close) (?:my |the |it |mine ?)*(?:booking |reservation |slot |C |T |"
        r"cards? |gpus? )*"
        r"L (?:early|earlier|sooner)"
    ),
    (
        "shorten", "own",
        r"(?:take|cut|knock|shave|trim) L off (?:of )?(?:my |the )?(?:booking|reservation|slot|time|C|T|mine|"
        r"cards?|gpus?)"
    ),
    (
        "extend", "own",
        r"(?:extend|prolong|lengthen) (?:my )?S(?:'s)? (?:booking|reservation|slot|one) (?:by |for )?[LU]"
    ),
    ("my", "mine", r"(?:when|what|where) (?:is|are) my (?:next |last )?(?:bookings?|reservations?|cards?|gpus?)"),
    (
        "my", "mine",
        r"(?:show |list )?(?:me )?my (?:bookings?|cards?|gpus?|reservations?)|what (?:have i|did i|"
        r"do i have) ?(?:booked|book|reserved)?|what's mine"
    ),
    (
        "my", "mine",
        r"when (?:does|do|will|is) (?:my (?:booking|cards?|gpus?|reservation|slot)|mine|C|T)(?: is| are)? ?(?:end|"
        r"ends|expire|expires|over|finish|up|start)"
    ),
    (
        "my", "mine",
        r"(?:which|what) (?:cards?|gpus?) (?:are mine|do i have|have i (?:got|booked)|am i (?:using|on|holding))"
        r"(?: again| now| S)*|how (?:long|"
        r"much time) (?:do i (?:still )?(?:have|keep)|is|have i (?:still )?got)(?: C| my cards?| my gpus?)?(?: "
        r"left)?(?: on (?:my cards?|my gpus?|C))?|"
        r"do i have (?:any )?bookings?"
    ),
    (
        "again", "book",
        r"again|(?:the )?same (?:booking |thing |one )?again|(?:the )?same as (?:last time|before|yesterday)|"
        r"book (?:me )?(?:the )?same(?: thing)?(?: again)?|repeat (?:my |the )?last(?: booking| one)?|"
        r"one more time|book (?:it |that )?again|same as usual|rebook"
    ),
    (
        "undo", "never",
        r"undo(?: that| it| this| the last(?: one)?| last)?|revert(?: that| it)?|i didn'?t mean (?:that|to)|"
        r"take (?:that|it) back|scratch that"
    ),
    (
        "free", "never:quiet",
        r"when (?:is it|are (?:the )?(?:cards|gpus)|is the machine|'s it) (?:the )?(?:quiet|quietest|less busy|"
        r"least busy|not busy|usually free|idle|emptiest)|(?:the )?quiet (?:hours|times)|"
        r"when are there fewer people|(?:what'?s|what is|when'?s|when is) the (?:least busy|quietest|emptiest|"
        r"best)(?: time| slot| hour)?"
    ),
    (
        "free", "card",
        rf"(?:is |are )?(?:there |we )?(?:do we have |have we got |got |is there |are there )?(?:any |"
        rf"some )?{FREE}? ?{MANY}(?: (?:is|are|that are|that is))?(?: {FREE}| left| open)*(?: (?:for |"
        rf"on )?S)?(?: to use)?"
    ),
    (
        "free", "card",
        rf"(?:how many|which|what) {MANY} (?:are |is )?(?:still )?(?:{FREE}|left)(?: S)?|(?:what'?s|what is|"
        rf"anything|is anything) (?:free|available|open)(?: (?:on |for )?S)?|"
        rf"are (?:all )?(?:the |of the )?{MANY} (?:all )?(?:taken|busy|full|in use|booked|used)(?: (?:up|on|"
        rf"for))*(?: S)?"
    ),
    ("free", "card", rf"(?:will|would|could) there be (?:a |an |any |some |K )?{FREE}? ?{MANY}?(?: {FREE})?(?: "
    rf"(?:for |on |by )?[SU])?"),
    (
        "free", "card",
        rf"when (?:will|is|are|can i get|does|do) (?:there (?:be )?)?(?:a |an |any |K |the next |"
        rf"next )?{FREE}? ?{MANY}? ?(?:be |get |become )*{FREE}?(?: up)?"
    ),
    ("free", "never", r"(?:what'?s |what is |is it )?free S"),
    (
        "who", "always",
        r"who(?:'s| is| has| owns| holds| booked| got| uses| took| have| reserved)?(?: got| using| on| holding|"
        r" running on| use| booked| have| in)* ?C(?: S)?|whose (?:is |are )?C(?: is (?:it|that))?|C (?:is )?whose|"
        r"who (?:does|"
        r"do) C belong to"
    ),
    (
        "status", "card",
        r"who(?:'s| is| are) (?:using|on|running on|holding) (?:the |our |all )*(?:cards|gpus|machine|"
        r"server)(?: S)?|who(?:'s| is) (?:on|using what)|(?:gpu|gpus|card|cards) (?:status|usage)|"
        r"(?:what'?s the )?status(?: of (?:the )?(?:cards|gpus))?"
    ),
    (
        "week", "card",
        r"(?:show |show me |what'?s |see |who (?:has )?(?:booked|got) (?:what |the cards |"
        r"the gpus )?)?(?:on )?(?:for )?(?:this week|the week|W|week)(?:'s)? ?(?:schedule|bookings|calendar|plan|"
        r"overview|look like|like|looking like)?|(?:what|how) (?:does|is|will) (?:this week|the week|W|"
        r"week)(?: be)?(?: look(?:ing)?)?(?: like)?"
        r"|(?:schedule|bookings|calendar|plan) (?:for |of )?(?:this week|the week|W)"
    ),
    (
        "help", "card",
        r"help(?: me)?|(?:how (?:do|can|to|should) ?(?:i |we )?(?:book|use|release|extend|cancel|reserve|"
        r"get)(?: (?:this|you|it|the bot|a card|a gpu|cards|gpus|K|my booking|a booking|bookings|C))*)|"
        r"what can you do|how does (?:this|it) work|usage|instructions|(?:what |which )?commands(?: are there| do "
        r"you have)?|manual"
    ),
    (
        "limits", "never",
        r"(?:what are |what'?s |show (?:me )?)?(?:the |your |our )?(?:booking )?(?:rules|limits)|"
        r"how (?:long|far ahead) can (?:i|we) book(?: for)?|"
        r"(?:what'?s|what is) the (?:limit|maximum|max)(?: (?:per|for (?:a|one)) (?:person|user|booking|member|"
        r"student))?|"
        r"how many (?:cards|gpus) can (?:i|we|one(?: person)?|a person) (?:book|use|have|reserve)(?: at once| at a "
        r"time)?"
    ),
    (
        "lang", "never",
        r"(?:speak|use|switch to|talk|in|reply in|change to|talk in|answer in|language)(?: in)? (?P<lang>english|"
        r"chinese|mandarin)"
    ),
)  # fmt: skip
