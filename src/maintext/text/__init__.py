"""Bytes → text, and what text is made of: characters and words of any script."""
