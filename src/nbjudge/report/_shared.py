"""Saved runs that two students hand in: ids come from random bits, so only copies are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ._runs import Runs
from ._words import listed, some

RANDOM = 16
"""Characters that an id of random bits has at the least; shorter ones may be the same by chance."""

MOST_NAMED = 20
"""How many students a sentence names."""

Ids = Mapping[str, frozenset[str]]
"""An id → the students whose records hold it."""


@dataclass(frozen=True)
class Shared:
    """Who shares what; only ids that more than one student has.

    Parameters
    ----------
    runs, records : mapping of str to frozenset of str
    """

    runs: Ids
    records: Ids

    def others(self, student: str, run_id: str, record_id: str) -> list[str]:
        """Return the other students who have the run or the record."""
        group = self.runs.get(run_id, frozenset()) | self.records.get(record_id, frozenset())
        return sorted(group - {student})

    def sentences(self, student: str) -> list[str]:
        """Return what is to be said of one student: the same words for all who share the same."""
        groups = dict.fromkeys((*self.records.values(), *self.runs.values()))
        return [self._sentence(who) for who in groups if student in who]

    def _sentence(self, who: frozenset[str]) -> str:
        runs = sum(who == others for others in self.runs.values())
        parts = ["one record"] if who in self.records.values() else []
        parts += [f"{runs} saved run{'s' * (runs > 1)}"] if runs else []
        names = sorted(who)
        named = some(names, MOST_NAMED) if len(names) > MOST_NAMED else listed(names)
        return f"{named} share {' and '.join(parts)}."


def shared(runs: Mapping[str, Runs]) -> Shared:
    """Return what students share, given each student's runs."""
    return Shared(
        _held_by_several((row["run_id"], s) for s, own in runs.items() for row in own.experiments),
        _held_by_several((own.record_id, student) for student, own in runs.items()),
    )


def _held_by_several(held: Iterable[tuple[str, str]]) -> Ids:
    students: dict[str, set[str]] = {}
    for identity, student in held:
        students.setdefault(identity, set()).add(student)
    return {i: frozenset(who) for i, who in students.items() if len(i) >= RANDOM and len(who) > 1}
