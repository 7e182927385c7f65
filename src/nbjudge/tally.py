"""What verdicts say together: those of a submission's notebooks, and those of a whole class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .verdict import Kind, Outcome, Result, Status, Verdict

SEVERITY = [
    Status.GRADED,
    Status.REPAIRED,
    Status.PARTLY_RUN,
    Status.NOT_SUBMITTED,
    Status.UNREADABLE,
    Status.NOT_GRADED,
]

NOT_JUDGED = "could not be judged"
"""What is said of a test that came to no verdict, to tell it from an answer in free text."""

ABSENT = "It was not handed in."
"""What is said of one notebook where others were handed in."""

FEWEST = 3
"""Submissions that a test must have failed before the test itself is suspected."""

MOST_LINES = 10
MOST_NAMES = 5
LONGEST_REASON = 160

Verdicts = Mapping[str, Verdict]
"""The verdicts of one submission by the names of its notebooks."""


def worst(statuses: Iterable[Status]) -> Status:
    """Return the status of a submission whose notebooks have these."""
    return max(statuses, key=SEVERITY.index)


def sentence(verdicts: Verdicts, *, several: bool, absent: Sequence[str] = ()) -> str:
    """Return what there is to say of a submission; tests are told apart, see `waiting_sentence`.

    Parameters
    ----------
    verdicts : mapping of str to Verdict
        By notebook.
    several : bool
        Whether the assignment has several notebooks, so that each has to be named.
    absent : sequence of str
        Notebooks that were not handed in.
    """
    texts = {name: _texts(verdict) for name, verdict in verdicts.items()}
    of_all = [text for text in next(iter(texts.values()), ()) if _in_all(text, texts)]
    parts = [" ".join(of_all)]
    for name, own in texts.items():
        rest = " ".join(text for text in own if text not in of_all)
        parts.append(f"{name}: {rest}" if several and rest else rest)
    parts += [f"{name}: {ABSENT}" for name in absent]
    return " ".join(filter(None, parts)) or Verdict().sentence


def _texts(verdict: Verdict) -> tuple[str, ...]:
    """Return what is noted, the most important first, without what is about tests."""
    return replace(
        verdict, notes=tuple(note for note in verdict.notes if note.kind is not Kind.TEST)
    ).texts


def _in_all(text: str, texts: Mapping[str, Sequence[str]]) -> bool:
    return all(text in own for own in texts.values())


@dataclass(frozen=True)
class Waiting:
    """A test that came to no verdict on one submission, so that a person has to look."""

    notebook: str
    grade_id: str
    message: str


def unjudged(verdict: Verdict) -> tuple[Result, ...]:
    """Return the results of tests that could not be judged: a note says so of each."""
    noted = {note.cell for note in verdict.notes if note.kind is Kind.TEST}
    waits = (result for result in verdict.results if result.outcome is Outcome.WAITING)
    return tuple(result for result in waits if result.message and result.grade_id in noted)


def waiting(verdicts: Verdicts) -> tuple[Waiting, ...]:
    """Return the tests of a submission that could not be judged."""
    return tuple(
        Waiting(notebook, result.grade_id, result.message)
        for notebook, verdict in verdicts.items()
        for result in unjudged(verdict)
    )


def waiting_sentence(tests: Sequence[Waiting], *, several: bool) -> str:
    """Return a sentence about the tests of a submission that wait; empty when none does."""
    if not tests:
        return ""
    names: dict[str, list[str]] = {}
    for test in tests:
        names.setdefault(test.message, []).append(_name(test.notebook, test.grade_id, several))
    told = "; ".join(f"{_some(own)} ({_short(message)})" for message, own in names.items())
    count = "1 test waits" if len(tests) == 1 else f"{len(tests)} tests wait"
    return f"{count} for a person: {told}."


def waiting_count(tests: int, students: int) -> str:
    """Return how many tests of how many students wait for a person."""
    verb = "waits" if tests == 1 else "wait"
    return f"{_of(tests, 'test')} of {_of(students, 'student')} {verb} for a person"


def _of(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


@dataclass(frozen=True)
class Tally:
    """What became of one test in all submissions whose notebook could be run.

    Parameters
    ----------
    notebook, grade_id : str
    max_score : float
    counts : mapping of Outcome to int
        ``Outcome.WAITING`` counts those that could not be judged.
    messages : mapping of str to int
        What was said of those that got no point, and how often.
    remarks : mapping of str to int
        What else was noted about the test, and of how many submissions.
    """

    notebook: str
    grade_id: str
    max_score: float
    counts: Counter[Outcome] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    remarks: Counter[str] = field(default_factory=Counter)

    @property
    def submissions(self) -> int:
        """How many submissions there are."""
        return self.counts.total()

    @property
    def nobody_passed(self) -> bool:
        """Whether the test is suspect: of several submissions it gave a point to none."""
        given = self.counts[Outcome.PASSED] + self.counts[Outcome.PARTIAL]
        return self.submissions >= FEWEST and not given

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        names = {outcome: outcome.value for outcome in Outcome} | {Outcome.WAITING: NOT_JUDGED}
        return {
            "notebook": self.notebook,
            "grade_id": self.grade_id,
            "max_score": self.max_score,
            "submissions": self.submissions,
            **{name.replace(" ", "_"): self.counts[outcome] for outcome, name in names.items()},
            "remarks": dict(self.remarks),
            "nobody_passed": self.nobody_passed,
        }

    def sentences(self, *, several: bool) -> tuple[str, ...]:
        """Return what an instructor should know of the test, which is mostly nothing."""
        return tuple(self._sentences(_name(self.notebook, self.grade_id, several)))

    def _sentences(self, name: str) -> Iterator[str]:
        if self.nobody_passed:
            yield f"{name} {self._how()}: look at the test.{self._why()}"
        for text, count in self.remarks.items():
            yield f"{name}, {count} of {self.submissions}: {text}"

    def _how(self) -> str:
        known = {outcome: count for outcome, count in self.counts.items() if count}
        if len(known) == 1:
            return f"{_HOW[next(iter(known))]} for all {self.submissions}"
        told = ", ".join(f"{known[o]} {how}" for o, how in _HOW.items() if o in known)
        return f"was passed by none of {self.submissions} ({told})"

    def _why(self) -> str:
        """Return the message when all got the same one."""
        message = next(iter(self.messages), "")
        same = message and self.messages[message] == self.submissions
        return f" Each time: {_short(message)}." if same else ""


_HOW = {
    Outcome.FAILED: "failed",
    Outcome.WAITING: NOT_JUDGED,
    Outcome.NOT_RUN: "was not run",
}


def tallies(submissions: Iterable[Verdicts]) -> tuple[Tally, ...]:
    """Return what became of each test of an assignment, in the order of notebooks and cells."""
    found: dict[tuple[str, str], Tally] = {}
    for verdicts in submissions:
        for notebook, verdict in verdicts.items():
            if could_be_run(verdict):
                _count(found, notebook, verdict)
    return tuple(sorted(found.values(), key=lambda tally: tally.notebook))


def _count(found: dict[tuple[str, str], Tally], notebook: str, verdict: Verdict) -> None:
    open_tests = {result.grade_id for result in unjudged(verdict)}
    for result in filter(_is_test, verdict.results):
        key = notebook, result.grade_id
        tally = found.setdefault(key, Tally(*key, result.max_score))
        tally.counts[result.outcome] += 1
        tally.messages[result.message] += 1
    for note in verdict.notes:
        of_test = (notebook, note.cell or "")
        if note.kind is Kind.TEST and note.cell not in open_tests and of_test in found:
            found[of_test].remarks[note.text] += 1


def could_be_run(verdict: Verdict) -> bool:
    """Whether any test of a notebook was run: not of one that no cell of was run."""
    tests = [result for result in verdict.results if _is_test(result)]
    return verdict.status is not Status.UNREADABLE and any(map(_was_run, tests))


def _was_run(result: Result) -> bool:
    return result.outcome is not Outcome.NOT_RUN and result.message != NOT_RUN


def _is_test(result: Result) -> bool:
    """Whether a result is a test's, and not one of an answer that a person grades."""
    waits = result.outcome is Outcome.WAITING and not result.message
    untouched = result.outcome is Outcome.FAILED and not result.error
    return not waits and not (untouched and result.message == NO_RESPONSE)


NO_RESPONSE = "No response."
"""What a verdict says of an answer for a person that is as it was handed out."""

NOT_RUN = "It was not run."
"""What a verdict says of each graded cell when cells were not to be run."""


def cut(lines: Sequence[str]) -> list[str]:
    """Return the first lines for a terminal, and one that says how many more there are."""
    more = len(lines) - MOST_LINES
    rest = [f"And {more} more remarks about tests: the report has all of them."] * (more > 0)
    return [*lines[:MOST_LINES], *rest]


def _name(notebook: str, grade_id: str, several: bool) -> str:
    return f"{notebook}/{grade_id}" if several else grade_id


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join([*names[:MOST_NAMES], *([f"and {more} more"] if more > 0 else [])])


def _short(message: str) -> str:
    """Return a message in one line, without its last full stop."""
    text = " ".join(message.split())
    return text.rstrip(".") if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]} …"
