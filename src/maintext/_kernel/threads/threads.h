/* Posts and comments: hints in class names, ids, links and short texts; groups of elements that may be posts.

       marks.c      hints of all rows of a page
       words.c      an attribute's value -> marks, and its name
       profiles.c   whether a URL is that of a person's profile
       times.c      whether a text may contain a time
       groups.c     hints -> groups of similar elements

   maintext.threads uses them; tests/reference/threads.py does the same with regular expressions and loops. */
#ifndef MAINTEXT_THREADS_H
#define MAINTEXT_THREADS_H

#include "generated/thread_words.h"
#include "model/words.h"
#include "rows/rows.h"

/* The hints, per row. All columns are in one block of memory, in this order. */
typedef struct {
    int64_t *flags;       /* MARK_ bits of its attributes */
    int64_t *name;        /* equal for elements with the same tag and first class, or id */
    int64_t *number_name; /* the same for ids with a number, which does not count; NONE for others */
    int64_t *aside;  /* nearest element around it that surrounds the text of a post; NONE if there is none */
    Byte *time_hint; /* leaves in short lines: TIME_ELEMENT, MAY_BE_TIME or 0 */
    Byte *is_person; /* an element with an author's name: marked as such, or a link to a profile */
    Byte *in_person; /* inside one */
    Byte *in_author; /* inside one that is marked as such */
    Byte *in_comments;  /* inside an element marked as comments */
    Byte *in_thread;    /* a few levels below an element marked as thread or comments */
    Byte *is_elsewhere; /* in a box for other pages, navigation or footer */
    Byte *has_item;     /* an element marked as a post is below it */
    Byte *has_body;     /* an element marked as the text of a post is below it */
} ThreadMarks;

enum { MARK_NUMBERS = 4, MARK_BYTES = 9 };

size_t mt_thread_mark_size(int64_t rows);
ThreadMarks mt_thread_marks_in(void *memory, int64_t rows);

Outcome mt_mark_threads(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                        ThreadMarks *marks);

/* -- words.c ---------------------------------------------------------------------------------------- */

typedef enum { VALUE_CLASS, VALUE_ID, VALUE_PROPERTY, VALUE_TYPE, VALUE_KINDS } ValueKind;

typedef struct {
    int64_t marks;
    uint64_t name; /* hash of a class attribute's first name, or of an id, without numbers; 0: none is left */
    int is_numbered; /* an id with a number */
} Value;

Value mt_read_value(View text, ValueKind kind, uint64_t seed);

/* -- profiles.c ------------------------------------------------------------------------------------- */

int mt_is_profile_url(View url);

/* -- times.c ---------------------------------------------------------------------------------------- */

int mt_may_be_time(const Byte *at, const Byte *end, int has_digits);

/* -- groups.c --------------------------------------------------------------------------------------- */

enum { MAX_GROUPS = 48 };

/* Possible posts: the rows `start .. end` of each. */
typedef struct {
    int64_t *start, *end, count; /* one block of memory */
    int is_run;                  /* runs of siblings, not elements */
} PostGroup;

typedef struct {
    PostGroup at[MAX_GROUPS];
    int count;
} PostGroups;

/* Find groups in which most may be posts; `times` are the leaves with a time. The caller frees them. */
Outcome mt_find_post_groups(const Table *table, const Rows *rows, const Segments *found,
                            const ThreadMarks *marks, const Byte *times, PostGroups *groups);
void mt_free_post_groups(PostGroups *groups);

#endif
