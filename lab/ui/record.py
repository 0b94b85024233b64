"""The record that goes with every export, so that a result can be repeated."""

from importlib.metadata import version


def versions() -> dict[str, dict[str, str]]:
    """The versions that computed a result."""
    return {"versions": {name: version(name) for name in ("numpy", "scipy", "altair", "streamlit")}}
