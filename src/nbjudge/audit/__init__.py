"""The instructor's audit before a release: what students get, what the tests tell apart."""

from ._audit import SECONDS, Audit, audit
from ._finding import Finding
from ._rerun import Tell

__all__ = ["SECONDS", "Audit", "Finding", "Tell", "audit"]
