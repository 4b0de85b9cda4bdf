"""The systems that the papers compare with, as published, under the same contract."""
