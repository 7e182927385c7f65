"""The JavaScript that draws the weights agrees with NumPy, and a wrong one would be noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

Document = dict[str, Any]
Calls = Callable[..., list[Any]]
CASES = 20_000
TOLERANCE = 1e-12


def one(call: Calls, q: list[float], k: list[float], mask: bool = True, after: bool = False) -> Any:
    given = {"q": q, "k": k, "causal_mask": mask, "mask_after_softmax": after}
    return call(["attention", given])[0]


def largest_difference(results: list[Document], expected: list[Document]) -> float:
    """Compare all results of all cases, null (minus infinity) only with null."""

    def flat(value: Any) -> list[float]:
        if isinstance(value, list):
            return [number for item in value for number in flat(item)]
        return [-12345.0 if value is None else float(value)]

    assert [set(result) for result in results] == [set(result) for result in expected]
    pairs = zip(results, expected, strict=True)
    rows = [(flat(list(a.values())), flat([b[name] for name in a])) for a, b in pairs]
    return max(float(np.abs(np.subtract(a, b)).max()) for a, b in rows)


@pytest.fixture(scope="module")
def cases() -> list[Document]:
    random = np.random.default_rng(20260131)
    scales = random.choice([1, 10, 100], size=CASES)
    values = random.uniform(-1, 1, size=(CASES, 2, 3)) * scales[:, None, None]
    switches = [(True, False), (True, True), (False, False)]
    return [
        dict(zip(("causal_mask", "mask_after_softmax"), switches[n % 3], strict=True))
        | {"q": values[n, 0].tolist(), "k": values[n, 1].tolist()}
        for n in range(CASES)
    ]


def test_the_engine_agrees_with_numpy_on_20_000_cases(
    call: Calls, cases: list[Document], reference: Callable[..., Document]
) -> None:
    results = call(*(["attention", case] for case in cases))
    difference = largest_difference(results, [reference(**case) for case in cases])
    print(f"largest difference over {CASES} cases: {difference:.2g}")
    assert difference <= TOLERANCE


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("j > i;", "i > j;"),
        ("query * key", "query + key"),
        ("maskWith(0)) : normalized", "maskWith(0)).map(softmax) : normalized"),
        ("power / total", "power / (total + 1e-9)"),
    ],
)
def test_a_wrong_engine_is_noticed(
    right: str,
    wrong: str,
    call: Calls,
    javascript: str,
    cases: list[Document],
    reference: Callable[..., Document],
) -> None:
    assert javascript.count(right) == 1
    source = javascript.replace(right, wrong)
    results = call(*(["attention", case] for case in cases[:600]), source=source)
    expected = [reference(**case) for case in cases[:600]]
    assert largest_difference(results, expected) > TOLERANCE


def test_the_lesson_s_worked_row(call: Calls) -> None:
    result = one(call, [1, 1, 1], [1, 2, 9])
    assert result["scores"][1] == [1, 2, 9]
    assert result["masked_scores"][1] == [1, 2, None]
    assert result["weights"][1] == pytest.approx([0.269, 0.731, 0], abs=5e-4)
    assert result["row_sums"][1] == pytest.approx(1, abs=1e-15)


def test_masking_too_late_leaves_a_thousandth_of_row_2(call: Calls) -> None:
    result = one(call, [1, 1, 1], [1, 2, 9], after=True)
    assert result["masked_scores"] is None
    assert result["row_sums"][1] == pytest.approx(0.001, abs=5e-4)
    assert result["future_weight_total"] == 0
    assert result["max_row_sum_error"] > 0.99


def test_without_a_mask_the_future_is_read(call: Calls) -> None:
    result = one(call, [1, 1, 1], [1, 2, 9], mask=False)
    assert result["future_weight"][1] == pytest.approx(0.999, abs=5e-4)
    assert result["row_sums"] == pytest.approx([1, 1, 1], abs=1e-15)


def test_scores_of_ten_thousand_stay_finite(call: Calls) -> None:
    result = one(call, [100, -100, 100], [-100, 100, 100])
    assert result["weights"] == [[1, 0, 0], [1, 0, 0], [0, 0.5, 0.5]]


def test_equal_scores_share_what_is_visible(call: Calls) -> None:
    result = one(call, [0, 0, 0], [7, 7, 7])
    expected = [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]
    assert np.array(result["weights"]) == pytest.approx(np.array(expected), abs=1e-15)


def test_numbers_that_round_to_0_or_1_show_more_digits(call: Calls) -> None:
    shown = {0: "0.000", 1: "1.000", 0.269: "0.269", 0.00034: "0.0003", 0.99998: "0.99998"}
    shown |= {
        2.5e-11: "3e−11",
        1e-6: "1e−6",
        -0.25: "−0.250",
        0.9999999999: "1.000",
        16.9: "16.900",
    }
    assert call(*(["show", number] for number in shown)) == list(shown.values())
