"""The parts of `kernel_tables.py`: how C is written, and the kinds of characters."""
