"""Formulas as MathML, which browsers show by themselves: the page needs no script for them."""

from __future__ import annotations

import html
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element
from markupsafe import Markup

LONGEST = 2000
"""Characters of a formula that is converted; a longer one is somebody's joke."""

WIDE = 12
"""Characters of a formula that may be wider than a phone, in a wide font: keys can scroll it."""

TAGS = frozenset(
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow "
    "mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none".split()
)
ATTRIBUTES = frozenset(
    "columnalign columnlines display displaystyle fence form linethickness lspace mathvariant "
    "movablelimits notation rowlines rspace scriptlevel separator stretchy width".split()
)
"""No addresses, no styles, no classes: a formula may bring none of its own."""


def formula(tex: str, display: str) -> Markup:
    """Return a formula, or its TeX where it cannot be converted.

    Parameters
    ----------
    tex : str
        Written by anybody.
    display : str
        ``inline`` or ``block``.
    """
    if len(tex) <= LONGEST:
        try:
            found = _safe(convert_to_element(tex, display=display))
            return Markup(tostring(_scrollable(found), "unicode"))
        except Exception:  # the converter meets TeX that it does not know with any error
            pass
    return Markup("<code>{}</code>").format(tex)


def _scrollable(element: Element) -> Element:
    if len("".join(element.itertext())) > WIDE:
        element.set("tabindex", "0")
    return element


def _safe(element: Element) -> Element:
    """Return a copy that holds nothing but known tags and attributes; texts are plain texts."""
    tag = element.tag if element.tag in TAGS else "mrow"
    kept = {name: value for name, value in element.attrib.items() if name in ATTRIBUTES}
    copy = Element(tag, kept)
    copy.text = html.unescape(element.text or "")  # the converter spells signs out as entities
    for child in element:
        copy.append(_safe(child))
    return copy
