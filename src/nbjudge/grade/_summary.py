"""A class that was graded: its submissions, and what became of each test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from .. import tally
from ..nbgrader_plugins import Course, given_by_hand
from ..tally import Tally, Waiting
from ..verdict import Status, Verdict
from ._class import Graded


@dataclass(frozen=True)
class GradedClass:
    """The submissions that were graded now, and the tests in all that are graded.

    Parameters
    ----------
    assignment : str
    several : bool
        Whether it has several notebooks.
    students : tuple of Graded
        Sorted by id.
    waiting : mapping of str to tuple of Waiting
        The tests of each of these students that wait for a person; only where there are some.
    tests : tuple of Tally
        Over everything in the folder of autograded notebooks.
    """

    assignment: str
    several: bool
    students: tuple[Graded, ...]
    waiting: Mapping[str, tuple[Waiting, ...]]
    tests: tuple[Tally, ...]

    def told(self, one: Graded) -> str:
        """Return what there is to say of a submission; empty when it was simply graded."""
        waits = tally.waiting_sentence(self.waiting.get(one.student, ()), several=self.several)
        plain = one.status is Status.GRADED and not one.absent
        return " ".join(filter(None, ["" if plain else one.sentence, waits]))

    def about_tests(self) -> list[str]:
        """Return what an instructor should know of tests, those that nobody passed first."""
        tests = sorted(self.tests, key=lambda test: not test.nobody_passed)
        return [text for test in tests for text in test.sentences(several=self.several)]

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "assignment": self.assignment,
            "students": [self._student(one) for one in self.students],
            "tests": [self._test(test) for test in self.tests],
        }

    def _student(self, one: Graded) -> dict[str, Any]:
        plain = asdict(replace(one, verdicts={}))
        plain.pop("verdicts")
        notebooks = [_notebook(name, verdict) for name, verdict in one.verdicts.items()]
        waiting = [asdict(test) for test in self.waiting.get(one.student, ())]
        return plain | {"waiting": waiting, "notebooks": notebooks}

    def _test(self, test: Tally) -> dict[str, Any]:
        return test.to_json() | {"sentences": test.sentences(several=self.several)}


def _notebook(name: str, verdict: Verdict) -> dict[str, Any]:
    plain = verdict.to_json() | {"sentence": tally.sentence({name: verdict}, several=False)}
    told = ("status", "sentence", "file", "isolated", "notes", "results")
    return {"notebook": name} | {key: plain[key] for key in told}


def summarize(course: Course, assignment: str, graded: Iterable[Graded]) -> GradedClass:
    """Return what there is to say of a class after some or all of it was graded.

    Parameters
    ----------
    course : Course
        Its autograded notebooks are read of those who were not graded now.
    assignment : str
        The assignment's name.
    graded : iterable of Graded
        What `grade_class` yielded.
    """
    notebooks = course.notebooks(assignment)
    now = {one.student: one for one in sorted(graded, key=lambda one: one.student)}
    known = {name: one.verdicts for name, one in now.items()}
    for student in set(course.autograded(assignment)) - known.keys():
        found = course.verdicts_by_notebook(assignment, student)
        known[student] = {name: found[name] for name in notebooks if name in found}
    return GradedClass(
        assignment,
        len(notebooks) > 1,
        tuple(now.values()),
        _waiting(course, assignment, now.values()),
        tally.tallies(known[student] for student in sorted(known)),
    )


def _waiting(
    course: Course, assignment: str, graded: Iterable[Graded]
) -> dict[str, tuple[Waiting, ...]]:
    """Return the tests that could not be judged and that no person has given points for."""
    found = {one.student: tally.waiting(one.verdicts) for one in graded if not one.failed}
    if not any(found.values()):
        return {}
    settled = given_by_hand(course, assignment)
    left = {
        student: tuple(t for t in own if (student, t.notebook, t.grade_id) not in settled)
        for student, own in found.items()
    }
    return {student: own for student, own in left.items() if own}
