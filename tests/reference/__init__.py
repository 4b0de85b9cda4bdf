"""Small, literal versions of what the kernel computes: written to be read, and slow."""
