"""The widget that a notebook shows: traits, messages and the learner's few methods."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t
from IPython.display import display

from . import _evidence
from ._document import PACKAGE_VERSION
from ._messages import answer
from ._record import Prediction, Record, Run, to_record
from ._rules import TOKENS, is_input
from ._store import Store
from ._text import from_pasted

_GRADING = ("autograde", "validate")


def _only_from_python(name: str) -> Callable[[object, Any], Any]:
    """Ignore what a browser sends for a trait that only Python may set."""
    return lambda value, widget: getattr(widget, name)


def _show(data: dict[str, Any], **options: Any) -> None:
    """Put a MIME bundle into the cell's output."""
    display(data, raw=True, **options)  # type: ignore[no-untyped-call]


class Workbench(anywidget.AnyWidget):
    """An attention head for three tokens to predict, try out and save.

    Parameters
    ----------
    path
        Where runs are recorded, relative to the notebook. It is read now and written when
        something is saved.

    Notes
    -----
    The browser computes all that is shown; no Python here turns values into weights. While
    nbgrader autogrades or validates, the workbench is read-only.
    """

    _esm = Path(__file__).with_name("workbench.js")
    _css = Path(__file__).with_name("workbench.css")

    q_values = t.List(t.Float(), [1.0, 1.0, 1.0]).tag(sync=True)  # not `keys`: ipywidgets has that
    k_values = t.List(t.Float(), [1.0, 2.0, 9.0]).tag(sync=True)
    causal_mask = t.Bool(True).tag(sync=True)
    mask_after_softmax = t.Bool(False).tag(sync=True)
    record = t.Dict().tag(sync=True, from_json=_only_from_python("record"))
    storage = t.Dict().tag(sync=True, from_json=_only_from_python("storage"))
    read_only = t.Bool(False).tag(sync=True, from_json=_only_from_python("read_only"))
    esm_version = t.Unicode(PACKAGE_VERSION, read_only=True).tag(sync=True)

    def __init__(self, path: str | Path = "experiments.json") -> None:
        read_only = os.environ.get("NBGRADER_EXECUTION") in _GRADING
        self._store = Store(path, read_only=read_only)
        self._live_id = uuid.uuid4().hex
        self._live = False
        super().__init__(
            record=self._store.document, storage=self._store.storage, read_only=read_only
        )
        self.on_msg(lambda widget, content, buffers: self.send(self._handle(content)))

    @t.validate("q_values", "k_values")
    def _check_values(self, proposal: t.Bunch) -> list[float]:
        values: list[float] = proposal["value"]
        if len(values) != TOKENS or not all(is_input(value) for value in values):
            raise t.TraitError(f"{proposal['trait'].name} must be three numbers from -100 to 100.")
        return values

    @property
    def prediction(self) -> Prediction | None:
        """The first prediction, or None."""
        return self._read().prediction

    @property
    def runs(self) -> tuple[Run, ...]:
        """All saved runs, oldest first."""
        return self._read().runs

    def find(
        self,
        mode: str | None = None,
        q: Sequence[float] | None = None,
        k: Sequence[float] | None = None,
    ) -> tuple[Run, ...]:
        """Give the saved runs with this mode and exactly these values, oldest first."""
        return self._read().find(mode=mode, q=q, k=k)

    def evidence(self) -> str:
        """Display the whole record, so that the saved notebook carries it.

        Returns
        -------
        str
            What is still missing, or what to do next.
        """
        record = self._read()
        self._publish()
        _show(_evidence.bundle(record))
        return _evidence.advice(record, self._store.reason)

    def paste(self, text: str) -> int:
        """Adopt a record that was copied from a workbench or from an evidence output.

        Returns
        -------
        int
            How many runs were new.

        Raises
        ------
        RecordError
            If the text holds no record that can be used.
        """
        added = self._store.adopt(from_pasted(text))
        self._publish()
        return added

    def __repr__(self) -> str:
        """Say in one line what has been recorded."""
        return f"Workbench({_evidence.caption(self._read())})"

    def _ipython_display_(self) -> None:
        """Show the widget and, folded below it, its record: readable when the kernel is gone."""
        data, metadata = self._repr_mimebundle_() or ({}, {})
        _show(data, metadata=metadata)
        _show(self._live_bundle(), display_id=self._live_id)
        self._live = True

    def _handle(self, message: object) -> dict[str, Any]:
        """Carry out a message of the browser, publish the record, and give the answer.

        Under one lock: with subshells, messages arrive on several threads.
        """
        with self._store.lock:
            result = answer(self._store, message)
            self._publish()
            return result

    def _publish(self) -> None:
        with self._store.lock:
            changed = self.record != self._store.document
            self.storage = self._store.storage
            self.record = self._store.document
            if changed and self._live:  # a bonus: after a page reload this update goes nowhere
                _show(self._live_bundle(), display_id=self._live_id, update=True)

    def _live_bundle(self) -> dict[str, object]:
        return _evidence.bundle(to_record(self._store.document), folded=True)

    def _read(self) -> Record:
        return to_record(self._store.refresh())
