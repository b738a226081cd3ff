"""The same story on either database: joining, roles, two accounts, leaving; and owners who leave at the same moment."""

from concurrent.futures import ThreadPoolExecutor

from sqlmodel import Session

from bot.errors import Refusal
from bot.people import facts
from bot.people.services import leave
from storage.database import Database
from storage.queries import members
from tests.saying import laboratory


def test_a_member_joins_changes_role_and_account_and_leaves(database: Database) -> None:
    with laboratory(database) as founded:
        founded.say("/help", "alice")
    with laboratory(database, pool=None) as lab:
        assert lab.say("/welcome ssh -p 2222 me@host").code == "connect_set"
        token = lab.say("/join", "bob", name="小鲍").token("同意")
        said = lab.send(id="in", chat="lab", **{"from": "alice"}, press=token)
        assert [one.code for one in said] == ["joined", "welcome"]
        assert lab.say("/role 小鲍 管理员").data["role"] == "owner"
        code = lab.say("/link", "bob", chat=None).data["code"]
        assert lab.say(f"/link {code}", "b2", chat=None).data["pools"] == ["lab"]
        assert lab.say("/quiet 23-8", "b2").data["from"] == "23:00"
        assert lab.say("/tz Europe/Berlin", "b2").data["zone"] == "Europe/Berlin"
        assert lab.say("/here", "b2").code == "here"
        assert lab.say("/book 2 6h", "b2").data["holder"] == "小鲍"
        left = lab.press(lab.say("/leave", "bob").token("退组"), "bob")
        assert [one["booking"] for one in left.data["bookings"]] == [1]
        assert lab.say("/leave").code == "last_owner"
        assert lab.press(lab.say("/join", "b2").token("同意")).data["name"] == "小鲍"


def test_of_two_owners_who_leave_at_the_same_moment_one_stays(database: Database) -> None:
    with laboratory(database) as founded:
        founded.say("/help", "alice")
        founded.say("/help", "bob")
        founded.say("/role bob owner")
        now = founded.bridge.clock.now()

    def go(person_id: int) -> str:
        def unit(session: Session) -> str:
            pool = facts.pool(session, 1)
            member = facts.present_member(session, 1, person_id)
            assert member is not None
            try:
                return leave.leave(session, pool, member, (), now).code
            except Refusal as refusal:
                return refusal.code

        return database.write_now(unit)

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(go, (1, 2))) == ["last_owner", "left"]
    assert len(database.read_now(members.owners, 1)) == 1
