"""A notebook of another language finds the walls that a Python notebook finds."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from kernel_cells import Kernel

from nbjudge.sandbox._processes import runs_as_root
from tests import needs
from tests.conftest import REPOSITORY
from tests.kernels import install_kernels

pytestmark = pytest.mark.slow
SECRET = "NBJUDGE_TEST_SECRET"


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    """One bash for all: no test here changes what another sees."""
    needs.a_sandbox()
    folder = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        install_kernels(folder, patch)
        patch.setenv(SECRET, "the grader's")
        started = Kernel()
    yield started
    started.close()


def test_it_finds_copies_of_the_files_beside_the_notebook(kernel: Kernel):
    assert kernel.run("cat notes.txt; ls folder").text == "a line\nmore.txt\n"
    assert kernel.run("echo mine > notes.txt && cat notes.txt").text == "mine\n"


def test_a_file_beside_the_notebook_is_not_taken_for_the_kernels_library(kernel: Kernel):
    assert kernel.run("ls json.py").ending == "ok"


@pytest.mark.parametrize(
    "place",
    [
        "/etc/passwd",
        str(Path.home() / ".bashrc"),
        str(REPOSITORY / "README.md"),
        str(REPOSITORY / "source"),
        str(REPOSITORY / "grading"),
        "/proc/meminfo",
    ],
)
def test_it_does_not_see(kernel: Kernel, place: str):
    assert kernel.run(f"ls {place}").ending == "error"


def test_it_does_not_see_how_it_is_reached(kernel: Kernel):
    assert len(list(kernel.doors.glob("door-*"))) == 5
    assert kernel.run(f"ls {kernel.doors}").ending == "error"
    assert kernel.doors.stat().st_mode & 0o077 == 0


def test_it_does_not_see_the_graders_environment(kernel: Kernel):
    said = kernel.run("env")
    assert "PATH=" in said.text
    assert SECRET not in said.text


def test_it_does_not_reach_the_machine_by_network(kernel: Kernel):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        assert kernel.run(f"exec 3<>/dev/tcp/127.0.0.1/{port}").ending == "error"
        with pytest.raises(TimeoutError):
            server.accept()


def test_it_does_not_reach_the_machine_by_a_socket_without_a_file(kernel: Kernel):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0nbjudge-{os.getpid()}")
        server.listen()
        connect = f"socket.socket(socket.AF_UNIX).connect('\\0nbjudge-{os.getpid()}')"
        said = _python(kernel, connect)
        assert "ConnectionRefusedError" in said or "PermissionError" in said


def test_it_reaches_nobody(kernel: Kernel):
    assert "unreachable" in kernel.run("exec 3<>/dev/tcp/192.0.2.1/80").text


@pytest.mark.parametrize(
    "wanted",
    [
        "AF_NETLINK, socket.SOCK_RAW",
        "AF_PACKET, socket.SOCK_RAW",
        "AF_INET, socket.SOCK_STREAM, 132",
        "AF_VSOCK",
    ],
)
def test_it_gets_no_unusual_socket(kernel: Kernel, wanted: str):
    assert "[Errno 22]" in _python(kernel, f"socket.socket(socket.{wanted})")


def test_it_may_use_its_own_network(kernel: Kernel):
    here = "s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname())"
    assert _python(kernel, here) == ""


@pytest.mark.parametrize(
    "place", ["/usr/mine", "/mine", "/opt/mine", "/dev/mine", "/proc/self/comm"]
)
def test_it_cannot_write(kernel: Kernel, place: str):
    assert kernel.run(f"echo x > {place}").ending == "error"


def test_it_is_nobody_special(kernel: Kernel):
    status = dict(
        line.split(":\t", 1)
        for line in kernel.run("cat /proc/self/status").text.splitlines()
        if ":\t" in line
    )
    assert {
        int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
    } == {0}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert kernel.run("id -u").text == "1000\n"
    inside = kernel.processes[2:]  # without bubblewrap and the first process, which starts as root
    assert inside
    assert not any(map(runs_as_root, inside))


def test_it_sees_no_process_but_its_own_and_cannot_end_the_first(kernel: Kernel):
    seen = kernel.run("ls -d /proc/[0-9]*").text.split()
    assert len(seen) <= len(kernel.processes) + 1
    kernel.run("kill -9 1; kill -STOP 1")
    assert kernel.run("cat /proc/1/environ").ending == "error"
    assert kernel.run("echo still here").text == "still here\n"


@pytest.mark.parametrize(
    "call", ["ptrace(16, 1, 0, 0)", "unshare(0x10000000)", "mount(b'x', b'/tmp', b'tmpfs', 0, 0)"]
)
def test_it_gets_no_dangerous_call(kernel: Kernel, call: str):
    tried = f"import ctypes; libc = ctypes.CDLL(None, use_errno=True); print(libc.{call}, ctypes.get_errno())"
    assert _python(kernel, tried) == "-1 1\n"


def test_it_has_a_terminal_of_its_own(kernel: Kernel):
    assert kernel.run("tty").text == "/dev/pts/0\n"
    assert kernel.run("ls /dev/pts").text.split() == ["0", "ptmx"]


def _python(kernel: Kernel, code: str) -> str:
    """What a system's Python says to some code, which has to be on one line."""
    return kernel.run(f'/usr/bin/python3 -I -c "import socket; {code}"').text.replace("\r\n", "\n")
