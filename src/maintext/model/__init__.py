"""Fitted models: plain counts and arrays in readable files, checked when they are read."""
