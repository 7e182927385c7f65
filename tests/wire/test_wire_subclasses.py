"""A subclass arrives as its base, with the base's own bits, whatever its methods say."""

import math
import struct
from collections import Counter, OrderedDict, defaultdict, namedtuple
from contextlib import contextmanager
from enum import IntEnum, IntFlag, StrEnum

import numpy as np
import pytest
from wire_values import same

from nbjudge.wire import Reference, Unencodable, decode, encode


class Lying:
    """Whether the liars lie; a failing test must be able to print them."""

    now = False


@contextmanager
def lying():
    Lying.now = True
    try:
        yield
    finally:
        Lying.now = False


def lie(self, *args, **kwargs):
    if Lying.now:
        raise AssertionError("a method of the subclass was asked")


METHODS = """
__abs__ __add__ __array__ __array_interface__ __array_struct__ __array_ufunc__ __array_wrap__
__bool__ __buffer__ __bytes__ __class_getitem__ __complex__ __contains__ __copy__ __deepcopy__
__eq__ __float__ __format__ __ge__ __getitem__ __getnewargs__ __gt__ __index__ __instancecheck__
__int__ __iter__ __le__ __len__ __length_hint__ __lt__ __missing__ __mul__ __ne__ __neg__ __or__
__pos__ __radd__ __reduce__ __reduce_ex__ __repr__ __reversed__ __round__ __rsub__ __str__ __sub__
__trunc__ __getattr__ __getattribute__ __dir__ __sizeof__ __dict__ __index
astype bit_length conjugate copy count data decode dtype encode flags from_bytes get hex imag index
is_integer item items itemsize join keys nbytes ndim pop popitem real reshape shape size strides
to_bytes tobytes tolist union update values view
""".split()


class Liar(type):
    """Lies for the class itself."""

    __instancecheck__ = __subclasscheck__ = __eq__ = lie
    __name__ = __mro__ = property(lie)

    def __hash__(self):
        return lie(self) or 1


NUMBERS_OF_NUMPY = set(np.sctypeDict.values()) - {np.str_, np.bytes_}  # take no metaclass


def liar(base):
    """Return a subclass all of whose methods and attributes lie."""
    names = {name: lie for name in METHODS if name != "__getattribute__"}
    names |= {"__class__": property(lie), "dtype": property(lie), "shape": property(lie)}
    names |= {"__hash__": base.__hash__, "__getattribute__": lie}
    meta = type if base in NUMBERS_OF_NUMPY else Liar
    return meta(f"Liar{base.__name__}", (base,), names)


PLAIN = [
    *(7, -1, 0, 2**63 - 1, -(2**63), 2**63, -(2**200)),
    *(1.5, -0.0, 5e-324, math.inf, math.nan, struct.unpack("<d", b"\1\2\3\0\0\0\xf8\xff")[0]),
    *(complex(-0.0, math.nan), 3j, "", "é\ud800😀", b"", b"a\0b"),
    *([1, [2]], [], (1, "x"), (), {"b": 1, "a": [2]}, {}, {1, "x"}, set(), frozenset({2, (3,)})),
    *(np.float64(-0.0), np.float32(0.1), np.int8(-3), np.uint64(2**64 - 1), np.complex64(1j)),
    *(np.float16(2), np.datetime64("2024-02-29"), np.timedelta64(3, "m")),
    *(np.str_("a\0"), np.bytes_(b"a\0")),
]


def instance(own, value):
    """Return an instance of a subclass with the bits of a value."""
    base = type(value)
    if isinstance(value, list | dict | set):
        made = base.__new__(own)
        (list.extend if base is list else base.update)(made, value)
        return made
    if isinstance(value, np.timedelta64):
        return base.__new__(own, 3, "m")
    return base.__new__(own, str.__str__(value) if base is np.str_ else value)


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_a_subclass_arrives_as_its_base(value):
    own = type("Sub", (type(value),), {})
    assert same(decode(encode(instance(own, value))), value)
    assert same(decode(encode([{"key": instance(own, value)}])), [{"key": value}])


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_no_method_of_a_subclass_is_asked(value):
    sent = [instance(liar(type(value)), value)]
    with lying():
        message = encode(sent)
    assert same(decode(message), [value])


@pytest.mark.parametrize(
    "array",
    [np.arange(6.0).reshape(2, 3).T, np.array(["a", "é"]), np.array([True, False]), np.array(7)],
    ids=str,
)
def test_no_method_of_an_array_subclass_is_asked(array):
    sent = [np.ndarray.view(array, liar(np.ndarray))]
    with lying():
        message = encode(sent)
    (arrived,) = decode(message)
    assert same(arrived, array) and arrived.flags.c_contiguous


def test_a_long_double_keeps_its_digits():
    number = np.longdouble(1) / 3  # its last bytes mean nothing
    arrived = decode(encode(type("Sub", (np.longdouble,), {})(number)))
    assert type(arrived) is np.longdouble and arrived == number


def test_matrices_memmaps_and_record_arrays(tmp_path):
    mapped = np.memmap(tmp_path / "m", dtype="f8", mode="w+", shape=(2, 2))
    for special in (np.asmatrix(np.eye(2)), mapped, np.eye(2).view(np.recarray)):
        assert same(decode(encode(special)), np.array(special))
    with pytest.raises(Unencodable, match="an array of dtype"):
        encode(np.rec.array([(1, 2.0)]))


class Colour(IntEnum):
    RED = 1


class Mode(IntFlag):
    READ = 4


class Name(StrEnum):
    ADA = "ada"


def test_enumerations_of_numbers_and_texts():
    assert same(decode(encode([Colour.RED, Mode.READ, Name.ADA])), [1, 4, "ada"])
    assert same(decode(encode({Name.ADA: 1, Colour.RED: 2})), {"ada": 1, 1: 2})


def test_containers_of_the_standard_library():
    point = namedtuple("Point", "x y")(1, 2)
    assert same(decode(encode(point)), (1, 2))
    assert same(decode(encode(Counter("aba"))), {"a": 2, "b": 1})
    assert same(decode(encode(defaultdict(list, {"k": [1]}))), {"k": [1]})


def test_an_ordered_dict_keeps_its_own_order():
    ordered = OrderedDict.fromkeys("abc", 0)
    ordered.move_to_end("a")
    assert same(decode(encode(ordered)), {"b": 0, "c": 0, "a": 0})
    del ordered["b"]
    ordered["b"] = 1
    assert list(decode(encode(ordered))) == ["c", "a", "b"]


def test_a_dict_that_denies_its_keys():
    class Empty(dict):
        def __iter__(self):
            return iter(())

        def keys(self):
            return ["forged"]

        def __getitem__(self, key):
            return "forged"

        __len__ = __bool__ = lambda self: 0
        items = values = copy = __iter__

    assert decode(encode(Empty(a=1))) == {"a": 1}


def test_a_number_that_is_equal_to_all_arrives_as_what_it_is():
    class EqualToAll(float):
        __hash__ = float.__hash__

        def __eq__(self, other):
            return True

        def __rsub__(self, other):
            return 0.0

    assert same(decode(encode(EqualToAll(3))), 3.0)


class Distinct(int):
    """Equal to itself only."""

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


class HashableList(list):
    __hash__ = object.__hash__


@pytest.mark.parametrize(
    "value",
    [
        {Distinct(1), Distinct(1)},
        {Distinct(1): "x", 1: "y"},
        {(Distinct(1), 2), (1, 2)},
        frozenset({HashableList()}),
        [{HashableList([1]): 1}],
        {(0, HashableList())},
        {np.ndarray.view(np.eye(2), type("A", (np.ndarray,), {"__hash__": object.__hash__}))},
    ],
    ids=repr,
)
def test_keys_that_only_their_class_makes_keys_are_refused(value):
    with pytest.raises(Unencodable, match="one of the keys is not fit to be one without its class"):
        encode(value, fallback=lambda it: Reference(1, "any"))


def test_references_can_be_keys():
    table = {len: 1, (print, 2): 3}
    handles = [len, print]
    arrived = decode(encode(table, fallback=lambda it: Reference(handles.index(it), "function")))
    assert arrived == {Reference(0, "function"): 1, (Reference(1, "function"), 2): 3}


def test_a_scalar_of_a_class_that_numpy_cannot_read_is_refused():
    class Other:
        pass

    mixed = type("Mixed", (Other, np.float64), {})(1)
    abstract = type("Abstract", (type("Own", (np.floating,), {}), np.float32), {})(1)
    ruled = Liar("Ruled", (np.float64,), {})(1)
    record = type("Record", (np.void,), {"dtype": property(lie)})(b"x")
    for value in (mixed, abstract, ruled, record):
        with lying(), pytest.raises(Unencodable, match="a NumPy scalar"):
            encode([value])


def test_a_class_whose_metaclass_makes_it_equal_to_another_does_not_pose_as_that():
    class Same(type):
        def __eq__(self, other):
            return True

        def __hash__(self):
            return hash(int)

    with pytest.raises(Unencodable, match="the value is a Thing"):
        encode(Same("Thing", (), {})())


def test_a_masked_array_of_any_class_is_refused():
    own = type("Own", (np.ma.MaskedArray,), {})
    with pytest.raises(Unencodable, match="a masked array, whose mask"):
        encode(np.ma.array([1, 2], mask=[0, 1]).view(own))


def test_the_name_of_a_refused_class_is_its_own():
    class Shout(str):
        __str__ = __format__ = __getitem__ = lie

    sent = Liar(Shout("Thing"), (), {})()
    with lying(), pytest.raises(Unencodable, match=r"the value is a Thing$"):
        encode(sent)
