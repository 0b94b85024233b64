"""Several positions: does a sampler of whole sequences have the target's law?"""
