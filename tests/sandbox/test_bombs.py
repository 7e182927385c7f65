"""What fills the machine is stopped by limits, and the rest of the notebook runs."""

from __future__ import annotations

import pytest
from sandbox_cells import error_of, text_of, value_of

from nbjudge.sandbox import Ending, Session, Zygote


def still_works(session: Session) -> bool:
    return text_of(session.run("1 + 1")) == "2" and value_of(session, "kept") == "before"


@pytest.fixture
def session(zygote: Zygote):
    with zygote.session() as opened:
        opened.run("kept = 'before'")
        yield opened


@pytest.mark.parametrize(
    "bomb",
    [
        "hoard = []\nwhile True: hoard.append(bytearray(10**7))",
        "import numpy as np\na = np.ones(10**10)",
        "x = 'x' * 10**9",
        "import mmap\nm = mmap.mmap(-1, 10**9)",
        "l = [0] * 10**9",
    ],
)
def test_memory_bomb(session: Session, bomb: str):
    run = session.run(bomb)
    assert run.ending is Ending.DIED or error_of(run) in ("MemoryError", "OSError")
    assert still_works(session)


def test_memory_of_many_processes_counts_together(session: Session):
    run = session.run(
        "import os, time\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        held = bytearray(100 * 10**6); held[::4096] = b'x' * len(held[::4096])\n"
        "        time.sleep(30); os._exit(0)\n"
        "time.sleep(30)",
        seconds=10,
    )
    assert run.ending is Ending.DIED
    assert "memory" in run.notes[0]
    assert still_works(session)


@pytest.mark.parametrize(
    "bomb",
    [
        "import os\nwhile True: os.fork()",
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()",
        "import subprocess\nchildren = [subprocess.Popen(['sleep', '60']) for _ in range(100)]",
        "%%bash\n:(){ :|:& };:",
    ],
)
def test_process_bomb(session: Session, bomb: str):
    session.run(bomb)
    assert still_works(session)


@pytest.mark.parametrize(
    "bomb",
    [
        "open('big', 'wb').write(bytes(10**7))",
        "for i in range(20): open(f'part{i}', 'wb').write(bytes(10**6))",
        "for i in range(10**6): open(f'file{i}', 'w').close()",
        "import os\nfor i in range(10**5): os.mkdir('d'); os.chdir('d')",
        "import tempfile\nkept_open = [tempfile.TemporaryFile() for _ in range(1000)]",
        "for i in range(20): open(f'/dev/shm/part{i}', 'wb').write(bytes(10**6))",
        "for i in range(20): open(f'/tmp/part{i}', 'wb').write(bytes(10**6))",
    ],
)
def test_disk_filler(session: Session, bomb: str):
    run = session.run(bomb)
    assert run.ending is not Ending.OK
    assert still_works(session)


@pytest.mark.parametrize(
    "flood",
    [
        "print('x' * 1_000_000)",
        "for i in range(10**5): print(i)",
        "import os\nfor _ in range(50): os.write(1, b'x' * 65536)",
        "!yes | head -c 3000000",
        "from IPython.display import display, HTML\nfor _ in range(1000): display(HTML('x' * 1000))",
        "from IPython.display import display, HTML\ndisplay(HTML('x' * 10**6))",
        "class Loud:\n    def __repr__(self): return 'x' * 10**6\nLoud()",
        "import sys\nfor i in range(30000): print('a'); print('b', file=sys.stderr)",
    ],
)
def test_output_is_cut_and_says_so(session: Session, flood: str):
    run = session.run(flood, seconds=5)
    assert len(str(run.outputs)) < 200_000
    assert any("cut" in note for note in run.notes)
    assert still_works(session)


def test_an_error_shows_even_after_a_flood(session: Session):
    run = session.run("print('x' * 1_000_000)\n1 / 0")
    assert error_of(run) == "ZeroDivisionError"


def test_neighbours_do_not_notice(zygote: Zygote):
    with zygote.session() as bomber, zygote.session() as neighbour:
        bomber.run(
            "import os\nfor _ in range(18):\n    if os.fork() == 0:\n        while True: pass"
        )
        assert text_of(neighbour.run("sum(range(10**5))")) == str(sum(range(10**5)))
        assert (
            neighbour.run(
                "import os\nfor _ in range(5):\n    if os.fork() == 0: os._exit(0)"
            ).ending
            is Ending.OK
        )
