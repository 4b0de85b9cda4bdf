"""Data sets, metrics, reports and benchmarks. The core never imports this package."""
