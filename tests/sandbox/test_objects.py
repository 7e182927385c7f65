"""The host works with what a notebook has defined."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from nbjudge.sandbox import HostReference, Raised, Session, Zygote
from nbjudge.wire import Reference


def test_plain_values_come_by_copy(session: Session):
    session.run(
        "import numpy as np\nn = 3\nx = {'a': [1.5, None, (True, b'z')]}\na = np.arange(6.0).reshape(2, 3)"
    )
    assert session.look_up("n") == 3
    assert session.look_up("x") == {"a": [1.5, None, (True, b"z")]}
    np.testing.assert_array_equal(session.look_up("a"), np.arange(6.0).reshape(2, 3))


@pytest.mark.parametrize(
    "name", ["nope", "_", "In", "Out", "exit", "get_ipython", "__name__", "_i", "_exit_code"]
)
def test_names_that_the_notebook_did_not_define(session: Session, name: str):
    session.run("1 + 1")
    session.run("!true")
    with pytest.raises(NameError):
        session.look_up(name)
    assert session.names() == frozenset()


def test_the_same_object_has_the_same_reference(session: Session):
    session.run("def f(): pass\ng = f")
    assert session.look_up("f") == session.look_up("g")
    assert session.look_up("f").type_name == "function"


OBJECT = """
class Vector:
    scale = 2
    def __init__(self, *parts): self.parts = list(parts)
    def __len__(self): return len(self.parts)
    def __getitem__(self, at): return self.parts[at]
    def __setitem__(self, at, value): self.parts[at] = value
    def __iter__(self): return iter(self.parts)
    def __contains__(self, part): return part in self.parts
    def __add__(self, other): return Vector(*(a + b for a, b in zip(self, other)))
    def __radd__(self, other): return ('radd', other)
    def __eq__(self, other): return True
    def __repr__(self): return f'<{self.parts}>'
    def __call__(self, *, times=1): return [p * times for p in self.parts]
    __hash__ = None
v = Vector(1, 2, 3)
"""


@pytest.mark.parametrize(
    ("op", "args", "kwargs", "expected"),
    [
        ("len", (), {}, 3),
        ("getitem", (1,), {}, 2),
        ("contains", (3,), {}, True),
        ("contains", (9,), {}, False),
        ("getattr", ("scale",), {}, 2),
        ("getattr", ("nope", 5), {}, 5),
        ("hasattr", ("nope",), {}, False),
        ("repr", (), {}, "<[1, 2, 3]>"),
        ("str", (), {}, "<[1, 2, 3]>"),
        ("bool", (), {}, True),
        ("eq", ("anything",), {}, True),
        ("list", (), {}, [1, 2, 3]),
        ("radd", (5,), {}, ("radd", 5)),
        ("call", (), {"times": 2}, [2, 4, 6]),
        ("isinstance_name", (), {}, ("__main__.Vector", "object")),
        ("isinstance_name", ("object",), {}, True),
    ],
)
def test_operations(
    session: Session, op: str, args: tuple[Any, ...], kwargs: dict[str, Any], expected: Any
):
    session.run(OBJECT)
    assert session.operate(op, session.look_up("v"), *args, **kwargs) == expected


def test_results_that_are_objects_are_references(session: Session):
    session.run(OBJECT)
    v = session.look_up("v")
    total = session.operate("add", v, v)
    assert isinstance(total, Reference)
    assert session.operate("list", total) == [2, 4, 6]
    session.operate("setitem", v, 0, 10)
    session.operate("setattr", v, "scale", 7)
    assert session.operate("getitem", v, 0) == 10
    assert session.operate("describe", v)["callable"] is True


def test_iterating_goes_step_by_step(session: Session):
    session.run(
        "def count():\n    n = 0\n    while True:\n        yield n\n        n += 1\nendless = count()"
    )
    steps = session.operate("iter", session.look_up("endless"))
    assert [session.operate("next", steps) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(Raised) as raised:
        session.operate(
            "next", session.operate("iter", session.operate("call", session.look_up("endless")))
        )
    assert raised.value.kind == "TypeError"


def test_what_student_code_raises_arrives_with_its_traceback(session: Session):
    session.run("class Own(ValueError): pass\ndef f(x):\n    raise Own('bad ' + str(x))")
    with pytest.raises(Raised) as raised:
        session.operate("call", session.look_up("f"), 3)
    error = raised.value
    assert (error.kind, error.type_name, error.text) == ("ValueError", "Own", "bad 3")
    assert "in f" in error.traceback_text
    assert "nbjudge" not in error.traceback_text


@pytest.mark.parametrize(
    "op",
    ["nope", "__import__", "eval"],
)
def test_operations_that_do_not_exist(session: Session, op: str):
    with pytest.raises(Raised, match="LookupError"):
        session.operate(op, 1)


def test_bind_and_unbind(session: Session):
    session.run("def helper(x): return x + 1\ndef f(x): return helper(x)")
    f = session.look_up("f")
    session.bind("helper", session.look_up("f"))
    with pytest.raises(Raised, match="RecursionError"):
        session.operate("call", f, 1)
    session.unbind("helper")
    with pytest.raises(Raised, match="NameError"):
        session.operate("call", f, 1)
    with pytest.raises(NameError):
        session.unbind("helper")
    session.bind("x", [math.inf])
    assert session.look_up("x") == [math.inf]


def test_the_notebook_rolls_on_from_the_states_of_the_host(session: Session):
    session.run("import random, numpy as np\ndef roll(): return random.random(), np.random.rand()")
    ours, theirs = random.Random(5), np.random.RandomState(5)
    session.set_randomness(ours.getstate(), theirs.get_state(legacy=False))
    assert session.operate("call", session.look_up("roll")) == (ours.random(), theirs.rand())


def test_the_host_is_told_of_files_that_the_notebook_wrote(session: Session):
    session.run("open('new.txt', 'w').write('made')")
    assert session.changed_files(100) == {"new.txt": b"made"}
    assert session.changed_files(100) == {}
    session.run("open('new.txt', 'w').write('made again')")
    assert session.changed_files(5) == {}, "larger than allowed"
    assert session.changed_files(100) == {"new.txt": b"made again"}


def test_links_and_devices_are_no_files_to_take_out(session: Session):
    session.run("import os; os.symlink('/etc/passwd', 'link'); os.mkfifo('pipe')")
    assert session.changed_files(10**6) == {}


def test_files_of_the_host_are_there_to_read_and_are_not_told_back(session: Session):
    session.write_files({"data/in.txt": b"given"})
    session.run("x = open('data/in.txt').read()")
    assert session.look_up("x") == "given"
    assert session.changed_files(100) == {}


def test_a_reference_out_of_thin_air_is_an_error_of_the_student_side(session: Session):
    for handle in (0, 12345, 2**62):
        with pytest.raises(Raised, match="ReferenceError"):
            session.operate("call", Reference(handle, "function"))


def test_prints_during_operations_are_kept_apart(session: Session):
    session.run("def f(): print('from f')")
    session.operate("call", session.look_up("f"))
    outputs, notes = session.take_outputs()
    assert outputs == [{"output_type": "stream", "name": "stdout", "text": "from f\n"}]
    assert notes == ()


@pytest.mark.parametrize(
    "source",
    [
        "class Liar:\n    __class__ = float\n    def __reduce__(self): return (print, ('owned',))\nx = Liar()",
        "class F(float):\n    def __eq__(self, o): return True\nx = F(1)",
        "x = []\nx.append(x)",
        "x = (i for i in iter(int, 1))",
        "x = [[]]\nfor _ in range(10**4): x = [x]",
        "class Meta(type):\n    __module__ = 3\n    def __getattribute__(s, n): raise SystemExit\nclass C(metaclass=Meta): pass\nx = C()",
        "x = list(range(2_000_000))",
    ],
)
def test_awkward_values_are_references_or_refused(session: Session, source: str):
    session.run(source)
    try:
        found = type(session.look_up("x"))
    except Raised as raised:
        found = raised.kind
    assert found in (Reference, "TypeError", "SystemExit")
    assert session.names() >= {"x"}


class Host:
    """Functions of the host by number."""

    def __init__(self) -> None:
        self.functions: dict[int, Any] = {}
        self.calls: list[tuple[Any, ...]] = []

    def offer(self, function: Any) -> HostReference:
        number = len(self.functions) + 1
        self.functions[number] = function
        return HostReference(number, function.__name__)

    def __call__(
        self, reference: HostReference, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        self.calls.append((reference, args, kwargs))
        return self.functions[reference.handle](*args, **kwargs)


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def calling(zygote: Zygote, host: Host):
    with zygote.session(serve=host) as opened:
        yield opened


def test_student_code_calls_the_host(calling: Session, host: Host):
    calling.run("def apply(f, *args, **kw): return f(*args, **kw), f.__name__")

    def weights(q: Any, causal: bool = True) -> Any:
        return q * 2 if causal else q

    result = calling.operate(
        "call", calling.look_up("apply"), host.offer(weights), np.ones(2), causal=True
    )
    np.testing.assert_array_equal(result[0], [2, 2])
    assert result[1] == "weights"


def test_calls_nest(calling: Session, host: Host):
    calling.run("def down(f, n): return f(n)")
    down = calling.look_up("down")

    def step(n: int) -> int:
        return 0 if n == 0 else 1 + calling.operate("call", down, reference, n - 1)

    reference = host.offer(step)
    assert calling.operate("call", down, reference, 15) == 15


def test_calls_that_nest_without_end_are_an_error(calling: Session, host: Host):
    calling.run("def down(f): return f()")
    down = calling.look_up("down")

    def step() -> Any:
        return calling.operate("call", down, reference)

    reference = host.offer(step)
    with pytest.raises(Raised, match="RecursionError"):
        calling.operate("call", down, reference)
    assert calling.look_up("down") == down


def test_an_error_of_the_host_can_be_caught_and_shows_no_source(calling: Session, host: Host):
    calling.run(
        "import traceback\n"
        "def probe(f):\n"
        "    try: f()\n"
        "    except ValueError as error: return str(error), traceback.format_exc()"
    )

    def hidden() -> None:
        secret_of_the_test = 1  # noqa: F841
        raise ValueError("no")

    text, frames = calling.operate("call", calling.look_up("probe"), host.offer(hidden))
    assert text == "no"
    assert "secret_of_the_test" not in frames
    assert __file__ not in frames


def test_a_mock_in_the_place_of_a_name_is_called(calling: Session, host: Host):
    calling.run("def helper(x): return x\ndef f(x): return helper(x) + 1")

    def mock(x: int) -> int:
        return 100

    calling.bind("helper", host.offer(mock))
    assert calling.operate("call", calling.look_up("f"), 1) == 101
    assert host.calls[0][1] == (1,)


def test_the_hosts_function_comes_back_as_itself(calling: Session, host: Host):
    calling.run("def same(f): return [f]")

    def own() -> None: ...

    reference = host.offer(own)
    assert calling.operate("call", calling.look_up("same"), reference) == [reference]


def test_student_code_cannot_call_what_it_was_not_given(calling: Session, host: Host):
    calling.run("def forge(f):\n    f._handle -= 1\n    return f()")
    with pytest.raises(Raised, match="ReferenceError"):
        calling.operate("call", calling.look_up("forge"), host.offer(lambda: 1))
    assert host.calls == []


def test_a_death_inside_a_call_inside_a_call(calling: Session, host: Host):
    from nbjudge.sandbox import Died

    calling.run("def outer(f): return f()\ndef die():\n    import os; os._exit(1)\nx = 1")
    die = calling.look_up("die")

    def inner() -> Any:
        return calling.operate("call", die)

    with pytest.raises(Died):
        calling.operate("call", calling.look_up("outer"), host.offer(inner))
    assert calling.look_up("x") == 1


def test_calls_from_a_thread_are_refused(calling: Session, host: Host):
    calling.run(
        "import threading\n"
        "def threaded(f):\n"
        "    caught = []\n"
        "    def work():\n"
        "        try: f()\n"
        "        except RuntimeError as error: caught.append(str(error))\n"
        "    t = threading.Thread(target=work); t.start(); t.join()\n"
        "    return caught"
    )
    caught = calling.operate("call", calling.look_up("threaded"), host.offer(lambda: 1))
    assert "main thread" in caught[0]
