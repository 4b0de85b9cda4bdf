"""The expected texts beside the pages are no doctests."""

collect_ignore_glob = ["*--*.md", "*--*.txt"]
