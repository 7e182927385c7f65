"""Markdown as notebooks have it, with formulas, as HTML that cannot act."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup
from mistune.plugins import import_plugin
from nbconvert.filters.markdown_mistune import (
    InvalidNotebook,
    IPythonRenderer,
    MarkdownWithMath,
)

from ._clean import clean
from ._math import formula

PLUGINS = ("strikethrough", "table", "url", "def_list")

_OPEN, _CLOSE = "\ue000", "\ue001"
_PLACE = re.compile(f"<code>{_OPEN}(\\d+){_CLOSE}</code>")
"""Stands for a formula while the HTML around it is cleaned. In an attribute it stays as it is."""


def markdown(
    text: str, folder: Path | None = None, attachments: Mapping[str, Any] | None = None
) -> Markup:
    """Return Markdown as HTML; what cannot be read as Markdown is shown as it was typed.

    Parameters
    ----------
    text : str
        Written by anybody.
    folder : Path, optional
        Pictures beside the notebook are taken from there.
    attachments : mapping, optional
        Pictures inside the cell.
    """
    renderer = _Renderer(folder, dict(attachments or {}))
    plugins = map(import_plugin, PLUGINS)
    plain = text.replace(_OPEN, "").replace(_CLOSE, "")
    try:
        safe = clean(MarkdownWithMath(renderer, plugins=plugins).render(plain))
    except Exception:  # no text may cost its student the page
        return Markup("<pre>{}</pre>").format(text)
    return Markup(_PLACE.sub(lambda place: renderer.formulas[int(place[1])], safe))


class _Renderer(IPythonRenderer):
    """nbconvert's renderer, with formulas set aside and nothing loaded from elsewhere."""

    def __init__(self, folder: Path | None, attachments: dict[str, Any]) -> None:
        super().__init__(
            escape=False,
            allow_harmful_protocols=False,
            embed_images=folder is not None,
            exclude_anchor_links=True,
            path=str(folder or ""),
            attachments=attachments,
        )
        self.formulas: list[Markup] = []

    def inline_math(self, body: str) -> str:
        """Set a formula aside."""
        return self._aside(body, "inline")

    def block_math(self, body: str) -> str:
        """Set a displayed formula aside."""
        return self._aside(body, "block")

    def latex_environment(self, name: str, body: str) -> str:
        """Set an environment aside."""
        return self._aside(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")

    def _aside(self, tex: str, display: str) -> str:
        self.formulas.append(formula(tex, display))
        return f"<code>{_OPEN}{len(self.formulas) - 1}{_CLOSE}</code>"

    def _embed_image_or_attachment(self, src: str) -> str:
        """Return a picture as data; nbconvert itself gives up on the notebook without it."""
        try:
            return str(super()._embed_image_or_attachment(src))
        except (InvalidNotebook, OSError):
            return ""
