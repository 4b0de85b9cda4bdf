"""Wheels for every platform, built by zig: platforms, headers, the build, checks, runs on arm64."""
