"""Pure probability on arrays. No state, no Streamlit; random generators are always passed in."""
