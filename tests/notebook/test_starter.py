"""The starter takes the solution's place, and nothing else moves."""

from __future__ import annotations

import pytest

from nbjudge.notebook.starter import StarterError, swap

ANSWER = """\
def double(x):
    '''Twice x.'''
    ### BEGIN SOLUTION
    return 2 * x
    ### BEGIN STARTER
    # if x:
    #     return x  # not yet
    #
    # raise NotImplementedError
    ### END STARTER
    ### END SOLUTION
double(3)"""

STARTER = """\
def double(x):
    '''Twice x.'''
    if x:
        return x  # not yet

    raise NotImplementedError
double(3)"""


def _solution(*lines: str) -> str:
    return "\n".join(["### BEGIN SOLUTION", *lines, "### END SOLUTION"])


def _starter(*lines: str) -> tuple[str, ...]:
    return ("### BEGIN STARTER", *lines, "### END STARTER")


def test_starter_takes_the_place_of_the_solution() -> None:
    assert swap(ANSWER) == STARTER


def test_starter_is_python_that_runs() -> None:
    compile(swap(ANSWER), "starter", "exec")


def test_swapping_twice_changes_nothing_more() -> None:
    assert swap(swap(ANSWER)) == swap(ANSWER)


@pytest.mark.parametrize(
    "source", ["", "x = 1\n\n", _solution("x = 1"), "### BEGIN SOLUTION\nx = 1", "# a comment"]
)
def test_source_without_a_starter_stays_as_it_is(source: str) -> None:
    assert swap(source) == source


def test_only_the_region_with_a_starter_is_replaced() -> None:
    two = "\n".join([_solution("x = 1"), _solution("y = 1", *_starter("# y = 0"))])
    assert swap(two) == "\n".join([_solution("x = 1"), "y = 0"])


def test_starter_may_stand_above_the_solution() -> None:
    assert swap(_solution(*_starter("# x = 0"), "x = 1")) == "x = 0"


def test_empty_starter_leaves_nothing() -> None:
    assert swap(_solution("x = 1", *_starter())) == ""


def test_comment_sign_without_a_space_will_do() -> None:
    assert swap(_solution(*_starter("#x = 0", "    # y = 0"))) == "x = 0\n    y = 0"


def test_comment_within_the_starter_survives() -> None:
    assert swap(_solution(*_starter("# # write here"))) == "# write here"


def test_starter_that_is_not_commented_out_is_refused_by_its_line() -> None:
    with pytest.raises(StarterError, match=r"'x = 0' is not commented out"):
        swap(_solution("x = 1", *_starter("    x = 0")))


@pytest.mark.parametrize("marker", ["### BEGIN STARTER", "    ### END STARTER"])
def test_starter_outside_a_solution_is_refused(marker: str) -> None:
    with pytest.raises(StarterError, match="outside a solution region"):
        swap(f"x = 1\n{marker}\n{_solution('y = 1')}")


@pytest.mark.parametrize(
    "lines",
    [
        ("### BEGIN STARTER", "# x = 0"),
        ("# x = 0", "### END STARTER"),
        ("### END STARTER", "### BEGIN STARTER"),
        _starter() + _starter(),
    ],
)
def test_starter_without_one_begin_and_one_end_after_it_is_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(StarterError, match="needs one"):
        swap(_solution(*lines))


def test_starter_in_a_solution_that_is_not_closed_is_refused() -> None:
    with pytest.raises(StarterError):
        swap("\n".join(["### BEGIN SOLUTION", *_starter("# x = 0")]))
