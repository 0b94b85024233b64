"""Bring the keyboard into a panel that has just opened: Streamlit puts panels behind the rest of the page."""

import streamlit as st

_SCRIPT = """
const entered = new WeakSet()
export default ({ parentElement }) => {
  const panel = parentElement.host.closest('[data-testid="stPopoverBody"]')
  if (!panel || entered.has(panel)) return  // later runs leave the keyboard where it is
  entered.add(panel)
  panel.tabIndex = -1
  panel.style.outline = "none"
  panel.focus({ preventScroll: true })
}
"""
_COMPONENT = st.components.v2.component("focus", js=_SCRIPT)


def enter_panel(key: str) -> None:
    """Draw nothing; the popover around it takes the focus once, so that the next Tab goes to its first control."""
    _COMPONENT(key=key)
