"""One position: does a sampler of single tokens have the target's law?"""
