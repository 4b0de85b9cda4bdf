"""Oracles: small, literal versions of what the kernel does. Tests compare both on the same pages."""
