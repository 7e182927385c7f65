"""The one door between a student's process and ours.

Plain values, dates, fractions and their like, NumPy arrays and pandas frames are turned into bytes
and back; everything else is refused, or left behind as a `Reference`. `encode` runs in either
process. `decode` runs in the judge's, on bytes that the student may have written by hand: it never
executes, imports or unpickles anything that they name, takes linear time and a fixed multiple of
their length in memory, and raises nothing but `WireError`.

What a value is after the trip
------------------------------
- The same exact type and the same value; floats and arrays to the last bit. Shared objects
  become copies; cycles are refused. Arrays are in C order, writable, and own their memory.
- Subclasses of builtins, of NumPy scalars and of pandas classes are refused. Subclasses of ndarray
  (``np.matrix``, ``np.memmap``, a student's own) arrive as plain arrays with the same bits,
  whatever their methods say; masked arrays are refused, for their mask would be lost.
- Strings may hold any code point, lone surrogates included. The texts of a `RemoteError` and a
  `Reference` are meant for people: surrogates in them are escaped.
- Times in a zone of a name (``ZoneInfo``), paths and NumPy's less usual random generators are
  refused; of a fixed zone the name is lost.
- An exception arrives as a `RemoteError`: data, not an exception.
- Object columns of pandas hold plain values, each sent by the same rules.
- Left behind without a word: ``attrs`` and ``flags`` of pandas, metadata of dtypes, memory order.
"""

from ._decode import decode
from ._encode import Fallback, encode
from ._errors import EndOfStream, TooLarge, Unencodable, WireError
from ._frames import receive, receive_bytes, send, send_bytes
from ._limits import Limits
from ._lineage import lineage
from ._remote import Reference, RemoteError

__all__ = [
    "EndOfStream",
    "Fallback",
    "Limits",
    "Reference",
    "RemoteError",
    "TooLarge",
    "Unencodable",
    "WireError",
    "decode",
    "encode",
    "lineage",
    "receive",
    "receive_bytes",
    "send",
    "send_bytes",
]
