"""What waits until it is needed does then what it always does."""

from __future__ import annotations

import subprocess
import sys

CHECKS = """
from nbjudge import quick_start
import sys
from jsonschema import Draft202012Validator as Validator, FormatChecker
late = "lark" not in sys.modules
iri = Validator({"format": "iri"}, format_checker=FormatChecker())
found = [iri.is_valid(text) for text in ("https://example.org/ä", "no address")]
print(late, found, "lark" in sys.modules)
import rfc3987_syntax
print(rfc3987_syntax.is_valid_syntax_iri("https://example.org/ä"))
"""


def test_addresses_are_checked_as_ever_but_the_grammar_is_loaded_late():
    done = subprocess.run(
        [sys.executable, "-c", CHECKS], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True [True, False] True\nTrue\n"
