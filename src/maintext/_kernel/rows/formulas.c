/* Elements -> formulas: a copy of a table, with LaTeX in place of what the elements contain. */
#include "base/memory.h"
#include "base/vectors.h"
#include "rows/rows.h"

typedef struct {
    const Table *from;
    const Formulas *formulas;
    Table *table;
    const int64_t *old[COLUMN_COUNT];
    int64_t *new[COLUMN_COUNT];
    int64_t *row_of; /* new row of each old one */
    char *out;
    const Byte *limit;
    int64_t row, length; /* rows and code points so far */
} Copy;

/* Number of rows of the copy; FOUND_INVALID if the formulas are not in order, or inside each other. */
static int64_t count_rows(const Table *from, const Formulas *formulas)
{
    const int64_t *end = from->cells + COLUMN_END * from->rows;
    int64_t rows = from->rows, past = 0;
    for (int64_t i = 0; i < formulas->at.count; i++) {
        int64_t row = formulas->at.at[i];
        if (row < past || row >= from->rows)
            return FOUND_INVALID;
        past = end[row];
        rows += (formulas->texts[i].length > 0) - (past - row - 1);
    }
    return rows;
}

static void *allocated(size_t count, size_t size)
{
    return count > SIZE_MAX / size ? NULL : mt_allocate(count * size + STEP);
}

static int allocate_table(Copy *copy, int64_t rows)
{
    const Table *from = copy->from;
    Table *table = copy->table;
    size_t bytes = from->text_length + STEP, locals = (size_t)from->local_tag_count;
    for (int64_t i = 0; i < copy->formulas->at.count; i++)
        bytes += copy->formulas->texts[i].length;
    if (bytes > UINT32_MAX) /* `text_at` has 32 bits, and a character may become a long word of LaTeX */
        return 0;
    table->cells = allocated((size_t)rows, COLUMN_COUNT * sizeof(int64_t) + COUNT_COUNT * sizeof(int32_t));
    table->attributes = allocated((size_t)rows, sizeof *table->attributes);
    table->offsets = allocated((size_t)rows, sizeof *table->offsets);
    table->local_tags = allocated(locals, sizeof *table->local_tags);
    table->text = allocated(bytes, 1);
    table->text_at = allocated((size_t)rows + 1, sizeof *table->text_at);
    copy->row_of = allocated((size_t)from->rows, sizeof *copy->row_of);
    if (!table->cells || !table->attributes || !table->offsets || !table->local_tags || !table->text ||
        !table->text_at || !copy->row_of)
        return 0;
    table->rows = rows;
    table->local_tag_count = from->local_tag_count;
    table->is_flattened = from->is_flattened;
    memcpy(table->local_tags, from->local_tags, locals * sizeof *table->local_tags);
    memset(table->cells + COLUMN_COUNT * rows, 0, COUNT_COUNT * (size_t)rows * sizeof(int32_t));
    copy->out = table->text;
    copy->limit = (const Byte *)table->text + bytes;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        copy->old[i] = from->cells + i * from->rows;
        copy->new[i] = table->cells + i * rows;
    }
    return 1;
}

static int32_t *counts_of(const Table *table)
{
    return (int32_t *)(void *)(table->cells + COLUMN_COUNT * table->rows);
}

static void add_chars(Table *table, int64_t flags, int64_t points)
{
    if (!(flags & FLAG_UNSHOWN))
        *(flags & FLAG_HIDDEN ? &table->hidden_chars : &table->shown_chars) += points;
}

/* Copy the text and the counts of a text node. */
static void copy_text(Copy *copy, int64_t old)
{
    const int32_t *from = counts_of(copy->from);
    int32_t *to = counts_of(copy->table);
    const uint32_t *text_at = copy->from->text_at + old;
    size_t bytes = text_at[1] - text_at[0];
    int64_t points = copy->old[COLUMN_TEXT_END][old] - copy->old[COLUMN_TEXT_START][old];
    memcpy(copy->out, copy->from->text + text_at[0], bytes);
    copy->out += bytes;
    for (int i = 0; i < COUNT_COUNT; i++)
        to[i * copy->table->rows + copy->row] = from[i * copy->from->rows + old];
    add_chars(copy->table, copy->old[COLUMN_FLAGS][old], points);
    copy->length += points;
}

/* Copy a row. Its parent has been copied before. */
static void copy_row(Copy *copy, int64_t old)
{
    int64_t row = copy->row, above = copy->old[COLUMN_PARENT][old], block = copy->old[COLUMN_BLOCK][old];
    for (int i = 0; i < COLUMN_COUNT; i++)
        copy->new[i][row] = copy->old[i][old];
    copy->row_of[old] = row;
    copy->new[COLUMN_PARENT][row] = above == NONE ? NONE : copy->row_of[above];
    copy->new[COLUMN_BLOCK][row] = copy->row_of[block];
    copy->new[COLUMN_END][row] = row + 1;
    copy->new[COLUMN_TEXT_START][row] = copy->length;
    copy->table->text_at[row] = (uint32_t)(copy->out - copy->table->text);
    copy->table->attributes[row] = copy->from->attributes[old];
    copy->table->offsets[row] = copy->from->offsets[old];
    if (copy->old[COLUMN_TAG][old] == TAG_TEXT)
        copy_text(copy, old);
    copy->new[COLUMN_TEXT_END][row] = copy->length;
    copy->row++;
}

/* Add the text node of a formula. */
static void add_text(Copy *copy, int64_t above, View text)
{
    int64_t row = copy->row++, flags = copy->new[COLUMN_FLAGS][above];
    const Byte *start = (const Byte *)copy->out;
    copy->table->text_at[row] = (uint32_t)(copy->out - copy->table->text);
    memcpy(copy->out, text.text, text.length);
    copy->out += text.length;
    int64_t points = mt_count_characters(start, (const Byte *)copy->out, copy->limit,
                                         counts_of(copy->table) + row, copy->table->rows);
    copy->new[COLUMN_TAG][row] = TAG_TEXT;
    copy->new[COLUMN_PARENT][row] = above;
    copy->new[COLUMN_END][row] = row + 1;
    copy->new[COLUMN_DEPTH][row] = copy->new[COLUMN_DEPTH][above] + 1;
    copy->new[COLUMN_FLAGS][row] = flags;
    copy->new[COLUMN_BLOCK][row] = copy->new[COLUMN_BLOCK][above];
    copy->new[COLUMN_TEXT_START][row] = copy->length;
    copy->length += points;
    copy->new[COLUMN_TEXT_END][row] = copy->length;
    copy->table->offsets[row] = NONE;
    copy->table->attributes[row] = (RowAttributes){0, 0, NAMESPACE_HTML};
    add_chars(copy->table, flags, points);
}

static void copy_formula(Copy *copy, int64_t old, int64_t formula)
{
    int64_t row = copy->row;
    copy_row(copy, old);
    int64_t above = copy->new[COLUMN_PARENT][row];
    copy->new[COLUMN_FLAGS][row] = copy->formulas->flags[formula];
    copy->new[COLUMN_BLOCK][row] = copy->formulas->is_display[formula] ? row
                                   : above == NONE                     ? 0
                                                                       : copy->new[COLUMN_BLOCK][above];
    if (copy->formulas->texts[formula].length)
        add_text(copy, row, copy->formulas->texts[formula]);
}

static void copy_rows(Copy *copy)
{
    int64_t formula = 0;
    for (int64_t old = 0; old < copy->from->rows;) {
        int is_formula = formula < copy->formulas->at.count && copy->formulas->at.at[formula] == old;
        copy->row_of[old] = copy->row; /* its own block, perhaps */
        if (is_formula)
            copy_formula(copy, old, formula);
        else
            copy_row(copy, old);
        old = is_formula ? copy->old[COLUMN_END][old] : old + 1;
        formula += is_formula;
    }
    copy->table->text_length = (size_t)(copy->out - copy->table->text);
    copy->table->text_at[copy->table->rows] = (uint32_t)copy->table->text_length;
    for (int64_t row = copy->row - 1; row > 0; row--) {
        int64_t above = copy->new[COLUMN_PARENT][row];
        if (above == NONE)
            continue;
        for (int i = 0; i < 2; i++) {
            int64_t *end = copy->new[i ? COLUMN_TEXT_END : COLUMN_END];
            end[above] = end[above] < end[row] ? end[row] : end[above];
        }
    }
}

int64_t mt_put_formulas(const Table *from, const Formulas *formulas, Table *table)
{
    Copy copy = {.from = from, .formulas = formulas, .table = table};
    int64_t rows = count_rows(from, formulas);
    if (rows < 0)
        return rows;
    int has_memory = allocate_table(&copy, rows);
    if (has_memory)
        copy_rows(&copy);
    mt_release(copy.row_of);
    return has_memory ? 0 : FOUND_NO_MEMORY;
}
