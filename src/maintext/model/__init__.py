"""Fitted models: counts and arrays in plain files, checked when loaded."""
