"""nbgrader's own tests of ``nbgrader autograde``, unmodified, with our preprocessors configured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.slow

SUITE = "nbgrader.tests.apps.test_nbgrader_autograde"

EXCEPTIONS = {
    "test_grade_empty_timestamp": (
        "It wants a submission dropped when its timestamp makes no sense. That is no reason for no "
        "grade: it is graded, and the verdict says that lateness is unknown."
    ),
    "test_filter_notebook": (
        "It wants a notebook that is missing from autograded/ left missing, as long as the time of "
        "submission has not changed. Then nobody can see what was graded: it is graded again."
    ),
    "test_force_single_notebook": (
        "It wants two notebooks that were graded from the same cells to be the same byte for byte. "
        "The verdict within each names the file that it judges."
    ),
    "test_update_newer_single_notebook": "The same comparison of two notebooks.",
    "test_handle_failure": (
        "It wants no grade and an exit code of 1 for a notebook with cells that the assignment does "
        "not have. One such hand-in must not fail a batch: it gets a status and a sentence."
    ),
    "test_handle_failure_single_notebook": "The same, for one of two notebooks.",
    "test_missing_source_kernelspec": (
        "It wants a hand-in refused when it names a kernel that is not installed. Which kernel runs "
        "is the instructor's to say; what a hand-in says of it is not looked at."
    ),
}
"""Upstream's tests that fail here, and why it is the test that is wrong."""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("upstream")
    (folder / "nbgrader_config.py").write_text(
        "from nbjudge import configure\nc = get_config()\nconfigure(c)\n"
    )
    (folder / "pytest.ini").write_text("[pytest]\n")  # theirs would be ours otherwise
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "--pyargs", SUITE, f"--junitxml={report}"]
    command += ["-q", "-c", str(folder / "pytest.ini"), "-p", "no:cacheprovider", "--timeout=300"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"JUPYTER_CONFIG_DIR": str(folder), "PATH": path},
        capture_output=True,
        check=False,  # some fail
        timeout=1500,
    )
    return dict(map(_outcome, ElementTree.parse(report).iter("testcase")))


def _outcome(case: ElementTree.Element) -> tuple[str, str]:
    found = [name for name in ("failure", "error", "skipped") if case.find(name) is not None]
    return case.attrib["name"], found[0] if found else "passed"


@pytest.mark.timeout(1600)
def test_all_pass_but_the_exceptions_that_are_argued(outcomes: dict[str, str]):
    failed = {name for name, outcome in outcomes.items() if outcome in ("failure", "error")}
    assert failed == EXCEPTIONS.keys()


def test_the_suite_was_run(outcomes: dict[str, str]):
    assert list(outcomes.values()).count("passed") >= 30
