"""Rich output: the last value of a cell, and what ``display`` shows."""

# mypy: disable-error-code=no-untyped-call
# IPython's methods have no types.

from __future__ import annotations

import json
import sys
from base64 import b64encode
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher

from .journal import Journal

Bundle = dict[str, Any]


def clean(value: Any) -> Any:
    """Return a value of JSON; bytes of an image as base64, other things as they print."""
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode("ascii")
    if type(value) in (str, int, float, bool, type(None)):
        return value
    return json.loads(json.dumps(value, default=_plainer))


def _plainer(value: Any) -> Any:
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode("ascii")
    return value.item() if hasattr(value, "item") else repr(value)


def clean_bundle(bundle: Bundle | None) -> Bundle:
    """Return a bundle by mime type, or metadata, as values of JSON."""
    return {str(key): clean(value) for key, value in (bundle or {}).items()}


class JournalDisplayHook(DisplayHook):
    """Writes the last value of a cell to the journal."""

    journal: Journal
    _result: tuple[Bundle, Bundle] | None = None

    def quiet(self) -> bool:
        """Tell whether the cell ends with a semicolon."""
        return bool(super().quiet())

    def start_displayhook(self) -> None:
        """Begin; IPython calls this first."""
        self._result = None

    def write_output_prompt(self) -> None:
        """Print no prompt: the number goes with the result."""

    def write_format_data(self, format_dict: Bundle, md_dict: Bundle | None = None) -> None:
        """Keep the value's representations until everything else is done."""
        self._result = clean_bundle(format_dict), clean_bundle(md_dict)

    def finish_displayhook(self) -> None:
        """Write the result."""
        _flush()
        if self._result is not None and self._result[0]:
            spare = _is_short(self._result[0])
            self.journal.event("execute_result", self.prompt_count, *self._result, spare=spare)
        self._result = None


class JournalDisplayPublisher(DisplayPublisher):
    """Writes what ``display`` shows to the journal."""

    journal: Journal

    def publish(
        self,
        data: Bundle,
        metadata: Bundle | None = None,
        source: Any = None,
        *,
        transient: Bundle | None = None,
        update: bool = False,
        **_: Any,
    ) -> None:
        """Write one display, or a new version of an earlier one."""
        _flush()
        self._validate_data(data, metadata or {})
        kind = "update_display_data" if update else "display_data"
        display_id = (transient or {}).get("display_id")
        name = None if display_id is None else str(display_id)
        self.journal.event(kind, clean_bundle(data), clean_bundle(metadata), name)

    def clear_output(self, wait: bool = False) -> None:
        """Forget the output of the cell so far, now or when the next one comes."""
        _flush()
        self.journal.event("clear_output", bool(wait))


def _is_short(bundle: Bundle) -> bool:
    """Tell whether a value may be a test's points, which much output before must not push out."""
    return len(bundle) == 1 and len(str(bundle.get("text/plain", ""))) < 100


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        flush = getattr(stream, "flush", None)
        if flush is not None:
            flush()
