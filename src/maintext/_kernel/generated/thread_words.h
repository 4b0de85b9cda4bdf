/* Written by tools/thread_tables.py; do not edit. */
#ifndef MAINTEXT_THREAD_WORDS_H
#define MAINTEXT_THREAD_WORDS_H
#include <stdint.h>

enum {
    MARK_ITEM = 1,
    MARK_COMMENT = 2,
    MARK_THREAD = 4,
    MARK_AUTHOR = 8,
    MARK_TIME = 16,
    MARK_BODY = 32,
    MARK_ASIDE = 64,
    MARK_OTHER = 128,
};

#define MIN_SHARE 0.6

enum { MIN_UNMARKED = 3, MAY_BE_TIME = 2, IS_TIME = 1 };

/* Conditions, as maintext.threads.vocabulary lists them. */
enum { BEFORE_ANYTHING, BEFORE_PROPERTY, BEFORE_NO_HYPHEN };
enum { AFTER_ANYTHING, AFTER_NO_LETTER, AFTER_NO_LETTER_OR_HYPHEN, AFTER_NO_WORD, AFTER_SPACE_OR_AREA };

typedef struct {
    const char *text; /* `~` is a hyphen that may be missing */
    uint8_t before, after, marks;
    uint8_t shared; /* letters at the start that the word before it has, too */
} ThreadWord;

/* Sorted by text. Words that begin with two letters are from [pair] to [pair + 1]; see `letter_pair`. */
extern const ThreadWord mt_thread_words[];
extern const uint16_t mt_thread_words_from[];

/* The first byte is a letter, the second may be a hyphen; -1 if it is something else. */
static inline int letter_pair(uint8_t first, uint8_t second)
{
    int other = second == '-' ? 0 : second >= 'a' && second <= 'z' ? second - 'a' + 1 : -1;
    return other < 0 ? -1 : (first - 'a') * 27 + other;
}

#endif
