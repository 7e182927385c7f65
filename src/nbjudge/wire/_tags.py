"""The byte that each value of a message begins with. Layouts stand where they are written."""

VERSION = 2
"""First byte of a message; a new layout gets a new one."""

NONE, FALSE, TRUE, SHORT_INT, LONG_INT, FLOAT, COMPLEX, STR, BYTES = range(0x00, 0x09)
LIST, TUPLE, SET, FROZENSET, DICT = range(0x10, 0x15)
REFERENCE = 0x20
ARRAY, SCALAR, NUMPY_STR, NUMPY_BYTES = range(0x30, 0x34)
