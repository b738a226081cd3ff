"""Every code and label in words, from nothing but its declared facts, and in the shape of a phone."""

import logging
import re
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest

from bot.chat.codes import CODES
from bot.chat.codes import LABELS as DECLARED_LABELS
from bot.chat.message import Place
from bot.chat.wording import Wording
from bot.language.texts import LABELS, TEXTS
from bot.language.texts.shape import Code, Context, Facts, Pre, UnknownFact
from bot.language.writing import display_width
from tests.language.texts.samples import LABEL_SAMPLES, NOW, SAMPLES, Data

CASES = [(code, number) for code, samples in SAMPLES.items() for number in range(len(samples))]
LABEL_CASES = [(label, number) for label, samples in LABEL_SAMPLES.items() for number in range(len(samples))]
LONG_LISTS = {"free", "my", "status", "help", "pool", "health", "live", "stale_button", "week", "welcome"}


@pytest.fixture(autouse=True)
def _no_text_breaks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Wording replaces a text that fails, and logs it."""
    yield
    assert not [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]


def context(language: str) -> Context:
    return Context(language, ZoneInfo("Asia/Shanghai"), NOW)


def worded(code: str, data: Data, language: str) -> list[str]:
    message = Wording().word(code, data, [], Place("console", "lab", False), context(language))
    return [*message.lines]


def ours(line: str) -> str:
    """A line without what people type or named themselves: examples, commands, quotes."""
    return re.split(r"例：|/[a-z]|说的是|发的：|用途：", line)[0]


def test_there_is_a_sample_for_every_code_and_label() -> None:
    assert set(SAMPLES) == {name for name, code in CODES.items() if code.said}
    assert set(LABEL_SAMPLES) == set(DECLARED_LABELS)


@pytest.mark.parametrize(("code", "number"), CASES)
def test_a_sample_has_the_declared_facts_and_no_others(code: str, number: int) -> None:
    facts = set(SAMPLES[code][number])
    assert set(CODES[code].facts) <= facts <= {*CODES[code].facts, *CODES[code].maybe}


@pytest.mark.parametrize(("label", "number"), LABEL_CASES)
def test_a_label_needs_no_other_facts_than_it_declares(label: str, number: int) -> None:
    data = LABEL_SAMPLES[label][number]
    assert set(data) == set(DECLARED_LABELS[label])
    for language in ("zh", "en"):
        words = LABELS[language][label](Facts(data), context(language))
        assert words.strip() and "\n" not in words
        assert display_width(words) <= 48, f"too long for a button: {words}"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("code", "number"), CASES)
def test_every_code_is_worded_in_both_languages_within_the_shape(code: str, number: int, language: str) -> None:
    lines = worded(code, SAMPLES[code][number], language)
    assert lines[0].strip()
    assert display_width(lines[0]) <= 60, f"too long for a first line: {lines[0]}"
    assert code in LONG_LISTS or len(lines) <= 8
    for line in lines:
        if isinstance(line, Pre):
            continue  # grids have a test of their own
        assert line == line.strip(), f"blanks around {line!r}"
        assert not set(line) & set("\n\t\u202e\u3000"), repr(line)
        assert isinstance(line, Code) or display_width(line) <= 120, line


@pytest.mark.parametrize(("code", "number"), CASES)
def test_a_first_line_in_chinese_is_the_answer_in_thirty_characters(code: str, number: int) -> None:
    assert len(worded(code, SAMPLES[code][number], "zh")[0]) <= 30


@pytest.mark.parametrize(("code", "number"), CASES)
def test_chinese_is_written_with_full_width_marks_and_one_blank_before_figures(code: str, number: int) -> None:
    for line in worded(code, SAMPLES[code][number], "zh"):
        if isinstance(line, (Code, Pre)):
            continue
        words = ours(line)
        assert not re.search(r"[一-鿿][,;:!?]|[,;:!?][一-鿿]", words), words
        assert not re.search(r"[一-鿿][0-9A-Za-z]|[0-9A-Za-z][一-鿿]", words), words
        assert "  " not in words
        assert not re.search(r"占位|采样|账目|分账|占着", words), words


@pytest.mark.parametrize(("code", "number"), CASES)
def test_english_has_no_chinese_in_it(code: str, number: int) -> None:
    names = "小李|小张|小王|视觉组|语言组|跑|订卡|我的预约|我的|机器要重启|毕业|长+…?"
    for line in worded(code, SAMPLES[code][number], "en"):
        assert not re.search(r"[一-鿿，。：；！？（）]", re.sub(names, "", line)), line


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_fact_that_is_missing_is_an_error_and_never_an_empty_word(language: str) -> None:
    for code, declared in CODES.items():
        if not declared.said or not declared.facts or code in ("already_member", "busy"):
            continue
        needed = [fact for fact in declared.facts if _is_used(code, fact, language)]
        for fact in needed:
            data = {name: value for name, value in SAMPLES[code][0].items() if name != fact}
            with pytest.raises(UnknownFact):
                TEXTS[language][code](Facts(data), context(language))


def _is_used(code: str, fact: str, language: str) -> bool:
    """Whether the words of the first sample read this fact."""

    class Watched(Facts):
        def __getitem__(self, key: str) -> object:
            read.add(key)
            return super().__getitem__(key)

    read: set[str] = set()
    data = SAMPLES[code][0] | {"inner": ["…"]}
    TEXTS[language][code](Watched(data), context(language))
    return fact in read
