"""The picture by which a member is paid (收款码), and each one's private bill with it."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.exports.figures import figures
from bot.billing.services.settling import Accounts, Debt
from bot.chat.message import Choice, Notice, Picture, Reply, Rows
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import attachments, audit, chats, members
from storage.words import AttachmentKind

REMARKS = {"zh": "拼卡 {month} {name}", "en": "Pinka {month} {name}"}


def keep_code(
    session: Session, pool: PoolFacts, member: MemberFacts, picture: Picture, platform: str, now: int
) -> Reply:
    """A member's payment code on a platform; the one before on the same platform counts no more.

    Raises `bad_picture` for a file that is no picture.
    """
    lock_pool(session, pool.id)
    member = still_here(session, member)
    if not (picture.mime or "").startswith("image/"):
        raise Refusal("bad_picture", mime=picture.mime)
    old = [row for row in attachments.payee_codes(session, pool.id, member.id) if row.platform == platform]
    attachments.void(session, [int(row.id or 0) for row in old], now)
    number = attachments.add(
        session,
        {
            "pool_id": pool.id,
            "kind": AttachmentKind.PAYEE_CODE.value,
            "member_id": member.id,
            "sha256": picture.sha256,
            "mime": picture.mime,
            "name": picture.name,
            "size": picture.size,
            "platform": platform,
            "file_ref": picture.ref,
            "made_by": member.id,
            "made_at": now,
        },
    )
    _note(session, pool, member, "payee_code_set", {"attachment": number, "sha256": picture.sha256}, now)
    return Reply("payee_code", {"name": member.name, "set": True, "sha256": picture.sha256, "attached": number})


def show_code(session: Session, pool: PoolFacts, member: MemberFacts, platform: str) -> Reply:
    """One's own payment code as the group gets it; without one, how to give it."""
    rows = [row for row in attachments.payee_codes(session, pool.id, member.id) if row.platform == platform]
    found = rows[0] if rows else None
    data = {
        "name": member.name,
        "set": False,
        "sha256": found.sha256 if found else None,
        "attached": int(found.id or 0) if found else None,
    }
    return Reply("payee_code", data)


def drop_code(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Reply:
    """Nobody is shown one's payment code any more."""
    lock_pool(session, pool.id)
    member = still_here(session, member)
    old = [int(row.id or 0) for row in attachments.payee_codes(session, pool.id, member.id)]
    attachments.void(session, old, now)
    _note(session, pool, member, "payee_code_dropped", {"attachments": old}, now)
    return Reply("payee_code", {"name": member.name, "set": bool(old), "sha256": None, "attached": None})


def code_for(session: Session, pool: PoolFacts, member_id: int, platform: str) -> int | None:
    """The number of the picture by which a member is paid, where the platform can show it."""
    rows = attachments.payee_codes(session, pool.id, member_id)
    return next((int(row.id or 0) for row in rows if row.platform == platform), None)


def remark(pool: PoolFacts, month: str | None, name: str) -> str:
    """What to write beside a transfer so that its taker knows what it is."""
    return REMARKS["zh" if pool.language == "zh" else "en"].format(month=month or "", name=name)


def bill_of_one(
    session: Session,
    pool: PoolFacts,
    giver: MemberFacts,
    found: Accounts,
    key: str,
    days: int | None = None,
) -> tuple[Notice, ...]:
    """What a member still has to pay, the largest part with its taker's picture, for them alone.

    None where nothing is to be paid or they have no private chat. `days`: so long ago the month was closed.
    """
    debts = [one for one in found.debts if one.giver == giver.id]
    if not debts:
        return ()
    first, words = debts[0], remark(pool, found.month, giver.name)
    data = {
        "month": found.month,
        "currency": pool.currency,
        "taker": found.name(first.taker),
        "amount_minor": first.amount_minor,
        "others": [{"taker": found.name(one.taker), "amount_minor": one.amount_minor} for one in debts[1:]],
        "remark": words,
        "days": days,
        "advance": False,
        "gone": members.standing(session, giver.id) is None,
    }
    return private_bill(session, pool, giver, first, data, key)


def private_bill(
    session: Session,
    pool: PoolFacts,
    giver: MemberFacts,
    debt: Debt,
    data: dict[str, Any],
    key: str,
    collection: int | None = None,
) -> tuple[Notice, ...]:
    """The message with the picture and the buttons, to the member's private chat if there is one.

    Who has left can press nothing any more: who was paid writes it down for them.
    """
    return tuple(
        replace(
            one,
            data={**data, "attached": _shown(session, pool, debt.taker, one.chat_id)},
            choices=bill_buttons(pool, debt, str(data["remark"]), collection)[int(data["gone"]) :],
        )
        for one in telling.privately(session, pool, giver, key, "pay_yours", data)
    )


def bill_buttons(pool: PoolFacts, debt: Debt, words: str, collection: int | None = None) -> Rows:
    """[我付了], and what is needed to pay: [复制金额] [复制备注]."""
    paid = {"pool": pool.id, "taker": debt.taker, "amount_minor": debt.amount_minor, "collection": collection}
    copy = (
        Choice("pay.copy_amount", copy=figures(debt.amount_minor, pool.currency)),
        Choice("pay.copy_remark", copy=words),
    )
    return ((Choice("pay.i_paid", "pay.ask", paid),), copy)


def _shown(session: Session, pool: PoolFacts, member_id: int, chat_id: int) -> int | None:
    chat = chats.get(session, chat_id)
    return code_for(session, pool, member_id, chat.platform) if chat is not None else None


def _note(session: Session, pool: PoolFacts, member: MemberFacts, what: str, after: dict[str, Any], now: int) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"member:{member.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        after=after,
    )
