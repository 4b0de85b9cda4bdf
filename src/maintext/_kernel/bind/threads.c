/* Hints at posts and comments, and groups of possible posts, for Python: see threads/threads.h. */
#include "threads/threads.h"

#include "base/memory.h"
#include "bind/memory.h"
#include "bind/table.h"

/* Ask Python about the texts that may have a time. Returns 0 and sets an exception on failure. */
static int decide_times(const TableObject *table, PyObject *has_time, Byte *is_time)
{
    Rows rows = mt_table_rows(table);
    for (int64_t row = 0; row < rows.count; row++) {
        if (is_time[row] != MAY_BE_TIME)
            continue;
        const Byte *start = text_from(&rows, row);
        PyObject *text =
            PyUnicode_DecodeUTF8((const char *)start, text_from(&rows, row + 1) - start, "surrogatepass");
        PyObject *found = text ? PyObject_CallFunctionObjArgs(has_time, text, NULL) : NULL;
        int is_found = found ? PyObject_IsTrue(found) : -1;
        Py_XDECREF(text);
        Py_XDECREF(found);
        if (is_found < 0)
            return 0;
        is_time[row] = is_found ? IS_TIME : 0;
    }
    return 1;
}

PyObject *mt_table_mark_threads(PyObject *self, PyObject *has_time)
{
    TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    void *memory = mt_allocate(thread_mark_size(rows.count) + 1);
    if (!memory)
        return PyErr_NoMemory();
    ThreadMarks marks = mt_thread_marks_in(memory, rows.count);
    Outcome outcome;
    ENTER(self);
    outcome = mt_mark_threads(table->parser, &table->table, &rows, &table->found, &marks);
    LEAVE();
    if (outcome != OUTCOME_OK)
        PyErr_NoMemory();
    if (outcome == OUTCOME_OK && decide_times(table, has_time, marks.is_time)) {
        const State *state = PyType_GetModuleState(Py_TYPE(self));
        return mt_own_memory((PyTypeObject *)state->memory_type, memory, thread_mark_size(rows.count));
    }
    mt_release(memory);
    return NULL;
}

/* The groups as a list of ((good, full), score, (start, end, owner), names, titles). */
static PyObject *list_groups(const JudgedGroups *judged, int64_t blocks)
{
    PyObject *list = PyList_New(judged->count);
    for (int i = 0; list && i < judged->count; i++) {
        const JudgedGroup *found = &judged->at[i];
        const PostGroup *group = found->group;
        PyObject *item = Py_BuildValue("(Ld)d(NNN)NN", (long long)found->good, found->full, found->score,
                                       mt_bytes_of(group->start, group->count, sizeof(int64_t)),
                                       mt_bytes_of(group->end, group->count, sizeof(int64_t)),
                                       mt_bytes_of(found->owner, blocks, sizeof(int64_t)),
                                       mt_bytes_of(found->names, found->name_count, sizeof(int64_t)),
                                       mt_bytes_of(found->titles, found->title_count, sizeof(int64_t)));
        if (!item || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Find and judge the groups; the evidence is written to memory that the caller frees. */
static PyObject *judged_groups(TableObject *table, const ThreadMarks *marks, const Byte *is_free,
                               void *memory)
{
    Rows rows = mt_table_rows(table);
    const Segments *found = &table->found;
    ThreadPage page = {table->parser, &table->table, &rows, found, marks, marks->is_time, is_free};
    PostEvidence evidence = mt_post_evidence_in(memory, found->count);
    PostGroups groups;
    JudgedGroups judged = {.count = 0};
    mt_find_post_evidence(&page, &evidence);
    Outcome outcome = mt_find_post_groups(&page, &groups);
    if (outcome == OUTCOME_OK)
        outcome = mt_judge_groups(&page, &evidence, &groups, &judged);
    PyObject *list = outcome == OUTCOME_OK ? list_groups(&judged, found->count) : PyErr_NoMemory();
    mt_free_judged_groups(&judged);
    mt_free_post_groups(&groups);
    return list;
}

PyObject *mt_table_post_groups(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *memory, *blocks, *list = NULL;
    if (!PyArg_ParseTuple(arguments, "OO:post_groups", &memory, &blocks))
        return NULL;
    int64_t rows = table->table.rows;
    Arrays arrays = {.count = 0};
    const Byte *given = mt_take(&arrays, memory, UINT8, (int64_t)thread_mark_size(rows));
    const Byte *is_free = given ? mt_take(&arrays, blocks, BOOL, table->found.count) : NULL;
    size_t size = post_evidence_size(table->found.count);
    void *evidence = is_free ? mt_allocate(size + 1) : NULL;
    if (evidence) {
        ThreadMarks marks = mt_thread_marks_in((void *)(uintptr_t)given, rows);
        ENTER(self);
        list = judged_groups(table, &marks, is_free, evidence);
        LEAVE();
    } else if (is_free) {
        PyErr_NoMemory();
    }
    mt_release_arrays(&arrays);
    if (!list) {
        mt_release(evidence);
        return NULL;
    }
    const State *state = PyType_GetModuleState(Py_TYPE(self));
    return Py_BuildValue("NN", mt_own_memory((PyTypeObject *)state->memory_type, evidence, size), list);
}

/* -- the first post ---------------------------------------------------------------------------------- */

PyObject *mt_table_post_opening(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *known, *result = NULL;
    long long reply;
    if (!PyArg_ParseTuple(arguments, "OL:post_opening", &known, &reply))
        return NULL;
    Rows rows = mt_table_rows(table);
    int64_t count = table->found.count, end = reply;
    Arrays held = {.count = 0};
    const Byte *given = mt_take(&held, known, UINT8, (int64_t)post_evidence_size(count));
    int64_t *owner = given ? mt_allocate_items(count, sizeof *owner) : NULL;
    if (owner && mt_check_range(&end, 1, 0, rows.count - 1)) {
        PostEvidence evidence = mt_post_evidence_in((void *)(uintptr_t)given, count);
        int64_t start = mt_find_opening(&rows, &table->found, &evidence, reply, owner);
        result = start == NONE ? Py_BuildValue("")
                               : Py_BuildValue("NNN", mt_bytes_of(&start, 1, sizeof start),
                                               mt_bytes_of(&end, 1, sizeof end),
                                               mt_bytes_of(owner, count, sizeof *owner));
    }
    mt_release(owner);
    mt_release_arrays(&held);
    return result;
}

/* -- texts of posts --------------------------------------------------------------------------------- */

/* The posts of a tuple (start, end, owner). Returns 0 and sets an exception if they are not valid. */
static int take_posts(Arrays *held, PyObject *group, const TableObject *table, Posts *posts)
{
    PyObject *start, *end, *owner;
    int64_t rows = table->table.rows;
    if (!PyArg_ParseTuple(group, "OOO:post_texts", &start, &end, &owner) ||
        !(posts->start = mt_take_indices(held, start, ANY, 0, rows - 1)))
        return 0;
    posts->count = mt_last_length(held);
    posts->end = mt_take_indices(held, end, posts->count, 1, rows);
    posts->owner =
        posts->end ? mt_take_indices(held, owner, table->found.count, NONE, posts->count - 1) : NULL;
    for (int64_t i = 1; posts->owner && i < posts->count; i++)
        if (posts->start[i - 1] >= posts->start[i]) {
            PyErr_SetString(PyExc_ValueError, "the posts are not in order");
            return 0;
        }
    return posts->owner != NULL;
}

PyObject *mt_table_post_texts(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *hints, *known, *blocks, *group, *letters, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOO!O:post_texts", &hints, &known, &blocks, &PyTuple_Type, &group,
                          &letters))
        return NULL;
    int64_t rows = table->table.rows, count = table->found.count;
    Rows columns = mt_table_rows(table);
    Posts posts = {.count = 0};
    Arrays held = {.count = 0};
    const Byte *given = mt_take(&held, hints, UINT8, (int64_t)thread_mark_size(rows));
    const Byte *evidence = given ? mt_take(&held, known, UINT8, (int64_t)post_evidence_size(count)) : NULL;
    const Byte *is_free = evidence ? mt_take(&held, blocks, BOOL, count) : NULL;
    const Byte *is_alphabetic = is_free ? mt_take(&held, letters, BOOL, KNOWN_CODES) : NULL;
    if (is_alphabetic && take_posts(&held, group, table, &posts)) {
        size_t size = (size_t)posts.count * sizeof(uint64_t) + 3 * (size_t)count;
        uint64_t *memory = mt_allocate(size + 1);
        Outcome outcome = OUTCOME_NO_MEMORY;
        if (memory) {
            Byte *bytes = (Byte *)(memory + posts.count);
            PostTexts texts = {memory, bytes, bytes + count, bytes + 2 * count};
            ThreadMarks marks = mt_thread_marks_in((void *)(uintptr_t)given, rows);
            PostEvidence numbers = mt_post_evidence_in((void *)(uintptr_t)evidence, count);
            ThreadPage page = {table->parser, &table->table, &columns, &table->found,
                               &marks,        marks.is_time, is_free};
            outcome = mt_find_post_texts(&page, &numbers, &posts, is_alphabetic, &texts);
        }
        const State *state = PyType_GetModuleState(Py_TYPE(self));
        if (outcome == OUTCOME_OK) {
            result = mt_own_memory((PyTypeObject *)state->memory_type, memory, size);
        } else {
            mt_release(memory);
            PyErr_NoMemory();
        }
    }
    mt_release_arrays(&held);
    return result;
}
