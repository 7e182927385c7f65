"""Runs tests on changed answers: what they catch, and whether isolation changes a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, takewhile, zip_longest
from time import monotonic

from ..nbgrader_plugins import GradedNotebook, Rerun
from ..notebook.cells import grade_id, is_answer
from ..verdict import Outcome, Result
from ._finding import Finding, remark
from ._mutants import Mutant, mutants

Tell = Callable[[str, int, int], None]
"""Is told what is being done, how far it is, and of how much."""

SOLUTION = "the solution"

FEWEST = 3
"""Mutants that two tests must catch alike before it is said that they mean the same."""


@dataclass(frozen=True)
class Tried:
    """A mutant, and the tests of its notebook that fail on it."""

    notebook: str
    mutant: Mutant
    failed: frozenset[str]


@dataclass(frozen=True)
class Difference:
    """A test that comes out differently in the kernel and isolated."""

    test: str
    on: str
    isolated: Result
    in_kernel: Result


@dataclass(frozen=True)
class Trials:
    """What changed answers gave in one notebook.

    Parameters
    ----------
    notebook : str
        Its name.
    tried : tuple of Tried
        One for each mutant that was run.
    planned : int
        How many there are.
    passing : frozenset of str
        The tests that the solution passes: the others can tell nothing.
    differences : tuple of Difference
        Of isolated tests, on the solution, the starter and the mutants; not of those that the
        solution fails in the kernel too.
    """

    notebook: str
    tried: tuple[Tried, ...]
    planned: int
    passing: frozenset[str]
    differences: tuple[Difference, ...]

    @property
    def needing_a_kernel(self) -> frozenset[tuple[str, str]]:
        """The tests, with their notebook, that the solution passes in the kernel alone."""
        return frozenset((self.notebook, d.test) for d in self.differences if d.on == SOLUTION)


def try_changes(
    solution: GradedNotebook,
    starter: GradedNotebook | None,
    quick: Callable[[float], GradedNotebook],
    seconds: float,
    tell: Tell,
) -> Trials:
    """Run a notebook with the solution, the starter and mutants of the solution.

    Parameters
    ----------
    solution, starter : GradedNotebook
        The notebook with each of the two; None for a starter that is not to be compared.
    quick : callable
        Returns the solution again, with a limit in seconds on each cell.
    seconds : float
        After this time no further mutant is begun.
    tell : callable
        Is told how far it is.
    """
    started = monotonic()
    first = solution.rerun()
    took = monotonic() - started
    differences = _differences(solution, {}, SOLUTION, first)
    wrong = {each.test for each in differences if each.in_kernel.outcome is not Outcome.PASSED}
    if starter is not None:
        differences += _differences(starter, {}, "the starter")
    passing = frozenset(_passed(solution.tests) & _passed(first.results))
    planned, tried = _mutants_of(solution), list[Tried]()
    limited = quick(3 * took) if planned else solution
    until = monotonic() + seconds
    for mutant in takewhile(lambda _: monotonic() < until, planned):
        tell(f"Changing the answers of {solution.name}", len(tried), len(planned))
        answers = {mutant.answer: mutant.source}
        run = limited.rerun(answers)
        tried.append(Tried(solution.name, mutant, passing & _failed(run)))
        differences += _differences(limited, answers, f"a wrong answer ({mutant})", run)
    told_apart = tuple(each for each in differences if each.test not in wrong)
    return Trials(solution.name, tuple(tried), len(planned), passing, told_apart)


def _mutants_of(notebook: GradedNotebook) -> list[Mutant]:
    """Return the mutants of all answers, first one of each: so time is shared between them."""
    cells = [c for c in notebook.notebook.cells if is_answer(c) and c.cell_type == "code"]
    each = [mutants(str(grade_id(cell)), cell.source) for cell in cells]
    return [mutant for mutant in chain.from_iterable(zip_longest(*each)) if mutant is not None]


def _passed(results: Mapping[str, Result]) -> set[str]:
    return {name for name, result in results.items() if result.outcome is Outcome.PASSED}


def _failed(run: Rerun) -> set[str]:
    lost = (Outcome.FAILED, Outcome.PARTIAL)
    return {name for name, result in run.results.items() if result.outcome in lost}


def _differences(
    notebook: GradedNotebook, answers: Mapping[str, str], on: str, known: Rerun | None = None
) -> list[Difference]:
    """Return the isolated tests that come out differently, twice: chance may be one of them."""
    if not notebook.isolated:
        return []
    first = {each.test for each in _compared(notebook, answers, on, known)}
    if not first:
        return []
    return [each for each in _compared(notebook, answers, on) if each.test in first]


def _compared(
    notebook: GradedNotebook, answers: Mapping[str, str], on: str, known: Rerun | None = None
) -> Iterator[Difference]:
    isolated = known or notebook.rerun(answers)
    in_kernel = notebook.rerun(answers, in_one_kernel=True)
    for name in sorted(notebook.isolated - isolated.cut_short - in_kernel.cut_short):
        one, other = isolated.results[name], in_kernel.results[name]
        if (one.outcome, one.score) != (other.outcome, other.score):
            yield Difference(name, on, one, other)


def difference_findings(trials: Trials) -> Iterator[Finding]:
    """Return an error for each isolated test that is judged differently from one in the kernel."""
    for name in dict.fromkeys(each.test for each in trials.differences):
        first, *more = [each for each in trials.differences if each.test == name]
        further = f" So it is on {_counted(len(more), 'other answer')}." if more else ""
        text = (
            f"Isolated and in the kernel it does not come out alike. On {first.on}: "
            f"isolated {told(first.isolated)}; in the kernel {told(first.in_kernel)}.{further} "
            "Change the test, or give its cell the tag nbjudge-in-kernel."
        )
        yield Finding("isolation", name, text, trials.notebook)


def strength_findings(trials: Trials, known: frozenset[str]) -> Iterator[Finding]:
    """Return remarks on tests that catch nothing, or the same as another.

    Parameters
    ----------
    trials : Trials
        What changed answers gave.
    known : frozenset of str
        Tests whose mistakes the lesson itself declares: nothing is said of them.
    """
    count, name = len(trials.tried), trials.notebook
    if count < trials.planned:
        text = (
            f"Time was up after {count} of {trials.planned} changed answers: --seconds gives more."
        )
        yield remark("time", "changed answers", text, name)
    caught = {
        test: frozenset(n for n, each in enumerate(trials.tried) if test in each.failed)
        for test in sorted(trials.passing - known)
    }
    if count and count == trials.planned:
        for test in (test for test, found in caught.items() if not found):
            text = f"It catches none of {_counted(count, 'changed answer')}."
            yield remark("catches-nothing", test, text, name)
    for group in _alike(caught):
        number = len(caught[group[0]])
        text = (
            f"It and {', '.join(map(repr, group[1:]))} fail on the same {number} of "
            f"{_counted(count, 'changed answer')}: they may mean the same."
        )
        yield remark("same", group[0], text, name)


def _alike(caught: Mapping[str, frozenset[int]]) -> list[list[str]]:
    """Return the groups of tests that fail on the same mutants."""
    groups: dict[frozenset[int], list[str]] = {}
    for test, found in caught.items():
        groups.setdefault(found, []).append(test)
    return [tests for found, tests in groups.items() if len(found) >= FEWEST and len(tests) > 1]


def told(result: Result) -> str:
    """Return what became of a test, in words."""
    message = f" ({short(result.message, 500)})" if result.message else ""
    if result.score is None:
        return f"it waits for a person{message}"
    if result.outcome is Outcome.PASSED:
        return "it passes"
    return f"it gets {result.score:g} of {result.max_score:g}{message}"


def short(text: str, longest: int = 50) -> str:
    """Return a text in one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
