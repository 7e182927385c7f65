"""Files that are renamed, broken, missing, shadowing, or no files at all."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course
from nbjudge.verdict import Status
from tests.field.grading import grade, outcome
from tests.field.hand_ins import LESSON, NOTHING, Case, HandIn

UNREADABLE = {"lost": NOTHING, "status": Status.UNREADABLE}
Edit = Callable[[HandIn], object]


def _raw(change: Callable[[bytes], bytes]) -> Edit:
    def edit(hand_in: HandIn) -> None:
        hand_in.raw = change(json.dumps(hand_in.notebook).encode())

    return edit


def _set(**values: object) -> Edit:
    def edit(hand_in: HandIn) -> None:
        for name, value in values.items():
            setattr(hand_in, name, value)

    return edit


def _beside(**files: bytes) -> Edit:
    def edit(hand_in: HandIn) -> None:
        hand_in.files |= {
            name.replace("__", "/").replace("_py", ".py"): f for name, f in files.items()
        }

    return edit


def _then(act: Callable[[Path], object]) -> Edit:
    def edit(hand_in: HandIn) -> None:
        hand_in.later.append(act)

    return edit


def _output(size: int) -> Edit:
    def edit(hand_in: HandIn) -> None:
        text = {"output_type": "stream", "name": "stdout", "text": "x" * size}
        hand_in.cell("setup").outputs = [text]

    return edit


def _renamed_into_a_folder(folder: Path) -> None:
    (folder / "self-attention.ipynb").rename(folder / "mine.ipynb")
    (folder / "self-attention.ipynb").mkdir()
    (folder / "self-attention.ipynb" / "notes.txt").write_text("x")


def _record_is_a_folder(folder: Path) -> None:
    (folder / "experiments.json").unlink()
    (folder / "experiments.json").mkdir()
    (folder / "experiments.json" / "x").write_text("x")


def _deep(folder: Path) -> None:
    here = os.open(folder, os.O_RDONLY)
    try:
        for _ in range(1200):
            os.mkdir("d", dir_fd=here)
            here, before = os.open("d", os.O_RDONLY, dir_fd=here), here
            os.close(before)
    finally:
        os.close(here)


def _hard_link(folder: Path) -> None:
    (folder.parent / "of-another-student.txt").write_text("their answer")
    (folder / "secret.txt").hardlink_to(folder.parent / "of-another-student.txt")


def _device(folder: Path) -> None:
    os.mknod(folder / "zero", stat.S_IFCHR | 0o666, os.makedev(1, 5))


def _sparse(folder: Path) -> None:
    with (folder / "data.bin").open("wb") as file:
        file.truncate(66 * 2**20)


SHADOW = b"raise RuntimeError('shadowed')"
CASES = [
    Case(
        "copy of a download",
        edit=_set(name="self-attention (1).ipynb"),
        status=Status.REPAIRED,
        note="handed in as",
    ),
    Case(
        "extra notebooks beside it",
        edit=_beside(**{"draft.ipynb": b"{}", "Untitled.ipynb": b""}),
        note="draft.ipynb",
    ),
    Case("empty file", edit=_set(raw=b""), note="empty", **UNREADABLE),
    Case(
        "truncated file", edit=_raw(lambda text: text[:5000]), note="not whole JSON", **UNREADABLE
    ),
    Case("file that is text", edit=_set(raw=b"\x89PNG\r\n"), **UNREADABLE),
    Case(
        "notebook of format 3",
        edit=_set(
            raw=json.dumps(
                {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": []}]}
            ).encode()
        ),
        **UNREADABLE,
    ),
    Case(
        "notebook of format 99",
        edit=_raw(lambda text: text.replace(b'"nbformat": 4', b'"nbformat": 99')),
        **UNREADABLE,
    ),
    Case("null byte in a cell", cells={"explain": "zero \0 byte"}),
    Case("null byte in code", own=("x = 1\0",)),
    Case("byte order mark", edit=_raw(lambda text: b"\xef\xbb\xbf" + text)),
    Case("output of 30 MB", edit=_output(30 * 2**20)),
    Case("output of 70 MB", edit=_output(70 * 2**20), note="larger than", **UNREADABLE),
    Case(
        "shadows numpy",
        edit=_beside(numpy_py=SHADOW, json_py=SHADOW, runpy_py=SHADOW, pandas____init___py=SHADOW),
        note="numpy.py",
    ),
    Case(
        "shadows the workbench",
        edit=_beside(attention_workbench____init___py=SHADOW, attention_workbench_py=SHADOW),
    ),
    Case(
        "sitecustomize",
        edit=_beside(
            sitecustomize_py=SHADOW,
            usercustomize_py=SHADOW,
            conftest_py=SHADOW,
            **{
                "x.pth": b"import os; os._exit(1)",
                "ipython_config.py": SHADOW,
                "nbgrader_config.py": SHADOW,
                ".env": b"PYTHONSTARTUP=x",
            },
        ),
    ),
    Case("file where a folder belongs", edit=_beside(attention_workbench=b"")),
    Case("folder where the record belongs", edit=_then(_record_is_a_folder)),
    Case(
        "folder where the notebook belongs",
        edit=_then(_renamed_into_a_folder),
        status=(Status.GRADED, Status.REPAIRED),
    ),
    Case(
        "link to a file outside",
        edit=_then(lambda folder: (folder / "x.txt").symlink_to("/etc/hostname")),
        note="left out",
    ),
    Case(
        "link to a folder outside",
        edit=_then(lambda folder: (folder / "x").symlink_to("/etc")),
        note="left out",
    ),
    Case(
        "link to itself",
        edit=_then(lambda folder: (folder / "x").symlink_to(folder)),
        note="left out",
    ),
    Case(
        "link that leads nowhere",
        edit=_then(lambda folder: (folder / "x").symlink_to("nowhere")),
        note="left out",
    ),
    Case(
        "named pipe",
        edit=_then(lambda folder: os.mkfifo(folder / "pipe")),
        note="devices, oversized or locked files were left out: pipe",
    ),
    Case(
        "link of the other kind",
        edit=_then(_hard_link),
        note="left out: secret.txt",
    ),
    Case("named pipe as notebook", edit=_then(lambda folder: os.mkfifo(folder / "a.ipynb"))),
    Case(
        "three thousand files",
        edit=_then(lambda folder: [(folder / f"f{i}").touch() for i in range(3000)]),
    ),
    Case("data of 66 MB", edit=_then(_sparse)),
    Case(
        "name that is no text",
        edit=_then(
            lambda folder: Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.txt")).touch()
        ),
    ),
    Case("name of 255 bytes", edit=_then(lambda folder: (folder / ("n" * 255)).touch())),
    Case(
        "writes in other scripts",
        cells={"predict": "Ответ: 0. Ο λόγος 🧪", "explain": "Сумма строки ≠ 1 🧮"},
        own=("печать = 'Ω🧪'\nprint(печать)",),
    ),
    *(
        Case(f"handed in at {name}", edit=_beside(**{"timestamp.txt": text}), note=note)
        for name, text, note in (
            ("no time", b"", "Lateness is unknown"),
            ("nonsense", b"yesterday", "Lateness is unknown"),
            ("an unclear zone", b"2026-01-31 20:00:00 PST", "Lateness is unknown"),
            ("bytes", b"\xff\xfe\0\0", "Lateness is unknown"),
            ("an offset", b"2026-01-31T20:00:00+09:00", ""),
            ("the year 9999", b"9999-12-31 23:59:59 -2300", "Lateness is unknown"),
        )
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_submission_is_graded(case: Case, hold: Callable[[Case], object]):
    hold(case)


def test_a_thousand_folders_deep(field: Course):
    case = Case("thousand folders deep", edit=_then(_deep))
    try:
        grade(field, case).must_be_as(case)
    finally:  # pytest cannot remove them
        for step in ("submitted", "autograded"):
            subprocess.run(["rm", "-rf", field.root / step / case.student], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_a_device_is_left_out(hold: Callable[[Case], object]):
    hold(Case("device", edit=_then(_device), note="left out: zero"))


def test_a_folder_without_a_notebook_is_not_submitted(field: Course):
    case = Case("hands in no notebook", edit=_set(name=""), status=Status.NOT_SUBMITTED)
    assert grade(field, case).status is Status.NOT_SUBMITTED


@pytest.mark.parametrize(
    "student",
    ["[a]", "a*", "007", "a(b) c", "Ελένη", "x]y[", "?", "{student}", "a'b\"c", "%s", "-x"],
)
def test_ids_are_literal_text(student: str, field: Course):
    case = type("Named", (Case,), {"student": student})("honest")
    grade(field, case).must_be_as(case)


@pytest.mark.parametrize("edit", [_set(raw=b"{"), _set(name=""), _set(name="b.ipynb", raw=b"[]")])
def test_an_older_score_never_shines_through(edit: Edit, field: Course, tmp_path: Path):
    name = f"hands in again {id(edit)}"
    grade(field, Case(name)).must_be_as(Case(name))
    case = Case(name, edit=edit, lost=NOTHING)
    shutil.rmtree(field.root / "submitted" / case.student / LESSON)
    grade(field, case)
    assert outcome(field, case).scores == case.scores
