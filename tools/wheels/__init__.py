"""Wheels for every platform, built on one by zig: platforms, headers, the build, checks, and runs on arm64."""
