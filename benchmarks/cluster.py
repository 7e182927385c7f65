"""What grading on a Dask cluster costs, for each submission: CPU of both sides, and bytes between.

A scheduler and workers are started on this machine, by Dask's own commands; the coordinator is
measured in a process of its own. From that follows what a class of any size costs, and how many
threads of workers one coordinator keeps busy. Prints the table of docs/scale.md.

    python benchmarks/cluster.py [SUBMISSIONS] [WORKERS]
"""

from __future__ import annotations

import pickle
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from right_class import CORES, LESSON, PROGRAMS, course

from nbjudge.grade import grade_class, students_of
from nbjudge.nbgrader_plugins import Desk, Outpost, Parcel, open_course

ON_LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard")
LARGE = 100_000
WARM = 5
"""Submissions for each worker before anything is counted: processes start, libraries load."""


@dataclass(frozen=True)
class Cost:
    """Of one submission, on the average.

    Parameters
    ----------
    coordinator, worker, scheduler : float
        Seconds of CPU, of the processes and of those that they start.
    out, back : float
        Bytes to a worker and from it.
    """

    coordinator: float
    worker: float
    scheduler: float
    out: float
    back: float


@contextmanager
def machines(workers: int, folder: Path) -> Iterator[tuple[str, list[psutil.Process]]]:
    """Run a scheduler and workers; give its address and their processes, the scheduler's first."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    lines = [["scheduler", "--port", str(port)]]
    lines += [["worker", address, "--no-nanny", "--nthreads", "1"] for _ in range(workers)]
    started = [
        subprocess.Popen(
            [str(PROGRAMS / "dask"), *line, *ON_LOOPBACK],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for line in lines
    ]
    try:
        yield address, [psutil.Process(process.pid) for process in started]
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGINT)
            process.wait(60)


def cpu(process: psutil.Process) -> float:
    """Return the seconds of CPU that a process and all below it have used, the ended ones too."""
    every = [process, *process.children(recursive=True)]
    times = [each.cpu_times() for each in every]
    return sum(t.user + t.system + t.children_user + t.children_system for t in times)


def own_cpu() -> float:
    """Return the seconds of CPU of this process, without its children."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def weights(root: Path, sample: int) -> tuple[float, float]:
    """Return the mean bytes of a parcel and of a reply, as they are sent."""
    desk = Desk(open_course(root), LESSON, force=True)
    out, back = [], []
    with tempfile.TemporaryDirectory() as place:
        outpost = Outpost(desk.kit, Path(place))
        for number in range(sample):
            parcel = desk.parcel(f"student-{number:05}")
            assert isinstance(parcel, Parcel)
            out.append(len(pickle.dumps(parcel)))
            back.append(len(pickle.dumps(outpost.mark(parcel))))
    return sum(out) / sample, sum(back) / sample


def measure(submissions: int, workers: int) -> tuple[Cost, float]:
    """Grade a class and return the cost and the time, from when all workers are warm."""
    warm = WARM * workers
    with tempfile.TemporaryDirectory() as name:
        root = course(Path(name, "course"), warm + submissions)
        elsewhere = Path(name, "elsewhere")
        elsewhere.mkdir()
        with machines(workers, elsewhere) as (address, (scheduler, *others)):
            opened, seen = open_course(root), []
            graded = grade_class(opened, LESSON, students_of(opened, LESSON), dask=address)
            for number, one in enumerate(graded, 1):
                if one.failed:
                    raise SystemExit(f"{one.student} failed: {one.sentence}")
                if number in {warm, warm + submissions}:  # later its processes have gone
                    times = own_cpu(), sum(map(cpu, others)), cpu(scheduler), time.perf_counter()
                    seen.append(times)
        used = [(after - before) / submissions for before, after in zip(*seen, strict=True)]
        coordinator, worker, scheduling, elapsed = used
        return Cost(coordinator, worker, scheduling, *weights(root, 10)), elapsed


def tell(cost: Cost, elapsed: float, submissions: int, workers: int) -> None:
    """Print what was measured, and what it means for a large class."""
    print(f"{submissions} submissions, {workers} workers, everything on the same {CORES} cores:")
    print(
        f"| of each submission | |\n|---|---|\n| coordinator | {1000 * cost.coordinator:.1f} ms |"
    )
    print(f"| worker | {1000 * cost.worker:.0f} ms |")
    print(f"| scheduler | {1000 * cost.scheduler:.1f} ms |")
    print(f"| sent | {cost.out / 1000:.0f} kB |\n| received | {cost.back / 1000:.0f} kB |")
    print(f"| elapsed | {1000 * elapsed:.0f} ms |")
    hours = {name: LARGE * getattr(cost, name) / 3600 for name in ("coordinator", "worker")}
    print(
        f"\n{LARGE:,}: coordinator {hours['coordinator']:.1f} h, workers {hours['worker']:.1f} h,"
    )
    print(f"{LARGE * cost.out / 1e9:.1f} GB out, {LARGE * cost.back / 1e9:.1f} GB back.")
    print(f"One coordinator keeps {cost.worker / cost.coordinator:.0f} worker cores busy.")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    counts = given + [100, 2][len(given) :]
    tell(*measure(*counts), *counts)
