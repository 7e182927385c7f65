"""What makes the page move: DataTables from the package itables, and our own few lines."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from .._errors import ReportError

EXPORT = re.compile(r"export\{[^}]*?(\w+) as default[^}]*\}")
"""How the bundle, an ES module, hands DataTables on."""


@cache
def script() -> Markup:
    """Return the page's one script.

    Raises
    ------
    ReportError
        When the installed itables does not have the bundle that is known here.
    """
    bundle = files("itables").joinpath("html", "dt_bundle.js").read_text("utf-8")
    exported = EXPORT.search(bundle)
    if exported is None:
        raise ReportError(
            "The installed itables is not the one that the report knows: "
            "install the version that constraints.txt names."
        )
    own = files("nbjudge.report").joinpath("page", "page.js").read_text("utf-8")
    library = EXPORT.sub("", bundle)
    return Markup(_inside_html(f"{library}\n((DataTable) => {{\n{own}}})({exported[1]});\n"))


def policy() -> str:
    """Return a content security policy: this script runs and no other; nothing is fetched."""
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )


def _inside_html(source: str) -> str:
    r"""Keep a script from ending its element: in strings and patterns ``\!`` is ``!``."""
    return source.replace("<!--", r"<\!--").replace("</script", r"<\/script")
