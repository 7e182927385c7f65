"""Claim: the locked versions install on every Python that pyproject.toml admits."""

from importlib import metadata

from packaging.specifiers import SpecifierSet


def test_no_installed_package_needs_a_newer_python_than_ours():
    oldest = next(iter(SpecifierSet(metadata.metadata("nbjudge")["Requires-Python"]))).version
    too_new = {
        f"{package.name} {package.version} needs Python {needed}"
        for package in metadata.distributions()
        if not SpecifierSet(needed := package.metadata.get("Requires-Python") or "").contains(
            oldest
        )
    }

    assert not too_new
