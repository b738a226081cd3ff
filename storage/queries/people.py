"""Persons and the accounts by which platforms know them."""

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import pairs_like, table_of
from storage.tables import Chat, Identity, Person
from storage.words import ChatState

_persons, _accounts = table_of(Person), table_of(Identity)
_HANDLE = (
    select(_accounts.c.username, _accounts.c.account)
    .where(_accounts.c.person_id == bindparam("person_id"))
    .order_by(_accounts.c.id)
    .limit(1)
)
_BY_ACCOUNT = (
    select(*_persons.c, *_accounts.c)
    .join(_accounts, _accounts.c.person_id == _persons.c.id)
    .where(_accounts.c.platform == bindparam("platform"), _accounts.c.account == bindparam("account"))
)


def by_account(session: Session, platform: str, account: str) -> tuple[Person, Identity] | None:
    """The person behind an account."""
    found = pairs_like(session, Person, Identity, _BY_ACCOUNT, {"platform": platform, "account": account})
    return found[0] if found else None


def make(
    session: Session,
    platform: str,
    account: str,
    name: str,
    username: str | None,
    language: str | None,
    now: int,
) -> int:
    """A new person with one account; returns the person's id."""
    person_id = int(
        session.execute(insert(Person).values(name=name, created_at=now).returning(col(Person.id))).scalar_one()
    )
    session.execute(
        insert(Identity).values(
            person_id=person_id,
            platform=platform,
            account=account,
            username=username,
            client_language=language,
        )
    )
    return person_id


def change(session: Session, person_id: int, **values: object) -> None:
    """Set columns of a person."""
    session.execute(update(Person).where(col(Person.id) == person_id).values(**values))


def change_identity(session: Session, identity_id: int, **values: object) -> None:
    """Set columns of an identity."""
    session.execute(update(Identity).where(col(Identity.id) == identity_id).values(**values))


def private_chat(session: Session, person_id: int) -> int | None:
    """A private chat in which the person can be reached, if any. On the machine's command line they only ask."""
    return session.execute(
        select(col(Chat.id))
        .join(Identity, col(Identity.private_chat_id) == col(Chat.id))
        .where(
            col(Identity.person_id) == person_id,
            col(Chat.state) == ChatState.ACTIVE.value,
            col(Identity.platform) != "box",
        )
        .order_by(col(Identity.id))
        .limit(1)
    ).scalar_one_or_none()


def name_of(session: Session, person_id: int) -> str | None:
    """The person's name."""
    return session.execute(select(col(Person.name)).where(col(Person.id) == person_id)).scalar_one_or_none()


def language_of(session: Session, person_id: int) -> str | None:
    """The language the person chose, else that of their client."""
    found = session.execute(
        select(col(Person.language), col(Identity.client_language))
        .join(Identity, col(Identity.person_id) == col(Person.id))
        .where(col(Person.id) == person_id)
        .order_by(col(Identity.id))
        .limit(1)
    ).first()
    return (found[0] or found[1]) if found else None


def private_key(session: Session, person_id: int, platform: str) -> str | None:
    """The platform's key of the person's private chat."""
    return session.execute(
        select(col(Chat.key))
        .join(Identity, col(Identity.private_chat_id) == col(Chat.id))
        .where(col(Identity.person_id) == person_id, col(Identity.platform) == platform)
        .limit(1)
    ).scalar_one_or_none()


def quiet_hours(session: Session, person_id: int) -> tuple[int | None, int | None]:
    """When the person wants no sound: from and to, in minutes of the day."""
    found = session.execute(
        select(col(Person.quiet_from), col(Person.quiet_to)).where(col(Person.id) == person_id)
    ).first()
    return (found[0], found[1]) if found else (None, None)


def username_of(session: Session, person_id: int) -> str | None:
    """A handle of the person in Latin letters: a username, else the account where a platform has words for accounts."""
    found = session.execute(_HANDLE, {"person_id": person_id}).first()
    return (found[0] or found[1]) if found else None
