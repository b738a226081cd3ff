"""人民币大写, by the People's Bank's rules; the first four are the examples of its own annex."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.upper import FIGURES, rmb_upper
from bot.errors import Refusal

WRITTEN = {
    140950: "壹仟肆佰零玖元伍角整",
    600714: "陆仟零柒元壹角肆分",
    168032: "壹仟陆佰捌拾元零叁角贰分",
    10700053: "壹拾万柒仟元零伍角叁分",
    1640902: "壹万陆仟肆佰零玖元零贰分",
    32504: "叁佰贰拾伍元零肆分",
    4000000: "肆万元整",
    0: "零元整",
    1: "壹分",
    10: "壹角整",
    11: "壹角壹分",
    100: "壹元整",
    101: "壹元零壹分",
    110: "壹元壹角整",
    123: "壹元贰角叁分",
    1000: "壹拾元整",
    1100: "壹拾壹元整",
    10000: "壹佰元整",
    10100: "壹佰零壹元整",
    11000: "壹佰壹拾元整",
    100000: "壹仟元整",
    100100: "壹仟零壹元整",
    101000: "壹仟零壹拾元整",
    1000000: "壹万元整",
    1000100: "壹万零壹元整",
    1050000: "壹万零伍佰元整",
    1892165: "壹万捌仟玖佰贰拾壹元陆角伍分",
    4062344: "肆万零陆佰贰拾叁元肆角肆分",
    10000000: "壹拾万元整",
    100000000: "壹佰万元整",
    10000000000: "壹亿元整",
    10000000100: "壹亿零壹元整",
    10100010000: "壹亿零壹佰万零壹佰元整",
    1000500000000: "壹佰亿零伍佰万元整",
    100000000000000: "壹兆元整",
    12345678901: "壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元零壹分",
    -50000: "负伍佰元整",
    -1: "负壹分",
}


@pytest.mark.parametrize(("minor", "written"), WRITTEN.items())
def test_an_amount_as_receipts_write_it(minor, written):
    assert rmb_upper(minor) == written


@settings(max_examples=100)
@given(st.integers(0, 10**15))
def test_every_amount_reads_back_to_itself(minor):
    assert read_back(rmb_upper(minor)) == minor
    assert "零零" not in rmb_upper(minor)


def read_back(written):
    """The other way round, by the value of each character."""
    values = {"分": 1, "角": 10, "元": 100}
    total, section, group, figure = 0, 0, 0, 0
    for character in written.rstrip("整"):
        if character in FIGURES:
            figure = FIGURES.index(character)
        elif character in "拾佰仟":
            group, figure = group + figure * 10 ** ("拾佰仟".index(character) + 1), 0
        elif character in "万亿兆":
            section += (group + figure) * 10 ** (4 * ("万亿兆".index(character) + 1))
            group = figure = 0
        else:
            total += (section + group + figure) * values[character]
            section = group = figure = 0
    return total


def test_an_amount_beyond_all_bills_is_refused():
    with pytest.raises(Refusal, match="too_large"):
        rmb_upper(10**18 + 1)
    assert re.fullmatch(r"壹京元整", rmb_upper(10**18))
