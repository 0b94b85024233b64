"""How much a trace of some length can show."""

from scipy import optimize

from lab.check.trace.evidence import BINS
from lab.core.rules import detection_power, draws_to_detect

POWER = 0.9


def needed_events(bias: float, level: float) -> int:
    """Number of events at which a chi-square test of ``BINS`` equal bins finds every law at this distance from uniform.

    Args:
        bias: total variation between the law of a transform and the uniform law, in (0, 0.5).
        level: chance of a false alarm of this test, in (0, 1).

    Returns:
        A whole number: power 90 % against the law that is hardest to find at this distance, half of the bins a bit too
        full and half a bit too empty.
    """
    return int(draws_to_detect(_tilted(bias), [1 / BINS] * BINS, level, POWER))


def smallest_bias(events: int, level: float) -> float:
    """Smallest distance that this many events would show with a power of 90 %, at most 0.5."""

    def lack(bias: float) -> float:
        return detection_power(_tilted(bias), [1 / BINS] * BINS, events, level) - POWER

    return 0.5 if lack(0.5) <= 0 else float(f"{optimize.brentq(lack, 1e-9, 0.5):.2g}")


def _tilted(bias: float) -> list[float]:
    """Equal bins, half of them too full by 2 × bias of their share and half too empty: at distance ``bias``."""
    return [(1 + sign * 2 * bias) / BINS for sign in (1, -1) for _ in range(BINS // 2)]
