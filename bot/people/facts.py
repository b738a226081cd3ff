"""People, pools and chats as frozen facts for rules, services and commands."""

from dataclasses import dataclass

from sqlmodel import Session

from storage.queries import chats, machines, offers, people, pools, zones
from storage.tables import Chat, Identity, Member, Person, Pool
from storage.words import ChatKind, Role


@dataclass(frozen=True, slots=True)
class PoolFacts:
    """A pool. `zone` is an IANA name."""

    id: int
    name: str
    zone: str
    language: str
    currency: str


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """A present member of a pool."""

    id: int
    pool_id: int
    person_id: int
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """A human as one account shows them. `language` is what they chose, `client_language` what their app says."""

    id: int
    name: str
    language: str | None
    client_language: str | None


@dataclass(frozen=True, slots=True)
class ChatFacts:
    """A chat. `hears_all`: plain words reach the bot there."""

    id: int
    platform: str
    key: str
    private: bool
    pool_id: int | None
    topic: str | None
    hears_all: bool
    title: str | None = None


def pool_facts(pool: Pool) -> PoolFacts:
    return PoolFacts(int(pool.id or 0), pool.name, pool.zone, pool.language, pool.currency)


def member_facts(member: Member) -> MemberFacts:
    return MemberFacts(int(member.id or 0), member.pool_id, member.person_id, member.name, Role(member.role))


def person_facts(person: Person, identity: Identity) -> PersonFacts:
    return PersonFacts(int(person.id or 0), person.name, person.language, identity.client_language)


def chat_facts(chat: Chat) -> ChatFacts:
    private = chat.kind == ChatKind.PRIVATE.value
    hears_all = private or bool(chat.hears_all)
    return ChatFacts(
        int(chat.id or 0), chat.platform, chat.key, private, chat.pool_id, chat.topic, hears_all, chat.title
    )


def pool(session: Session, pool_id: int) -> PoolFacts:
    """The pool of that id; raises LookupError when there is none."""
    found = pools.get(session, pool_id)
    if found is None:
        raise LookupError(f"no pool {pool_id}")
    return pool_facts(found)


def chat(session: Session, chat_id: int) -> ChatFacts:
    """The chat of that id; raises LookupError when there is none."""
    found = chats.get(session, chat_id)
    if found is None:
        raise LookupError(f"no chat {chat_id}")
    return chat_facts(found)


def zone_at(session: Session, pool: PoolFacts, at: int) -> str:
    """The zone (an IANA name) in which the pool's months are cut at an instant, for bills: another one is in force
    from the beginning of a month on, while the clock that people see follows at once."""
    return zones.in_force(session, pool.id, at) or pool.zone


def present_member(session: Session, pool_id: int, person_id: int) -> MemberFacts | None:
    """The member, if the stay lasts."""
    found = pools.member_of(session, pool_id, person_id)
    if found is None or not pools.stays(session, int(found.id or 0)):
        return None
    return member_facts(found)


def names(session: Session, pool_id: int) -> dict[int, str]:
    """What the group calls everybody who is or was a member, by member id."""
    return pools.everybody(session, pool_id)


def known(session: Session, platform: str, account: str) -> PersonFacts | None:
    """The person behind an account."""
    found = people.by_account(session, platform, account)
    return person_facts(*found) if found else None


def pools_of(session: Session, person_id: int) -> list[tuple[PoolFacts, MemberFacts]]:
    """The pools in which a person is a member now, oldest first."""
    return [(pool_facts(one), member_facts(member)) for one, member in pools.of_person(session, person_id)]


def offered_pool(session: Session, token: str) -> int | None:
    """The pool that a button is about, where it is one of ours and says so."""
    offered = offers.find(session, token)
    if offered is None:
        return None
    offer, choice = offered
    chosen: int | None = choice["payload"].get("pool", offer.pool_id)
    return chosen


def kinds(session: Session, pool_id: int) -> tuple[str, ...]:
    """The kinds of cards of a pool."""
    return tuple({gpu.kind: None for gpu in machines.gpus(session, pool_id)})
