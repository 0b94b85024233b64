"""Several positions: draft blocks over tiny conditional models, exactly and by simulation."""

from lab.core.block import draft_swaps, faults, faults_output  # noqa: F401  (they enter their rules into BLOCK_RULES)
from lab.core.block.chain import acceptance_by_position, acceptance_rates, expected_accepted, tokens_per_cycle
from lab.core.block.faults import each_position
from lab.core.block.laws import cycle_counts, cycle_law
from lab.core.block.models import Greedy, Iid, Markov, Table
from lab.core.block.ngram import NGram, ngram, shipped_text
from lab.core.block.record import Cycle, Event, run_cycle, run_request
from lab.core.block.rule import BLOCK_RULES, EXACT, BlockRule, cut
from lab.core.block.runs import Sequences, run_cycles, run_sequences
from lab.core.block.sampling import Cycles
from lab.core.block.sequences import sequence_law, target_sequence_law
from lab.core.block.situation import Model, Tokens
from lab.core.block.tree import tree

__all__ = [
    "BLOCK_RULES",
    "EXACT",
    "BlockRule",
    "Cycle",
    "Cycles",
    "Event",
    "Greedy",
    "Iid",
    "Markov",
    "Model",
    "NGram",
    "Sequences",
    "Table",
    "Tokens",
    "acceptance_by_position",
    "acceptance_rates",
    "cut",
    "cycle_counts",
    "cycle_law",
    "each_position",
    "expected_accepted",
    "ngram",
    "run_cycle",
    "run_cycles",
    "run_request",
    "run_sequences",
    "sequence_law",
    "shipped_text",
    "target_sequence_law",
    "tokens_per_cycle",
    "tree",
]
