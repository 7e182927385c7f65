"""Each wall, leaned on by what a student could write."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sandbox_cells import SMALL, error_of, text_of

from nbjudge.sandbox import Ending, Session, Zygote

LIBC = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def check(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
"""

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "path",
    [
        str(REPOSITORY / "gradebook.db"),
        str(REPOSITORY / "source"),
        str(REPOSITORY / "submitted"),
        str(REPOSITORY / "src" / "nbjudge" / "verdict.py"),
        str(Path.home() / ".bashrc"),
        "/etc/passwd",
        "/etc/shadow",
        "/home",
        "/sys/kernel",
        "/proc/sys/kernel/core_pattern",
        "/proc/kcore",
        "/var/log",
        "/run",
        "/dev/sda",
        "/dev/tty",
        "/scratch/work",
    ],
)
def test_what_belongs_to_the_grader_is_not_there(session: Session, path: str):
    run = session.run(f"import os\nprint(os.stat({path!r}))")
    assert error_of(run) in ("FileNotFoundError", "PermissionError")


def test_the_shown_tree_is_python_and_the_system_alone(session: Session):
    text = text_of(session.run("import os; print(*sorted(os.listdir('/')))"))
    allowed = "bin dev etc lib lib32 lib64 nix opt proc sbin scratch submission temporary tmp usr var".split()
    python = [os.path.realpath(sys.executable), sys.prefix, *filter(None, sys.path)]
    roots = {Path(part).parts[1] for part in python}
    assert set(text.split()) <= {*allowed, *roots}


@pytest.mark.parametrize(
    "path",
    [
        "/x", "/usr/x", "/etc/x", "/opt/nbjudge/x", "/scratch/x", "/proc/x", "/dev/x",
        "/opt/nbjudge/nbjudge/wire/__init__.py", "/proc/self/comm", "/proc/self/oom_score_adj",
        "/proc/1/oom_score_adj", "/proc/self/mem",
    ],
)  # fmt: skip
def test_nothing_outside_the_folder_can_be_written(session: Session, path: str):
    run = session.run(f"open({path!r}, 'r+' if __import__('os').path.exists({path!r}) else 'w')")
    assert error_of(run) in ("OSError", "PermissionError", "FileNotFoundError")


@pytest.mark.parametrize(
    "source",
    [
        "open('/proc/1/mem', 'rb')",
        "open('/proc/1/environ', 'rb').read()",
        "import os; os.readlink('/proc/1/fd/0')",
        LIBC + "check(libc.ptrace(16, 1, 0, 0))",
        LIBC + "check(libc.ptrace(0, 0, 0, 0))",
        LIBC + "check(libc.process_vm_readv(1, 0, 0, 0, 0, 0))",
        LIBC + "check(libc.mount(b'x', b'/tmp', b'tmpfs', 0, 0))",
        LIBC + "check(libc.umount2(b'/proc', 2))",
        LIBC + "check(libc.unshare(0x10000000))",
        LIBC + "check(libc.unshare(0x00020000))",
        LIBC + "check(libc.setns(0, 0))",
        LIBC + "check(libc.chroot(b'/tmp'))",
        LIBC + "check(libc.personality(0x0040000))",
        LIBC + "check(libc.swapon(b'/tmp/x', 0))",
        LIBC + "check(libc.reboot(0))",
        LIBC + "check(libc.sethostname(b'x', 1))",
        "import os; os.setuid(0)",
        "import os; os.setgroups([0])",
        "import os; os.seteuid(65534)",
        "import os; os.chown('experiments.json', 0, 0)",
        "import os; os.mknod('device', 0o060600, os.makedev(8, 0))",
        "import os; os.memfd_create('hidden')",
        "import socket; socket.socket(socket.AF_UNIX)",
        "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "import socket; socket.socketpair(socket.AF_INET)",
        "import os; os.nice(-5)",
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
    ],
)
def test_powers_are_missing(session: Session, source: str):
    run = session.run(source)
    assert error_of(run) in ("PermissionError", "OSError", "ValueError", "FileNotFoundError"), run
    assert text_of(session.run("1 + 1")) == "2"


@pytest.mark.parametrize(
    ("x86_64", "arguments"),
    [
        (250, "0, -3, 1"), (248, "b'user', b'x', b'y', 1, -3"), (321, "0, 0, 0"), (298, "0, 0, -1, -1, 0"),
        (323, "0"), (425, "1, 0"), (435, "0, 0"), (304, "0, 0, 0"), (175, "0, 0, 0"), (246, "0, 0, 0, 0"),
        (428, "0, 0, 0"), (430, "b'tmpfs', 0"), (438, "0, 0, 0"), (29, "0, 4096, 0o1600"),
        (56, "0x10000011, 0, 0, 0, 0"), (56, "0x20000011, 0, 0, 0, 0"), (0x40000000 + 39, ""),
        (16, "0, 0x5412, b'x'"),
    ],
)  # fmt: skip
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86_64")
def test_forbidden_system_calls_fail(session: Session, x86_64: int, arguments: str):
    run = session.run(LIBC + f"check(libc.syscall({x86_64}, {arguments}))")
    assert error_of(run) in ("PermissionError", "OSError"), run
    assert any(str(number) in run.outputs[-1]["evalue"] for number in (1, 38))


def test_a_32_bit_program_calls_nothing(session: Session):
    """``int 0x80`` would reach other system calls under the same numbers."""
    run = session.run(
        "import ctypes, mmap\n"
        "page = mmap.mmap(-1, 4096, prot=7)\n"
        "page.write(b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3')  # getpid by int 0x80\n"
        "ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()"
    )
    assert run.ending is Ending.DIED
    assert text_of(session.run("1 + 1")) == "2"


def test_no_socket_reaches_the_graders_loopback(session: Session):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        run = session.run(f"import socket; socket.create_connection(('127.0.0.1', {port}), 1)")
    assert error_of(run) == "PermissionError"


def test_no_capabilities_no_root_no_new_privileges(session: Session):
    text = text_of(session.run("print(open('/proc/self/status').read())"))
    status = dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
    assert {status[f"Cap{kind}"] for kind in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {"0" * 16}
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    outside = Path(f"/proc/{session.process.tree()[-1]}/status").read_text()
    assert "\nUid:\t0" not in outside


def test_the_environment_says_nothing_of_the_grader(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET", "of the grader")
    with Zygote(SMALL) as zygote, zygote.session() as session:
        text = text_of(session.run("import os; print(os.environ)"))
    assert "SECRET" not in text
    assert "/root" not in text


def test_only_the_own_channel_is_open(session: Session):
    """No descriptor of the zygote, of the warden, of a kept state or of the host's files."""
    text = text_of(
        session.run(
            "import os, stat\n"
            "for fd in range(256):\n"
            "    try: print(fd, os.readlink(f'/proc/self/fd/{fd}').split(':')[0])\n"
            "    except OSError: pass"
        )
    )
    kinds = [line.split()[1] for line in text.splitlines()]
    assert kinds.count("socket") == 3  # the channel, and the event loop's own pair
    assert not any(kind.startswith(("/root", "/work", "/home", "pid", "user")) for kind in kinds)


def test_killing_the_warden_is_in_vain(session: Session):
    session.run("import os, signal\nfor number in range(1, 32):\n    os.kill(1, number)")
    assert text_of(session.run("1 + 1")) == "2"


def test_killing_everything_leaves_the_session_usable(session: Session):
    session.run("x = 5")
    session.run("import os, signal; os.kill(-1, signal.SIGKILL)")
    assert text_of(session.run("x")) == "5"


def test_the_zygote_is_out_of_reach(session: Session, zygote: Zygote):
    session.run(
        "import os, signal\nfor pid in range(2, 3000):\n    if pid != os.getpid():\n        try: os.kill(pid, 9)\n        except OSError: pass"
    )
    with zygote.session() as other:
        assert text_of(other.run("1 + 1")) == "2"


def test_a_background_process_ends_with_the_session(zygote: Zygote):
    with zygote.session() as session:
        session.run(
            "import os, time\n"
            "if os.fork() == 0:\n"
            "    os.setsid()\n"
            "    if os.fork() == 0:\n"
            "        while True: time.sleep(1)\n"
            "    os._exit(0)\n"
            "os.wait()"  # until there is the grandchild
        )
        tree = session.process.tree()
        assert len(tree) >= 3
    assert not [process for process in tree if Path(f"/proc/{process}").exists()]


def test_everything_ends_with_the_zygote():
    with Zygote(SMALL) as zygote:
        session = zygote.session()
        session.run("import subprocess; child = subprocess.Popen(['sleep', '600'])")
        tree = session.process.tree()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and any(
        Path(f"/proc/{process}").exists() for process in tree
    ):
        time.sleep(0.01)
    assert not [process for process in tree if Path(f"/proc/{process}").exists()]
    assert session.run("1").ending in (Ending.DIED, Ending.NOT_RUN)
    session.close()


GRADER = """
from nbjudge.sandbox import Zygote
zygote = Zygote()
zygote.start()
session = zygote.session()
session.run("import subprocess; child = subprocess.Popen(['sleep', '600'])")
print(*session.process.tree(), flush=True)
input()
"""


def test_everything_ends_when_the_grader_is_killed():
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with grader:
        tree = grader.stdout.readline().split()
        grader.kill()
    assert len(tree) >= 3
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and any(Path(f"/proc/{number}").exists() for number in tree):
        time.sleep(0.01)
    assert not [number for number in tree if Path(f"/proc/{number}").exists()]
