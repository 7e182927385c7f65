"""What keeps a cluster from grading is said in a sentence, before anything is graded."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbjudge.cli import main
from nbjudge.cluster import ClusterError, Patience, cluster
from nbjudge.cluster._terms import Terms
from nbjudge.nbgrader_plugins import Course, Desk
from tests.cluster.dask_machines import Machines
from tests.conftest import LESSON

NOBODY = "tcp://127.0.0.1:1"


def _grade(course: Course, *words: str) -> Result:
    return CliRunner().invoke(main, ["--course", str(course.root), "grade", LESSON, *words])


def _sentence(result: Result) -> str:
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    assert len(result.output.splitlines()) == 1, result.output
    return result.output


def _autograded(course: Course) -> list[Path]:
    return list((course.root / "autograded").rglob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("address", [NOBODY, "nonsense://x:1", "tcp://", ""])
def test_no_scheduler_answers(handed_in: Course, address: str):
    started = time.monotonic()
    said = _sentence(_grade(handed_in, "--dask", address))
    assert "No Dask scheduler can be used at" in said
    assert time.monotonic() - started < 30
    assert not _autograded(handed_in)


@pytest.mark.slow
def test_something_else_answers(handed_in: Course):
    with socket.create_server(("127.0.0.1", 0)) as silent:  # connects, and says nothing
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with (
            pytest.raises(ClusterError, match="No Dask scheduler can be used at tcp"),
            cluster(address, Desk(handed_in, LESSON).kit, Patience(scheduler=1)),
        ):
            pass


@pytest.mark.slow
def test_workers_and_processes_here_are_not_both_counted(handed_in: Course):
    result = _grade(handed_in, "--dask", NOBODY, "--jobs", "2")
    assert result.exit_code == 2
    assert "--jobs counts processes here" in result.output


@pytest.mark.slow
def test_no_student_code_goes_to_a_cluster_without_a_sandbox(handed_in: Course):
    said = _sentence(_grade(handed_in, "--dask", NOBODY, "--no-sandbox"))
    assert "Without a sandbox no student code" in said


@pytest.mark.slow
def test_dask_is_loaded_for_a_cluster_only_and_may_be_missing(handed_in: Course):
    code = (
        "import sys\n"
        "sys.modules['distributed'] = None\n"
        "from nbjudge.cli import main\n"
        "assert not any(name.partition('.')[0] == 'dask' for name in sys.modules)\n"
        "main()"
    )
    words = ["--course", str(handed_in.root), "grade", LESSON, "--dask", NOBODY]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'nbjudge[dask]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.slow
def test_a_scheduler_without_workers(handed_in: Course, machines: Machines):
    address, _ = machines.scheduler()
    kit = Desk(handed_in, LESSON).kit
    with (
        pytest.raises(ClusterError, match=r"has no worker: start some with `dask worker tcp"),
        cluster(address, kit, Patience(first_worker=1)),
    ):
        pass


def test_other_versions_are_told_from_ours():
    terms = Terms()
    assert terms.missed_by(version("nbjudge"), terms.python) is None
    assert terms.missed_by(None, terms.python) == f"has no nbjudge; here it is {terms.engine}"
    assert terms.missed_by("0.0.1", terms.python) == f"has nbjudge 0.0.1; here it is {terms.engine}"
    assert terms.missed_by(terms.engine, "3.1") == f"has Python 3.1; here it is {terms.python}"


OTHERWISE = {
    "version": (
        "import importlib.metadata as m\n"
        "real = m.version\n"
        "m.version = lambda name: '9.9' if name == 'nbjudge' else real(name)\n"
        "import distributed.versions as v\n"
        "v.version = m.version\n",
        "has nbjudge 9.9; here it is",
    ),
    "walls": (
        "import nbjudge.cluster._terms as t\nt.why_not = lambda: 'There is no bubblewrap.'\n",
        "cannot shut student code in: There is no bubblewrap.",
    ),
}
"""What is done to a worker as it starts, and what is said of it then."""


@pytest.mark.slow
@pytest.mark.parametrize("what", OTHERWISE)
def test_a_worker_that_cannot_mark_is_named(
    handed_in: Course, machines: Machines, tmp_path: Path, what: str
):
    preload, said = OTHERWISE[what]
    (tmp_path / "otherwise.py").write_text(preload)
    address, _ = machines.scheduler()
    machines.worker(address, "--no-nanny", "--preload", str(tmp_path / "otherwise.py"))
    told = _sentence(_grade(handed_in, "--dask", address))
    assert "The worker tcp://127.0.0.1:" in told
    assert said in told
    assert "Nothing was graded." in told
    assert not _autograded(handed_in)
