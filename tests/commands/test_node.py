"""`/node`: how machines stand, letting one in, taking one out, whom to call."""

from sqlalchemy import text

from bot.usage.services.doors import Door, stand, tunnel_is
from tests.saying import Lab, Said

URL = "http://127.0.0.1:8765"


def opened(lab: Lab, url: str = URL, pin: str | None = None) -> Lab:
    lab.database.write_now(stand, Door(url, pin), False)
    return lab


def change(lab: Lab, statement: str) -> None:
    lab.database.write_now(lambda session: session.connection().execute(text(statement)))


def with_agent(lab: Lab, hello: str = "{}", **columns: object) -> Lab:
    """As if the agent of node1 had been let in."""
    facts = {"state": "'active'", "offset_ms": 0, "last_heard_at": lab.bridge.clock.now(), **columns}
    names, values = ", ".join(facts), ", ".join(str(value) for value in facts.values())
    change(
        lab,
        "INSERT INTO agent (node_id, name, key_hash, enrolled_by, enrolled_at, last_seq, hello, "
        f"{names}) VALUES (1, 'a1', 'h', 1, 0, 0, '{hello}', {values})",
    )
    return lab


def node(lab: Lab) -> dict[str, object]:
    (one,) = lab.say("/node").data["nodes"]
    return dict(one)


def test_a_machine_without_an_agent_says_what_to_do(lab: Lab) -> None:
    said = lab.say("/node")

    assert said.code == "nodes" and said.text.startswith("node1：还没装采集程序")
    assert (node(lab)["state"], node(lab)["unbound"]) == ("none", list(range(8)))
    assert "/node add" in said.text


def test_the_line_to_paste_is_exact_and_has_a_button_to_copy_it(lab: Lab) -> None:
    said = opened(lab).say("/node add")
    code = said.data["enrol"].split()[4]

    assert said.data["enrol"] == f"pinka agent enrol {URL} {code}"
    assert said.data["install"] == f"curl -fsS {URL}/install.sh | sh -s {code}"
    assert said.data["install"] in said.text.split("\n")
    assert [button["copy"] for row in said.fields["buttons"] for button in row] == [said.data["install"]]
    assert said.data["until"] == lab.later("+600s")


def test_a_certificate_that_nobody_vouches_for_is_pinned_and_no_script_is_fetched_over_it(lab: Lab) -> None:
    pin = "sha256:" + "0f" * 32
    said = opened(lab, "https://bot.example.com", pin).say("/node add")

    assert said.data["install"] is None
    assert said.data["enrol"].endswith(f" --pin {pin}")


def test_without_a_door_the_ways_to_open_one_are_named(lab: Lab) -> None:
    said = lab.say("/node add")

    assert said.code == "no_door"
    assert all(name in said.text for name in ("PINKA_TUNNEL", "PINKA_LISTEN", "PINKA_PUBLIC_URL"))


def test_a_new_name_makes_a_new_machine(lab: Lab) -> None:
    assert opened(lab).say("/node add node2").data["node"] == "node2"
    assert [one["name"] for one in lab.say("/node").data["nodes"]] == ["node1", "node2"]
    assert lab.say("/book 2 6h").code == "booked", "a machine without cards is in nobody's way"


def test_where_it_is_not_clear_which_machine_the_machines_are_buttons(lab: Lab) -> None:
    opened(lab).say("/pool add node2: 2x4090-24G")
    asked = lab.say("/node add")

    assert (asked.code, asked.data["nodes"]) == ("which_node", ["node1", "node2"])
    assert lab.press(asked.token("node2")).data["node"] == "node2"


def test_an_agent_is_installed_again_by_a_press_and_a_new_machine_is_offered_too(lab: Lab) -> None:
    asked = with_agent(opened(lab)).say("/node add")

    assert asked.labels == ["node1", "新的一台：node2"]
    assert lab.press(asked.token("新的一台")).data["node"] == "node2"


def test_a_machine_nobody_has_is_not_taken_for_the_only_one(lab: Lab) -> None:
    for name in ("node9", "胡说"):
        refused = lab.say(f"/node remove {name}")
        assert (refused.code, refused.data["node"]) == ("no_such_node", name)
    assert lab.say("/node remove").data["node"] == "node1"


def test_a_machine_has_a_name_that_can_be_typed_and_read(lab: Lab) -> None:
    refused = opened(lab).say("/node add <b>")

    assert (refused.code, refused.data["reason"]) == ("bad_input", "bad_name") and "/node add node2" in refused.text
    assert lab.say("/node add 二楼_A100").data["node"] == "二楼_A100"


def test_of_several_machines_the_one_that_is_meant_is_pressed(lab: Lab) -> None:
    lab.say("/pool add node2: 2x4090-24G")
    asked = lab.say("/node remove")
    assert asked.code == "no_such_node" and asked.text.startswith("哪一台机器？")
    assert lab.press(asked.token("node2")).data["node"] == "node2"

    asked = lab.say("/outage 02:00-08:00")
    assert asked.text.startswith("哪一台机器？")
    done = lab.press(asked.token("node2"))
    assert (done.code, done.data["node"], done.data["end"]) == ("outage_set", "node2", "2026-12-02T08:00:00+08:00")


def test_hours_that_are_ahead_are_no_outage_and_the_first_line_names_the_day(lab: Lab) -> None:
    for said in ("明天 02:00-08:00", "tomorrow 02:00-08:00"):
        refused = lab.say(f"/outage {said}")
        assert (refused.code, refused.data["reason"]) == ("no_outage", "ahead")
    assert lab.say("/outage 00:00-23:59").text.startswith("不收费：昨天凌晨 00:00–23:59")


def test_how_an_agent_stands_is_told(lab: Lab) -> None:
    with_agent(
        lab,
        '{"release": "0.0.1", "driver": "580.95", "dropped": 7, "memory_only": true, "state": "mismatch"}',
        offset_ms=-3_600_000,
    )
    one = node(lab)

    assert (one["state"], one["outdated"], one["driver"]) == ("online", True, "580.95")
    assert (one["clock_off_seconds"], one["dropped"], one["machine_state"]) == (3_600, 7, "mismatch")
    said = lab.say("/node").text
    assert "重贴一次安装行" in said and "时钟差了 1 小时" in said and "丢了 7 个读数" in said and "硬盘写不进去" in said


def test_an_agent_that_is_not_heard_is_not_reached_and_never_called_crashed(lab: Lab) -> None:
    with_agent(lab, '{"release": "0.1.0"}')
    lab.at("+75s")
    assert node(lab)["state"] == "online"
    lab.at("+1s")
    said = lab.say("/node")

    assert said.data["nodes"][0]["state"] == "offline"
    assert said.text.startswith("node1：联系不上，最后一次是今晚 20:10")


def test_a_tunnel_that_is_down_is_told_with_its_reason_and_one_that_stands_is_not(lab: Lab) -> None:
    lab.database.write_now(stand, Door(URL), True)
    lab.database.write_now(tunnel_is, "down", "Permission denied (publickey).")
    assert "隧道断了：Permission denied" in lab.say("/node").text
    lab.database.write_now(tunnel_is, "up", None)

    assert "隧道" not in lab.say("/node").text


def test_the_contact_of_a_provider_is_kept_shown_and_taken_away(lab: Lab) -> None:
    said = lab.say("/node contact node1 控制台 example.com 电话 400-123")
    assert (said.code, said.data["contact"]) == ("node_contact", "控制台 example.com 电话 400-123")
    assert "400-123" in lab.say("/node contact").text

    assert lab.say("/node contact off").data["contact"] is None
    assert node(lab)["contact"] is None


def test_no_password_gets_into_the_contact(lab: Lab) -> None:
    assert lab.say("/node contact node1 控制台 example.com 密码：12345").code == "secret"
    assert node(lab)["contact"] is None


def test_a_machine_on_whose_cards_somebody_booked_stays(lab: Lab) -> None:
    lab.say("/book 2 6h", "bob")
    said = lab.say("/node remove node1")

    assert (said.code, [one["holder"] for one in said.data["bookings"]]) == ("node_busy", ["bob"])


def test_a_removed_machine_is_gone_with_its_cards_and_its_agent(lab: Lab) -> None:
    opened(with_agent(lab))
    lab.say("/pool add node2: 2x4090-24G")
    asked = lab.say("/node remove node1")
    assert (asked.data["cards"], asked.data["agent"]) == (list(range(8)), True)
    done = lab.press(asked.token("移走"))

    assert done.data == {"node": "node1", "cards": list(range(8))}
    assert [one["name"] for one in lab.say("/node").data["nodes"]] == ["node2"]
    assert [one["name"] for one in lab.say("/pool").data["nodes"]] == ["node2"]
    assert {card["number"] for card in lab.say("/status").data["cards"]} == {8, 9}
    said = lab.say("/pool add node1: 1xA100-80G")
    assert [card["number"] for card in said.data["nodes"][-1]["cards"]] == [10], "numbers are never given twice"


def test_a_booking_made_meanwhile_keeps_the_machine(lab: Lab) -> None:
    asked = lab.say("/node remove node1")
    lab.say("/book 1 1h", "bob")

    assert lab.press(asked.token("移走")).code == "node_busy"


def test_never_mind_leaves_the_machine(lab: Lab) -> None:
    asked = lab.say("/node remove node1")

    assert lab.press(asked.token("算了")).code == "unchanged"
    assert node(lab)["name"] == "node1"


def test_only_owners_let_in_take_out_and_note_down(lab: Lab) -> None:
    opened(lab).say("/help", "bob")
    for words in ("add", "add node9", "remove node1", "contact node1 me"):
        assert lab.say(f"/node {words}", "bob").code == "role"

    assert lab.say("/node", "bob").code == "nodes"
    assert lab.press(lab.say("/node remove node1").token("移走"), "bob").code in ("role", "not_yours")


def test_a_machine_nobody_knows_is_refused_with_those_there_are(lab: Lab) -> None:
    said: Said = lab.say("/node node7")

    assert (said.code, said.data) == ("no_such_node", {"node": "node7", "nodes": ["node1"]})
    assert lab.say("/node remove").code == "ask_node_remove", "the only machine need not be named"


def test_one_machine_can_be_asked_for_by_its_name_in_chinese_too(lab: Lab) -> None:
    assert lab.say("机器 NODE1").data["nodes"][0]["name"] == "node1"
    assert opened(lab).say("/机器 接入").code == "enrol_code"
