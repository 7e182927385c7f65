"""The frames about submissions: points, notes, answers and mistakes."""

from __future__ import annotations

from pandera.pandas import Check, DataFrameSchema

from nbjudge.tally import NOT_JUDGED
from nbjudge.verdict import Kind, Outcome, Status

from .._students import NOT_GRADED
from ._columns import NOTEBOOK, STUDENT, column, count, moment, number, text

GRADES = DataFrameSchema(
    {
        "student": STUDENT,
        "notebook": NOTEBOOK,
        "grade_id": text("Item", "Id of the graded cell; rows follow the master's order."),
        "outcome": text(
            "Outcome",
            f"What became of it. A test that `{NOT_JUDGED}` waits for a person too.",
            checks=Check.isin([*Outcome, NOT_JUDGED]),
        ),
        "score": number(
            "Score",
            "What counts: manual over automatic score, plus extra credit. 0 without a submission; "
            "missing while it waits for a person or is not graded yet.",
        ),
        "max_score": number("Points", "Points that the cell is worth.", nullable=False),
        "auto_score": number("Automatic score", "The grader's score."),
        "manual_score": number("Manual score", "A person's score, as entered in formgrader."),
        "needs_manual_grade": column(
            "bool",
            "Waits",
            "A person has to look: nothing is given yet, or it was graded again since.",
        ),
        "message": text("Message", "What the student is told of it; empty without a verdict."),
    },
    unique=["student", "grade_id"],
    strict=True,
    title="One row per student and graded cell",
)

SUBMISSIONS = DataFrameSchema(
    {
        "student": STUDENT,
        "status": text(
            "Status", "How far the grader got.", checks=Check.isin([*Status, NOT_GRADED])
        ),
        "sentence": text("Why", "Why the status is what it is, and what else to know."),
        "submitted_at": moment("Handed in", "UTC; missing when it is unknown."),
        "due": moment("Due", "UTC, with the student's extension; missing without one."),
        "seconds_late": column(
            "Float64",
            "Late",
            "Seconds; 0 on time or without a due date; missing when the time of handing in is "
            "unknown.",
            nullable=True,
        ),
        "score": number(
            "Total",
            "Sum of the scores so far, less the late penalty, at least 0; missing while nothing is "
            "graded.",
        ),
        "max_score": number("Points", "Points that the assignment is worth.", nullable=False),
        "open_points": number(
            "Open", "Points of the items that have no score yet.", nullable=False
        ),
        "waiting": count("Waiting", "Number of items that wait for a person."),
        "waiting_tests": count(
            "Waiting tests", "How many of them are tests that could not be judged."
        ),
        "file": text("File", "Name of the notebook that was graded; empty when there is none."),
        "runs": count("Runs", "Number of saved runs."),
        "counted_runs": count("Counted runs", "How many of them count as evidence."),
        "late_penalty": number("Late penalty", "Points taken off for being late.", nullable=False),
        "untouched": column(
            "boolean",
            "Untouched",
            "Whether each answer in code is still as it was handed out; missing when there is no "
            "answer to compare, or no release.",
            nullable=True,
        ),
        "autograded": text(
            "Autograded", "The autograded notebook, from the course folder on; empty without one."
        ),
        "formgrader": text(
            "Formgrader", "Its key in formgrader: `/formgrader/submissions/KEY`; empty without one."
        ),
    },
    unique=["student"],
    strict=True,
    title="One row per student, also for those who handed nothing in",
)

NOTEBOOKS = DataFrameSchema(
    {
        "student": STUDENT,
        "notebook": NOTEBOOK,
        "status": text(
            "Status", "How far the grader got with it.", checks=Check.isin([*Status, NOT_GRADED])
        ),
        "sentence": text("Why", "Why the status is what it is, and what else to know."),
        "file": text("File", "Name of the file that was graded; empty when there is none."),
        "isolated": column(
            "boolean",
            "Isolated",
            "Whether all its tests ran outside the process that ran the student's code; missing "
            "when none was run.",
            nullable=True,
        ),
    },
    unique=["student", "notebook"],
    strict=True,
    title="One row per student and notebook of the assignment",
)

TESTS = DataFrameSchema(
    {
        "notebook": NOTEBOOK,
        "grade_id": text("Test", "Id of the test; rows follow the master's order."),
        "max_score": number("Points", "Points that the test is worth.", nullable=False),
        "submissions": count(
            "Submissions", "Those whose notebook could be run; the next five columns add up to it."
        ),
        "passed": count("Passed", "How many got all points."),
        "partial": count("Partial", "How many got some."),
        "failed": count("Failed", "How many got none."),
        "not_run": count("Not run", "In how many the test's turn did not come."),
        "could_not_be_judged": count(
            "Not judged", "In how many it came to no verdict, whatever a person gave since."
        ),
        "nobody_passed": column(
            "bool", "Nobody passed", "Whether of three submissions or more none got a point."
        ),
        "remarked": count("Remarked", "Of how many submissions a note is about a judged test."),
        "sentence": text("To know", "What to know of the test itself; mostly empty."),
    },
    unique=["notebook", "grade_id"],
    strict=True,
    title="One row per test, as the verdicts of all graded submissions have it",
)

NOTES = DataFrameSchema(
    {
        "student": STUDENT,
        "notebook": text("Notebook", "The notebook that it is about; empty for all of them."),
        "kind": text("Kind", "What the note is about.", checks=Check.isin([*Kind])),
        "cell": text("Cell", "The cell that it is about; empty when it is about no single one."),
        "text": text(
            "Note",
            "The verdict's notes, and what only the whole class shows, such as runs that two "
            "students share.",
        ),
    },
    strict=True,
    title="One row per thing that a person who reads a grade should know",
)

ANSWERS = DataFrameSchema(
    {
        "student": STUDENT,
        "cell": text("Cell", "Id of the cell in which students write."),
        "kind": text("Kind", "Words or code.", checks=Check.isin(["text", "code"])),
        "text": text("Answer", "What stands there."),
        "untouched": column(
            "boolean",
            "Untouched",
            "Whether it is still as it was handed out; missing without a release to compare with.",
            nullable=True,
        ),
    },
    strict=True,
    title="One row per student and cell in which students write, from the autograded notebook",
)

FAILURE_MODES = DataFrameSchema(
    {
        "student": STUDENT,
        "(?!student$).+": column(
            "boolean",
            "Mistake",
            "One column per failure mode, named after its hidden test: true when that test failed, "
            "whatever a person gave for it; missing when it did not run.",
            nullable=True,
            regex=True,
            required=False,
        ),
    },
    unique=["student"],
    strict=True,
    title="One row per student, one column per mistake",
)
