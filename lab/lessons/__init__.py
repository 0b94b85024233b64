"""What the pages work out and say, beyond the core. No Streamlit."""
