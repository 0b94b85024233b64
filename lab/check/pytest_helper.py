"""One line that tests a sampler in somebody's own repository."""

from typing import Any

from numpy.typing import ArrayLike

from lab.check.position.check import check_sampler
from lab.check.position.guard import Sampler
from lab.check.position.suite import check_suite


def assert_exact(
    sampler: Sampler,
    p: ArrayLike | None = None,
    q: ArrayLike | None = None,
    *,
    allow_slower: bool = True,
    **options: Any,
) -> None:
    """Fail with the whole report where a sampler does not have the target's law.

    A test in your own repository needs three lines::

        from lab.check import assert_exact
        def test_my_sampler():
            assert_exact(my_sampler)

    The seed is fixed, so the test ends the same way each time.

    Args:
        sampler: a function of (p, q, size, rng); see ``check_sampler``.
        p: target, shape (V,); where p and q are absent, the whole suite of situations runs.
        q: draft, shape (V,).
        allow_slower: whether a sampler may keep fewer proposals than min(1, p/q) allows.
        options: ``size``, ``seed``, ``level`` and ``detectable`` of ``check_sampler`` or ``check_suite``.

    Raises:
        AssertionError: the verdict is "fail", or "inconclusive", or "slower" where that is not allowed.
        ValueError: one of p and q is missing, or an argument lies outside its range.
    """
    __tracebackhide__ = True  # pytest shows the caller's line
    if (p is None) != (q is None):
        raise ValueError(f"{'p' if p is None else 'q'} is missing: give both p and q, or neither for the whole suite")
    report = check_suite(sampler, **options) if p is None else check_sampler(sampler, p, q, **options)
    if report.verdict not in (("pass", "slower") if allow_slower else ("pass",)):
        raise AssertionError(f"the sampler did not pass\n{report}")
