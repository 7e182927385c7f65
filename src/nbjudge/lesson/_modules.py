"""What the grader asks of a lesson's own modules; each lesson writes its answer once.

The lesson's modules are plain Python files without imports of ours, so these are protocols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

Record = dict[str, Any]
"""A saved record as JSON values; untrusted."""


class Part(Protocol):
    """One of the points that a record can earn."""

    @property
    def name(self) -> str: ...
    @property
    def points(self) -> float: ...
    @property
    def earned(self) -> float: ...
    @property
    def reason(self) -> str: ...


class CheckedRun(Protocol):
    """One saved run beside its recomputation."""

    @property
    def run(self) -> Mapping[str, Any]: ...
    @property
    def counted(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def max_difference(self) -> float: ...


class Assessment(Protocol):
    """What a record is worth, and why."""

    @property
    def parts(self) -> Sequence[Part]: ...
    @property
    def runs(self) -> Sequence[CheckedRun]: ...
    @property
    def score(self) -> float: ...


class Experiments(Protocol):
    """``grading/<lesson>/experiments.py``."""

    SIDECAR: str
    MIME: str
    TEXT_MARK: str
    TOLERANCE: float
    COLUMNS: Sequence[str]

    def assess(self, record: Record | None) -> Assessment:
        """Recompute each run and say what counts."""

    def row(self, checked: CheckedRun) -> Mapping[str, Any]:
        """Return the columns of one run for the `experiments` frame."""

    def cells(self, checked: CheckedRun) -> Iterable[Mapping[str, Any]]:
        """Return one row per matrix cell for the `attention` frame."""

    def predictions(
        self, record: Record | None, runs: Sequence[CheckedRun]
    ) -> Iterable[Mapping[str, Any]]:
        """Return what was predicted beside what was observed, for the `predictions` frame."""

    def sample_record(
        self, runs: Sequence[Mapping[str, Any]] = ..., *, seed: str = ..., predicted: bool = ...
    ) -> Record:
        """Make a record as the workbench would have saved it."""


class Implementations(Protocol):
    """``grading/<lesson>/implementations/``: sources that define the student's functions."""

    def right(self) -> Mapping[str, str]:
        """Return right implementations: style → source."""

    def wrong(self, grade_ids: Iterable[str]) -> str:
        """Return the source of an implementation with exactly these failure modes."""

    def combinations(self) -> Iterable[frozenset[str]]:
        """Return every set of failure modes that one implementation can have."""

    def load(self, source: str) -> dict[str, Callable[..., Any]]:
        """Run the source and return what it defines."""
