/* Posts and comments: hints in class names, ids, links and short texts; groups of elements that may be posts.

       marks.c        hints of all rows of a page
       words.c        an attribute's value -> marks, and its name
       profiles.c     whether a URL is that of a person's profile
       times.c        whether a text may contain a time
       plain_times.c  whether a text of ASCII does
       groups.c       hints -> groups of similar elements
       evidence.c     names, times and text of each block
       judge.c        groups -> those in which most are posts
       lines.c        short lines that posts share
       texts.c        a group -> the blocks with the texts of its posts

   maintext.threads uses them; tests/reference/threads.py and post_texts.py do the same with regular expressions
   and loops. */
#ifndef MAINTEXT_THREADS_H
#define MAINTEXT_THREADS_H

#include "generated/thread_words.h"
#include "model/words.h"
#include "rows/rows.h"

/* -- columns in one block of memory ------------------------------------------------------------------ */

static inline size_t column_size(int numbers, int bytes, int64_t count)
{
    return (size_t)count * ((size_t)numbers * sizeof(int64_t) + (size_t)bytes);
}

/* The columns of bytes, after those of numbers. */
static inline Byte *byte_columns(int64_t *memory, int numbers, int64_t count)
{
    return (Byte *)(memory + numbers * count);
}

/* -- marks.c ----------------------------------------------------------------------------------------- */

/* The hints, per row. All columns are in one block of memory, in this order. */
typedef struct {
    int64_t *flags;       /* MARK_ bits of its attributes */
    int64_t *name;        /* equal for elements with the same tag and first class, or id */
    int64_t *number_name; /* the same for ids with a number, which does not count; NONE for others */
    int64_t *aside;  /* nearest element around it that surrounds the text of a post; NONE if there is none */
    Byte *is_time;   /* leaves in short lines: IS_TIME, MAY_BE_TIME or 0 */
    Byte *is_person; /* an element with an author's name: marked as such, or a link to a profile */
    Byte *in_person; /* inside one */
    Byte *in_author; /* inside one that is marked as such */
    Byte *in_comments;  /* inside an element marked as comments */
    Byte *in_thread;    /* a few levels below an element marked as thread or comments */
    Byte *is_elsewhere; /* in a box for other pages, navigation or footer */
    Byte *has_item;     /* an element marked as a post is below it */
    Byte *has_body;     /* an element marked as the text of a post is below it */
    Byte *in_body;      /* inside such an element */
} ThreadMarks;

enum { MARK_NUMBERS = 4, MARK_BYTES = 10 };

static inline size_t thread_mark_size(int64_t rows) { return column_size(MARK_NUMBERS, MARK_BYTES, rows); }
ThreadMarks mt_thread_marks_in(void *memory, int64_t rows);

Outcome mt_mark_threads(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                        ThreadMarks *marks);

/* A page, for all that follows its hints. */
typedef struct {
    Parser *parser;
    const Table *table;
    const Rows *rows;
    const Segments *found;
    const ThreadMarks *marks;
    const Byte *times;   /* the leaves with a time */
    const Byte *is_free; /* the blocks that may be part of a post */
} ThreadPage;

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

/* IS_TIME, MAY_BE_TIME or 0. `length` is the number of code points, `digits` that of digits of any script. */
Byte mt_find_time(const Byte *at, const Byte *end, int64_t length, int64_t digits);

/* -- plain_times.c ---------------------------------------------------------------------------------- */

int mt_is_plain_time(const Byte *at, const Byte *end, int64_t digits);

/* -- groups.c --------------------------------------------------------------------------------------- */

enum { MAX_GROUPS = 48 };

typedef struct {
    int64_t key, row;
} Keyed;

void mt_sort_keyed(Keyed *rows, int64_t count); /* by key, then by row */

/* Possible posts: the rows `start .. end` of each. */
typedef struct {
    int64_t *start, *end, count; /* one block of memory */
    int is_run;                  /* runs of siblings, not elements */
} PostGroup;

typedef struct {
    PostGroup at[MAX_GROUPS];
    int count;
} PostGroups;

/* Find groups in which most may be posts. The caller frees them. */
Outcome mt_find_post_groups(const ThreadPage *page, PostGroups *groups);
void mt_free_post_groups(PostGroups *groups);

/* Whether the page as a whole is marked as a thread. */
int mt_is_thread(const ThreadPage *page);

/* Whether most of the rows have a value in a column. */
int mt_is_most(const Byte *column, const int64_t *rows, int64_t count);

/* -- evidence.c ------------------------------------------------------------------------------------- */

/* Per block. All columns are in one block of memory, in this order. A CJK character counts twice in a size, since
   it says as much as two letters. */
typedef struct {
    int64_t *chars;
    int64_t *size;
    int64_t *prose;   /* size of a block that may be the text of a post; 0 for others */
    int64_t *running; /* the same of running text only, outside boxes for other pages */
    Byte *has_time;
    Byte *has_person; /* an author's name */
    Byte *is_linked;  /* most of it is links */
    Byte *in_body;    /* inside an element marked as the text of a post */
} PostEvidence;

enum { EVIDENCE_NUMBERS = 4, EVIDENCE_BYTES = 4 };

static inline size_t post_evidence_size(int64_t blocks)
{
    return column_size(EVIDENCE_NUMBERS, EVIDENCE_BYTES, blocks);
}
PostEvidence mt_post_evidence_in(void *memory, int64_t blocks);

void mt_find_post_evidence(const ThreadPage *page, PostEvidence *evidence);

/* -- opening.c -------------------------------------------------------------------------------------- */

/* The first row of the first post: shortly before the first reply, with a text and a name or a time. NONE if there is
   none. `owner` gets 0 for its blocks, NONE for others. */
int64_t mt_find_opening(const Rows *rows, const Segments *found, const PostEvidence *evidence, int64_t reply,
                        int64_t *owner);

/* -- judge.c ---------------------------------------------------------------------------------------- */

/* A group in which most may be posts. It depends on the texts of some blocks whether they are. */
typedef struct {
    const PostGroup *group;
    int64_t *owner; /* per block: the innermost post that contains it, or NONE; the arrays follow */
    int64_t *names, name_count;   /* blocks that must differ, or the posts have no names */
    int64_t *titles, title_count; /* blocks; if most differ, these are teasers of other pages */
    int64_t good;                 /* number of good posts */
    double full;                  /* share of these that have both a name and a time */
    double score;
} JudgedGroup;

typedef struct {
    JudgedGroup at[MAX_GROUPS];
    int count;
} JudgedGroups;

/* The caller frees the judged groups in any case. */
Outcome mt_judge_groups(const ThreadPage *page, const PostEvidence *evidence, const PostGroups *groups,
                        JudgedGroups *judged);
void mt_free_judged_groups(JudgedGroups *judged);

/* -- lines.c ----------------------------------------------------------------------------------------- */

enum { MAX_POST_LINE = 120 }; /* characters of a line that may be no text: a name, a time, a label */

/* The posts of a group, in order. */
typedef struct {
    const int64_t *start, *end; /* rows */
    int64_t count;
    const int64_t *owner; /* per block: the innermost post that contains it, or NONE */
} Posts;

int mt_is_post_line(const PostEvidence *evidence, int64_t block);

/* Mark the lines of posts whose letters at least three and half of the posts have in one line; of links and headings
   in the element with the text, four fifths. `is_alphabetic` has KNOWN_CODES entries. */
Outcome mt_find_common_lines(const ThreadPage *page, const PostEvidence *evidence, const Posts *posts,
                             const Byte *is_alphabetic, Byte *is_common);

/* -- texts.c ----------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t *likeness; /* per post: equal if the texts are */
    Byte *is_text;      /* per block: whether it is text of its post */
    Byte *is_inside;    /* whether it is in an element that contains such texts */
    Byte *is_common;    /* whether posts share it; see lines.c */
} PostTexts;

Outcome mt_find_post_texts(const ThreadPage *page, const PostEvidence *evidence, const Posts *posts,
                           const Byte *is_alphabetic, PostTexts *texts);

#endif
