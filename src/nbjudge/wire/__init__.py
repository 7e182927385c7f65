"""Plain values between two processes, as bytes.

`encode` runs in either process. `decode` reads bytes that a student may have written by hand: it
never executes, imports or unpickles anything that they name, takes linear time and a fixed multiple
of their length in memory, and raises nothing but `WireError`.

- What crosses: None, bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset, and
  NumPy arrays and scalars of plain dtypes (no objects, no fields). In the place of anything else,
  such as a function, a `Fallback` may leave a `Reference`; otherwise it is refused by its type.
- Values cross by their bits: a subclass arrives as its base, whatever its methods say. Only
  functions of the base are called. (An OrderedDict keeps its order.)
- Floats and arrays arrive to the last bit, strings with lone surrogates. Shared objects become
  copies; cycles are refused. Arrays are in C order, writable, and own their memory. Masked arrays
  are refused, for their mask would be lost.

The sandbox calls this room, on both of its sides. It imports the standard library, and NumPy for
arrays.
"""

from ._limits import Limits, TooLarge, Unencodable, WireError
from ._message import Fallback, decode, encode
from ._plain import Reference, lineage

__all__ = [
    "Fallback",
    "Limits",
    "Reference",
    "TooLarge",
    "Unencodable",
    "WireError",
    "decode",
    "encode",
    "lineage",
]
