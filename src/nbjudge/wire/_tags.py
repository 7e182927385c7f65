"""The byte that each value of a message begins with. Layouts stand where they are read."""

from __future__ import annotations

from typing import Final

VERSION: Final = 1
"""First byte of a message; a new layout gets a new one."""

# plain values
NONE: Final = 0x00
FALSE: Final = 0x01
TRUE: Final = 0x02
SHORT_INT: Final = 0x03
LONG_INT: Final = 0x04
FLOAT: Final = 0x05
COMPLEX: Final = 0x06
STR: Final = 0x07
BYTES: Final = 0x08

# containers
LIST: Final = 0x10
TUPLE: Final = 0x11
SET: Final = 0x12
FROZENSET: Final = 0x13
DICT: Final = 0x14
RECORD: Final = 0x15

# what stays in the other process
REFERENCE: Final = 0x20
ERROR: Final = 0x21

# NumPy
ARRAY: Final = 0x30
SCALAR: Final = 0x31
NUMPY_STR: Final = 0x32
NUMPY_BYTES: Final = 0x33

# pandas
FRAME: Final = 0x40
SERIES: Final = 0x41
INDEX: Final = 0x42
RANGE_INDEX: Final = 0x43
MULTI_INDEX: Final = 0x44
ARROW: Final = 0x45
CATEGORICAL: Final = 0x46
ZONED: Final = 0x47
