"""Acceptance Lab: why a draft may propose tokens and the output still follows the target exactly."""
