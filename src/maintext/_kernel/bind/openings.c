/* Blocks by the first characters of their texts, for maintext.methods.auto.openings: most lines begin with none
   that matter, and Python need not read them. */
#include "bind/table.h"
#include "render/folding.h"

enum { START = 5, FIRST_RARE = 0x10000 };
static const uint64_t FACTOR = 0x9E3779B97F4A7C15u;

static int has(Sorted codes, int64_t code)
{
    int64_t at = mt_rows_before(codes.at, codes.count, code);
    return at < codes.count && codes.at[at] == code;
}

/* What lines begin with, after the characters that are skipped. A start is a hash of up to five code points;
   A to Z count as a to z. A date begins with one of `dates`, or with a rare character. */
typedef struct {
    Sorted skipped, starts, dates;
    long long longest_date;
} Openings;

typedef enum { OPENS_NONE, OPENS_DATE, OPENS_LINE } Opening;

static Opening opening_of(const Openings *openings, const Byte *at, const Byte *end)
{
    uint64_t start = 0;
    Opening opening = OPENS_NONE;
    for (int length = 0; at < end && length < START;) {
        int64_t code = next_code_point(&at, end);
        if (!length && has(openings->skipped, code))
            continue;
        start = start * FACTOR + (uint64_t)(code >= 'A' && code <= 'Z' ? code | 0x20 : code);
        if (has(openings->starts, (int64_t)start))
            return OPENS_LINE;
        if (!length++ && (code >= FIRST_RARE || has(openings->dates, (int64_t)start)))
            opening = OPENS_DATE;
    }
    return opening;
}

/* Whether a text may be a date: it may contain a digit and may be short enough (never a false no). */
static int may_be_date(const Openings *openings, const Byte *at, const Byte *end)
{
    enum { FIRST_OTHER_DIGIT = 0xD9 }; /* the first byte of those outside ASCII, or a larger one */
    int64_t solid = 0;
    int has_digit = 0;
    for (; end - at >= STEP && solid <= openings->longest_date; at += STEP) {
        Bytes bytes = load(at);
        solid += STEP - bits_in(mask_of(is_outside(bytes, '!')));
        has_digit |= is_any(either(is_between(bytes, '0', '9'), is_between(bytes, FIRST_OTHER_DIGIT, 0xF4)));
    }
    for (; at < end && solid <= openings->longest_date; at++) {
        solid += *at > ' ' && *at < 0x80;
        has_digit |= (*at >= '0' && *at <= '9') || *at >= FIRST_OTHER_DIGIT;
    }
    return has_digit && solid <= openings->longest_date;
}

static int append_line(PyObject *list, int64_t block, const Byte *at, const Byte *end)
{
    PyObject *text = PyUnicode_DecodeUTF8((const char *)at, end - at, "surrogatepass");
    PyObject *line = text ? Py_BuildValue("LN", (long long)block, text) : NULL;
    int is_added = line && PyList_Append(list, line) == 0;
    Py_XDECREF(line);
    return is_added;
}

static Sorted codes_of(Arrays *arrays, PyObject *array)
{
    int64_t count = ANY;
    const int64_t *codes = mt_column_of(arrays, array, &count);
    return (Sorted){codes ? count : 0, codes};
}

PyObject *mt_table_lines(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *mask, *skipped, *starts, *dates, *list = NULL;
    Openings openings;
    if (!PyArg_ParseTuple(arguments, "OOOOL:lines", &mask, &skipped, &starts, &dates, &openings.longest_date))
        return NULL;
    Rows rows = mt_table_rows(table);
    BlockRows blocks = mt_table_blocks(table);
    Text text = mt_table_text(table);
    Reader reader = {text, text.start, text.first};
    Arrays arrays = {.count = 0};
    const Byte *is_wanted = mt_items_of(&arrays, mask, BOOL, &blocks.count);
    openings.skipped = codes_of(&arrays, skipped);
    openings.starts = codes_of(&arrays, starts);
    openings.dates = codes_of(&arrays, dates);
    if (!PyErr_Occurred())
        list = PyList_New(0);
    for (int64_t i = 0; list && i < blocks.count; i++) {
        if (!is_wanted[i] || !mt_seek(&reader, rows.text_start[blocks.first_row[i]]))
            continue;
        const Byte *line = reader.at;
        if (!mt_seek(&reader, rows.text_end[blocks.last_row[i]]))
            continue;
        Opening opening = opening_of(&openings, line, reader.at);
        if ((opening == OPENS_LINE || (opening == OPENS_DATE && may_be_date(&openings, line, reader.at))) &&
            !append_line(list, i, line, reader.at))
            Py_CLEAR(list);
    }
    mt_release_arrays(&arrays);
    return list;
}
