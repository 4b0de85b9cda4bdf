"""The parser kernel in C; `native` is missing where it could not be built. See kernel.h for its parts."""
