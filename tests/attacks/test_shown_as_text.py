"""What a student writes is shown as text, on every page and in every note."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from nbjudge import report
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course
from nbjudge.verdict import Status
from tests.conftest import Run
from tests.field.grading import field_course, grade
from tests.field.hand_ins import LESSON, WITHOUT_WEIGHTS, Case, HandIn

SCRIPT = "<script>alert('field')</script><img src=x onerror=alert(1)>"
CONTROL = "\x1b[2J\x1b]0;title\x07\u202egnorw\u2066\r\x08"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\x9b\u202a-\u202e\u2066-\u2069]")
"""Characters that move a terminal's cursor or turn text around."""


def _everywhere(hand_in: HandIn) -> None:
    hand_in.name = f"self{CONTROL}-{SCRIPT.replace('/', '')}.ipynb"
    plain = json.loads(hand_in.files["experiments.json"])
    for run in plain["runs"]:
        run["label"] = SCRIPT + CONTROL
    hand_in.files["experiments.json"] = json.dumps(plain).encode()
    again = json.loads(json.dumps(plain))
    for run, other in zip(plain["runs"], again["runs"], strict=True):
        run["run_id"] = other["run_id"] = SCRIPT[:20] + CONTROL + run["run_id"]
        other["label"] = "different"
    text = "attention-workbench-record 1 "
    hand_in.insert("explain", *(f"'''{text}{json.dumps(r)}'''" for r in (plain, again)))
    hand_in.files["timestamp.txt"] = (SCRIPT + CONTROL).encode()
    hand_in.files[f"{CONTROL} x.csv"] = b"1"
    hand_in.later.append(lambda folder: (folder / f"{CONTROL} link").symlink_to("/etc/hostname"))
    hand_in.later.append(lambda folder: (folder / f"{CONTROL} other.ipynb").write_bytes(b"{}"))
    hand_in.notebook.metadata["title"] = SCRIPT
    hand_in.notebook.metadata["kernelspec"]["display_name"] = SCRIPT
    hand_in.notebook.metadata["language_info"] = {"name": SCRIPT}


CASES = [
    Case(
        "writes HTML everywhere",
        cells={
            "predict": SCRIPT,
            "explain": f"[x](javascript:alert(1)) {SCRIPT} $\\href{{javascript:alert(1)}}{{x}}$",
            "attention-weights": "def attention_weights(q, k, causal=True):\n"
            f"    raise AssertionError({SCRIPT + CONTROL!r})",
        },
        own=(
            "from IPython.display import HTML, Javascript, SVG, Markdown\n"
            f"display(HTML({SCRIPT!r}), Javascript('alert(1)'), Markdown({SCRIPT!r}))\n"
            f"print({SCRIPT + CONTROL!r})\nraise ValueError({SCRIPT + CONTROL!r})",
        ),
        edit=_everywhere,
        lost=WITHOUT_WEIGHTS,
        status=Status.REPAIRED,
        at_most=True,  # labels with control characters may be refused
    )
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = field_course(tmp_path_factory.mktemp("hostile"))
    grade(course, CASES[0])
    return course


def test_the_scores_are_those_of_the_code(hold: Callable[[Case], object]):
    hold(CASES[0])


def test_notes_and_messages_have_no_control_characters(hostile: Course):
    (verdict,) = hostile.verdicts(LESSON, CASES[0].student)
    for text in [note.text for note in verdict.notes] + [r.message for r in verdict.results]:
        assert not UNSEEN.search(text), ascii(text)


def _scripts(page: Path) -> list[str]:
    text = page.read_text("utf-8")
    return [
        found
        for found in (SCRIPT[:20], "onerror=alert(1)>", "javascript:alert")
        if _live(found, text)
    ]


def _live(found: str, text: str) -> bool:
    """Whether a browser would take it for markup."""
    return (
        found in text
        if found.startswith("<")
        else bool(re.search(f"<[^>]*{re.escape(found[:-1])}", text))
    )


def test_the_report_is_inert(hostile: Course):
    frames = report.load(find_lesson(LESSON, hostile.root), gradebook_url=hostile.gradebook_url)
    page = report.write(frames, hostile.root / "reports" / LESSON)
    assert not _scripts(page)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x1b]", page.read_text("utf-8"))


def test_the_digest_for_a_terminal_has_no_control_characters(hostile: Course):
    frames = report.load(find_lesson(LESSON, hostile.root), gradebook_url=hostile.gradebook_url)
    digest = report.digest(frames)
    assert not UNSEEN.search("".join(map(str, digest.to_numpy().ravel())))


@pytest.mark.slow
def test_feedback_is_inert(hostile: Course, run: Run):
    done = run(hostile, "nbgrader", "generate_feedback", LESSON)
    assert done.returncode == 0, done.stderr
    (page,) = (hostile.root / "feedback").rglob("*.html")
    assert not _scripts(page)
