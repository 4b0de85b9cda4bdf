/* Lines and offsets of start tags in the source. Few outputs need them, so they are counted on request. */
#include "base/memory.h"
#include "rows/rows.h"

enum { APART = 1024 }; /* bytes between the places that are counted first; tags need not be in order */

/* Count the lines and continuation bytes up to a byte, from the one before it that was counted last. */
static void count_up_to(Places *places, int64_t byte)
{
    const Byte *at = places->source + places->byte, *to = places->source + byte, *end = places->end;
    mt_count_bytes(at, to, end, &places->counts.lines, &places->counts.tails);
    if (UNLIKELY(places->has_lone_returns)) /* each ends a line, too */
        for (; at < to && (at = memchr(at, '\r', (size_t)(to - at))); at++)
            places->counts.lines += at + 1 == end || at[1] != '\n';
    places->byte = byte;
}

int mt_start_places(Places *places, const Byte *source, const Byte *end)
{
    int64_t marks = (end - source) / APART + 1;
    *places = (Places){.source = source, .end = end};
    places->marks = mt_allocate((size_t)marks * sizeof *places->marks);
    if (!places->marks)
        return 0;
    places->has_lone_returns = end > source && mt_has_lone_return(source, end);
    for (int64_t i = 0; i < marks; i++) {
        count_up_to(places, i * APART);
        places->marks[i] = places->counts;
    }
    return 1;
}

TagPlace mt_place_at(Places *places, int32_t byte)
{
    if (byte == NONE)
        return (TagPlace){0, NONE};
    int64_t mark = byte / APART;
    if (places->byte > byte || places->byte < mark * APART) {
        places->byte = mark * APART;
        places->counts = places->marks[mark];
    }
    count_up_to(places, byte);
    return (TagPlace){places->counts.lines + 1, byte - places->counts.tails};
}

void mt_end_places(Places *places) { mt_release(places->marks); }
