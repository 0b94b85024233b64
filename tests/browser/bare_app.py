"""The lab's menu with empty pages: what Streamlit itself brings to every page."""

import streamlit as st

from lab.ui.navigation import PAGES

st.set_page_config(page_title="Empty", layout="wide")
groups: dict[str, list] = {}
for page in PAGES:
    empty = st.Page(lambda: None, title=page.title, icon=f":material/{page.icon}:", url_path=page.name)
    groups.setdefault(page.group, []).append(empty)
st.navigation(groups).run()
