"""Small literal versions of the kernel's functions, to compare it with in tests."""
