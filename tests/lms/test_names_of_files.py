"""What the name of a handed-in file tells."""

from __future__ import annotations

from pathlib import PurePosixPath as P

import pytest

from nbjudge.lms import canvas_name, folder_naming, moodle_name, unnumbered


@pytest.mark.parametrize(
    ("name", "key", "person", "file", "order", "late"),
    [
        ("smithbob_340934_208490284_self-attention.ipynb", "340934", "smithbob", "self-attention.ipynb", 208490284, False),
        ("smithbob_LATE_340934_208490284_a b-1.ipynb", "340934", "smithbob", "a b-1.ipynb", 208490284, True),
        ("smithbob_340934_2_3_4_report.ipynb", "340934", "smithbob", "3_4_report.ipynb", 2, False),
        ("12345_340934_208490284_a.ipynb", "340934", "12345", "a.ipynb", 208490284, False),
        ("_340934_208490284_a.ipynb", "340934", "", "a.ipynb", 208490284, False),
        ("müller_lüdenscheidtjosé_7_8_a.ipynb", "7", "müller_lüdenscheidtjosé", "a.ipynb", 8, False),
        ("स्मिथबॉब_7_8_a.ipynb", "7", "स्मिथबॉब", "a.ipynb", 8, False),
        ("anon_X7fQ2_9_a.ipynb", "anon_X7fQ2", "", "a.ipynb", 9, False),
        ("LATE_anon_X7fQ2_9_a.ipynb", "anon_X7fQ2", "", "a.ipynb", 9, True),
    ],
)  # fmt: skip
def test_canvas(name: str, key: str, person: str, file: str, order: int, late: bool):
    found = canvas_name(P(name))
    assert found is not None
    told = (found.owner.key, found.owner.name, str(found.path), found.order, found.late)
    assert told == (key, person, file, order, late)
    assert not found.typed


@pytest.mark.parametrize("name", ["smithbob_7_text.html", "smithbob_LATE_7_link.html"])
def test_canvas_text_typed_into_a_box(name: str):
    found = canvas_name(P(name))
    assert found is not None and found.typed and found.owner.key == "7"


@pytest.mark.parametrize(
    "name", ["self-attention.ipynb", "smith_7_.ipynb", "smith_bob_8_a.ipynb", "smith_7_x_a.ipynb"]
)
def test_names_that_are_not_canvas_s(name: str):
    assert canvas_name(P(name)) is None


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Kim Lee_11112_assignsubmission_file/self-attention.ipynb", "self-attention.ipynb"),
        ("Kim Lee_11112_assignsubmission_file_/sub/a.csv", "sub/a.csv"),
        ("Kim Lee_11112_assignsubmission_file_my_notebook.ipynb", "my_notebook.ipynb"),
        ("Lesson 07-123/Kim Lee_11112_assignsubmission_file/a.ipynb", "a.ipynb"),
    ],
)
def test_moodle(name: str, file: str):
    found = moodle_name(P(name))
    assert found is not None
    told = (found.owner.key, found.owner.name, str(found.path), found.late, found.typed)
    assert told == ("11112", "Kim Lee", file, None, False)


def test_moodle_text_typed_into_a_box():
    found = moodle_name(P("Kim Lee_11112_assignsubmission_onlinetext/onlinetext.html"))
    assert found is not None and found.typed


@pytest.mark.parametrize("name", ["a.ipynb", "Kim Lee_11112_assignsubmission_file", "Kim/a.ipynb"])
def test_names_that_are_not_moodle_s(name: str):
    assert moodle_name(P(name)) is None


@pytest.mark.parametrize(
    ("path", "key", "attempt", "file"),
    [
        ("0042/a.ipynb", "0042", "", "a.ipynb"),
        ("0042/data/x.csv", "0042", "", "data/x.csv"),
        ("two/first/a.ipynb", "two", "first", "a.ipynb"),
        ("two/second/sub/x.csv", "two", "second", "sub/x.csv"),
        ("deep/07/try/a.ipynb", "deep", "07/try", "a.ipynb"),
        ("zipped/work.zip", "zipped", "", "work.zip"),
        ("[odd] *.ipynb", "[odd] *", "", "[odd] *.ipynb"),
    ],
)
def test_folder(path: str, key: str, attempt: str, file: str):
    everything = "0042/a.ipynb 0042/data/x.csv two/first/a.ipynb two/second/timestamp.txt".split()
    everything += ["two/second/sub/x.csv", "deep/07/try/a.ipynb", "zipped/work.zip"]
    found = folder_naming(map(P, everything))(P(path))
    assert found is not None
    assert (found.owner.key, found.attempt, str(found.path)) == (key, attempt, file)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("self-attention-1.ipynb", "self-attention.ipynb"),
        ("self-attention (12).ipynb", "self-attention.ipynb"),
        ("self-attention_2.ipynb", "self-attention.ipynb"),
        ("12.ipynb", "12.ipynb"),
        ("self-attention.ipynb", "self-attention.ipynb"),
    ],
)
def test_number_of_a_second_copy(name: str, plain: str):
    assert unnumbered(name) == plain


def test_name_that_is_right_keeps_its_number():
    assert unnumbered("problem2.ipynb", {"problem2.ipynb"}) == "problem2.ipynb"
