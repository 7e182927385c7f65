"""A sheet forgets nothing of how its file was written."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.lms._errors import LmsError
from nbjudge.lms._sheet import Sheet

CELLS = st.text(st.sampled_from('ab,;"\r\n\t =é'), max_size=5)
TABLES = st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=4)


def written(table: list[list[str]], **dialect: object) -> str:
    text = io.StringIO()
    csv.writer(text, **{"quoting": csv.QUOTE_ALL, **dialect}).writerows(table)  # type: ignore[arg-type]
    return text.getvalue()


@given(TABLES, st.sampled_from([",", ";", "\t"]), st.sampled_from(["\n", "\r\n", "\r"]))
def test_reads_what_the_csv_module_writes(table: list[list[str]], delimiter: str, end: str):
    text = written(table, delimiter=delimiter, lineterminator=end)
    assert Sheet(text).rows == table
    assert str(Sheet(text)) == text


@given(st.text(st.sampled_from('ab,"\r\n '), max_size=30))
def test_an_untouched_sheet_is_the_text_that_it_was_read_from(text: str):
    try:
        sheet = Sheet(text)
    except LmsError:
        with pytest.raises(csv.Error):
            list(csv.reader(io.StringIO(text, newline=""), strict=True))
        return
    assert str(sheet) == text


@given(TABLES, st.data())
def test_one_changed_cell_changes_no_other(table: list[list[str]], data: st.DataObject):
    row = data.draw(st.integers(0, len(table) - 1))
    column = data.draw(st.integers(0, len(table[row]) - 1))
    value = data.draw(CELLS)
    sheet = Sheet(written(table))
    sheet.set(row, column, value)
    table[row][column] = value
    assert Sheet(str(sheet)).rows == table == list(csv.reader(io.StringIO(str(sheet), newline="")))


def test_short_row_is_filled_up():
    sheet = Sheet("a,b,c\nx\n")
    sheet.set(1, 2, "9")
    assert str(sheet) == "a,b,c\nx,,9\n"


def test_quote_that_is_never_closed_is_refused_with_its_row():
    with pytest.raises(LmsError, match="row 2 that is never closed"):
        Sheet('a,b\n"x,y\nz,""w\n')


def test_thousands_of_quotes_take_no_time():
    assert Sheet('"' + '""' * 200_000 + '"\n').rows == [['"' * 200_000]]
