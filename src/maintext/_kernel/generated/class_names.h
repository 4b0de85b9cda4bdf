/* Written by tools/marker_tables.py; do not edit. */
#ifndef MAINTEXT_CLASS_NAMES_H
#define MAINTEXT_CLASS_NAMES_H
#include <stdint.h>

/* What the classes of an element say about it. */
enum {
    NAMES_NUMBERS = 1,
    NAMES_WIDGET = 2,
    NAMES_ANCHOR = 4,
    NAMES_EDIT = 8,
    NAMES_CODE = 16,
    NAMES_READER = 32,
    NAMES_CELL = 64,
    NAMES_HIGHLIGHTER = 128,
    NAMES_CODEBOX = 256,
    NAMES_EXPAND = 512,
    NAMES_CLICKS = 1024,
    NAMES_SIGNATURE = 2048,
};

typedef struct {
    const char *text;
    uint16_t means;
    uint8_t is_word; /* else it may be a part of a word */
} ClassName;

/* Number of a letter in either case, from 1. Other characters may have the same numbers. */
static inline int letter_number(char letter) { return letter & 31; }

/* Sorted by text. Those with a first letter are from [letter] to [letter + 1], by its number. */
extern const ClassName mt_class_names[];
extern const uint8_t mt_class_names_from[33];

/* By first letter, the second letters of names, a bit each. On most rows no two letters are of a name. */
extern const uint32_t mt_second_letters[32];

#endif
