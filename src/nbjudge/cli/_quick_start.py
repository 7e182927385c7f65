"""What the command line does without, so that it starts a second sooner.

``jsonschema`` checks addresses with letters of all scripts if the package for it is installed, and
loading that package builds a grammar. The schema of notebooks asks for no such check.
"""

from __future__ import annotations

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # as if not installed
