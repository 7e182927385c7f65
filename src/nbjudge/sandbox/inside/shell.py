"""The IPython shell of a notebook, without a kernel and its sockets."""

# mypy: disable-error-code=no-untyped-call
# IPython's methods have no types.

from __future__ import annotations

import builtins
import getpass
import os
import subprocess
import warnings
from typing import Any, NoReturn

from IPython.core.error import StdinNotImplementedError
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import LSString, SList
from traitlets import Instance, Type, default
from traitlets.config import Config

from .display import JournalDisplayHook, JournalDisplayPublisher
from .journal import Journal
from .leaving import Leave, pass_over_exits

_COMMAND_ENVIRONMENT = {  # as ipykernel has it: colours, and no pager that waits for a key
    "TERM": "xterm-color",
    "CLICOLOR": "1",
    "FORCE_COLOR": "1",
    "CLICOLOR_FORCE": "1",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
}


class NotebookShell(InteractiveShell):
    """Runs cells, and writes what they show to a journal."""

    displayhook_class = Type(JournalDisplayHook)
    display_pub_class = Type(JournalDisplayPublisher)
    exiter = Instance(Leave)
    journal: Journal | None = None
    passes_over_exits = True
    """Whether a wish to leave is no error: not in a test, which has to run to its end."""

    @default("exiter")
    def _default_exiter(self) -> Leave:
        return Leave(self)

    def attach(self, journal: Journal) -> None:
        """Write to a journal from now on."""
        self.journal = journal
        for writer in (self.displayhook, self.display_pub):
            writer.journal = journal  # type: ignore[union-attr]
        pass_over_exits(self.user_ns, self.passes_over)
        builtins.input = _refuse_input
        getpass.getpass = _refuse_password

    def forget_threads(self) -> None:
        """Let ``%%bash`` start a new thread: the one from before a fork is not here."""
        scripts = self.magics_manager.registry.get("ScriptMagics")
        if scripts is not None:
            scripts.event_loop = scripts._event_loop_finalizer = None

    def passed_over(self, line: str) -> None:
        """Note a line that would have ended the notebook."""
        if self.journal is not None:
            self.journal.event("note", f"{line} was passed over", spare=True)

    def passes_over(self, line: str) -> bool:
        """Note a line that would end a cell, and tell that it does not; it ends a test."""
        if self.passes_over_exits:
            self.passed_over(line)
        return self.passes_over_exits

    def init_environment(self) -> None:
        """Tell programs which kind of terminal there is."""
        os.environ.update(_COMMAND_ENVIRONMENT)

    def init_hooks(self) -> None:
        """Show help texts nowhere, as a notebook that nobody looks at does."""
        super().init_hooks()
        self.set_hook("show_in_pager", lambda *_, **__: None, 99)

    def enable_gui(self, gui: Any = None) -> None:
        """Do nothing: there is no window to draw in."""

    def ask_exit(self) -> None:
        """Stay."""
        self.passed_over("exit()")

    def set_next_input(self, text: str, replace: bool = False) -> None:
        """Do nothing: no cell is written for the student."""

    def showtraceback(self, exc_tuple: Any = None, *args: Any, **options: Any) -> None:
        """Show an error, unless it is a wish to leave."""
        kind = self._get_exc_info(exc_tuple)[0]
        leaves = isinstance(kind, type) and issubclass(kind, SystemExit)
        if leaves and self.passes_over("SystemExit"):
            return
        super().showtraceback(exc_tuple, *args, **options)

    def _showtraceback(self, etype: type[BaseException], evalue: Any, stb: list[str]) -> None:
        if self.journal is not None:
            name, text = str(etype.__name__), _text(evalue)
            lines = [str(line) for line in stb]
            self.journal.blamed = True  # %%capture and %%time show an error and go on
            self.journal.event("error", name, text, lines, spare=True)

    def _format_exception_for_storage(self, exception: BaseException, *_: Any, **__: Any) -> Any:
        # IPython would format every traceback a second time, for a history that nobody keeps
        return {"ename": type(exception).__name__, "evalue": _text(exception), "traceback": []}

    def system_piped(self, cmd: str) -> None:
        """Run ``!command``; its output goes through the descriptors, for there is no terminal."""
        done = _run(self.var_expand(cmd, depth=1), stderr=subprocess.STDOUT)
        self.push({"_exit_code": done.returncode}, interactive=False)

    system = system_piped

    def getoutput(self, cmd: str, split: bool = True, depth: int = 0) -> Any:
        """Return the output of ``!command``."""
        done = _run(
            self.var_expand(cmd, depth=depth + 1), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        text = done.stdout.decode("utf-8", "replace")
        return SList(text.splitlines()) if split else LSString(text)


class ZMQInteractiveShell(NotebookShell):
    """The shell by the name of a kernel's: libraries ask for it to know that this is a notebook."""


def new_shell() -> NotebookShell:
    """Return the one shell of this process."""
    config = Config()
    config.IPKernelApp = Config()  # the other thing that libraries ask for
    config.HistoryManager.enabled = False  # no database, and no thread that writes to it
    config.InteractiveShell.autoawait = True
    shell: NotebookShell = ZMQInteractiveShell.instance(config=config)
    warnings.filterwarnings("ignore", message="To exit: use", category=UserWarning)
    return shell


def _run(command: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, shell=True, stdin=subprocess.DEVNULL, check=False, **options)


def _refuse_input(prompt: object = "", /) -> NoReturn:
    shell = InteractiveShell.instance()
    if isinstance(shell, NotebookShell):
        shell.passed_over("input()")
    raise StdinNotImplementedError(
        "raw_input was called, but this frontend does not support input requests."
    )


def _refuse_password(prompt: object = "Password: ", *_: Any, **__: Any) -> NoReturn:
    shell = InteractiveShell.instance()
    if isinstance(shell, NotebookShell):
        shell.passed_over("input()")
    raise StdinNotImplementedError(
        "getpass was called, but this frontend does not support input requests."
    )


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return "<unprintable>"
