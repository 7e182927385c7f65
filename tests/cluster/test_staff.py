"""The processes that mark for a worker: kept, replaced, given up, dismissed."""

from __future__ import annotations

import pickle
from pathlib import Path

import cloudpickle
import pytest

from nbjudge.cluster import _worker
from nbjudge.cluster._marking_process import MarkingProcess
from nbjudge.cluster._terms import Terms
from nbjudge.cluster._worker import Order, Staff
from nbjudge.nbgrader_plugins import Course, Desk, Reply
from tests.conftest import LESSON


class Mortal:
    """Stands for a marking process that dies of some parcels."""

    made = 0

    def __init__(self, kit: bytes, place: Path) -> None:
        type(self).made += 1
        self.alive = True

    def mark(self, parcel: bytes, seconds: float) -> tuple[str, bytes | str]:
        if parcel == b"deadly":
            self.alive = False
            raise EOFError
        return "marked", parcel

    def kill(self) -> None:
        self.alive = False

    close = kill


@pytest.fixture
def staff(monkeypatch: pytest.MonkeyPatch) -> Staff:
    monkeypatch.setattr(_worker, "MarkingProcess", Mortal)
    monkeypatch.setattr(_worker, "unfit", lambda terms: None)
    Mortal.made = 0
    return Staff()


def _order(parcel: bytes, run: str = "run") -> Order:
    return Order(run, "kit", Terms(), parcel, 1.0)


def test_a_process_is_kept_for_the_next_parcel(staff: Staff, tmp_path: Path):
    for parcel in (b"one", b"two"):
        assert staff.mark(_order(parcel), b"", tmp_path) == ("marked", parcel)
    assert Mortal.made == 1


def test_a_parcel_that_ends_its_process_twice_fails_and_the_next_one_does_not(
    staff: Staff, tmp_path: Path
):
    kind, said = staff.mark(_order(b"deadly"), b"", tmp_path)
    assert (kind, said) == ("failed", "The process that marked it ended, 2 times.")
    assert Mortal.made == 2
    assert staff.mark(_order(b"next"), b"", tmp_path) == ("marked", b"next")


def test_a_run_that_is_dismissed_gets_no_process_any_more(staff: Staff, tmp_path: Path):
    staff.mark(_order(b"one"), b"", tmp_path)
    staff.dismiss("run", "kit")
    assert staff.mark(_order(b"two"), b"", tmp_path)[0] == "failed"
    assert staff.mark(_order(b"two", "another"), b"", tmp_path) == ("marked", b"two")
    assert Mortal.made == 2


@pytest.mark.slow
def test_a_real_process_marks_until_its_time_is_up(handed_in: Course, tmp_path: Path):
    desk = Desk(handed_in, LESSON)
    parcel = pickle.dumps(desk.parcel("right-masked"))
    process = MarkingProcess(cloudpickle.dumps(desk.kit), tmp_path)
    try:
        kind, content = process.mark(parcel, 120)
        assert kind == "marked"
        reply = pickle.loads(content)
        assert isinstance(reply, Reply)
        assert reply.marked.student == "right-masked"
        kind, content = process.mark(parcel, 0.001)
        assert (kind, content) == ("failed", "Marking it did not end within 0 s.")
        assert not process.alive
    finally:
        process.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_settings_that_the_worker_cannot_load_are_told(tmp_path: Path):
    kit = b"cnot_installed_here\nStep\n."  # a pickle that names a class of a module
    process = MarkingProcess(kit, tmp_path)
    try:
        kind, said = process.mark(b"", 60)
    finally:
        process.close()
    assert kind == "unfit"
    assert "No module named 'not_installed_here'" in str(said)
