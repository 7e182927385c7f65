"""Where `configure` does not have the last word, nothing is run, released or judged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbjudge.cli import main
from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests.conftest import LESSON, REPOSITORY, Run, new_course

OURS = "from nbjudge import configure\nc = get_config()\nconfigure(c)\n"
NOT_OURS = {
    "stock": "c = get_config()\n",
    "runs by itself": OURS
    + 'c.Autograde.autograde_preprocessors.insert(0, "nbgrader.preprocessors.Execute")\n',
    "other steps afterwards": OURS
    + 'c.Autograde.autograde_preprocessors = ["nbgrader.preprocessors.LimitOutput"]\n',
    "no repair": OURS + "c.Autograde.sanitize_preprocessors = []\n",
    "steps of the class itself": OURS + "c.JudgedAutograde.autograde_preprocessors = []\n",
    "other release": OURS + "del c.GenerateAssignment.preprocessors\n",
}
VERBS = {
    "check": [],
    "collect": ["submitted", "--from", "folder"],
    "demo": [],
    "export": ["--to", "csv"],
    "grade": [],
    "release": [],
    "report": [],
}
LEAVES_A_FILE = "from pathlib import Path; Path('ROOT', 'escaped').write_text('')"


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A released course with one submission."""
    course = new_course(tmp_path_factory.mktemp("released"), submissions=["right-masked"])
    release(course, LESSON)
    return course.root


@pytest.fixture
def hostile(tmp_path: Path, released: Path) -> Course:
    """A submission that writes a file into the course, where no sandbox hinders it."""
    course = open_course(shutil.copytree(released, tmp_path / "course"))
    path = next((course.root / "submitted").glob("*/*/*.ipynb"))
    notebook = json.loads(path.read_text("utf-8"))
    code = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    code["source"] = LEAVES_A_FILE.replace("ROOT", str(course.root))
    path.write_text(json.dumps(notebook), "utf-8")
    return course


def _call(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--course", str(root), *words])


def _configure(course: Course, text: str) -> None:
    (course.root / "nbgrader_config.py").write_text(text, "utf-8")


def _files(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("config", NOT_OURS.values(), ids=NOT_OURS)
def test_grading_refuses_with_the_two_lines_to_add(hostile: Course, config: str):
    _configure(hostile, config)
    before = _files(hostile.root)
    result = _call(hostile.root, "grade", LESSON)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    assert "    from nbjudge import configure\n    configure(c)\n" in result.output
    assert _files(hostile.root) == before


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses(hostile: Course, verb: str):
    _configure(hostile, NOT_OURS["stock"])
    before = _files(hostile.root)
    words = [word.replace("submitted", str(hostile.root / "submitted")) for word in VERBS[verb]]
    result = _call(hostile.root, verb, LESSON, *words)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    assert "configure(c)" in result.output
    assert _files(hostile.root) == before


def test_without_a_configuration_there_are_the_lines_of_a_new_one(hostile: Course):
    (hostile.root / "nbgrader_config.py").unlink()
    result = _call(hostile.root, "grade", LESSON)
    assert result.exit_code == 1
    assert "from nbjudge import configure; configure(c)" in result.output


def test_a_configuration_that_leaves_python_is_a_sentence(hostile: Course):
    _configure(hostile, OURS + "raise SystemExit(0)\n")
    result = _call(hostile.root, "grade", LESSON)
    assert result.exit_code == 1 and "cannot be run: SystemExit" in result.output


@pytest.mark.parametrize("config", [*NOT_OURS, "none"])
def test_doctor_says_it(hostile: Course, config: str):
    path = hostile.root / "nbgrader_config.py"
    path.write_text(NOT_OURS[config]) if config in NOT_OURS else path.unlink()
    result = _call(hostile.root, "doctor")
    assert result.exit_code == 1
    (line,) = [line for line in result.output.splitlines() if "configuration" in line]
    assert line.startswith("MISSING") and "from nbjudge import configure" in line


def test_doctor_says_that_the_settings_are_ours(course: Course):
    lines = _call(course.root, "doctor").output.splitlines()
    assert any(line.startswith("stands  configuration") for line in lines), lines


def test_a_sandbox_that_the_settings_switch_off_is_said(hostile: Course):
    _configure(hostile, OURS + "c.JudgeCells.sandbox = False\n")
    assert "switches the sandbox off" in _call(hostile.root, "grade", LESSON).output
    result = _call(hostile.root, "doctor")
    assert result.exit_code == 1 and "switches the sandbox off" in result.output


def test_lines_at_the_end_put_other_settings_right(hostile: Course):
    _configure(hostile, NOT_OURS["no repair"] + "configure(c)\n")
    assert _call(hostile.root, "grade", LESSON).exit_code == 0
    assert not (hostile.root / "escaped").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("config", "words"),
    [
        (OURS + "1 / 0\n", []),  # nbgrader logs it, and goes on with its defaults
        (OURS, ["--Autograde.autograde_preprocessors=nbgrader.preprocessors.Execute"]),
    ],
    ids=["fails afterwards", "command line"],
)
def test_nbgraders_own_command_refuses_too(
    hostile: Course, run: Run, config: str, words: list[str]
):
    _configure(hostile, config)
    done = run(hostile, "nbgrader", "autograde", LESSON, *words)
    assert done.returncode == 1
    assert "    configure(c)" in done.stderr
    assert not (hostile.root / "escaped").exists()


@pytest.mark.slow
def test_a_course_of_nbgraders_own_is_refused_before_anything_is_made(tmp_path: Path):
    shutil.copytree(REPOSITORY / "source", tmp_path / "source")
    shutil.copytree(REPOSITORY / "grading", tmp_path / "grading")
    (tmp_path / "nbgrader_config.py").write_text(NOT_OURS["stock"])
    for verb in ("check", "release"):
        assert "configure(c)" in _call(tmp_path, verb, LESSON).output
    assert {path.name for path in tmp_path.iterdir()} == {"source", "grading", "nbgrader_config.py"}
