"""What a submission ends with: a status, a sentence, and a result for each test.

The verdict travels inside the autograded notebook, as ``metadata.nbjudge``, so that whoever has
the notebook has the reasons too.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

KEY = "nbjudge"
"""The notebook metadata key that holds the verdict."""

VERSION = 1
"""The version of the verdict's layout."""


def printable(text: str) -> str:
    """Return a text without characters that steer a terminal or turn the direction of reading."""
    whole = "\N{REPLACEMENT CHARACTER}"
    return "".join(c if c.isprintable() or c in "\n\t" else whole for c in text)


class Status(StrEnum):
    """How far the grader got with one submission."""

    GRADED = "graded"
    REPAIRED = "graded with repairs"
    PARTLY_RUN = "partly run"
    NOT_SUBMITTED = "not submitted"
    UNREADABLE = "cannot be read"
    NOT_GRADED = "not graded"


class Outcome(StrEnum):
    """What became of one graded cell."""

    PASSED = "passed"
    PARTIAL = "partial"
    FAILED = "failed"
    NOT_RUN = "not run"
    WAITING = "waits for a person"


TELLING = frozenset({"", "AssertionError", "NotImplementedError"})
"""Ways for a test to end that tell whether its mistake is there; starters are not implemented."""


class Kind(StrEnum):
    """What a note is about; the first three decide the status."""

    UNREADABLE = "unreadable"
    RUN = "run"
    REPAIR = "repair"
    RECORD = "record"
    INTEGRITY = "integrity"
    TEST = "test"
    INFO = "info"


@dataclass(frozen=True)
class Note:
    """One thing that a person who reads the grade should know."""

    kind: Kind
    text: str
    cell: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", printable(self.text))


@dataclass(frozen=True)
class Result:
    """The result of one graded cell.

    ``score`` is None while it waits for a person; ``error`` names the exception that ended a test,
    so that a test that was not met can be told from code that broke.
    """

    grade_id: str
    outcome: Outcome
    score: float | None
    max_score: float
    message: str = ""
    error: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", printable(self.message))


@dataclass(frozen=True)
class Verdict:
    """Everything that the grader says of one submission.

    Parameters
    ----------
    submission : str
        SHA-256 over the names and bytes of the files that were handed in.
    master : str
        SHA-256 over the master copy that the submission was graded against.
    engine : str
        Version of nbjudge.
    file : str
        Name of the notebook file that was graded; empty when there was none.
    notes, results
        In the order in which they arose.
    run_sources : mapping of str to tuple of str
        For each saved run, the channels that it was found in.
    isolated : bool
        Whether all tests ran outside the process that runs the student's code.
    """

    submission: str = ""
    master: str = ""
    engine: str = ""
    file: str = ""
    notes: tuple[Note, ...] = ()
    results: tuple[Result, ...] = ()
    run_sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    isolated: bool = False

    @property
    def status(self) -> Status:
        """The status that the notes amount to."""
        kinds = {note.kind for note in self.notes}
        if Kind.UNREADABLE in kinds:
            return Status.UNREADABLE
        if Kind.RUN in kinds:
            return Status.PARTLY_RUN
        return Status.REPAIRED if Kind.REPAIR in kinds else Status.GRADED

    @property
    def texts(self) -> tuple[str, ...]:
        """What the notes say, each text once, the most important first."""
        order = list(Kind)
        notes = sorted(self.notes, key=lambda note: order.index(note.kind))
        return tuple(dict.fromkeys(note.text for note in notes))

    @property
    def sentence(self) -> str:
        """One sentence (or a few) that says why the status is what it is."""
        return " ".join(self.texts) or "Nothing to report."

    def noted(self, *notes: Note) -> Self:
        """Return the verdict with more notes at its end."""
        return replace(self, notes=self.notes + notes)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, with status and sentence spelled out."""
        spelled = {"version": VERSION, "status": self.status, "sentence": self.sentence}
        plain = asdict(self)
        plain["run_sources"] = {run: list(where) for run, where in self.run_sources.items()}
        return spelled | plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; ``KeyError``, ``TypeError`` or ``ValueError`` if it is not."""
        return cls(
            submission=plain["submission"],
            master=plain["master"],
            engine=plain["engine"],
            file=plain["file"],
            notes=tuple(
                Note(Kind(note["kind"]), note["text"], note["cell"]) for note in plain["notes"]
            ),
            results=tuple(
                Result(**{**result, "outcome": Outcome(result["outcome"])})
                for result in plain["results"]
            ),
            run_sources={run: tuple(where) for run, where in plain["run_sources"].items()},
            isolated=bool(plain.get("isolated")),
        )


def read(metadata: Mapping[str, Any]) -> Verdict:
    """Return the verdict in a notebook's metadata, or an empty one."""
    plain = metadata.get(KEY)
    return Verdict.from_json(plain) if plain else Verdict()


def write(metadata: MutableMapping[str, Any], verdict: Verdict) -> None:
    """Put the verdict into a notebook's metadata."""
    metadata[KEY] = verdict.to_json()
