"""Decoding of pages, sets and kinds of characters, words in any script."""
