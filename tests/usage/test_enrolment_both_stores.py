"""Letting an agent in, its cards, its batches and an owner's word, on both databases."""

from bot.agent.simulate import Simulated
from bot.people import facts as people
from bot.usage import facts
from bot.usage.rules.enrolment import ClockLine
from bot.usage.rules.identity import Verdict
from bot.usage.services import agents, cards_found, enrolment, nodes
from bot.usage.services.agents import Sent
from bot.usage.services.doors import Door, stand
from bot.wire.messages import Batch, Enrol, Hello, Item, SeenCard
from storage.database import Database
from storage.words import AgentState
from tests.saying import laboratory

MACHINE = Simulated("8xA100-80G")
NOW = 1_796_213_400


def hello(*changed: int, name: str = "a1") -> Hello:
    sample = MACHINE.look(NOW)
    cards = tuple(
        SeenCard(
            f"NEW-{card.index}" if card.index in changed else str(card.uuid), card.index, card.name, card.memory_total
        )
        for card in sample.gpus
    )
    return Hello(name, (1,), "n", "boot/buffer", machine="boot", cards=cards)


def test_an_agent_comes_in_hands_over_and_is_asked_about(database: Database) -> None:
    with laboratory(database) as lab:
        lab.say("/help")
    database.write_now(stand, Door("http://127.0.0.1:8765"), False)
    pool = database.read_now(people.pool, 1)
    owner = database.read_now(people.present_member, 1, 1)
    assert owner is not None
    code = database.write_now(nodes.add, pool, owner, None, NOW).data["enrol"].split()[4]
    enrolled, _, told = database.write_now(enrolment.enrol, Enrol(code, "hash", hello()), NOW)
    assert (enrolled.bound, [one.code for one in told]) == (8, ["node_enrolled"])

    items = tuple(Item(seq, 1_000 * seq, MACHINE.look(NOW + seq)) for seq in range(1, 4))
    sent = Sent("a1", Batch("boot/buffer", items), ClockLine(0, NOW * 1000))
    nobody = Sent("nobody", Batch("boot/buffer", items), ClockLine(0, NOW * 1000))
    again = Sent("a1", Batch("boot/buffer", items[1:]), ClockLine(0, NOW * 1000))
    assert database.write_now(agents.take_batches, [sent, nobody, again], NOW + 9) == [3, None, 3]
    agent = database.read_now(facts.agent_of_node, 1)
    assert agent is not None and (agent.boot_id, agent.last_seq) == ("boot/buffer", 3)

    assert database.write_now(agents.pulse, {agent.id: 42}, [], NOW + 20) == {agent.id: AgentState.ACTIVE}
    greeted = database.write_now(enrolment.greet, agent, hello(5), None, NOW + 30)
    assert [one.code for one in greeted.notices] == ["cards_changed"]
    node = database.read_now(facts.node, 1)
    done = database.write_now(cards_found.decide, node, owner, ["NEW-5"], NOW + 40, yes=True)
    assert done.data["changed"] == [5]

    stranger = database.write_now(enrolment.greet, agent, hello(*range(8), name="a1"), None, NOW + 50)
    assert stranger.verdict is Verdict.SAME, "card 5 is known as NEW-5 by now"
    moved = hello(*(n for n in range(8) if n != 5))
    assert database.write_now(enrolment.greet, agent, moved, None, NOW + 60).verdict is Verdict.STRANGER
    pending = database.read_now(facts.agent_of_node, 1)
    assert pending is not None and pending.state is AgentState.QUARANTINED
    settled = database.write_now(enrolment.decide, node, owner, pending.reason["pending"], NOW + 70, yes=True)
    assert settled.data["unbound"] == []
    assert database.write_now(nodes.remove, pool, owner, 1, NOW + 80).data["cards"] == list(range(8))
