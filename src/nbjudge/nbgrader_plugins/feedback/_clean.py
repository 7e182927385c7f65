"""HTML of a student's making, of which only what cannot act is left."""

from __future__ import annotations

import re

import bleach
from bleach.css_sanitizer import CSSSanitizer
from markupsafe import Markup

TAGS = frozenset(
    "a abbr b blockquote br caption cite code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i "
    "img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot "
    "th thead tr u ul var".split()
)
_LINK = re.compile(r"https?://|mailto:|#", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|svg\+xml);base64,", re.IGNORECASE)
_HIGHLIGHT = re.compile(r"highlight|[a-z]{1,3}\d?")
_STYLE = re.compile(r"<style\b.*?</style\s*>", re.IGNORECASE | re.DOTALL)
_NOTEBOOK_ONLY = re.compile(r'<p class="notebook-only[\w -]{0,80}">[^<>]{0,500}</p>')
"""What an output says about the notebook that it stands in, such as how to bring a widget back."""
_ALIGNMENT = CSSSanitizer(allowed_css_properties=["text-align"])


def clean(text: str) -> Markup:
    """Return HTML without scripts, styles, forms, frames and addresses to load from.

    Tags that are not allowed are shown as text, and tables get a frame that scrolls. A
    paragraph of the class ``notebook-only`` is left out.
    """
    safe = bleach.clean(
        _NOTEBOOK_ONLY.sub("", _STYLE.sub("", text)),  # pandas puts a style into each table
        tags=TAGS,
        attributes=_allowed,
        protocols=["http", "https", "mailto", "data"],
        css_sanitizer=_ALIGNMENT,
        strip_comments=True,
    )
    return Markup(_framed(safe))


def _allowed(tag: str, name: str, value: str) -> bool:
    if name == "href":
        return tag == "a" and bool(_LINK.match(value))
    if name == "src":
        return tag == "img" and bool(_PICTURE.match(value))
    if name == "class":
        return tag in {"div", "span"} and bool(_HIGHLIGHT.fullmatch(value))
    if name == "style":
        return tag in {"td", "th"}
    return name in {"alt", "colspan", "rowspan", "start"}


def _framed(safe: str) -> str:
    frame = '<div class="wide" tabindex="0" role="group" aria-label="Table">'
    safe = safe.replace("<table", f"{frame}<table").replace("</table>", "</table></div>")
    safe = re.sub(r"<th\b[^>]*>\s*</th>", "<td></td>", safe)  # a heading of nothing helps nobody
    return re.sub(r"<img(?![^>]*\salt=)", '<img alt=""', safe)
