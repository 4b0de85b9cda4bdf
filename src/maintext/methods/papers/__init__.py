"""The methods of the five papers."""
