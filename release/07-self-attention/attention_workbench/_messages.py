"""What the browser asks and what Python answers.

A question is `{id, kind, body}`, an answer `{id, ok, error?, seq?}`. Nothing counts as recorded
before the answer says so. Exceptions become answers: in a widget callback they would be swallowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._document import find, now
from ._rules import FRONTENDS, Document, RecordError
from ._store import Store

_PREDICTION = ("prediction_id", "future_weight_with_mask", "row_sum_mask_after_softmax", "text")
_RUN = ("run_id", "client_saved_at", "mode", "inputs", "results", "engine")


def answer(store: Store, message: object) -> dict[str, Any]:
    """Carry out one message of the browser and say how it went; never raises."""
    message_id = message.get("id") if isinstance(message, dict) else None
    try:
        return {"id": message_id, "ok": True, "seq": _carry_out(store, message)}
    except RecordError as problem:
        return {"id": message_id, "ok": False, "error": str(problem)}
    except Exception as problem:
        error = f"Python could not do this ({type(problem).__name__}: {problem}). "
        return {"id": message_id, "ok": False, "error": error + "Run the workbench's cell again."}


def _carry_out(store: Store, message: object) -> int | None:
    if not isinstance(message, dict) or not isinstance(message.get("id"), str):
        raise RecordError("A message must be an object with an id. Run the workbench's cell again.")
    kind, body = message.get("kind"), message.get("body")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RecordError(f"Unknown kind of message: {kind!r}. Run the workbench's cell again.")
    if not isinstance(body, dict):
        raise RecordError("A message must have a body. Run the workbench's cell again.")
    return _KINDS[kind](store, body)


def _hello(store: Store, body: Document) -> None:
    store.refresh()
    frontend = body.get("frontend")
    store.frontend = frontend if frontend in FRONTENDS else "unknown"


def _predict(store: Store, body: Document) -> int:
    entry = {name: body[name] for name in _PREDICTION if name in body}
    return store.add("predictions", body.get("prediction_id"), {**entry, "recorded_at": now()})


def _save_run(store: Store, body: Document) -> int:
    entry = {name: body[name] for name in _RUN if name in body}
    entry |= {
        "saved_at": now(),
        "label": body.get("label", ""),
        "for_submission": body.get("for_submission", True),
    }
    with store.lock:
        entry["prediction_id"] = _prediction_before(store, body)
        return store.add("runs", body.get("run_id"), entry)


def _prediction_before(store: Store, body: Document) -> str | None:
    """Name the prediction that this run follows.

    The browser says which one it had an answer for when the learner saved; null means none, such
    as after 'Show results without recording'. A message that does not say takes the first one.
    """
    predictions = store.refresh()["predictions"]
    first = predictions[0]["prediction_id"] if predictions else None
    claimed = body.get("prediction_id", first)
    return claimed if find(store.document, "predictions", claimed) else None


_KINDS: dict[str, Callable[[Store, Document], int | None]] = {
    "hello": _hello,
    "predict": _predict,
    "save_run": _save_run,
}
