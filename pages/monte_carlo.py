"""monte_carlo: to be written."""

from lab.ui.page import page

with page("monte_carlo"):
    pass
