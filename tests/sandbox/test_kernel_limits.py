"""What a notebook of another language may take, and that nothing is left of it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from kernel_cells import SURROUNDINGS, Kernel

from nbjudge.sandbox import SandboxError
from nbjudge.sandbox.kernels import _process
from tests import needs
from tests.kernels import install_kernels

pytestmark = pytest.mark.slow
HELD = (
    "import time; held = bytearray(10**8); held[::4096] = b'x' * len(held[::4096]); time.sleep(30)"
)


@pytest.fixture(autouse=True)
def _kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs.a_sandbox()
    install_kernels(tmp_path, monkeypatch)


@pytest.fixture
def kernel() -> Iterator[Kernel]:
    started = Kernel()
    yield started
    started.close()


def _gone(processes: list[int], seconds: float = 60) -> bool:
    """Whether they are gone, or are soon."""
    deadline = time.monotonic() + seconds
    while (
        left := [p for p in processes if Path(f"/proc/{p}").exists()]
    ) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not left


def test_a_loop_is_interrupted_and_what_was_defined_stays(kernel: Kernel):
    kernel.run("kept=before")
    assert kernel.run("while true; do :; done", seconds=0.5).ending.startswith("interrupted")
    assert kernel.run("echo $kept").text == "before\n"


def test_a_process_that_takes_too_much_memory_gets_no_more(kernel: Kernel):
    assert "MemoryError" in kernel.run("/usr/bin/python3 -c \"b'x' * 10**9\"").text
    assert kernel.run("echo still here").text == "still here\n"


def test_the_memory_of_many_processes_counts_together(kernel: Kernel):
    processes = kernel.processes
    said = kernel.run(f'for i in 1 2 3 4 5 6; do /usr/bin/python3 -c "{HELD}" & done; wait')
    assert said.ending == "died"
    assert kernel.end().how == "took more memory than allowed"
    assert _gone(processes)


@pytest.mark.parametrize("bomb", [":(){ :|:& };:", "for i in $(seq 400); do sleep 60 & done"])
def test_a_process_bomb_runs_out(kernel: Kernel, bomb: str):
    kernel.run(bomb, seconds=3)
    assert len(kernel.processes) < 270


@pytest.mark.parametrize("place", [".", "$TMPDIR", "/dev/shm"])
def test_a_disk_filler_runs_out(kernel: Kernel, place: str):
    where = f"{place}/$RANDOM$RANDOM"
    assert kernel.run(f"head -c 100000 /dev/zero > {where}").ending == "ok"
    assert kernel.run(f"head -c 10000000 /dev/zero > {where}").ending == "error"
    filling = f"for i in $(seq 20); do head -c 1000000 /dev/zero > {where} || exit 3; done"
    assert kernel.run(f"({filling})").ending == "error"


def test_what_floods_the_grader_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_process, "_MOST_SAID", 10**6)
    kernel = Kernel()
    assert kernel.run("yes | head -c 10000000").ending == "died"
    assert "more than the grader can hold" in kernel.end().how
    kernel.close()


def test_a_kernel_that_ends_itself_takes_everything_with_it(kernel: Kernel):
    kernel.run("sleep 600 & disown")
    processes = kernel.processes
    assert kernel.run("kill -9 $PPID").ending == "died"
    assert kernel.end().how == "was ended by signal 9"
    assert _gone(processes)


def test_nothing_outlives_it():
    kernel = Kernel()
    kernel.run("sleep 600 & disown; setsid sleep 600 & (trap '' TERM HUP INT; sleep 600) & disown")
    deadline = time.monotonic() + 60
    while len(processes := kernel.processes) < 7 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(processes) >= 7
    doors = kernel.doors
    kernel.close()
    assert _gone(processes)
    assert not doors.exists()


def test_nothing_outlives_a_grader_that_is_killed(tmp_path: Path):
    program = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from kernel_cells import Kernel\n"
        "kernel = Kernel()\nkernel.run('setsid sleep 600 &')\n"
        "print(kernel.doors, *kernel.processes, flush=True)\ninput()\n"
    )
    grader = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with grader:
        doors, *processes = grader.stdout.readline().split()
        grader.send_signal(signal.SIGKILL)
    assert len(processes) >= 5
    assert _gone(list(map(int, processes)))
    shutil.rmtree(doors)


def test_a_folder_that_the_instructor_names_is_seen(tmp_path: Path):
    folder = tmp_path / "course data"
    folder.mkdir()
    (folder / "table.csv").write_text("1,2\n")
    kernel = Kernel(surroundings=replace(SURROUNDINGS, visible=(folder,)))
    assert kernel.run(f"cat '{folder}/table.csv'").text == "1,2\n"
    assert kernel.run(f"touch '{folder}/mine'").ending == "error"
    kernel.close()


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path):
    with pytest.raises(SandboxError, match="nowhere, which does not exist"):
        Kernel(surroundings=replace(SURROUNDINGS, visible=(tmp_path / "nowhere",)))


def test_a_program_that_is_missing_is_named():
    with pytest.raises(SandboxError, match="'no-such-program', is not installed"):
        Kernel("absent")


def test_without_a_sandbox_it_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_process, "why_not", lambda: "There is no bubblewrap.")
    with pytest.raises(SandboxError, match="no bubblewrap"):
        Kernel()


def test_no_setting_and_no_kernelspec_names_another_provisioner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("JUPYTER_DEFAULT_PROVISIONER_NAME", "local-provisioner")
    spec = tmp_path / "kernels" / "bash" / "kernel.json"
    named = '"metadata": {"kernel_provisioner": {"provisioner_name": "local-provisioner"}}, "argv"'
    spec.write_text(spec.read_text().replace('"argv"', named, 1))
    kernel = Kernel()
    assert kernel.run("pwd").text == "/submission\n"
    kernel.close()
