"""Methods that the papers compare with, as published."""
