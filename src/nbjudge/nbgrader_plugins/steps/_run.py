"""Autograde: runs a submission in its own kernel; a cell that dies or hangs costs only itself."""

from __future__ import annotations

from time import monotonic
from typing import Any

from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode, ValidationError
from nbformat.v4 import new_output
from traitlets import Dict, Integer, Unicode

from ... import verdict
from ...notebook.cells import grade_id, is_test
from ...sandbox import Limits
from ...verdict import KEY, Kind, Note, Status
from ._kernels import kernel_name
from ._room import Room
from ._start import NotStarted, StartKernel, end_of

_GARBLED = (AttributeError, KeyError, TypeError, ValueError)
"""What nbclient raises when a kernel breaks the rules of its own messages."""

MOST_OUTPUT = Limits().output_bytes
"""Characters of output that are kept of one cell."""


class RunCells(StartKernel):
    """Run all cells, note how each one ended, and go on after those that took the kernel down.

    Each code cell that was run is marked in its metadata with ``ok``, ``error``, ``time limit`` or
    ``died``. A cell without a mark has not been run.
    """

    total_seconds = Integer(
        60, help="Seconds that cells which hit the time limit or die may take together."
    ).tag(config=True)
    environment: Any = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help="Variables that the notebook's code finds in its environment.",
    ).tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict, km: Any = None
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run one submission; one that could not be read is left as it is."""
        begun = verdict.read(nb.metadata)
        if begun.status is Status.UNREADABLE:
            return nb, resources
        self.notes: list[Note] = []
        self.lost_seconds = 0.0
        self.survived: list[str] = []
        for cell in nb.cells:
            cell.metadata.pop(KEY, None)
        try:
            nb, resources = super().preprocess(nb, resources, km)
        except NotStarted as reason:
            name = kernel_name(nb.metadata)
            text = f"The kernel {name!r} did not start, so that cells were not run: {reason}."
            self.notes.append(Note(Kind.RUN, f"{text} When it does, grade again with --force."))
        verdict.write(nb.metadata, begun.noted(*dict.fromkeys(self.notes)))
        return nb, resources

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run one cell; after a death or a hang that no interrupt ends, start over without it."""
        if cell.cell_type != "code" or self.lost_seconds >= self.total_seconds:
            return cell, resources
        started = monotonic()
        self.room = Room(MOST_OUTPUT)
        try:
            cell, resources = super().preprocess_cell(cell, resources, index)
        except (DeadKernelError, CellTimeoutError, *_GARBLED) as error:
            self._ended(cell, *self._became_of(error))
            self._start_over()
        if self.room.cut:
            self._note_the_cut(cell)
        if cell.metadata.get(KEY) in {"time limit", "died"}:
            self.lost_seconds += monotonic() - started
            self._note_if_out_of_time()
        elif KEY in cell.metadata and not is_test(cell):
            self.survived.append(cell.source)
        return cell, resources

    def process_message(
        self, msg: dict[str, Any], cell: NotebookNode, cell_index: int
    ) -> NotebookNode | None:
        """Take in what the kernel says, until it is too much; nbclient calls this each time."""
        try:
            admitted = self.room.admit(msg)
            return super().process_message(msg, cell, cell_index) if admitted else None
        except (ValidationError, *_GARBLED):  # no message, or no output that a notebook may have
            return None

    def on_cell_executed(self, **kwargs: Any) -> None:
        """Mark how the cell ended, from the kernel's reply; nbclient calls this after each cell."""
        super().on_cell_executed(**kwargs)
        cell, reply = kwargs["cell"], kwargs["execute_reply"]["content"]
        if reply.get("ename") == self.error_on_timeout.get("ename"):
            text = f"Stopped at the time limit of {self.timeout} s."
            self._ended(cell, "time limit", text, silent=True)
            return
        well = reply["status"] == "ok" and not (is_test(cell) and _has_stderr(cell))
        cell.metadata[KEY] = "ok" if well else "error"

    def _became_of(self, error: Exception) -> tuple[str, str]:
        """Return how a cell ended that took the kernel down or has to, and say it."""
        if isinstance(error, CellTimeoutError):
            return "time limit", f"Stopped after {self.timeout} s; it ignored the interrupt."
        if isinstance(error, DeadKernelError):
            how = end_of(self.km).how
            return "died", f"It ended the kernel, which {how}." if how else "It ended the kernel."
        return "died", f"Its kernel sent what is no message: {error}."

    def _ended(self, cell: NotebookNode, ending: str, text: str, *, silent: bool = False) -> None:
        cell.metadata[KEY] = ending
        note = f"{_where(cell)} did not end: {text[0].lower()}{text[1:]}"
        self.notes.append(Note(Kind.RUN, note, grade_id(cell)))
        if not silent:
            cell.outputs.append(new_output("error", ename=ending, evalue=text, traceback=[text]))

    def _note_the_cut(self, cell: NotebookNode) -> None:
        text = f"Output is cut at {MOST_OUTPUT} characters."
        cell.outputs.append(new_output("stream", name="stdout", text=f"\n{text}\n"))
        self.notes.append(Note(Kind.INFO, f"{_where(cell)}: {text}", grade_id(cell)))

    def _start_over(self) -> None:
        """Start a new kernel and bring it to where the last cell that ended had left it."""
        self._cleanup_kernel()
        self.create_kernel_manager()
        self.start_new_kernel()
        self.start_new_kernel_client()
        for number, source in enumerate(self.survived):
            try:
                self.wait_for_reply(self.kc.execute(source, silent=True, store_history=False))
            except (DeadKernelError, *_GARBLED):  # it does not survive this time
                del self.survived[number]
                self._start_over()
                return

    def _note_if_out_of_time(self) -> None:
        if self.lost_seconds >= self.total_seconds:
            spent = f"{self.total_seconds} s"
            text = f"Its cells had used up {spent} without ending; the rest was not run."
            self.notes.append(Note(Kind.RUN, text))


def _has_stderr(cell: NotebookNode) -> bool:
    """Tell whether a cell wrote to stderr: to nbgrader that is a failure, and to some kernels too.

    A kernel that answers "ok" to whatever it is given has no other way to tell of one.
    """
    return any(output.get("name") == "stderr" for output in cell.outputs)


def _where(cell: NotebookNode) -> str:
    name = grade_id(cell)
    return f"The cell {name!r}" if name else "A cell of the student's own"
