"""A student's own test is graded by what it does."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest

from nbjudge.lesson import Experiments, Lesson

Q, K = np.ones((3, 1)), np.array([[1.0], [2.0], [9.0]])
Earned = Callable[..., list[float]]


@pytest.fixture(scope="module")
def grade(lesson: Lesson) -> Any:
    return runpy.run_path(str(lesson.grading / "own_test.py"))["grade"]


@pytest.fixture
def earned(grade: Any, experiments: Experiments) -> Earned:
    """Grade a test beside the worked row's record: points for telling apart, and for values."""
    record = experiments.sample_record()
    return lambda test: [part.earned for part in grade(test, record).parts]


def _good(attention_weights: Any) -> None:
    weights = attention_weights(Q, K)
    assert np.allclose(weights.sum(axis=1), 1)
    assert np.allclose(np.triu(weights, k=1), 0)


def test_good_test_earns_everything_with_reasons(grade: Any, experiments: Experiments) -> None:
    parts = grade(_good, experiments.sample_record()).parts
    assert [(part.earned, part.points) for part in parts] == [(2, 2), (2, 2)]
    assert "fails on masking after softmax" in parts[0].reason
    assert "are those of a saved run" in parts[1].reason


def _nothing(attention_weights: Any) -> None:
    pass


def _lists(attention_weights: Any) -> None:
    assert np.allclose(attention_weights([[1], [1], [1]], [[1], [2], [9]]).sum(axis=1), 1)


def _by_keyword(attention_weights: Any) -> None:
    assert abs(attention_weights(q=Q, k=K, causal=True)[1].sum() - 1) < 1e-9


def _other_values(attention_weights: Any) -> None:
    assert np.allclose(attention_weights(Q, K + 1).sum(axis=1), 1)


def _wrong_on_right_ones(attention_weights: Any) -> None:
    assert attention_weights(Q, K)[0, 2] > 0


def _always_raises(attention_weights: Any) -> None:
    attention_weights(Q, K)
    raise KeyError("q")


def _only_prints(attention_weights: Any) -> None:
    print(attention_weights(Q, K))


def _returns_instead_of_asserting(attention_weights: Any) -> bool:
    return np.allclose(attention_weights(Q, K).sum(axis=1), 1)


def _looks_at_the_future_only(attention_weights: Any) -> None:
    assert np.allclose(np.triu(attention_weights(Q, K), k=1), 0)


def _never_starts(attention_weights: Any) -> Iterator[None]:
    assert np.allclose(attention_weights(Q, K).sum(axis=1), 1)
    yield


def _raises_in_place_of_assert(attention_weights: Any) -> None:
    if not np.allclose(attention_weights(Q, K).sum(axis=1), 1):
        raise ValueError("a row does not sum to 1")


def _without_the_mask(attention_weights: Any) -> None:
    assert attention_weights(Q, K, causal=False)[0, 2] > 0


@pytest.mark.parametrize(
    ("test", "points"),
    [
        (_nothing, [0, 0]),
        (_lists, [2, 2]),
        (_by_keyword, [2, 2]),
        (_other_values, [2, 0]),
        (_wrong_on_right_ones, [0, 2]),
        (_always_raises, [0, 2]),
        (_only_prints, [0, 2]),
        (_returns_instead_of_asserting, [0, 2]),
        (_looks_at_the_future_only, [0, 2]),
        (_never_starts, [0, 0]),
        (_raises_in_place_of_assert, [2, 2]),
        (_without_the_mask, [0, 2]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_test_earns_what_it_does(earned: Earned, test: Any, points: list[float]) -> None:
    assert earned(test) == points


def test_test_that_only_counts_its_calls_earns_nothing(earned: Earned) -> None:
    calls = count(1)

    def counting(attention_weights: Any) -> None:
        attention_weights(Q, K)
        assert next(calls) < 5

    assert earned(counting) == [0, 2]


def test_values_count_as_they_were_when_they_were_passed_in(earned: Earned) -> None:
    def changing(attention_weights: Any) -> None:
        k = K + 1
        attention_weights(Q, k)
        k[:] = K

    assert earned(changing) == [0, 0]


class _Awkward:
    def __array__(self, *args: Any, **options: Any) -> None:
        raise RuntimeError


@pytest.mark.parametrize(
    "k",
    [None, "k", [[1], [2, 3]], [[10**400]] * 3, _Awkward(), [[np.nan]] * 3, [], 7],
    ids=["none", "text", "ragged", "overflow", "raises", "nan", "empty", "scalar"],
)
def test_values_that_are_no_arrays_are_not_those_of_a_run(earned: Earned, k: Any) -> None:
    assert earned(lambda attention_weights: attention_weights(Q, k)) == [0, 0]


def test_test_that_ends_python_counts_as_failing(earned: Earned) -> None:
    def leaving(attention_weights: Any) -> None:
        attention_weights(Q, K)
        raise SystemExit

    assert earned(leaving) == [0, 2]


@pytest.mark.parametrize("record", [None, {}, {"runs": [{"inputs": 3}]}])
def test_without_a_saved_run_the_values_earn_nothing(grade: Any, record: Any) -> None:
    told_apart, values = grade(_good, record).parts
    assert (told_apart.earned, values.earned) == (2, 0)
    assert "no saved run" in values.reason


def test_run_that_does_not_count_gives_no_values(grade: Any, experiments: Experiments) -> None:
    record = experiments.sample_record()
    for run in record["runs"]:
        run["for_submission"] = False
    assert [part.earned for part in grade(_good, record).parts] == [2, 0]
