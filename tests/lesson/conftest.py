"""This repository's lesson: its graders' modules and its notebook."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode

from nbjudge.lesson import Experiments, Lesson
from nbjudge.notebook.reading import read_notebook


@pytest.fixture(scope="session")
def notebook(lesson: Lesson) -> NotebookNode:
    """The instructor's notebook, as it is in git."""
    return read_notebook(lesson.source / "self-attention.ipynb")


@pytest.fixture(scope="session")
def experiments(lesson: Lesson) -> Experiments:
    return lesson.experiments
