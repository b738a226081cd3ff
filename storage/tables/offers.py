"""Buttons that were shown. A press checks owner, rights, expiry and version again."""

from sqlmodel import SQLModel

from storage.tables.columns import big, key, ref, text


class Offer(SQLModel, table=True):
    """A card with buttons. `choices` is a JSON list of `{verb, payload, secret}`; owner null = anyone."""

    __tablename__ = "offer"

    id: int | None = key()
    chat_id: int = ref("chat.id", index=True)
    owner_id: int | None = ref("person.id", default=None)
    pool_id: int | None = ref("pool.id", default=None)
    choices: str = text()
    subject: str | None = text(default=None)
    subject_version: int | None = big(default=None)
    made_at: int = big()
    expires_at: int = big()
    used_at: int | None = big(default=None)
    used_by: int | None = ref("person.id", default=None)
    result_code: str | None = text(default=None)
    result_data: str | None = text(default=None)
