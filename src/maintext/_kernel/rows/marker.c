/* What listings.c, headings.c, beside.c and forums.c share: classes and texts of elements, and leaving them out. */
#include "rows/marker.h"

/* -- classes ----------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    int means;
    int is_word; /* else it may be a part of a word */
} ClassName;

enum { NAMES_PER_LETTER = 10 };

static const ClassName class_names[26][NAMES_PER_LETTER] = {
    ['a' - 'a'] = {{"anchor", NAMES_ANCHOR, 0}},
    ['b' - 'a'] = {{"blob-num", NAMES_NUMBERS, 0}},
    ['c' - 'a'] = {{"copy", NAMES_WIDGET, 0},
                   {"clipboard", NAMES_WIDGET, 0},
                   {"code", NAMES_CELL, 1},
                   {"code-lang", NAMES_WIDGET, 1},
                   {"code-language", NAMES_WIDGET, 1},
                   {"code-label", NAMES_WIDGET, 1},
                   {"crayon-num", NAMES_NUMBERS, 0},
                   {"clipped", NAMES_READER, 0},
                   {"codebox", NAMES_CODEBOX, 1},
                   {"clicks", NAMES_CLICKS, 1}},
    ['d' - 'a'] = {{"dp-highlighter", 0, 1}, {"dp-", NAMES_CODE, 0}},
    ['e' - 'a'] = {{"editsection", NAMES_EDIT, 0},
                   {"edit-section", NAMES_EDIT, 0},
                   {"expandlink", NAMES_EXPAND, 0}},
    ['g' - 'a'] = {{"gutter", NAMES_NUMBERS, 0}},
    ['h' - 'a'] = {{"headerlink", NAMES_ANCHOR, 0},
                   {"header-link", NAMES_ANCHOR, 0},
                   {"heading-link", NAMES_ANCHOR, 0},
                   {"hash-link", NAMES_ANCHOR, 0},
                   {"hljs-ln-n", NAMES_NUMBERS, 0},
                   {"hiddenvisually", NAMES_READER, 0}},
    ['l' - 'a'] = {{"ln", NAMES_NUMBERS, 1},
                   {"lnt", NAMES_NUMBERS, 1},
                   {"lineno", NAMES_NUMBERS, 0},
                   {"linenum", NAMES_NUMBERS, 0},
                   {"line-n", NAMES_NUMBERS, 0},
                   {"line_n", NAMES_NUMBERS, 0},
                   {"lang-label", NAMES_WIDGET, 1},
                   {"language-id", NAMES_WIDGET, 1},
                   {"language-label", NAMES_WIDGET, 1},
                   {"language-name", NAMES_WIDGET, 1}},
    ['o' - 'a'] = {{"offscreen", NAMES_READER, 0}, {"off-screen", NAMES_READER, 0}},
    ['p' - 'a'] = {{"permalink", NAMES_ANCHOR, 0}},
    ['q' - 'a'] = {{"quoteexpand", NAMES_EXPAND, 1}},
    ['s' - 'a'] = {{"sr-only", NAMES_READER, 0},
                   {"sronly", NAMES_READER, 0},
                   {"screen-reader", NAMES_READER, 0},
                   {"screenreader", NAMES_READER, 0},
                   {"syntaxhighlighter", NAMES_HIGHLIGHTER, 1}},
    ['t' - 'a'] = {{"toolbar", NAMES_WIDGET, 0}, {"tools", NAMES_WIDGET, 1}},
    ['v' - 'a'] = {{"visually-hidden", NAMES_READER, 0}, {"visuallyhidden", NAMES_READER, 0}},
};

/* The second letters of the names with a first letter, a bit each: on most rows no two letters are of a name. */
#define SECOND(letter) (1u << ((letter) - 'a'))
static const uint32_t second_letters[26] = {
    ['a' - 'a'] = SECOND('n'),
    ['b' - 'a'] = SECOND('l'),
    ['c' - 'a'] = SECOND('l') | SECOND('o') | SECOND('r'),
    ['d' - 'a'] = SECOND('p'),
    ['e' - 'a'] = SECOND('d') | SECOND('x'),
    ['g' - 'a'] = SECOND('u'),
    ['h' - 'a'] = SECOND('a') | SECOND('e') | SECOND('i') | SECOND('l'),
    ['l' - 'a'] = SECOND('a') | SECOND('i') | SECOND('n'),
    ['o' - 'a'] = SECOND('f'),
    ['p' - 'a'] = SECOND('e'),
    ['q' - 'a'] = SECOND('u'),
    ['s' - 'a'] = SECOND('c') | SECOND('r') | SECOND('y'),
    ['t' - 'a'] = SECOND('o'),
    ['v' - 'a'] = SECOND('i'),
};

static int is_class_name(View classes, size_t at, const ClassName *name)
{
    if (lower((Byte)classes.text[at + 1]) != (Byte)name->name[1])
        return 0;
    size_t length = strlen(name->name), end = at + length;
    if (end > classes.length || !mt_equals_ignoring_case((const Byte *)classes.text + at, name->name, length))
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
        Byte letter = (Byte)(((Byte)classes.text[at] | 32) - 'a'),
             next = (Byte)(((Byte)classes.text[at + 1] | 32) - 'a');
        if (LIKELY(letter >= 26 || next >= 26 || !(second_letters[letter] >> next & 1)))
            continue;
        for (int i = 0; i < NAMES_PER_LETTER && class_names[letter][i].name; i++)
            if (is_class_name(classes, at, &class_names[letter][i]))
                names |= class_names[letter][i].means;
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
