"""What a command is given: who asks where, about which pool, with which words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.chat.message import Choice, Picture
from bot.errors import Refusal
from bot.language.reading.intended import Intent
from bot.people.facts import ChatFacts, MemberFacts, PersonFacts, PoolFacts
from bot.usage.services.newest import Newest

PICK_POOL = "pool.pick"


@dataclass(frozen=True, slots=True)
class Ask:
    """One wish. `command` null = words without a command; `args` is what follows it; `text` the whole.

    `named`: a command was typed by one of its names.
    `intent`: what a whole sentence was understood to ask, when no slash was typed.
    `plain`: typed without a slash and not said to the bot, so that a misunderstanding must stay silent.
    `topic`: the thread of the group in which it was said.
    `picture`: what came with the words.
    `as_of`: when it was said, where that was long ago or on another day: then its words mean what they meant then.
    `just_seen`: what machines answered a moment ago; None where they can be asked and were not yet.
    """

    now: int
    chat: ChatFacts
    person: PersonFacts | None
    pools: tuple[tuple[PoolFacts, MemberFacts], ...]
    home: PoolFacts | None
    language: str
    zone: str
    command: str | None = None
    args: str = ""
    text: str = ""
    sent_at: int = 0
    plain: bool = False
    topic: str | None = None
    intent: Intent | None = None
    named: bool = False
    as_of: int | None = None
    picture: Picture | None = None
    just_seen: Mapping[int, Newest] | None = field(default_factory=dict)

    @property
    def words_at(self) -> int:
        """The instant as of which tomorrow is tomorrow."""
        return self.now if self.as_of is None else self.as_of

    @property
    def pool(self) -> PoolFacts:
        """The pool it is about. Raises `no_pool` for a group without one, `ask_pool` when it could be several."""
        if self.home is not None:
            return self.home
        if not self.chat.private:
            raise Refusal("no_pool")
        if not self.pools:
            raise Refusal("not_member", group=False)
        if len(self.pools) > 1:
            raise self._which_pool()
        return self.pools[0][0]

    def _which_pool(self) -> Refusal:
        """One button per pool; a press says the same words again about that pool."""
        said = self.sent_at if self.as_of is None else self.as_of
        choices = [
            [Choice("pool", PICK_POOL, {"pool": pool.id, "text": self.text, "sent": said}, {"pool": pool.name})]
            for pool, _ in self.pools[:8]
        ]
        return Refusal("ask_pool", choices=choices, pools=[pool.name for pool, _ in self.pools])

    def about(self, pool_id: int | None) -> "Ask":
        """The same wish, about one of the asker's pools (a private chat may mean several)."""
        chosen = next((pool for pool, _ in self.pools if pool.id == pool_id), None)
        if self.home is not None or chosen is None:
            return self
        return replace(self, home=chosen, zone=chosen.zone)

    @property
    def member(self) -> MemberFacts:
        """The asker as a member of the pool. Raises `anonymous` or `not_member` too."""
        pool = self.pool
        if self.person is None:
            raise Refusal("anonymous")
        for one, member in self.pools:
            if one.id == pool.id:
                return member
        raise Refusal("not_member", group=True)

    @property
    def someone(self) -> PersonFacts:
        """The human who asks. Raises `anonymous`."""
        if self.person is None:
            raise Refusal("anonymous")
        return self.person
