"""Personal codes for the machine's command line: only hashes. One that nobody has fetched yet is marked `once:`."""

from sqlalchemy import func, insert, select, update
from sqlmodel import Session, col

from storage.tables import BoxCode, Identity

ONCE = "once:"


def add_once(session: Session, member_id: int, code_hash: str, now: int) -> None:
    """A one-time code with which a machine fetches a personal one. An earlier one of the member is good no more."""
    session.execute(
        update(BoxCode)
        .where(
            col(BoxCode.member_id) == member_id, col(BoxCode.revoked_at).is_(None), col(BoxCode.hash).startswith(ONCE)
        )
        .values(revoked_at=now)
    )
    session.execute(insert(BoxCode).values(member_id=member_id, hash=f"{ONCE}{code_hash}", made_at=now))


def once(session: Session, code_hash: str) -> BoxCode | None:
    """The one-time code of that hash, if nobody has fetched by it."""
    return _of_hash(session, f"{ONCE}{code_hash}")


def fetch(session: Session, code_id: int, code_hash: str, key_hash: str, now: int) -> bool:
    """From now on the personal code of that hash holds in the place of the one-time code; False when it was used."""
    fetched = session.execute(
        update(BoxCode)
        .where(
            col(BoxCode.id) == code_id,
            col(BoxCode.hash) == f"{ONCE}{code_hash}",
            col(BoxCode.revoked_at).is_(None),
        )
        .values(hash=key_hash, made_at=now)
    )
    return bool(fetched.rowcount)  # type: ignore[attr-defined]


def of_hash(session: Session, key_hash: str) -> BoxCode | None:
    """The personal code of that hash, whether or not it still holds."""
    return _of_hash(session, key_hash)


def _of_hash(session: Session, code_hash: str) -> BoxCode | None:
    return session.execute(select(BoxCode).where(col(BoxCode.hash) == code_hash)).scalar_one_or_none()


def in_use(session: Session, member_id: int, since: int) -> int:
    """How many personal codes of the member hold that were made after `since`."""
    found = session.execute(
        select(func.count())
        .select_from(BoxCode)
        .where(
            col(BoxCode.member_id) == member_id,
            col(BoxCode.revoked_at).is_(None),
            col(BoxCode.made_at) > since,
            col(BoxCode.hash).startswith(ONCE).is_(False),
        )
    )
    return int(found.scalar_one())


def revoke(session: Session, member_id: int, now: int) -> int:
    """None of the member's codes holds any more; returns how many did."""
    gone = session.execute(
        update(BoxCode)
        .where(col(BoxCode.member_id) == member_id, col(BoxCode.revoked_at).is_(None))
        .values(revoked_at=now)
    )
    return int(gone.rowcount)  # type: ignore[attr-defined]


def person_of(session: Session, platform: str, account: str) -> int | None:
    """Whose account on the machine's side this is."""
    return session.execute(
        select(col(Identity.person_id)).where(col(Identity.platform) == platform, col(Identity.account) == account)
    ).scalar_one_or_none()


def make_account(session: Session, person_id: int, platform: str, account: str, language: str | None) -> None:
    """The account as which a member speaks from the machine."""
    session.execute(
        insert(Identity).values(person_id=person_id, platform=platform, account=account, client_language=language)
    )
