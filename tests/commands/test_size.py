"""/size: sizing questions in chat, about the pool's own cards, with buttons that change one assumption or book."""

from collections.abc import Iterator

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory


def test_a_question_after_the_command_is_answered(lab: Lab) -> None:
    reply = lab.say("/size 13B LoRA 一张4090够吗")

    assert (reply.code, reply.data["answers"][0]["verdict"]) == ("sized", "no")
    assert reply.text.splitlines()[0].startswith("不够")


@pytest.mark.parametrize(
    "words", ["算卡 7b lora 够吗", "算显存 7b lora", "够吗 7b lora 一张a100", "/ask 7b lora on one A100?"]
)
def test_each_of_its_names_works(lab: Lab, words: str) -> None:
    assert lab.say(words, chat=None).code == "sized"


def test_plain_words_in_private_are_a_question_too(lab: Lab) -> None:
    reply = lab.say("qwen2.5 7b lora 一张卡能跑不 数据1w条", chat=None)

    assert (reply.code, reply.data["answers"][0]["asked"]) == ("sized", "fits")


def test_talk_in_the_group_that_was_not_for_the_bot_stays_unanswered(lab: Lab) -> None:
    assert lab.deliver("13B LoRA 一张4090够吗", "alice", chat="lab", addressed=False) == []


def test_a_booking_stays_a_booking(lab: Lab) -> None:
    assert lab.say("订2张A100 6小时 跑7b lora", chat=None).code == "booked"


def test_a_question_without_a_card_means_the_pools_and_says_so(lab: Lab) -> None:
    reply = lab.say("/size qwen2.5-7b lora 够吗")
    answer = reply.data["answers"][0]

    assert (answer["card"], answer["card_assumed"]) == ("A100-80GB", True)
    assert "没说哪种卡，按 A100-80G 算" in reply.text


def test_the_pools_free_cards_are_named_with_a_button_that_books_them(lab: Lab) -> None:
    lab.say("/book 7 6h", "bob")
    reply = lab.say("/size qwen2.5-7b lora 1万条 3轮 要多久")
    now = reply.data["machine"]["options"][0]
    booked = lab.press(reply.token("订 1 张"))

    assert (now["now"], now["numbers"], now["verdict"]) == (True, [7], "fits")
    assert (booked.code, booked.data["gpus"]) == ("booked", [7])


def test_cards_that_are_taken_are_offered_for_when_they_are_free(lab: Lab) -> None:
    lab.say("/book 8 6h", "bob")
    reply = lab.say("/size qwen2.5-7b lora 够吗")

    assert reply.data["machine"]["options"][0]["start"] == "2026-12-03T02:10:00+08:00"
    assert not any(one["now"] for one in reply.data["machine"]["options"])


def test_cards_that_the_pool_does_not_have_are_not_offered(lab: Lab) -> None:
    reply = lab.say("/size 13B LoRA 一张4090够吗")

    assert reply.data["machine"] is None and not any(label.startswith("订") for label in reply.labels)


def test_a_button_changes_one_assumption_and_the_card_becomes_the_new_answer(lab: Lab) -> None:
    reply = lab.say("/size 13B LoRA 一张4090够吗")
    changed = lab.press(reply.token("QLoRA"))

    assert (changed.code, changed.data["answers"][0]["verdict"]) == ("sized", "fits")
    assert changed.data["answers"][0]["job"]["method"] == "qlora" and changed.data["answers"][0]["job"]["gpus"] == 1


def test_changes_add_up_press_by_press(lab: Lab) -> None:
    reply = lab.press(lab.say("/size 13B LoRA 一张4090够吗").token("QLoRA"))
    job = lab.press(reply.token("4096")).data["answers"][0]["job"]

    assert (job["method"], job["seq"]) == ("qlora", 4096)


def test_the_terms_are_behind_a_button_and_lead_back(lab: Lab) -> None:
    reply = lab.say("/size 13B LoRA 一张4090够吗")
    terms = lab.press(reply.token("怎么算的"))
    answer = terms.data["answers"][0]

    assert (
        terms.code == "size_terms"
        and abs(sum(t["gib"] for t in answer["terms"]) - reply.data["answers"][0]["options"][0]["gib"]) < 0.2
    )
    assert all(term["name"] for term in answer["terms"]) and lab.press(terms.token("回到")).code == "sized"


def test_a_knowledge_question_is_answered_without_a_number(lab: Lab) -> None:
    reply = lab.say("为啥我显存才用一半就oom了", chat=None)

    assert (reply.code, reply.data["answers"][0]["knowledge"]) == ("sized", "oom_half_free")


def test_what_is_no_sizing_question_is_told_so(lab: Lab) -> None:
    assert lab.say("/size 今天天气怎么样").code == "not_sizing"
    assert lab.say("/size").data == {"empty": True}


def test_an_unknown_size_is_asked_for(lab: Lab) -> None:
    reply = lab.say("/size qwen2.5 lora 4090够吗")

    assert (reply.data["answers"][0]["missing"], reply.text.splitlines()[0]) == ("size", "qwen2.5 是多大的？")


def test_a_stranger_is_answered_too_but_cannot_book(open_lab: Lab) -> None:
    reply = open_lab.say("/size qwen2.5-7b lora 够吗", "zoe", chat=None)

    assert reply.code == "sized" and not any(label.startswith("订") for label in reply.labels)


def test_a_broken_config_is_answered_with_what_would_work(lab: Lab) -> None:
    reply = lab.say('/size {"hidden_size": 4096, "num_hidden_layers": lora 够吗')

    assert reply.data["answers"][0]["missing"] == "config_broken" and "config.json" in reply.text


def test_a_stranger_in_the_group_learns_nothing_of_the_pools_cards(open_lab: Lab) -> None:
    reply = open_lab.say("/size qwen2.5-7b lora 一张A100够吗", "zoe")

    assert (reply.data["machine"], [one for one in reply.labels if one.startswith("订")]) == (None, [])


def test_the_pools_line_is_said_once_and_every_transfer_counts_with_it(lab: Lab) -> None:
    before = lab.say("/size 500G数据传上去要多久")
    said = lab.say("带宽 1 Gbps")
    after = lab.say("/size 500G数据传上去要多久")

    assert [row["mbps"] for row in before.data["answers"][0]["rows"]] == [100, 1000]
    assert (said.code, said.data["mbps"]) == ("uplink", 1000)
    assert [row["mbps"] for row in after.data["answers"][0]["rows"]] == [1000] and "按组里记的带宽算的" in after.text


def test_a_line_that_the_question_names_beats_the_pools(lab: Lab) -> None:
    lab.say("/uplink 200")

    assert lab.say("/size 500G 上传 50Mbps 要多久").data["answers"][0]["rows"][0]["mbps"] == 50


def test_the_line_can_be_looked_up_and_forgotten(lab: Lab) -> None:
    assert lab.say("/uplink").data["mbps"] is None
    lab.say("/uplink 200M")
    assert lab.say("/uplink").data["mbps"] == 200
    assert lab.say("/uplink 0").data["mbps"] is None
    assert lab.say("/uplink 99999999").code == "size_bad"
    assert lab.say("带宽 500M，传 600G 要多久").code == "sized"  # a question that begins with the word


@pytest.fixture
def mixed(sqlite_database: Database) -> Iterator[Lab]:
    with laboratory(sqlite_database, pool="4xA100-80G,4x4090-24G") as lab:
        lab.say("/price A100 8")
        lab.say("/price 4090 2")
        yield lab


def test_the_cheapest_kind_for_a_run_is_offered_first_and_each_card_says_its_kind(mixed: Lab) -> None:
    reply = mixed.say("/size qwen2.5-7b lora 10万条 3轮 要多久")
    offered = reply.data["machine"]["options"]
    ranked = [row["card"] for row in reply.data["answers"][0]["ranked"]["rows"]]

    assert [one["card"] for one in offered[:2]] == ranked == ["RTX4090", "A100-80GB"]
    assert "2 张 4090 够，现在就空着" in reply.text and reply.labels[0].startswith("订 2 张 4090")
    assert {row["card"]: row["cost_minor"] for row in reply.data["answers"][0]["ranked"]["rows"]}["RTX4090"] == (
        pytest.approx(offered[0]["cost_minor"], abs=2)
    )


def test_where_the_named_kind_is_too_small_the_pools_other_cards_are_offered(mixed: Lab) -> None:
    reply = mixed.say("/size 13B LoRA 一张4090够吗")

    assert reply.data["machine"]["other"] and reply.data["machine"]["options"][0]["card"] == "A100-80GB"
    assert "组里放得下的：1 张 A100 够，现在就空着" in reply.text


@pytest.mark.parametrize(
    ("question", "why", "words"),
    [
        ("70b 全参 一张4090够吗", "held", "组里的卡：放不下"),
        ("7b 全参 8张A100够吗", "short", "一台机器上没有这么多张"),
        ("qwen2.5-7b lora 1000万条 10轮 一张A100 3天内来得及吗", "late", "放得下，但赶不上"),
    ],
)
def test_why_none_of_the_pools_cards_is_offered_is_said(mixed: Lab, question: str, why: str, words: str) -> None:
    reply = mixed.say(f"/size {question}")

    assert reply.data["machine"]["options"] == [] and words in reply.text
    assert reply.data["machine"][why] is (why != "held")


def test_where_time_goes_is_behind_the_button_of_a_question_about_time(lab: Lab) -> None:
    reply = lab.say("/size qwen2.5-7b lora 5万条 3轮 一张A100 要多久")
    terms = lab.press(reply.token("怎么算的"))
    answer = terms.data["answers"][0]

    assert sum(one["seconds"] for one in answer["how"]["steps"]) == pytest.approx(answer["how"]["step_seconds"])
    assert "矩阵乘" in terms.text and answer["evidence"][0]["unit"] == "tokens/s/GPU"
    assert "最近的实测：Qwen-7B LoRA" in terms.text


def test_a_family_is_one_tap_away_from_its_answer(lab: Lab) -> None:
    reply = lab.say("/size qwen2.5 lora 一张A100够吗")
    answered = lab.press(reply.token("Qwen2.5-14B"))

    assert (answered.code, answered.data["answers"][0]["job"]["model"]) == ("sized", "Qwen2.5-14B")


@pytest.mark.parametrize(
    ("rent", "label"),
    [("40000 每月", "按参考价（月租按满负荷摊）"), ("5000 每卡每月", "参考价"), ("12/小时", "按本组单价")],
)
def test_a_rent_prices_a_run_by_the_card_hour_that_a_booking_is_told(lab: Lab, rent: str, label: str) -> None:
    lab.say(f"/price 租 {rent}")
    pool = lab.say("/price").text
    reply = lab.say("/size 训 qwen2.5-7b 全参 1亿 token 8张A100 多少钱")
    answer = reply.data["answers"][0]

    assert f"{answer['price_minor'] / 100:.2f}" in pool and label in reply.text
    assert reply.data["machine"]["options"][0]["cost_minor"] == answer["cost_minor"]


def test_a_run_longer_than_a_booking_may_be_has_no_button_that_books(lab: Lab) -> None:
    reply = lab.say("/size qwen2.5-7b lora 1000亿 token 一张A100 要多久")

    assert not [label for label in reply.labels if label.startswith("订")]
    assert "一次最多订 3 天，一次跑不完" in reply.text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("7B LoRA 9999999999999亿 token 一张A100 多久", "要在 1 到 100 万亿 之间"),
        ("7B LoRA -1 条数据", "写的是 -1，至少 1"),
        ("7B LoRA 0 token 多久", "token 总数不对"),
        ("0B LoRA 够吗", "要在 0.001B 到 20000B 之间"),
        ("99999999B LoRA 够吗", "要在 0.001B 到 20000B 之间"),
    ],
)
def test_an_amount_that_cannot_be_is_refused_with_what_can(lab: Lab, question: str, words: str) -> None:
    assert words in lab.say(f"/size {question}").text


def test_a_measurement_outside_of_the_range_says_what_was_not_the_same(lab: Lab) -> None:
    terms = lab.press(lab.say("/size 7b lora 一张4090够吗").token("怎么算的"))
    (line,) = [line for line in terms.text.splitlines() if line.startswith("最近的实测")]

    assert "23.8 GiB，比我们的范围高：那次是别的网络" in line


def test_training_that_takes_several_plain_passes_is_not_booked_for_one(lab: Lab) -> None:
    reply = lab.say("/size PPO qwen2.5-7b lora 10万条 8张A100 多久")

    assert "PPO 还要生成答案" in reply.text and not [label for label in reply.labels if label.startswith("订")]
