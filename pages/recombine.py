"""recombine: to be written."""

from lab.ui.page import page

with page("recombine"):
    pass
