"""`docs/frames.md` is what the schemas say."""

from __future__ import annotations

from pathlib import Path

from nbjudge.report.document import document

PAGE = Path(__file__).parents[2] / "docs" / "frames.md"


def test_documented_frames_are_the_schemas() -> None:
    assert PAGE.read_text("utf-8") == document(), (
        "docs/frames.md is not what the schemas say; to accept the change: "
        "python -m nbjudge.report.document > docs/frames.md"
    )
