"""The learned extractor: scores, choice and clean-up."""
