"""Pictures with a caption: the code by which one is paid, and the receipt of a line, with the hash of its bytes."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.commands.closed_month import november, picture, with_picture
from tests.saying import Lab

BYTES = b"\x89PNG one"


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path, closed=False) as one:
        yield one


@pytest.fixture(scope="module")
def still(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """For what changes nothing of the month."""
    with november(sqlite_template, tmp_path_factory.mktemp("still"), closed=False) as one:
        yield one


def test_a_payment_code_is_kept_and_shown_again(lab: Lab) -> None:
    kept = with_picture(lab, "收款码", picture(lab), "bob")
    assert kept.code == "payee_code" and kept.data["sha256"] == sha256(BYTES).hexdigest()
    shown = lab.say("/payee", "bob")
    assert shown.fields["image"]["path"] == "code.png" and shown.data["set"] is False


def test_a_new_code_takes_the_place_of_the_old_one_and_it_can_be_dropped(lab: Lab) -> None:
    with_picture(lab, "收款码", picture(lab), "bob")
    with_picture(lab, "收款码", picture(lab, "new.png", b"\x89PNG two"), "bob")
    assert lab.say("/payee", "bob").fields["image"]["path"] == "new.png"
    assert lab.say("/payee 删除", "bob").data["set"] is True
    assert lab.say("/payee", "bob").fields["image"] is None


def test_only_a_picture_can_be_a_code(lab: Lab) -> None:
    assert with_picture(lab, "收款码", picture(lab, "bill.pdf"), "bob").code == "bad_picture"


def test_a_picture_captioned_receipt_is_put_to_the_line_and_its_hash_is_shown(lab: Lab) -> None:
    kept = with_picture(lab, "收据 1", picture(lab))
    digest = sha256(BYTES).hexdigest()
    assert kept.code == "receipt" and kept.data["new"] and kept.data["receipts"][0]["sha256"] == digest
    assert digest[:16] in kept.text
    shown = lab.say("/receipt 1", "bob")
    assert shown.fields["image"]["path"] == "code.png" and not shown.data["new"]


def test_a_bill_with_a_picture_has_it_as_its_receipt(lab: Lab) -> None:
    added = with_picture(lab, "/bill 存储 60", picture(lab))
    assert added.code == "bill_added"
    number = added.data["line"]["number"]
    assert len(lab.say(f"/receipt {number}").data["receipts"]) == 1


def test_the_same_bytes_twice_at_a_line_are_one_and_at_another_line_they_are_pointed_out(lab: Lab) -> None:
    for _ in range(2):
        assert len(with_picture(lab, "收据 1", picture(lab)).data["receipts"]) == 1
    lab.say("/bill 存储 60")
    assert with_picture(lab, "收据 2", picture(lab, "again.png")).data["also"] == [1]


def test_only_who_keeps_the_books_puts_receipts_there(lab: Lab) -> None:
    assert with_picture(lab, "收据 1", picture(lab), "bob").code == "role"


def test_a_line_that_is_not_there_and_no_number_are_refused(still: Lab) -> None:
    assert with_picture(still, "收据 99", picture(still)).code == "no_such_line"
    assert with_picture(still, "收据", picture(still)).code == "no_receipt_line"
    assert still.say("/receipt 99").code == "no_such_line"


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        ("../../../etc/passwd", "image_outside_files"),
        ("missing.png", "image_not_found"),
        ("a\0b", "image_not_found"),
        (7, "image_not_a_path"),
        ({"path": "missing.png"}, "image_not_found"),
    ],
)
def test_a_picture_that_is_not_below_the_folder_is_a_bad_line(still: Lab, image: object, reason: str) -> None:
    (answer,) = still.send(id=f"b{next(still.ids)}", chat="lab", **{"from": "alice"}, text="收款码", image=image)
    assert answer.code == "bad_input" and answer.data["reason"] == reason


def test_without_a_folder_no_picture_is_taken(lab: Lab) -> None:
    lab.bridge.files = None
    (answer,) = lab.send(id="i1", chat="lab", **{"from": "alice"}, text="收款码", image="code.png")
    assert answer.data["reason"] == "image_without_files"
