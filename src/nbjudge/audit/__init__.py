"""The instructor's audit before a release: what students get, what the tests tell apart."""

from ._audit import Audit, audit
from ._breach import Breach

__all__ = ["Audit", "Breach", "audit"]
