"""Data flows one way, and imports follow it."""

from __future__ import annotations

import grimp
import pytest

MAY_IMPORT = {
    "said": set(),
    "quick_start": set(),
    "times": set(),
    "verdict": set(),
    "tally": {"verdict"},
    "gradebook": {"said"},
    "lesson": {"said"},
    "wire": set(),
    "sandbox": {"wire"},
    "judge": {"quick_start", "sandbox", "wire"},
    "notebook": {"lesson", "times", "verdict"},
    "nbgrader_plugins": {
        "gradebook",
        "judge",
        "lesson",
        "lms",
        "notebook",
        "report",
        "said",
        "sandbox",
        "times",
        "verdict",
    },
    "release": {"nbgrader_plugins"},
    "cluster": {"nbgrader_plugins", "quick_start", "said", "sandbox"},
    "grade": {"cluster", "nbgrader_plugins", "tally", "verdict"},
    "demo": {"lesson", "notebook", "said"},
    "audit": {"lesson", "notebook", "nbgrader_plugins", "verdict"},
    "report": {"gradebook", "lesson", "said", "tally", "verdict"},
    "lms": {"report", "said", "times"},
    "cli": {
        "audit",
        "cluster",
        "demo",
        "grade",
        "gradebook",
        "lesson",
        "lms",
        "nbgrader_plugins",
        "quick_start",
        "release",
        "report",
        "said",
        "sandbox",
        "tally",
        "times",
        "verdict",
    },
}
"""Each room, and the rooms that it may import."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("nbjudge", include_external_packages=True, cache_dir=None)


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_every_room_is_on_the_plan(graph: grimp.ImportGraph):
    rooms = {_room(module) for module in graph.modules if module.startswith("nbjudge.")}
    assert rooms <= MAY_IMPORT.keys()


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may(graph: grimp.ImportGraph, room: str):
    modules = [m for m in graph.modules if m.startswith("nbjudge.") and _room(m) == room]
    imported = {
        _room(target)
        for module in modules
        for target in graph.find_modules_directly_imported_by(module)
        if target.startswith("nbjudge.")
    }
    assert imported - {room} <= MAY_IMPORT[room]


def test_only_one_room_imports_nbgrader(graph: grimp.ImportGraph):
    importers = graph.find_modules_that_directly_import("nbgrader")
    assert {_room(module) for module in importers} == {"nbgrader_plugins"}


def test_only_one_room_imports_dask(graph: grimp.ImportGraph):
    importers = graph.find_modules_that_directly_import("distributed")
    assert {_room(module) for module in importers} == {"cluster"}
