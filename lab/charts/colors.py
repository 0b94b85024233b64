"""What colours mean, the same in every picture: Okabe and Ito's set, two of them darkened for white backgrounds.

Every mark colour has a contrast of 3:1 or more against white and against Streamlit's dark background; text inside
marks has 4.5:1 or more. Colour never stands alone: rejected is hatched, theory is an outline, the rest is labelled.
"""

TARGET = "#0072B2"
DRAFT = "#C58300"
ACCEPTED = "#009E73"
REJECTED = "#D55E00"
RESIDUAL = "#C0699F"
NEUTRAL = "#808080"

INSIDE = "#000000"  # text and lines on a filled mark
HATCHING = 0.6  # how opaque the lines over rejected mass are
ON_LIGHT, ON_DARK = "#111111", "#FAFAFA"
BACKGROUNDS = ("#FFFFFF", "#0E1117", "#171614")

# Text and lines on the bare background: Vega has no theme colour for them, so they look at the background themselves.
INK = f"(background && luminance(background) < 0.3 ? '{ON_DARK}' : '{ON_LIGHT}')"
