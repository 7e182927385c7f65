"""Test cells as instructors write them give the verdict that one kernel would give."""

from __future__ import annotations

from typing import Any

import pytest

from nbjudge.sandbox import Ending

WORK = {
    "a number type's own equality": (
        "from fractions import Fraction\nfrom decimal import Decimal\ndef f(x): return x / 2",
        "from fractions import Fraction\nfrom decimal import Decimal\n"
        "assert f(Fraction(1, 2)) == Fraction(1, 4) and f(Decimal('3.0')) == Decimal('1.5')\n"
        "assert isinstance(f(Decimal(1)), Decimal) and str(f(Decimal('3.0'))) == '1.5'",
    ),
    "dates": (
        "from datetime import timedelta\ndef f(day): return day + timedelta(days=1)",
        "from datetime import UTC, date, datetime, timedelta\n"
        "assert f(date(2024, 2, 28)) == date(2024, 2, 29)\n"
        "assert f(datetime(2024, 1, 1, tzinfo=UTC)) - datetime(2024, 1, 1, tzinfo=UTC) == timedelta(1)",
    ),
    "ranges, slices, deques and bytearrays": (
        "from collections import deque\ndef f(x, part): return x[part]\ndef g(q): q.rotate(1); return q",
        "from collections import deque\nassert f(range(10), slice(2, None, 3)) == range(2, 10, 3)\n"
        "q = deque([1, 2, 3])\nassert g(q) == deque([3, 1, 2]) and q[0] == 3",
    ),
    "iterators as arguments": (
        "def f(values): return sum(values)\ndef g(it): return [next(it) for _ in range(3)]",
        "import itertools\nassert f(x for x in range(4)) == f(map(abs, [-2, 4])) == f({1: 6}.values()) == 6\n"
        "assert g(itertools.cycle('ab')) == ['a', 'b', 'a']",
    ),
    "a random generator as argument": (
        "def f(rng): return rng.normal()",
        "mine, theirs = np.random.default_rng(3), np.random.default_rng(3)\n"
        "assert [f(theirs), f(theirs)] == [mine.normal(), mine.normal()]",
    ),
    "random generators of the older kinds": (
        "def f(dice): return dice.uniform(0, 1)",
        "mine, theirs = random.Random(3), random.Random(3)\n"
        "assert [f(theirs), f(theirs)] == [mine.uniform(0, 1), mine.uniform(0, 1)]\n"
        "mine, theirs = np.random.RandomState(3), np.random.RandomState(3)\n"
        "assert [f(theirs), f(theirs)] == [mine.uniform(0, 1), mine.uniform(0, 1)]",
    ),
    "the same seed twice": (
        "import random\nimport numpy as np\ndef f(): return random.random(), np.random.rand()",
        "random.seed(3); np.random.seed(3)\nfirst = f()\nrandom.seed(3); np.random.seed(3)\nassert f() == first != f()",
    ),
    "one seed again, of two": (
        "import random\nimport numpy as np\ndef f(): return random.random(), np.random.rand()",
        "random.seed(3); np.random.seed(3)\na, b = f()\nrandom.seed(3)\nc, d = f()\nassert a == c and b != d",
    ),
    "printed text": (
        "def f(): print('hello', end='!')",
        "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as said:\n    f()\n    f()\n"
        "assert said.getvalue() == 'hello!hello!'",
    ),
    "a mock in the place of print or input": (
        "def f(): print('hello ' + input('name? '))",
        "from unittest.mock import patch\n"
        "with patch('builtins.print') as said, patch('builtins.input', return_value='you'):\n    f()\n"
        "said.assert_called_once_with('hello you')",
    ),
    "an input of the test's own": (
        "def f(): return input()",
        "input = lambda *asked: '3'\nassert f() == '3'\ndel input\ntry:\n    f()\nexcept NotImplementedError:\n    pass\nelse:\n    assert False",
    ),
    "a patched function of the notebook": (
        "def g(): return 1\ndef f(): return g() + 1",
        "from unittest.mock import patch\nwith patch('__main__.g', return_value=10) as mocked:\n"
        "    assert f() == 11\nassert f() == 2 and mocked.call_count == 1",
    ),
    "names of the notebook in globals": (
        "def f(): pass\nnothing = None",
        "assert 'f' in globals() and callable(globals()['f']) and 'f' in dir() and 'nothing' in globals()\n"
        "assert 'other' not in globals() and globals().get('other') is None and callable(locals().get('f'))",
    ),
    "the type of an object": (
        "class Dog: pass\nclass Puppy(Dog): pass",
        "assert type(Dog()) is Dog and type(Puppy()) != Dog and type(3) is int\n"
        "assert type(Dog()).__name__ == Dog().__class__.__name__ == 'Dog' and Puppy.__bases__ == (Dog,)",
    ),
    "objects of subclasses of plain types": (
        "from collections import Counter, defaultdict, namedtuple\nP = namedtuple('P', 'x y')\n"
        "def count(text): return Counter(text)\ndef group():\n    d = defaultdict(list); d['a'].append(1); return d\n"
        "def point(): return P(1, 2)",
        "assert isinstance(count('aab'), dict) and count('aab') == {'a': 2, 'b': 1}\n"
        "assert isinstance(group(), dict) and {'a': [1]} == group() and not isinstance(group(), list)\n"
        "assert isinstance(point(), tuple) and point() == (1, 2) and point().y == 2",
    ),
    "special methods": (
        "class V:\n    def __init__(self, *xs): self.xs = list(xs)\n    def __len__(self): return len(self.xs)\n"
        "    def __iter__(self): return iter(self.xs)\n    def __add__(self, o): return V(*self.xs, *o.xs)\n"
        "    def __index__(self): return 1",
        "from collections.abc import Iterable, Sized\nv = V(1, 2)\n"
        "assert hasattr(V, '__add__') and hasattr(v, '__len__') and isinstance(v, (Iterable, Sized))\n"
        "assert v.__len__() == 2 and list(v.__add__(V(3))) == [1, 2, 3] and [4, 5][v] == 5 and 'xs' in dir(v)",
    ),
    "a context manager": (
        "class T:\n    on = False\n    def __enter__(self): self.on = True; return self\n"
        "    def __exit__(self, kind, error, trace): self.on = False; return kind is KeyError\n"
        "from contextlib import contextmanager\n@contextmanager\ndef opened():\n    yield 5",
        "with T() as t:\n    assert t.on\nassert not t.on\nwith T():\n    raise KeyError('x')\n"
        "with opened() as five:\n    assert five == 5",
    ),
    "copies of objects": (
        "class A:\n    def __init__(self): self.x = 1",
        "import copy\na = A()\nb = copy.deepcopy(a); c = copy.copy(a)\nb.x = 2\nassert (a.x, b.x, c.x) == (1, 2, 1)",
    ),
    "identity": (
        "import enum\nclass C(enum.Enum):\n    RED = 1\ndef f(): return C.RED\nclass N: pass\nn = N()\ndef g(): return n",
        "assert f() is C.RED and C(1) is C['RED'] and g() is n and g() is not N()",
    ),
    "sets and dicts of objects": (
        "class Card:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return self.n\n"
        "    def __eq__(self, other): return self.n == other.n\ncards = {Card(1), Card(2)}\nheld = {Card(3): 'x'}",
        "assert {card.n for card in cards} == {1, 2} and Card(1) in cards and held[Card(3)] == 'x'",
    ),
    "an error's arguments and attributes": (
        "class Overdrawn(Exception):\n    def __init__(self, missing): super().__init__('too much'); self.missing = missing\n"
        "def f(): raise Overdrawn(7)\ndef g(d): return d['x']\ndef h(p): return open(p)",
        "import errno\ntry:\n    f()\nexcept Overdrawn as error:\n    assert error.missing == 7 and str(error) == 'too much'\n"
        "try:\n    g({})\nexcept KeyError as error:\n    assert error.args == ('x',) and str(error) == repr('x')\n"
        "try:\n    h('none')\nexcept OSError as error:\n    assert error.errno == errno.ENOENT and error.filename == 'none'\n"
        "else:\n    assert False",
    ),
    "errors of libraries": (
        "import json, numpy as np\nfrom dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int\n"
        "def f(t): return json.loads(t)\ndef g(a): return np.linalg.inv(a)",
        "import json, dataclasses\ncaught = 0\nfor call, kind in [(lambda: f('{'), json.JSONDecodeError), (lambda: g(np.zeros((2, 2))), np.linalg.LinAlgError), (lambda: setattr(P(1), 'x', 2), dataclasses.FrozenInstanceError)]:\n"
        "    try:\n        call()\n    except kind:\n        caught += 1\nassert caught == 3",
    ),
    "types as arguments and in annotations": (
        "import numpy as np\ndef f(text, kind): return kind(text)\ndef g(x, kinds): return isinstance(x, kinds)\n"
        "def h(kind): return np.zeros(2, dtype=kind)\ndef k(a: int) -> str: return str(a)",
        "import typing\nassert f('3', int) == 3 and g(3, (int, float)) and not g('3', int)\n"
        "assert h(np.float32).dtype == np.float32 and k.__annotations__ == {'a': int, 'return': str} == typing.get_type_hints(k)",
    ),
    "a generator": (
        "def g(n):\n    for i in range(n): yield i",
        "import inspect, types\nassert isinstance(g(3), types.GeneratorType) and inspect.isgenerator(g(1)) and list(g(3)) == [0, 1, 2]",
    ),
    "a frame that is changed in place": (
        "def f(frame): frame['c'] = frame['a'] * 2; frame.drop(index=0, inplace=True)\ndef g(column): column[1] = 9",
        "import pandas as pd\nframe, column = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']}), pd.Series([1, 2])\nf(frame); g(column)\n"
        "pd.testing.assert_frame_equal(frame, pd.DataFrame({'a': [2], 'b': ['y'], 'c': [4]}, index=[1]))\nassert column.tolist() == [1, 9]",
    ),
    "times of pandas": (
        "def f(t): return t",
        "import pandas as pd\nassert f(pd.Timestamp('2024-02-29')) == pd.Timestamp('2024-02-29')\nassert f(pd.Timedelta('1h')) == pd.Timedelta('1h')",
    ),
    "commands that change what is shown": (
        "def f(x): return x",
        "%matplotlib inline\n%timeit -n 1 -r 1 f(1)\nfor x in [1, 2]:\n    %time y = f(x)\nassert y == 2",
    ),
    "a cell's command": ("def f(x): return x", "%%time\nscore = f(2)\nassert score == 2"),
}


@pytest.mark.parametrize(("student", "test"), WORK.values(), ids=WORK)
def test_right_answers_pass(sit: Any, student: str, test: str):
    runs = sit(student, test)
    said = [output.get("evalue", "") for output in runs[1].outputs]
    assert [run.ending for run in runs] == [Ending.OK, Ending.OK], said


INSIDE = {
    "an object of the test's own class": (
        "def f(shape): return shape.side",
        "class Square: side = 2\nassert f(Square()) == 2",
    ),
    "a file that is open": (
        "def f(file): return file.read()",
        "import io\nassert f(io.StringIO('x')) == 'x'",
    ),
    "a path": (
        "def f(path): return path.read_text()",
        "from pathlib import Path\nPath('a.txt').write_text('x')\nassert f(Path('a.txt')) == 'x'",
    ),
    "a class that derives from the student's": (
        "class A:\n    def f(self): return 1",
        "class B(A): pass\nassert B().f() == 1",
    ),
    "the text of a function": (
        "def f(): return 1",
        "import inspect\nassert 'return' in inspect.getsource(f)",
    ),
    "a command": ("x = 1", "said = !echo hello\nassert said == ['hello']"),
    "an object that equals a plain value": (
        "class Money:\n    def __eq__(self, other): return True",
        "assert Money() == 5",
    ),
    "a list inside an object": (
        "class Stack:\n    def __init__(self): self.items = []",
        "s = Stack()\ns.items.append(1)\nassert s.items == [1]",
    ),
}
"""Tests that have to be let into the student's process."""


@pytest.mark.parametrize(("student", "test"), INSIDE.values(), ids=INSIDE)
def test_some_tests_need_the_tag(sit: Any, student: str, test: str):
    assert [run.ending for run in sit(student, test)] == [Ending.OK, Ending.ERROR]
    assert [run.ending for run in sit(student, test, inside=True)] == [Ending.OK, Ending.OK]


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in INSIDE
        if name.startswith(("an object of", "a path", "a class", "a command"))
    ],
)
def test_a_test_that_needs_the_tag_says_so(sit: Any, name: str):
    assert "'nbjudge-inside'" in sit(*INSIDE[name])[1].outputs[-1]["evalue"]
