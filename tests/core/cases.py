"""Pairs with known laws under right and wrong rules: some by hand, some as people reported them."""

P, Q = [1 / 2, 1 / 4, 1 / 4, 0], [1 / 8, 1 / 2, 1 / 8, 1 / 4]

# Output laws on P and Q, by hand: accepted mass + rejected mass × correction, in fractions.
BY_HAND = {
    "speculative": ({}, "1/2 1/4 1/4 0"),
    "match_target": ({}, "1/2 1/4 1/4 0"),
    "one_hot": ({}, "1/2 1/4 1/4 0"),
    "unmodified_p": ({}, "3/8 3/8 1/4 0"),
    "argmax_p": ({}, "5/8 1/4 1/8 0"),
    "argmax_residual": ({}, "5/8 1/4 1/8 0"),
    "swapped_residual": ({}, "1/8 1/2 1/8 1/4"),
    "absolute_difference": ({}, "5/16 3/8 3/16 1/8"),
    "misaligned_residual": ({"listed": 3}, "5/8 1/4 1/8 0"),
    "argmax_check": ({}, "1 0 0 0"),
    "accept_if_larger": ({}, "11/16 0 5/16 0"),
    "threshold": ({"threshold": 0.25}, "5/16 1/2 3/16 0"),
    "accept_all": ({}, "1/8 1/2 1/8 1/4"),
    "logit_ratio": ({"shift": 0}, "13/96 1/2 11/96 1/4"),
    "whole_distribution": ({}, "3/4 0 1/4 0"),
    "match_or_ratio": ({}, "29/64 5/16 15/64 0"),
    "erased_target": ({}, "13/24 1/6 7/24 0"),
    "greedy_draft": ({}, "3/8 1/2 1/8 0"),
    "top_k_draft": ({"top_k": 2}, "1/2 1/3 1/6 0"),
    "other_temperature": ({"temperature": 0.5}, "3089/4704 11/96 1076/4704 0"),
    "missing_q": ({"stored": 1}, "7/24 1/4 5/24 1/4"),
    "q_as_one": ({}, "83/128 1/8 29/128 0"),
    "other_row": ({"row": [1 / 4, 1 / 8, 1 / 2, 1 / 8]}, "1/3 29/48 1/16 0"),
    "shared_uniform": ({}, "7/16 1/4 5/16 0"),
    "shared_noise": ({}, "21/40 1/4 9/40 0"),
    "lenience": ({"lenience": 0.5}, "5/16 1/2 3/16 0"),
    "typical": ({"epsilon": 0.3, "delta": 1}, "9/16 7/32 7/32 0"),
}

# What people met in public, in the numbers given there (six digits): right law p, faulty law, acceptance rate.
SLOPE, RISE = (0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4)
THREE, DRAFT = (0.3, 0.5, 0.2), (0.4, 0.35, 0.25)
TOP = (0.6, 0.2, 0.1, 0.1), (0.7, 0.2, 0.05, 0.05)
REPORTED = [
    ("softmax_residual", {}, SLOPE, RISE, (0.221199, 0.299229, 0.289786, 0.189786), 0.6),
    ("unmodified_p", {}, SLOPE, RISE, (0.26, 0.32, 0.28, 0.14), 0.6),
    ("accept_if_larger", {}, SLOPE, RISE, (0.625, 0.375, 0, 0), 0.3),
    ("misaligned_residual", {}, (0.5, 0.3, 0.2, 0), (0.4, 0, 0.35, 0.25), (0.8, 0, 0.2, 0), 0.6),
    ("whole_distribution", {}, SLOPE, RISE, (0.641667, 0.241667, 0.05, 0.066667), 0.166667),
    ("erased_target", {}, (0.6, 0.3, 0.1), (1, 0, 0), (0, 0.75, 0.25), 0),
    ("greedy_draft", {}, THREE, DRAFT, (0.75, 0.25, 0), 0.75),
    ("top_k_draft", {}, (0.466667, 0.533333, 0, 0), SLOPE, (0.571429, 0.428571, 0, 0), 1),
    ("top_k_draft", {}, (0.6, 0.4, 0), (0.5, 0.3, 0.2), (0.625, 0.375, 0), 1),
    ("top_k_draft", {"top_k": 3}, (0.4, 0.3, 0.3, 0), (0.3, 0.3, 0.2, 0.2), (0.375, 0.375, 0.25, 0), 1),
    ("missing_q", {"stored": 0}, SLOPE, RISE, RISE, 1),
    ("accept_all", {}, SLOPE, RISE, RISE, 1),
    ("accept_all", {}, (1, 0), (0, 1), (0, 1), 1),
    ("one_hot", {}, SLOPE, RISE, SLOPE, 0.2),
    ("one_hot", {}, TOP[0], (1, 0, 0, 0), TOP[0], 0.6),
    ("match_target", {}, *TOP, TOP[0], 0.47),
    ("match_target", {"greedy": True}, *TOP, TOP[0], 0.6),
    ("match_target", {"greedy": True}, SLOPE, RISE, SLOPE, 0.1),
    ("argmax_check", {}, SLOPE, RISE, (1, 0, 0, 0), 0.1),
    ("shared_noise", {}, SLOPE, RISE, (0.433333, 0.266667, 0.2, 0.1), 0.6),
    ("typical", {}, (0.5, 0.3, 0.15, 0.05), (0.05, 0.15, 0.3, 0.5), (0.3, 0.3, 0.375, 0.025), 0.5),
    ("lenience", {}, SLOPE, RISE, (0.25, 0.25, 0.3, 0.2), 0.8),
    ("speculative", {}, SLOPE, RISE, SLOPE, 0.6),
    ("speculative", {}, *TOP, TOP[0], 0.9),
    ("speculative", {}, (0.25, 0.25, 0.5), (0.25, 0.25, 0.5), (0.25, 0.25, 0.5), 1),
    ("speculative", {}, (0, 1, 0), (0, 1, 0), (0, 1, 0), 1),
    ("speculative", {}, (1, 0), (0.5, 0.5), (1, 0), 0.5),
    ("speculative", {}, SLOPE, (0.35, 0.3, 0.2, 0.15), SLOPE, 0.95),
    ("speculative", {}, (0.5, 0.5, 0), (0.422319, 0.422319, 0.155362), (0.5, 0.5, 0), 0.844638),
]
PRINTED = 6e-7  # half of the sixth digit, and that of a printed p

# A request's law, the law that the target really used because a transform was skipped or doubled, their distance.
WRONG_TARGET = [
    ((0.625, 0.375, 0, 0), (0.5, 0.3, 0.15, 0.05), 0.2),  # top-p 0.8 asked for
    ((0.546549, 0.331499, 0.121952), (0.422319, 0.422319, 0.155362), 0.124231),  # a penalty counted twice
    ((0, 0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), 0.333333),  # a logit bias ignored
]
