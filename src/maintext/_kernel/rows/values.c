/* Distinct values of an attribute, and the value of each row. Values are compared as written in the source,
   so a value that is written in two ways occurs twice. */
#include "base/memory.h"
#include "model/words.h"

/* Write the attribute with this name of each row, or NONE. Returns the number of rows that have one. */
static int64_t find_attributes(const Parser *parser, const Table *table, const Byte *name, int length,
                               int64_t *of_row)
{
    int64_t found = 0;
    int id = mt_attribute_id(name, length);
    for (int64_t row = 0; row < table->rows; row++) {
        RowAttributes attributes = table->attributes[row];
        of_row[row] = NONE;
        for (int32_t at = attributes.first; at < attributes.first + attributes.count; at++) {
            const Attribute *attribute = &parser->attributes[at];
            if (attribute->id != id || (!id && !mt_is_same_name(parser, attribute->name, name, length)))
                continue;
            of_row[row] = at;
            found++;
            break;
        }
    }
    return found;
}

/* Number the values of the attributes in `of_row` in order of occurrence; `first` gets the first attribute
   with each value. Returns the number of values. */
static int64_t number_values(const Parser *parser, int64_t rows, int64_t *slots, uint64_t mask,
                             int64_t *of_row, int64_t *first)
{
    int64_t count = 0;
    for (int64_t row = 0; row < rows; row++) {
        if (of_row[row] == NONE)
            continue;
        Span value = parser->attributes[of_row[row]].value;
        uint64_t at =
            hash_bytes(parser->hash_seed, parser->source + value.start, (size_t)value.length) & mask;
        while (slots[at] && !is_same_value(parser, value, parser->attributes[first[slots[at] - 1]].value))
            at = (at + 1) & mask;
        if (!slots[at]) {
            first[count++] = of_row[row];
            slots[at] = count;
        }
        of_row[row] = slots[at] - 1;
    }
    return count;
}

/* Number the distinct values of an attribute. `of_row` gets the number of each row's value, or NONE. `first`,
   which the caller frees, gets an attribute with each value; `count` is their number. */
Outcome mt_find_values(const Parser *parser, const Table *table, const Byte *name, int length,
                       int64_t *of_row, int64_t **first, int64_t *count)
{
    int64_t found = find_attributes(parser, table, name, length, of_row);
    size_t slot_count = 16;
    while (slot_count < 2 * (size_t)found)
        slot_count *= 2;
    int64_t *slots = mt_allocate_zeroed(slot_count, sizeof *slots);
    *first = mt_allocate((size_t)(found + 1) * sizeof **first);
    if (slots && *first)
        *count = number_values(parser, table->rows, slots, (uint64_t)slot_count - 1, of_row, *first);
    mt_release(slots);
    if (slots && *first)
        return OUTCOME_OK;
    mt_release(*first);
    *first = NULL;
    return OUTCOME_NO_MEMORY;
}
