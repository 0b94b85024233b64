"""Pictures: arrays and labels in, a ``Figure`` (chart, table, text alternative) out. No Streamlit."""
