"""What all tests share."""

import os

from hypothesis import settings

# No deadline: a slow moment of the machine is no fault. On CI the examples are the same in every run.
settings.register_profile("lab", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("lab")
