/* Texts that a reader cannot see: those of hidden elements and of templates. */
#include "render/content.h"

void mt_mark_hidden(const Rows *rows, Byte *marks)
{
    int64_t template_end = 0;
    for (int64_t row = 0; row < rows->count; row++) {
        int is_unshown = (rows->flags[row] & FLAG_UNSHOWN) != 0;
        if (is_unshown && rows->tag[row] == TAG_TEMPLATE && rows->end[row] > template_end)
            template_end = rows->end[row];
        int is_hidden = row < template_end || (!is_unshown && rows->flags[row] & FLAG_HIDDEN);
        int64_t parent = rows->parent[row];
        int is_inner = parent >= 0 && parent < row && marks[parent] != HIDDEN_NONE;
        marks[row] = !is_hidden ? HIDDEN_NONE : is_inner ? HIDDEN_INNER : HIDDEN_OUTER;
    }
}

/* Write the words of a text, with one space between words; `is_apart` if one is needed before the first. */
static void put_words(Buffer *out, const Byte *at, const Byte *end, int *is_apart)
{
    while (at < end) {
        const Byte *before = at;
        View word = next_word(&at, end);
        *is_apart |= (const Byte *)word.text != before;
        if (!word.length)
            return;
        if (*is_apart && out->length)
            mt_put_char(out, ' ');
        mt_put(out, word.text, word.length);
        *is_apart = 0;
    }
}

int mt_put_hidden(const Rows *rows, int64_t row, Buffer *out)
{
    int64_t block = NONE;
    int is_apart = 0;
    if (rows->text_start[row] == rows->text_end[row])
        return 1;
    if (!is_end(rows, row))
        return 0;
    for (int64_t at = row; at < rows->end[row]; at++) {
        int64_t parent = rows->parent[at];
        int is_shown = rows->flags[row] & FLAG_HIDDEN && !(rows->flags[at] & FLAG_HIDDEN); /* again */
        if (rows->tag[at] != TAG_TEXT || is_shown ||
            (is_row(rows, parent) && rows->tag[parent] == TAG_SCRIPT))
            continue;
        is_apart |= rows->block[at] != block;
        block = rows->block[at];
        put_words(out, text_from(rows, at), text_from(rows, at + 1), &is_apart);
    }
    return 1;
}
