"""Several views of one workbench, and several workbenches, agree with each other."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opens
from .runs_page import RunsPage

pytestmark = pytest.mark.slow


def test_two_views_of_one_workbench_show_the_same(opens: Opens):
    lab = opens(again="wb")
    first = lab.open_workbench()
    lab.run("again")
    second = lab.workbench("again")
    second.wait_until_ready()
    second.predict()
    expect(first.weights).to_be_visible()
    second.value("key", 2).fill("4")
    expect(first.value("key", 2)).to_have_value("4")
    second.broken.check()
    expect(first.broken).to_be_checked()
    assert first.numbers(first.weights) == second.numbers(second.weights)
    first.save(1)
    expect(second.status).to_contain_text("Run 1 recorded")
    assert RunsPage(first.root).rows() == RunsPage(second.root).rows()
    assert len(lab.record()["runs"]) == 1


def test_two_workbenches_of_one_file_share_its_record(opens: Opens):
    lab = opens(other="other = Workbench()\nother", runs="len(wb.runs), len(other.runs)")
    first = lab.open_workbench()
    first.predict()
    first.save(1)
    lab.run("other")
    second = lab.workbench("other")
    second.wait_until_ready()
    second.value("key", 2).fill("4")
    expect(first.value("key", 2)).to_have_value("2")
    second.save(2)
    first.save(3)
    lab.run("runs")
    expect(lab.output("runs")).to_have_text("(3, 3)")
    assert [run["seq"] for run in lab.record()["runs"]] == [2, 3, 4]


def test_two_workbenches_of_two_files_keep_to_themselves(opens: Opens):
    lab = opens(other="Workbench('second.json')")
    first = lab.open_workbench()
    first.predict()
    lab.run("other")
    second = lab.workbench("other")
    second.wait_until_ready("second.json")
    expect(second.weights).to_have_count(0)
    second.predict(row_sum="less than 1")
    second.save(1)
    assert lab.record()["runs"] == []
    assert len(lab.record("second.json")["runs"]) == 1
