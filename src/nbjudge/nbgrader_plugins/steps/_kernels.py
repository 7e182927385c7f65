"""Which kernel a notebook needs, and whether it is here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from nbgrader.api import Gradebook

_PYTHON = frozenset({"python", "python3", "ipython"})


def kernel_name(metadata: Mapping[str, Any]) -> str:
    """Return the name of a notebook's kernel."""
    return str((metadata.get("kernelspec") or {}).get("name", "python3"))


def is_python(metadata: Mapping[str, Any]) -> bool:
    """Tell whether a notebook is Python's, by what its kernelspec says, or else its kernel's."""
    language = (metadata.get("kernelspec") or {}).get("language")
    if not language and (name := kernel_name(metadata)) not in _PYTHON:
        try:
            language = KernelSpecManager().get_kernel_spec(name).language
        except NoSuchKernel:
            return False
    return str(language or "python").lower() in _PYTHON


def missing_kernels(gradebook: Gradebook, assignment: str, names: Iterable[str]) -> str | None:
    """Return which kernels an assignment's notebooks need that are not here, in a sentence or two.

    Python's is not among them: its notebooks run without a kernel.

    Parameters
    ----------
    gradebook : Gradebook
        Holds the instructor's choice of kernel.
    assignment : str
        The assignment's name.
    names : iterable of str
        Names of the notebooks.
    """
    here = KernelSpecManager().find_kernel_specs()
    wanted = (_metadata(gradebook.find_notebook(name, assignment)) for name in names)
    needed = {kernel_name(each) for each in wanted if not is_python(each)}
    if needed <= here.keys():
        return None
    missing = ", ".join(map(repr, sorted(needed - here.keys())))
    return (
        f"{assignment} needs the kernel {missing}, which is not installed where you grade "
        f"(there: {', '.join(sorted(here)) or 'none'}). Install it, and look with "
        "`jupyter kernelspec list`."
    )


def _metadata(notebook: Any) -> dict[str, Any]:
    """Return the part of a notebook's metadata that the gradebook keeps."""
    return {"kernelspec": json.loads(notebook.kernelspec or "{}")}
