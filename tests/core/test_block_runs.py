"""Simulated cycles against their exact laws, and the record of one cycle against its own numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import (
    BLOCK_RULES,
    Greedy,
    Iid,
    Markov,
    cycle_counts,
    cycle_law,
    each_position,
    run_cycle,
    run_cycles,
    run_request,
    run_sequences,
    sequence_law,
    target_sequence_law,
)
from tests.core import block_oracle as oracle
from tests.core.evidence import counts_fit

TARGET = Markov([0.5, 0.5], [[0.75, 0.25], [0.25, 0.75]])
DRAFT = Markov([0.25, 0.75], [[0.5, 0.5], [0.625, 0.375]])
SIZE = 40_000
OPTIONS = {key: {"new_draft": Iid([0.5, 0.5]), "at": 2} for key in BLOCK_RULES if key.startswith("draft_")}
RULES = {key: BLOCK_RULES[key](**OPTIONS.get(key, {})) for key in BLOCK_RULES}
RULES |= {key: each_position(key) for key in ("unmodified_p", "one_hot")}


def rows(tokens):
    return [tuple(token for token in row if token >= 0) for row in tokens.tolist()]


def fits(tokens, law):
    """Whether the rows follow a law of sequences; a row outside it never fits."""
    seen = rows(tokens)
    assert set(seen) <= set(law)
    return counts_fit([seen.count(key) for key in law], list(law.values()))


@pytest.mark.parametrize("key", RULES)
def test_cycles_follow_their_exact_law(key):
    cycles = run_cycles(TARGET, DRAFT, 2, (0,), SIZE, np.random.default_rng(4), rule=RULES[key])
    assert fits(cycles.emitted, cycle_law(TARGET, DRAFT, 2, (0,), rule=RULES[key]))
    counts = np.zeros((3, 4))
    np.add.at(counts, (cycles.accepted, cycles.tokens), 1)
    assert counts_fit(counts, cycle_counts(TARGET, DRAFT, 2, (0,), rule=RULES[key]))


@pytest.mark.parametrize("key", RULES)
def test_sequences_follow_their_exact_law(key):
    sequences = run_sequences(TARGET, DRAFT, 2, 4, SIZE, np.random.default_rng(5), rule=RULES[key], stop={1})
    assert fits(sequences.tokens, sequence_law(TARGET, DRAFT, 2, 4, rule=RULES[key], stop={1}))


def test_ordinary_sampling_is_a_draft_of_length_zero():
    sequences = run_sequences(TARGET, TARGET, 0, 3, SIZE, np.random.default_rng(6))
    assert fits(sequences.tokens, target_sequence_law(TARGET, 3))
    assert (sequences.cycles == 3).all()


def test_a_cap_holds_in_simulation():
    cycles = run_cycles(TARGET, DRAFT, 3, (), SIZE, np.random.default_rng(7), cap=2, stop={1})
    assert fits(cycles.emitted, cycle_law(TARGET, DRAFT, 3, cap=2, stop={1}))
    reasons = ["stop" if row[-1] == 1 else "length" if len(row) == 2 else "" for row in rows(cycles.emitted)]
    assert reasons == cycles.ended.tolist()


@given(oracle.model_pairs(), st.integers(0, 3), st.integers(0, 2**32 - 1), st.sampled_from([(), {0}]))
def test_one_cycle_is_the_first_row_of_many(models, draft_len, seed, stop):
    one = run_cycle(*models, draft_len, (), np.random.default_rng(seed), stop=stop, cap=3)
    many = run_cycles(*models, draft_len, (), 3, np.random.default_rng(seed), stop=stop, cap=3)
    assert one.emitted == rows(many.emitted)[0]
    assert [event.token for event in one.events] == many.drafts[0].tolist()
    assert [event.u for event in one.events] == many.u[0].tolist()
    assert (one.passed, one.final, one.ended or "") == (many.passed[0], many.final[0], many.ended[0])


@given(oracle.model_pairs(), st.integers(0, 3), st.integers(0, 2**32 - 1))
def test_the_record_explains_itself(models, draft_len, seed):
    cycle = run_cycle(*models, draft_len, (), np.random.default_rng(seed))
    passes = [event.u < event.accept[event.token] for event in cycle.events]
    assert cycle.passed == (passes.index(False) if False in passes else draft_len)
    fates = ["accepted"] * cycle.passed + ["rejected"] + ["discarded"] * draft_len
    assert [event.fate for event in cycle.events] == fates[:draft_len]
    assert cycle.emitted == (*(event.token for event in cycle.events[: cycle.passed]), cycle.final)
    assert cycle.final_law[cycle.final] > 0
    assert cycle.final_kind == ("bonus" if cycle.passed == draft_len else "correction")
    assert all(event.proposal[event.token] > 0 for event in cycle.events)


@given(oracle.model_pairs(), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_each_event_shows_both_rows_at_its_own_prefix(models, draft_len, seed):
    target, draft = models
    cycle = run_cycle(target, draft, draft_len, (0,), np.random.default_rng(seed))
    for place, event in enumerate(cycle.events):
        prefix = (0, *(before.token for before in cycle.events[:place]))
        assert event.p.tolist() == pytest.approx(target(prefix))
        assert event.q.tolist() == pytest.approx(draft(prefix))


def test_a_stop_takes_the_final_token_out_of_the_output():
    model = Iid([1, 0])
    cycle = run_cycle(model, model, 3, (), np.random.default_rng(0), stop={0})
    assert (cycle.emitted, cycle.ended, cycle.final_emitted) == ((0,), "stop", False)
    assert [event.emitted for event in cycle.events] == [True, False, False]
    assert [event.fate for event in cycle.events] == ["accepted"] * 3


def test_a_leaked_suffix_shows_in_the_record():
    never, always = Iid([1, 0]), Iid([0, 1])
    cycle = run_cycle(never, always, 3, (), np.random.default_rng(0), rule=BLOCK_RULES["suffix_kept"]())
    assert cycle.emitted == (0, 1, 1)
    assert [event.emitted for event in cycle.events] == [False, True, True]
    assert cycle.final_emitted


@given(st.integers(0, 2**32 - 1))
def test_a_request_is_its_cycles(seed):
    cycles = run_request(TARGET, DRAFT, 3, 7, np.random.default_rng(seed), (1,))
    emitted = (1,)
    for cycle in cycles:
        assert cycle.prefix == emitted
        emitted += cycle.emitted
    assert len(emitted) == 8
    assert [cycle.ended for cycle in cycles] == [None] * (len(cycles) - 1) + ["length"]


def test_a_request_stops_at_its_stop_token():
    steps = Markov([1, 0, 0], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    cycles = run_request(steps, steps, 1, 10, np.random.default_rng(0), stop={2})
    assert [cycle.emitted for cycle in cycles] == [(0, 1), (2,)]
    assert cycles[-1].ended == "stop"


def test_the_same_seed_gives_the_same_request():
    """vllm-project/vllm#6038: a request keeps to its own seed."""
    runs = [run_sequences(TARGET, DRAFT, 3, 50, 1, np.random.default_rng(8)).tokens.tolist() for _ in range(2)]
    assert runs[0] == runs[1]


def test_an_idle_step_draws_nothing():
    """vllm-project/vllm-ascend#13608: a step without work leaves the generator where it is."""
    idle, fresh = np.random.default_rng(9), np.random.default_rng(9)
    run_cycles(TARGET, DRAFT, 3, (), 0, idle)
    assert run_sequences(TARGET, DRAFT, 3, 0, 5, idle).tokens.shape == (5, 0)
    assert idle.bit_generator.state == fresh.bit_generator.state


def test_a_cycle_reads_the_same_number_of_uniforms_whatever_happens():
    for models in ((Iid([1, 0]), Iid([0, 1])), (Iid([1, 0]), Iid([1, 0]))):
        used, counted = np.random.default_rng(10), np.random.default_rng(10)
        run_cycle(*models, 3, (), used)
        counted.random(7)
        assert used.bit_generator.state == counted.bit_generator.state


def test_no_seed_matters_at_temperature_zero():
    """vllm-project/vllm#13196: with one-hot laws every run gives the greedy sequence."""
    tokens = run_sequences(Greedy(TARGET), Greedy(DRAFT), 2, 5, 200, np.random.default_rng(11)).tokens
    assert set(rows(tokens)) == {(0, 0, 0, 0, 0)}


def test_a_wrong_size_is_named():
    with pytest.raises(ValueError, match=r"size is 2\.5"):
        run_cycles(TARGET, DRAFT, 2, (), 2.5, np.random.default_rng(0))
    with pytest.raises(ValueError, match="cap is 0"):
        run_cycle(TARGET, DRAFT, 2, (), np.random.default_rng(0), cap=0)


class Lowest:
    """A generator whose every uniform is 0, the end of [0, 1) that chance hardly ever meets."""

    def random(self, shape):
        return np.zeros(shape)


def test_a_uniform_of_zero_draws_and_accepts_nothing_impossible():
    """sgl-project/sglang#35771: with u = 0 a token of p = 0 must be rejected; one of q = 0 must not be proposed."""
    cycle = run_cycle(Iid([0, 0, 1]), Iid([0, 1, 0]), 1, (), Lowest())
    assert [event.token for event in cycle.events] == [1]
    assert (cycle.passed, cycle.emitted) == (0, (2,))


def test_drafts_behind_a_stop_do_not_count_as_accepted():
    model = Iid([1, 0])
    cycles = run_cycles(model, model, 3, (), 5, np.random.default_rng(12), stop={0})
    assert (cycles.passed.tolist(), cycles.accepted.tolist()) == ([3] * 5, [1] * 5)
