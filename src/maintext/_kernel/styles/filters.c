/* Filters: the keys and attributes of an element and of all above it. Most selectors ask for others. */
#include "styles/selectors.h"

enum { MORE_FILTERS = 256 }; /* room for more at once */

void mt_add_to_filter(Filter *filter, uint32_t key)
{
    uint32_t bit = key * 0x9E3779B1u >> 24;
    filter->bits[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void add_names(const PageNames *names, const ElementNames *element, Filter *filter)
{
    filter->attributes |= element->attributes;
    mt_add_to_filter(filter, element->tag);
    if (element->id != NO_KEY)
        mt_add_to_filter(filter, element->id);
    for (int32_t i = 0; i < element->count; i++)
        mt_add_to_filter(filter, names->keys[element->first + i]);
}

static Filter *new_filter(Parser *parser, PageNames *names)
{
    if (UNLIKELY(names->filter_count == names->filter_capacity))
        names->filters = mt_grown(parser, names->filters, &names->filter_capacity,
                                  names->filter_count + MORE_FILTERS, sizeof *names->filters);
    return &names->filters[names->filter_count++];
}

const Filter *mt_filter_of(Parser *parser, PageNames *names, int32_t at)
{
    int32_t path[MAX_OPEN + 2], above = at;
    int depth = 0;
    /* The filters of elements that have been searched are known, so there are few steps. */
    for (; above > 0 && !names->elements[above].filter; above = parser->nodes[above].parent) {
        if (depth == MAX_OPEN + 2)
            return NULL;
        path[depth++] = above;
    }
    int32_t last = above > 0 ? names->elements[above].filter : 0; /* its number */
    while (depth) {
        ElementNames *element = &names->elements[path[--depth]];
        Filter *filter = new_filter(parser, names);
        *filter = last ? names->filters[last - 1] : (Filter){.attributes = 0};
        add_names(names, element, filter);
        element->filter = last = names->filter_count;
    }
    return &names->filters[last - 1];
}
