"""The Streamlit parts that every page shares."""
