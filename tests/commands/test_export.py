"""`/export`: a month as a file that arrives as a document; taken back in, it changes nothing."""

import csv
import json
from collections.abc import Iterator
from hashlib import sha256
from io import StringIO
from pathlib import Path

import openpyxl
import pytest
from beancount import loader

from bot.billing.rules.document import bill_of
from bot.billing.rules.statement import split
from storage.queries import bills
from tests.billing.services.months import row
from tests.commands.closed_month import SHARES, november, pays, picture, with_picture
from tests.saying import Lab, Said


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def still(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """For what changes nothing of the month."""
    with november(sqlite_template, tmp_path_factory.mktemp("still")) as one:
        yield one


def file_of(lab: Lab, said: Said) -> bytes:
    """The bytes that arrived, which are those that the answer names."""
    assert said.code == "exported", said.text
    assert lab.bridge.files is not None
    body = (lab.bridge.files / said.fields["file"]["path"]).read_bytes()
    assert said.data["sha256"] == sha256(body).hexdigest() and said.data["size"] == len(body)
    return body


def test_alone_it_asks_which_file(still: Lab) -> None:
    asked = still.say("/export")
    assert asked.code == "ask_export" and asked.data["month"] == "2026-11"
    assert len(asked.data["choices"]) == 4
    for words in ("导出11月账单", "/export the bill of november"):
        assert still.say(words).data["month"] == "2026-11"
    assert file_of(still, still.press(asked.token("CSV"))).startswith(b"\xef\xbb\xbf")


def test_the_csv_has_the_shares_of_the_closed_month(still: Lab) -> None:
    body = file_of(still, still.say("/export 11月 csv", "bob"))
    rows = list(csv.reader(StringIO(body.decode("utf-8-sig"), newline="")))
    assert rows[0][6:] == ["alice", "bob", "carol"]
    assert rows[-1][5:] == ["400.00", "133.33", "133.33", "133.34"]


def test_the_workbook_opens_elsewhere(lab: Lab) -> None:
    pays(lab, "/pay alice 100", "bob")
    said = lab.say("/export 11月 xlsx")
    file_of(lab, said)
    assert lab.bridge.files is not None
    book = openpyxl.load_workbook(lab.bridge.files / said.fields["file"]["path"])
    assert [sheet.title for sheet in book] == ["账单", "成员", "付款"]
    assert book["付款"].cell(2, 5).value == 100


def test_a_closed_month_is_the_same_bytes_however_often(still: Lab) -> None:
    for kind in ("csv", "json", "beancount", "xlsx"):
        first, again = (still.say(f"/export 11月 {kind}").data for _ in range(2))
        assert first == again


def test_the_ledger_passes_beancounts_own_check(lab: Lab) -> None:
    pays(lab, "/pay alice 100", "bob")
    text = file_of(lab, lab.say("/export beancount 11月")).decode()
    entries, errors, _ = loader.load_string(text)
    assert errors == [] and len(entries) > 8


def test_the_json_splits_to_the_same_totals(still: Lab) -> None:
    found = json.loads(file_of(still, still.say("/export json")))
    statement = split(bill_of(found["doc"]))
    assert sorted(statement.totals.values()) == sorted(SHARES.values())
    assert statement.settlement is not None and len(statement.settlement.transfers) == 2


def imported(lab: Lab, text: str, who: str = "alice") -> Said:
    """The file comes back as an attachment of `/export import`."""
    return with_picture(lab, "/export 导入", picture(lab, "month.json", text.encode()), who)


def test_taken_in_again_the_same_month_changes_nothing(still: Lab) -> None:
    text = file_of(still, still.say("/export json")).decode()
    before = row(still, "2026-11")
    assert [imported(still, text).data["new"] for _ in range(2)] == [False, False]
    assert row(still, "2026-11") == before
    assert file_of(still, still.say("/export json")).decode() == text


def test_a_month_that_was_lost_comes_back_to_the_byte_and_only_once(lab: Lab) -> None:
    text = file_of(lab, lab.say("/export json")).decode()
    before = row(lab, "2026-11")

    def lose(session: object) -> None:
        found = bills.statement(session, 1, "2026-11")  # type: ignore[arg-type]
        assert found is not None
        values = {"state": "review", "inputs": None, "body": None, "inputs_hash": "lost"}
        bills.move(session, int(found.id or 0), found.version, **values)  # type: ignore[arg-type]

    lab.database.write_now(lose)
    assert [imported(lab, text).data["new"] for _ in range(2)] == [True, False]
    after = row(lab, "2026-11")
    assert (after.body, after.inputs, after.inputs_hash) == (before.body, before.inputs, before.inputs_hash)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": 99}, "other_schema"),
        ({"inputs": None}, "not_closed"),
        ({"inputs_hash": "0" * 64}, "does_not_add_up"),
        ({"inputs": ["MonthInputs"]}, "does_not_add_up"),
        ({"month": "2026-10"}, "other_pool"),
        ({"month": None}, "other_pool"),
        ({"statement": {"total_minor": 1.5}}, "not_json"),
    ],
)
def test_a_file_that_was_changed_is_refused(still: Lab, change: dict[str, object], reason: str) -> None:
    found = json.loads(file_of(still, still.say("/export json")))
    said = imported(still, json.dumps(found | change))
    assert said.code == "import_refused" and said.data["reason"] == reason


def test_a_file_that_lacks_what_it_should_say_is_refused(still: Lab) -> None:
    found = json.loads(file_of(still, still.say("/export json")))
    for name in ("month", "statement", "inputs_hash", "inputs"):
        said = imported(still, json.dumps({key: value for key, value in found.items() if key != name}))
        assert said.code == "import_refused"


def test_what_is_no_json_and_no_file_is_refused_and_a_member_may_not(still: Lab) -> None:
    assert imported(still, "{").data["reason"] == "not_json"
    assert still.say("/export import").data["reason"] == "no_file"
    assert with_picture(still, "/export 导入", picture(still)).data["reason"] == "not_json"
    assert imported(still, "{}", "bob").code == "role"


def test_the_claim_of_a_fund_is_a_page_with_its_total_in_words(lab: Lab) -> None:
    lab.say("/fund 新建 某某大学 税号 12100000400000000X 项目 测试费")
    assert lab.say("/export 报销").code == "fund_empty"
    lab.say("/fund 加入 1 bob carol")
    said = lab.say("/export 报销 某某大学 11月", "bob")
    file_of(lab, said)
    assert lab.bridge.files is not None
    sheet = openpyxl.load_workbook(lab.bridge.files / said.fields["file"]["path"])["报销"]
    labels = {cells[0].value: cells[1].value for cells in sheet.iter_rows()}
    assert labels["抬头"] == "某某大学" and labels["大写"] == "贰佰陆拾陆元陆角柒分"


def test_without_a_fund_or_with_several_it_is_asked_which(lab: Lab) -> None:
    assert lab.say("/export 报销").code == "no_such_fund"
    lab.say("/fund 新建 视觉组")
    lab.say("/fund 新建 语言组")
    assert lab.say("/export 报销").data["funds"] == ["视觉组", "语言组"]


def test_a_month_that_runs_is_exported_as_it_stands(lab: Lab) -> None:
    lab.say("/bill 租金 90 平摊")
    assert lab.say("/export 这个月 csv").data["state"] == "open"
    assert lab.say("/export 2026-10 csv").code == "nothing_to_close"
    assert lab.say("/export 2027-03 csv").code == "no_such_month"
    assert lab.say("/export 什么").code == "bad_input"
    assert lab.say("/export csv json").code == "bad_input"


def test_where_amounts_are_private_only_who_keeps_the_books_has_the_file_and_not_in_the_group(lab: Lab) -> None:
    lab.say("/split 私密 开")
    assert lab.say("/export csv", "bob", chat=None).code == "role"
    assert lab.say("/export csv").code == "only_privately"
    assert lab.say("/export csv", chat=None).code == "exported"


def test_without_a_folder_the_line_says_what_the_file_is_called(lab: Lab) -> None:
    lab.bridge.files = None
    said = lab.say("/export csv")
    assert said.fields["file"] == {
        "path": None,
        "name": "pinka-2026-11.csv",
        "mime": "text/csv",
        "alt": "pinka-2026-11.csv",
    }


def test_a_repeated_line_gets_the_same_file_again(still: Lab) -> None:
    first, again = (still.say("/export csv", id="same") for _ in range(2))
    assert again.fields["repeat"] and again.fields["file"] == first.fields["file"]
