/* The loops of scoring.h for Python. A scorer is a capsule: it keeps the arrays of a model, which are checked
   once. */
#include "bind/arrays.h"

#include <limits.h>
#include <stdlib.h>

#include "bind/memory.h"
#include "bind/scoring.h"

static const char CAPSULE[] = "maintext.scorer";

typedef struct Kept {
    Held held;
    Scorer scorer;
    Room room; /* of the page before, for one thread at a time */
} Kept;

static void free_kept(PyObject *capsule)
{
    Kept *kept = PyCapsule_GetPointer(capsule, CAPSULE);
    mt_release_held(&kept->held);
    free(kept->room.bytes);
    free(kept);
}

/* -- a model ---------------------------------------------------------------------------------------- */

/* Words, each in a slot of its own. */
static int take_word_set(Held *held, PyObject *slots, unsigned long long factor, int bits, WordSet *set)
{
    *set = (WordSet){mt_take(held, slots, UINT64, (int64_t)1 << bits), factor, bits};
    return set->slots != NULL;
}

/* The words that tell what a page declares: a tuple (see declared.h). */
static int take_declared_words(Held *held, PyObject *given, DeclaredWords *words)
{
    PyObject *text;
    if (!PyArg_ParseTuple(given, "Oiii:declared_words", &text, &words->types, &words->schemas,
                          &words->addresses))
        return 0;
    if (words->types < 0 || words->schemas < 0 || words->addresses < 0 ||
        (int64_t)words->types + words->schemas + words->addresses > UCHAR_MAX) {
        PyErr_SetString(PyExc_ValueError, "there are no such groups of words");
        return 0;
    }
    words->text = mt_take(held, text, UINT8, ANY);
    words->length = words->text ? (size_t)mt_items_held(held) : 0;
    return words->text != NULL;
}

/* What the features refer to; a tuple, in the order of maintext.model.measure. */
static int take_references(Held *held, PyObject *references, Scorer *scorer)
{
    PyObject *letters, *stops, *years, *speaking, *subjects, *near, *buckets, *around, *logged, *removed,
        *wrappers, *words, *tag_lengths;
    unsigned long long stop_factor, year_factor, speaking_factor;
    int bits;
    if (!PyArg_ParseTuple(references, "OOKOKOKiOOOOOdOOdpO!O:references", &letters, &stops, &stop_factor,
                          &years, &year_factor, &speaking, &speaking_factor, &bits, &subjects, &near,
                          &buckets, &around, &logged, &scorer->least_long, &removed, &wrappers,
                          &scorer->wrapper_share, &scorer->with_images, &PyTuple_Type, &words, &tag_lengths))
        return 0;
    if (bits < 1 || bits > 30) {
        PyErr_SetString(PyExc_ValueError, "a set of words has 2 to 2 ** 30 slots");
        return 0;
    }
    const uint32_t *codes = mt_take(held, letters, UINT32, KNOWN_CODES + 1);
    if (!codes || !take_word_set(held, stops, stop_factor, bits, &scorer->stops) ||
        !take_word_set(held, years, year_factor, bits, &scorer->years) ||
        !take_word_set(held, speaking, speaking_factor, bits, &scorer->speaking) ||
        !(scorer->near = mt_take_indices(held, near, ANY, -1, NEAR_SUBJECTS - 1)))
        return 0;
    scorer->alphabet = mt_alphabet_of(codes);
    scorer->subjects = mt_items_held(held);
    int64_t own = OWN_COLUMNS + scorer->subjects;
    int64_t counts = SUM_COUNT + CHARACTER_KINDS + TAG_KINDS + scorer->subjects;
    scorer->subject_by_slot = mt_take_indices(held, subjects, (int64_t)1 << bits, 0, scorer->subjects - 1);
    if (!scorer->subject_by_slot ||
        !(scorer->tag_buckets =
              mt_take_indices(held, buckets, TAG_PLACES * TAG_KINDS, 0, (1 << BUCKET_BITS) - 1)) ||
        !(scorer->around = mt_take_indices(held, around, AROUND, 0, own - 1)) ||
        !(scorer->removed_tags = mt_take(held, removed, BOOL, LISTED_TAGS + 1)) ||
        !(scorer->wrapper_tags = mt_take(held, wrappers, BOOL, LISTED_TAGS + 1)) ||
        !(scorer->tag_lengths = mt_take(held, tag_lengths, INT64, LISTED_TAGS)) ||
        !(scorer->logged = mt_take_indices(held, logged, ANY, 0, counts - 1)))
        return 0;
    scorer->logged_count = mt_items_held(held);
    return take_declared_words(held, words, &scorer->declared_words);
}

static int take_tables(Held *held, PyObject *tables, Scorer *scorer)
{
    PyObject *weight[SCORES];
    Weights *weights = scorer->weights;
    if (!PyArg_ParseTuple(tables, "(Odd)(Odd)(Odd):tables", &weight[0], &weights[0].scale, &weights[0].bias,
                          &weight[1], &weights[1].scale, &weights[1].bias, &weight[2], &weights[2].scale,
                          &weights[2].bias))
        return 0;
    for (int i = 0; i < SCORES; i++)
        if (!(weights[i].weight = mt_take(held, weight[i], INT8, (int64_t)1 << BUCKET_BITS)))
            return 0;
    return 1;
}

static int take_trees(Held *held, PyObject *trees, int64_t features, Forest *forest)
{
    PyObject *parts[4];
    return PyArg_ParseTuple(trees, "OOOO:trees", &parts[0], &parts[1], &parts[2], &parts[3]) &&
           mt_take_forest(held, parts, features, forest);
}

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *references, *tables, *kinds, *blocks;
    long long page_features, article_kind;
    Scorer given = {0};
    if (!PyArg_ParseTuple(arguments, "O!O!O!O!(dd)(ddddL)L:make_scorer", &PyTuple_Type, &references,
                          &PyTuple_Type, &tables, &PyTuple_Type, &kinds, &PyTuple_Type, &blocks, &given.slope,
                          &given.offset, &given.choice.exponent, &given.article, &given.choice.slope,
                          &given.choice.offset, &article_kind, &page_features))
        return NULL;
    Kept *kept = calloc(1, sizeof *kept);
    PyObject *capsule = kept ? PyCapsule_New(kept, CAPSULE, free_kept) : PyErr_NoMemory();
    if (!capsule) {
        free(kept);
        return NULL;
    }
    Scorer *scorer = &kept->scorer;
    *scorer = given;
    scorer->article_kind = article_kind;
    if (!take_references(&kept->held, references, scorer) || !take_tables(&kept->held, tables, scorer) ||
        !take_trees(&kept->held, kinds, page_features, &scorer->kinds) ||
        !take_trees(&kept->held, blocks,
                    OWN_COLUMNS + scorer->subjects + CONTEXT_COLUMNS + scorer->kinds.outputs,
                    &scorer->blocks))
        Py_CLEAR(capsule);
    else if (page_features != PAGE_COLUMNS + scorer->logged_count + mt_declared_count(&scorer->declared_words) ||
             scorer->blocks.outputs != 1 || article_kind < 0 || article_kind >= scorer->kinds.outputs) {
        PyErr_SetString(PyExc_ValueError, "the trees are not those of a model");
        Py_CLEAR(capsule);
    }
    return capsule;
}

/* -- a page ----------------------------------------------------------------------------------------- */

/* A column whose numbers must lie within bounds. The table's own do: only others are looked at. */
static const int64_t *take_own(Held *held, PyObject *array, const Table *table, int column, int64_t first,
                               int64_t last)
{
    const int64_t *numbers = mt_take(held, array, INT64, table->rows);
    if (!numbers || numbers == table->cells + column * table->rows)
        return numbers;
    return mt_lie_between(numbers, table->rows, first, last) ? numbers : NULL;
}

/* The columns of its table: a tuple. */
static int take_rows(Held *held, PyObject *columns, const Table *table, Scored *page)
{
    PyObject *tag, *parent, *end, *depth, *flags, *block, *text_start, *text_end, *chars, *cjk;
    if (!PyArg_ParseTuple(columns, "OOOOOOOOOO:columns", &tag, &parent, &end, &flags, &block, &text_start,
                          &text_end, &depth, &chars, &cjk))
        return 0;
    int64_t rows = page->rows, tags = LISTED_TAGS + table->local_tag_count;
    return (page->tag = take_own(held, tag, table, COLUMN_TAG, 0, tags - 1)) &&
           (page->parent = take_own(held, parent, table, COLUMN_PARENT, -1, rows - 1)) &&
           (page->end = take_own(held, end, table, COLUMN_END, 0, rows)) &&
           (page->depth = mt_take(held, depth, INT64, rows)) && (page->flags = mt_take(held, flags, INT64, rows)) &&
           (page->block = take_own(held, block, table, COLUMN_BLOCK, 0, rows - 1)) &&
           (page->text_start = mt_take(held, text_start, INT64, rows)) &&
           (page->text_end = mt_take(held, text_end, INT64, rows)) &&
           (page->chars = mt_take(held, chars, INT64, rows)) && (page->cjk = mt_take(held, cjk, INT32, rows));
}

static int take_blocks(Held *held, PyObject *blocks, Scored *page)
{
    PyObject *leaves, *first_row, *element;
    if (!PyArg_ParseTuple(blocks, "OOO:blocks", &leaves, &first_row, &element))
        return 0;
    int64_t last = page->rows - 1;
    if (!(page->leaves = mt_take_indices(held, leaves, ANY, 0, last)))
        return 0;
    page->leaf_count = mt_items_held(held);
    if (!(page->first_row = mt_take_indices(held, first_row, ANY, 0, last)))
        return 0;
    page->blocks = mt_items_held(held);
    if (!page->blocks || page->rows >= INT_MAX / 2 || page->blocks > page->rows) {
        PyErr_SetString(PyExc_ValueError, "there are no blocks, or too many");
        return 0;
    }
    return (page->element = mt_take_indices(held, element, page->blocks, 0, last)) != NULL;
}

/* Memory for what is said of so many blocks: one array after the other, as maintext.model.measure reads them. */
static void *make_scores(const Scorer *scorer, int64_t count, Scores *scores, size_t *size)
{
    size_t blocks = (size_t)count, kinds = (size_t)scorer->kinds.outputs;
    size_t features = (size_t)(OWN_COLUMNS + scorer->subjects + CONTEXT_COLUMNS) + kinds;
    *size = (kinds + 3 * blocks) * sizeof(double) + blocks * sizeof(int64_t) +
            features * blocks * sizeof(float) + blocks;
    double *memory = malloc(*size);
    if (!memory)
        return NULL;
    scores->kinds = memory;
    scores->log_odds = scores->kinds + kinds;
    scores->probability = scores->log_odds + blocks;
    scores->chars = scores->probability + blocks;
    scores->words = (int64_t *)(void *)(scores->chars + blocks);
    scores->columns = (float *)(void *)(scores->words + blocks);
    scores->chosen = (uint8_t *)(scores->columns + features * blocks);
    return memory;
}

/* -- room ------------------------------------------------------------------------------------------- */

enum { MOST_KEPT = 1 << 22 }; /* bytes that a scorer keeps between pages */

/* The room that the scorer keeps, if nobody has it; Python's lock is held. */
static Room borrow_room(Kept *kept)
{
    Room room = {NULL, 0};
#ifndef Py_GIL_DISABLED
    room = kept->room;
    kept->room = (Room){NULL, 0};
#else
    (void)kept;
#endif
    return room;
}

static void return_room(Kept *kept, Room room)
{
#ifndef Py_GIL_DISABLED
    if (!kept->room.bytes && room.size <= MOST_KEPT) {
        kept->room = room;
        return;
    }
#else
    (void)kept;
#endif
    free(room.bytes);
}

/* -- scoring ---------------------------------------------------------------------------------------- */

/* Whoever begins keeps the scorer until the end. -1, and an exception, if it is none. */
int mt_begin_scoring(Scoring *scoring, PyObject *scorer)
{
    *scoring = (Scoring){.kept = PyCapsule_GetPointer(scorer, CAPSULE)};
    if (!scoring->kept)
        return -1;
    scoring->room = borrow_room(scoring->kept);
    return 0;
}

/* Values of attributes are written into a buffer of the parser's: here into one of our own, since another thread may
   ask for some meanwhile. */
void mt_run_scoring(Scoring *scoring, Parser *parser, const Table *table, const Scored *page)
{
    const Scorer *scorer = &scoring->kept->scorer;
    Scores scores;
    scoring->scores = make_scores(scorer, page->blocks, &scores, &scoring->size);
    scoring->outcome = scoring->scores ? LOOP_FINE : LOOP_NO_MEMORY;
    if (scoring->outcome != LOOP_FINE)
        return;
    Parser own = *parser;
    own.scratch = NULL;
    own.scratch_room = 0;
    scoring->outcome = mt_score_page(&own, table, scorer, page, &scoring->room, &scores);
    free(own.scratch);
}

/* The scores; None where nothing was run, NULL and an exception where it failed. */
PyObject *mt_end_scoring(Scoring *scoring, PyTypeObject *memory)
{
    return_room(scoring->kept, scoring->room);
    if (scoring->outcome == LOOP_FINE)
        return scoring->scores ? mt_own_memory(memory, scoring->scores, scoring->size) : Py_NewRef(Py_None);
    free(scoring->scores);
    if (scoring->outcome == LOOP_NO_MEMORY)
        PyErr_NoMemory();
    else
        PyErr_SetString(PyExc_ValueError, "the arrays are not those of a page");
    return NULL;
}

PyObject *mt_bind_score(Parser *parser, const Table *table, PyTypeObject *memory, PyObject *arguments)
{
    PyObject *scorer, *columns, *blocks, *scores = NULL;
    if (!PyArg_ParseTuple(arguments, "OO!O!:score", &scorer, &PyTuple_Type, &columns, &PyTuple_Type, &blocks))
        return NULL;
    Held held = {.count = 0};
    Scored page = {.rows = table->rows};
    Scoring scoring;
    if (take_rows(&held, columns, table, &page) && take_blocks(&held, blocks, &page) &&
        mt_begin_scoring(&scoring, scorer) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        mt_run_scoring(&scoring, parser, table, &page);
        Py_END_ALLOW_THREADS;
        scores = mt_end_scoring(&scoring, memory);
    }
    mt_release_held(&held);
    return scores;
}

PyObject *mt_bind_declared(Parser *parser, const Table *table, PyObject *arguments)
{
    DeclaredWords words;
    Declared declared;
    Held held = {.count = 0};
    PyObject *result = NULL;
    if (!take_declared_words(&held, arguments, &words))
        mt_finish(&held, 0);
    else if (!mt_read_declared(parser, table, &words, &declared)) {
        mt_release_held(&held);
        PyErr_NoMemory();
    } else {
        result = Py_BuildValue("y#y#", declared.titles, (Py_ssize_t)declared.titles_length, declared.columns,
                               (Py_ssize_t)((size_t)mt_declared_count(&words) * sizeof(float)));
        mt_free_declared(&declared);
        mt_release_held(&held);
    }
    return result;
}
