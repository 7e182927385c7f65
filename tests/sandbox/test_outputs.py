"""Records of a hostile process become outputs in linear time, or are left out."""

from __future__ import annotations

import time
from typing import Any

import pytest

from nbjudge.sandbox._outputs import Outputs
from nbjudge.sandbox.inside.journal import EVENT, RECORD, SLACK, STDERR, STDOUT
from nbjudge.wire import encode

MIB = 2**20


def record(kind: int, data: bytes) -> bytes:
    return RECORD.pack(kind, len(data)) + data


def event(*parts: Any) -> bytes:
    return record(EVENT, encode(parts))


def filled(*pieces: bytes) -> bytes:
    """A mebibyte of these pieces, again and again."""
    return b"".join(pieces) * (MIB // sum(map(len, pieces)))


DISPLAY = event("display_data", {"text/plain": "x"}, {}, "name")
UPDATE = event("update_display_data", {"text/plain": "y"}, {}, "name")
CLEAR = event("clear_output", False)
CLEAR_LATER = event("clear_output", True)


@pytest.mark.parametrize(
    "pieces",
    [
        (record(STDOUT, b"a"),),
        (record(STDOUT, b"a"), record(STDERR, b"b")),
        (record(STDOUT, b""),),
        (DISPLAY,),
        (DISPLAY, UPDATE),
        (UPDATE,),
        (DISPLAY, CLEAR),
        (DISPLAY, CLEAR_LATER),
        (CLEAR,),
        (event("note", "x"),),
        (record(77, b"x"),),
        (record(EVENT, b"\xff"),),
        (event("error", "a", "b", ["c"] * 100),),
    ],
)
def test_a_mebibyte_of_anything_takes_a_second_or_two(pieces: tuple[bytes, ...]):
    outputs = Outputs(MIB)
    outputs.add(b"".join([filled(DISPLAY)]), False)
    outputs.begin()
    start = time.process_time()
    outputs.add(filled(*pieces), False)
    assert time.process_time() - start < 3


def test_many_small_answers_are_cut_as_one_large_one():
    outputs = Outputs(1000)
    for _ in range(1000):
        outputs.add(record(STDOUT, b"x" * 1000), False)
    assert len(str(outputs.cell)) < 2 * SLACK
    assert outputs.notes == ["output was cut: it is longer than the limit"]


@pytest.mark.parametrize("cut", range(1, 30))
def test_records_that_a_death_cut_off_are_read_as_far_as_they_go(cut: int):
    outputs = Outputs(1000)
    outputs.add((record(STDOUT, "é".encode() * 10) + DISPLAY)[:cut], False)
    str(outputs.cell).encode()


def test_clear_output_waits_for_the_next_output():
    outputs = Outputs(1000)
    outputs.add(record(STDOUT, b"a") + CLEAR_LATER, False)
    assert [out["text"] for out in outputs.cell] == ["a"]
    outputs.add(record(STDOUT, b"b"), False)
    assert [out["text"] for out in outputs.cell] == ["b"]


def test_text_of_one_stream_is_one_output():
    outputs = Outputs(1000)
    outputs.add(record(STDOUT, b"a") + record(STDOUT, b"b"), False)
    outputs.add(record(STDOUT, b"c") + record(STDERR, b"d"), False)
    assert [out["text"] for out in outputs.cell] == ["abc", "d"]
