"""Small literal versions of what the kernel does, which tests compare it with."""
