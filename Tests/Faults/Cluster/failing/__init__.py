"""A cluster that fails on purpose."""
