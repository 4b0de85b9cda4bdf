"""Labelled pages → models (extra `[train]`). The core never imports this package."""
