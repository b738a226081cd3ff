"""The words of each command in English, for `loose`. Letters stand for items (see `sentence`)."""

from __future__ import annotations

from .loose import bag

_ENDS = "C my mine everything gpus cards gpu card it them both ours"
_HAVE = (
    "of up back off with on for good early have got using just others S the them both everything card cards gpu gpus"
)
_MINE = "my mine the our booking bookings slot one reservation it C T end time ends finish"

BAGS = (
    bag("release", ("end stop finish terminate", "booking reservation slot", "S now early"), "C T right"),
    bag(
        "release",
        (
            "release releasing return returning free freeing give giving drop dropping done finished hand handing",
            "C my mine everything",
        ),
        f"{_HAVE} i want to would like booking T from all so",
    ),
    bag(
        "release",
        ("releasing returning freeing dropping release relinquishing vacating vacate", _ENDS),
        f"{_HAVE} booking want to would like T",
    ),
    bag("release", ("done finished through", "using with", _ENDS), f"{_HAVE} running training C T"),
    bag(
        "release",
        ("need needed using", "don't dont no longer not won't", f"anymore more longer {_ENDS}"),
        "of the all any more do card cards gpu gpus after",
    ),
    bag(
        "cancel",
        (
            "cancel drop delete ditch bin remove scrap forget skip",
            "booking bookings reservation slot one mine T S everything",
        ),
        "everything all any made the for on at of want to would like next that have N about gpu gpus card cards "
        "C K from in morning",
    ),
    bag(
        "cancel",
        ("need needed using", "don't dont no won't not", "S T"),
        "the for on at of card cards gpu gpus booking slot one anymore any more longer be do that reservation K C my "
        "after all",
    ),
    bag(
        "cancel",
        ("make come coming", "can't cannot won't not", "S T"),
        "it on to my slot booking the for anymore in no longer be able will",
    ),
    bag(
        "extend",
        (
            "L U",
            "extend extending prolong longer more another extra add keep lengthen stay push bump hold stretch "
            "need back "
            "instead later move change",
        ),
        f"{_MINE} by for to until can could you i'd like need want have get make a an bit of on S would we give me N "
        "running little ? in plus them card gpu cards gpus still job isn't not finished it's let use",
    ),
    bag(
        "extend",
        ("S U", "end finish stop ends change move", "mine my it"),
        f"{_MINE} at to instead of by earlier card gpu early",
    ),
    bag(
        "extend",
        ("extend prolong lengthen", f"{_MINE}"),
        "card cards gpu gpus a bit for can you i want to need ? could",
    ),
    bag(
        "shorten",
        ("L", "less shorter earlier sooner early shorten cut reduce trim short"),
        f"{_MINE} by make need only for S off down want to can you be done finish down card cards gpu gpus ?",
    ),
    bag(
        "my",
        (
            "my mine i me am",
            "when what which how show list am do have until till any anything see",
            "booking bookings booked reservation reservations end ends expire expires left slot slots stop "
            "holding own "
            "runs run reserved",
        ),
        "is are the long much time does till until for S got up did book a current next all cards gpus card gpu C K "
        "get to see hours have over use using using mine",
    ),
    bag(
        "who",
        ("C", "who who's whose whos anyone anybody someone somebody nobody"),
        "job process run program stuff model training experiment is are has had on using took holds booked got "
        "owns the S running use in at still uses sitting reserved with has",
    ),
    bag("who", ("C", "use used taken busy booked occupied", "?"), "is in still being at now S"),
    bag(
        "gpu",
        (
            "C",
            "doing status temperature temp usage utilization utilisation hot load look look memory busy show "
            "check happening "
            "up details power watts how's how running",
        ),
        "going being used high much is using gpu job the",
    ),
    bag("my", ("i we", "have got", "anything something any"), "do booked on for S W reserved coming up scheduled"),
    bag("my", ("i we", "did", "book reserve get take booked"), "cards gpus card gpu C S for G last again anything"),
    bag(
        "my",
        ("my",),
        "when when's slot slots coming current upcoming next bookings booking reservations reservation the S W "
        "cards gpus",
    ),
    bag(
        "status",
        (
            "loaded overview status usage utilization utilisation load temps temperatures busy doing running "
            "happening memory",
            "gpu gpus cards card machine server box everyone status everybody cluster",
        ),
        "the current S are used each much being on live up all C",
    ),
    bag(
        "status",
        ("who who's", "using on running has"),
        "the gpus cards machine server box what gpu card all everything S",
    ),
    bag(
        "free",
        (
            "gpu gpus card cards G K C spot spots slot room",
            "any how when which what is are there's got get see show ?",
            "if free available open idle left spare unused empty unbooked",
        ),
        "there a we do have got S for many will be i chance the of still to use some right U L W next until till "
        "two one N both all at moment before around about",
    ),
    bag("free", ("what which", "gpu gpus card cards", "grab take use get", "can could"), "i we right still S the"),
    bag(
        "free",
        ("anything something what what's what's", "free available open"),
        "is there at the moment S right left still on for W",
    ),
    bag(
        "free",
        ("quiet quietest busy busiest empty emptiest", "when what time is"),
        "it usually the week S W least most not machine server gpus cards times time hours less here",
    ),
    bag("free", ("room space", "any is there", "S W now gpus gpu ?"), "on for left the"),
    bag(
        "week",
        ("week W S week's", "schedule bookings calendar timetable reservations booked plan planned"),
        "the this who's of for on what who has booked all next look looking like overview",
    ),
    bag(
        "week",
        ("calendar schedule timetable", "booking bookings reservation reservations gpu card"),
        "the look like of all full",
    ),
    bag(
        "limits",
        ("rules limits limit maximum max quota allowance",),
        "booking for of your here much left my S W week weekly remaining hours gpu many",
    ),
    bag(
        "limits",
        ("max maximum longest most limit many long far", "book booking reserve use", "can allowed max maximum limit"),
        "K N be each days hours gpus cards time once am one person at ahead advance length for per the a week "
        "in hour day to",
    ),
    bag(
        "help",
        ("how", "book release extend cancel use works work start booking reserve return change share"),
        "do can i we to should the my card gpu cards gpus this it a does thing bot time",
    ),
    bag("help", ("help manual instructions commands tutorial guide",), "need some how list all the use available what"),
    bag("help", ("what", "do commands work features"), "can you are there is supported"),
    bag(
        "again",
        ("same again repeat rebook", "again last before yesterday usual same repeat rebook once"),
        "book as the thing one S time booking more my like order me K N do make get did had",
    ),
    bag(
        "quiet",
        (
            "quiet mute notifying messaging pinging bothering texting disturbing disturb message ping bother "
            "notify notifications messages silence silent",
        ),
        "S U L don't dont do not no me from to between until till at night after before hours set be keep "
        "while sleep "
        "during be sleeping every day nights any morning stop",
    ),
    bag(
        "undo",
        ("undo revert rollback oops mistake", "undo revert rollback last that it"),
        "it this the one my booking action take didn't mean was a by roll to",
    ),
    bag(
        "book",
        ("want need like get book grab", "gpu card gpus cards"),
        "a to some would we can have use i'd me could ?",
    ),
    bag("undo", ("cancel undo revert", "thing", "last that"), "one it the"),
    bag("free", ("gpus cards gpu card", "taken busy full used occupied booked gone", "?"), "still up already W are is"),
)
