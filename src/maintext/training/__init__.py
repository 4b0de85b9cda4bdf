"""Labelled pages → models (extra `[train]`). An edge: the core never imports it."""
