"""Goals of the page that checks samplers."""

from lab.lessons.challenges.goal import Challenge
from lab.lessons.verdicts import distance

CHECK = (
    Challenge(
        "caught-early",
        "Catch a faulty sampler with 100 draws.",
        lambda rule, verdict, size: verdict == "fail" and distance(rule) > 0 and size <= 100,
    ),
    Challenge(
        "not-caught",
        "Find a sampler whose output is not p, and that 1,000 draws or more do not fail.",
        lambda rule, verdict, size: verdict != "fail" and distance(rule) > 0 and size >= 1000,
    ),
    Challenge(
        "right-but-slower",
        "Find a sampler that is right, but keeps fewer drafts than it could.",
        lambda rule, verdict, size: verdict == "slower",
    ),
)
