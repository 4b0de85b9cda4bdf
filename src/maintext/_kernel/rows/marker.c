/* What listings.c, headings.c, beside.c and forums.c share: classes and texts of elements, and leaving them out. */
#include "rows/marker.h"

/* -- classes ----------------------------------------------------------------------------------------- */

static int is_class_name(View classes, size_t at, const ClassName *name)
{
    if (lower((Byte)classes.text[at + 1]) != (Byte)name->text[1])
        return 0;
    size_t length = strlen(name->text), end = at + length;
    if (end > classes.length || !mt_equals_ignoring_case((const Byte *)classes.text + at, name->text, length))
        return 0;
    int is_whole =
        (at == 0 || classes.text[at - 1] == ' ') && (end == classes.length || classes.text[end] == ' ');
    return is_whole || !name->is_word;
}

int mt_names_of(const Marker *marker, int64_t row)
{
    RowAttributes of = marker->table->attributes[row];
    const Attribute *found = NULL;
    int names = 0;
    for (int i = 0; i < of.count && !found; i++)
        if (marker->parser->attributes[of.first + i].id == ATTRIBUTE_CLASS)
            found = &marker->parser->attributes[of.first + i];
    if (!found)
        return 0;
    View classes = mt_value_of(marker->parser, found);
    if (!classes.text)
        mt_fail(marker->parser, FAILED_MEMORY);
    for (size_t at = 0; at + 1 < classes.length; at++) { /* all names have two letters */
        int letter = letter_number(classes.text[at]), next = letter_number(classes.text[at + 1]);
        if (LIKELY(!(mt_second_letters[letter] >> next & 1)))
            continue;
        for (int i = mt_class_names_from[letter]; i < mt_class_names_from[letter + 1]; i++)
            if (is_class_name(classes, at, &mt_class_names[i]))
                names |= mt_class_names[i].means;
    }
    return names;
}

/* -- texts ------------------------------------------------------------------------------------------- */

const Node *mt_node_of(const Marker *marker, int64_t row)
{
    return &marker->parser->nodes[marker->table->nodes[row]];
}

int64_t mt_bytes_below(const Marker *marker, int64_t row, int64_t limit)
{
    int64_t sum = 0;
    for (int64_t at = row; at < marker->end[row] && sum <= limit; at++)
        for (int32_t i = marker->tag[at] == TAG_TEXT ? mt_node_of(marker, at)->data : NONE; i != NONE;
             i = marker->parser->chunks[i].next)
            sum += marker->parser->chunks[i].span.length;
    return sum;
}

View mt_text_below(const Marker *marker, int64_t row, char *out)
{
    size_t length = 0, start = 0;
    for (int64_t at = row; at < marker->end[row]; at++)
        for (int32_t i = marker->tag[at] == TAG_TEXT ? mt_node_of(marker, at)->data : NONE; i != NONE;
             i = marker->parser->chunks[i].next) {
            const Chunk *chunk = &marker->parser->chunks[i];
            const Byte *text = marker->parser->source + chunk->span.start;
            length += mt_write_text(text, text + chunk->span.length, chunk->how, 0, out + length);
        }
    while (length && is_space((Byte)out[length - 1]))
        length--;
    while (start < length && is_space((Byte)out[start]))
        start++;
    return (View){out + start, length - start};
}

/* -- flags ------------------------------------------------------------------------------------------- */

void mt_leave_out(Marker *marker, int64_t row)
{
    Table *table = marker->table;
    int32_t *counts = (int32_t *)(table->cells + COLUMN_COUNT * table->rows);
    for (int64_t at = row; at < marker->end[row]; at++) {
        if (marker->tag[at] == TAG_TEXT && !(marker->flags[at] & FLAG_UNSHOWN)) {
            int64_t points = marker->text_end[at] - marker->text_start[at];
            *(marker->flags[at] & FLAG_HIDDEN ? &table->hidden_chars : &table->shown_chars) -= points;
            for (int i = 0; i < COUNT_COUNT; i++)
                counts[i * table->rows + at] = 0;
        }
        marker->flags[at] |= FLAG_UNSHOWN;
    }
}
