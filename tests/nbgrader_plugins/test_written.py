"""Files that a notebook's code has written stand beside the autograded notebook, as with stock."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins.steps._written import MOST_BYTES, put_written


def test_a_file_is_put_beside_the_notebook(tmp_path: Path):
    put_written({"plots/a.png": b"x", "table.csv": b"1"}, tmp_path, ())
    assert (tmp_path / "plots" / "a.png").read_bytes() == b"x"
    assert (tmp_path / "table.csv").read_bytes() == b"1"


def test_what_is_there_is_left_alone(tmp_path: Path):
    (tmp_path / "p.txt").write_text("handed in")
    put_written({"p.txt": b"changed", "./p.txt": b"changed"}, tmp_path, ())
    assert (tmp_path / "p.txt").read_text() == "handed in"


@pytest.mark.parametrize(
    "name",
    ["../out.txt", "/tmp/out.txt", "a/../../out.txt", "numpy.py", "x.so", "p.ipynb", "P.IPYNB",
     "timestamp.txt", "matplotlibrc", "__pycache__/a.txt", "experiments.json",
     "./experiments.json", "a" * 2000, ""],
)  # fmt: skip
def test_what_may_not_be_there_is_not(tmp_path: Path, name: str):
    inside = tmp_path / "autograded"
    inside.mkdir()
    put_written({name: b"x"}, inside, ("experiments.json",))
    assert [path for path in tmp_path.rglob("*") if path != inside] == []


def test_no_link_is_followed(tmp_path: Path):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    for folder in (outside, inside):
        folder.mkdir()
    (inside / "link").symlink_to(outside)
    (inside / "gone").symlink_to(outside / "gone")
    put_written({"link/a.txt": b"x", "gone": b"x"}, inside, ())
    assert list(outside.iterdir()) == []


def test_all_together_are_bounded(tmp_path: Path):
    put_written({"a": bytes(MOST_BYTES), "b": b"x", "c": b""}, tmp_path, ())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c"]
