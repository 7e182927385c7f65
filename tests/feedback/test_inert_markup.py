"""Whatever a student writes in Markdown, HTML or TeX cannot act on the page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.nbgrader_plugins.feedback._clean import TAGS, clean
from nbjudge.nbgrader_plugins.feedback._markdown import markdown
from nbjudge.nbgrader_plugins.feedback._math import ATTRIBUTES, formula
from nbjudge.nbgrader_plugins.feedback._math import TAGS as MATH

SCRIPTS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=alert(1)&gt;'>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=' jAvA\tscript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<form action=https://elsewhere.example><input></form>",
    "<div style='position:fixed;inset:0' class=total id=points>30/30</div>",
    "<td style='background:url(https://elsewhere.example/x)'>",
    "<link rel=stylesheet href=https://elsewhere.example/x.css>",
    "<base href=https://elsewhere.example>",
    "</section></main><main>",
    "[x](javascript:alert(1)) ![x](javascript:alert(1)) <javascript:alert(1)>",
    "[x](https://ok.example 'a\" onmouseover=alert(1) b')",
    '![alert $x$ " onerror=alert(1)](data:image/png;base64,AAAA)',
    "![x](https://elsewhere.example/pixel.png)",
    r"$\href{javascript:alert(1)}{x}$ $\text{<script>alert(1)</script>}$",
    r"$\class{total}{x}$ $\style{position:fixed}{x}$ $\text{&#60;script&#62;}$",
    "\ue0000\ue001 <a title='<code>\ue0000\ue001</code>' href='#x'>x</a> $x$",
    "```mermaid\n<script>alert(1)</script>\n```",
)
HANDLER = re.compile(r"on\w+|style|srcdoc|action|formaction|xlink:href")


class _Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def assert_inert(page: str) -> None:
    """Hold a piece of HTML to the tags, attributes and addresses that cannot act."""
    for tag, attrs in _Tags(page).found:
        assert tag in TAGS | MATH, tag
        for name, value in attrs.items():
            assert not HANDLER.fullmatch(name) or (name, tag) in {("style", "td"), ("style", "th")}
            assert name != "style" or re.fullmatch(r"(text-align: *\w*;?)?", value or "")
            assert name != "href" or re.match(r"https?://|mailto:|#", value or "")
            assert name != "src" or re.match(r"data:image/[\w+]+;base64,", value or "")
            assert name != "id"
    assert "</section>" not in page and "</main>" not in page


@pytest.mark.parametrize("text", SCRIPTS)
def test_known_tricks_are_inert(text: str):
    assert_inert(clean(text))
    assert_inert(markdown(text, Path("/nowhere")))


@given(st.lists(st.sampled_from(SCRIPTS) | st.text(max_size=20), max_size=5).map("".join))
def test_any_mixture_of_them_is_inert(text: str):
    assert_inert(markdown(text))


@given(st.text(alphabet=r"\{}^_&$<>ab1 ", max_size=40) | st.sampled_from(SCRIPTS))
def test_any_formula_is_inert(tex: str):
    for tag, attrs in _Tags(formula(tex, "inline")).found:
        assert tag in {*MATH, "code"}
        assert attrs.keys() <= {*ATTRIBUTES, "xmlns", "tabindex"}
        assert attrs.get("tabindex", "0") == "0"


def test_what_is_not_allowed_is_shown_as_text():
    assert clean("<script>x</script>") == "&lt;script&gt;x&lt;/script&gt;"


def test_what_an_output_says_about_its_notebook_is_left_out():
    html = '<p class="notebook-only aw-gone">Run the first cell.</p><p>2 runs</p>'
    assert clean(html) == "<p>2 runs</p>"


def test_less_than_signs_stay_what_they_are():
    assert markdown("In `a < b` and $a < b$.").count("&lt;") == 2
    assert "&amp;lt;" not in markdown("In `a < b` and $a < b$.")


def test_formulas_are_shown_as_formulas():
    assert "<mfrac>" in markdown(r"$$\frac{q \cdot k}{\sqrt{d}}$$")
    assert "<msub>" in markdown(r"\begin{align} q_i &= 1 \end{align}")


@pytest.mark.parametrize("tex", [r"\frac{", "{" * 5000, r"\begin{nothing} x \end{nothing}"])
def test_a_formula_that_cannot_be_read_is_shown_as_it_was_typed(tex: str):
    shown = formula(tex, "block")
    assert shown.startswith(("<code>", "<math"))


def test_pictures_beside_the_notebook_are_in_the_page_and_those_elsewhere_are_not(tmp_path: Path):
    (tmp_path / "dot.png").write_bytes(b"\x89PNG")
    assert 'src="data:image/png;base64,' in markdown("![a dot](dot.png)", tmp_path)
    for text in (
        "![x](https://elsewhere.example/x.png)",
        "![x](../x.png)",
        "![x](attachment:x.png)",
    ):
        assert "src=" not in markdown(text, tmp_path)


def test_tables_of_pandas_keep_their_numbers_and_lose_their_styles():
    html = "<style scoped>.dataframe {color: red}</style><table><tr><th></th><th>a</th></tr><tr><td>1</td></tr></table>"
    shown = clean(html)
    assert "color" not in shown
    assert "<td></td><th>a</th>" in shown
