"""A notebook in JupyterLab or Notebook 7, as a test sees it.

Where a test is about what a hand does, it types and clicks. The rest, such as running a cell, goes
through the application's own commands: they say when they are done.
"""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page, Response

from .jupyter_server import JupyterServer
from .workbench_page import WorkbenchPage

FRONT_ENDS = {
    "jupyterlab": "lab/workspaces/{workspace}/tree/{path}",  # a new workspace has no other tabs
    "notebook": "notebooks/{path}",
}
OPEN_LIMIT = 60_000.0  # milliseconds, as Playwright counts; for a cold start
PANEL = "window.jupyterapp?.shell?.currentWidget"
STATUS = f"{PANEL}?.sessionContext?.session?.kernel?.status"
INDEX = "window.jupyterapp.shell.currentWidget.content.widgets.findIndex(w => w.model.id === id)"
RUN = f"""async (id) => {{
  const {{ commands, shell }} = window.jupyterapp;
  shell.currentWidget.content.activeCellIndex = {INDEX};
  await commands.execute('notebook:run-cell');
}}"""
MARK = f"""(id) => {{
  const {{ content }} = window.jupyterapp.shell.currentWidget;
  content.widgets[{INDEX}].node.dataset.id = id;
}}"""
FOCUS = f"""(id) => {{
  const {{ content }} = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = {INDEX};
  content.mode = 'command';
  content.activate();
}}"""
STATE = """() => {
  const { content } = window.jupyterapp.shell.currentWidget;
  return {
    cells: content.widgets.map(({ model }) => [model.type, model.sharedModel.getSource()]),
    active: content.activeCellIndex,
    selected: content.selectedCells.length,
  };
}"""


class NotebookPage:
    """One open notebook, its kernel idle.

    Parameters
    ----------
    page : Page
        A tab of the browser.
    server : JupyterServer
        Serves the notebook.
    path : Path
        The notebook, below the server's root.
    front_end : str
        One of `FRONT_ENDS`.
    """

    def __init__(
        self, page: Page, server: JupyterServer, path: Path, front_end: str = "jupyterlab"
    ):
        self.page, self.path = page, path
        where = FRONT_ENDS[front_end].format(
            workspace=uuid.uuid4().hex, path=path.relative_to(server.root).as_posix()
        )
        page.goto(f"{server.url}/{where}?token={server.token}", timeout=OPEN_LIMIT)
        self.wait_for_kernel("idle")

    def wait_for_kernel(self, status: str) -> None:
        """Wait until the notebook is there and its kernel is in this status."""
        self.page.wait_for_function(f"{STATUS} === '{status}'", timeout=OPEN_LIMIT)

    def run(self, *names: str) -> None:
        """Run the cells with these ids, each to its end."""
        for name in names:
            self.page.evaluate(RUN, name)

    def start(self, name: str) -> None:
        """Start the cell with this id and come back at once."""
        self.page.evaluate(f"id => void ({RUN})(id)", name)

    def restart_kernel(self) -> None:
        """Do what the Kernel menu does once a restart has been confirmed."""
        self.page.evaluate(f"() => {PANEL}.sessionContext.session.kernel.restart()")
        self.wait_for_kernel("idle")

    def crash_kernel(self, name: str) -> None:
        """Run the cell with this id, which kills Python, until Python has been started again."""
        self.start(name)
        dialog = self.page.get_by_role("dialog").filter(has_text="appears to have died")
        dialog.get_by_role("button", name="Ok").click()
        self.wait_for_kernel("idle")

    def focus_cell(self, name: str) -> None:
        """Put the focus where it is after Ctrl+Enter in the cell with this id."""
        self.page.evaluate(FOCUS, name)

    def cell(self, name: str) -> Locator:
        """Find the cell with this id."""
        self.page.evaluate(MARK, name)
        return self.page.locator(f'.jp-Cell[data-id="{name}"]')

    def output(self, name: str) -> Locator:
        """Find the outputs of the cell with this id."""
        return self.cell(name).locator(".jp-OutputArea-output")

    def workbench(self, cell: str = "workbench") -> WorkbenchPage:
        """Find the workbench that the cell with this id shows."""
        return WorkbenchPage(WorkbenchPage.within(self.cell(cell)))

    def open_workbench(self) -> WorkbenchPage:
        """Run the lesson's own cells as far as the workbench, and wait until it is ready."""
        self.run("setup", "workbench")
        workbench = self.workbench()
        workbench.wait_until_ready()
        return workbench

    def save_by_key(self) -> nbformat.NotebookNode:
        """Press Ctrl+S wherever the focus is, and read the file once it is written."""
        with self.page.expect_response(self._is_save):
            self.page.keyboard.press("Control+s")
        return nbformat.read(self.path, as_version=4)

    def download(self) -> Path:
        """Do what File > Download does, and return the file."""
        with self.page.expect_download() as download:
            self.page.evaluate("window.jupyterapp.commands.execute('docmanager:download')")
        return download.value.path()

    def record(self, name: str = "experiments.json") -> dict[str, Any]:
        """Read the record beside the notebook."""
        record: dict[str, Any] = json.loads(self.path.with_name(name).read_text("utf-8"))
        return record

    def reload(self) -> None:
        """Load the page anew, as after a closed tab."""
        self.page.reload(timeout=OPEN_LIMIT)
        self.wait_for_kernel("idle")

    def state(self) -> dict[str, Any]:
        """Return kind and source of each cell, which one is active, and how many are selected."""
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state

    def _is_save(self, response: Response) -> bool:
        return response.request.method == "PUT" and self.path.name in response.url
