/* Drops characters that a reader cannot see. docs/hidden-text.md has the rules. */
#include "rows/unseen.h"
#include "base/bits.h"
#include "base/vectors.h"
#include "parse/characters.h"
#include "styles/text.h"

enum {
    FIRST_TAG = 0xE0000,
    LAST_TAG = 0xE007F,
    BLACK_FLAG = 0x1F3F4,
    MIN_FLAG = 3, /* tags of a flag, without the last: a country and its part */
    MAX_FLAG = 7,
    FIRST_SELECTOR = 0xFE00,
    LAST_SELECTOR = 0xFE0F,
    FIRST_MORE_SELECTORS = 0xE0100,
    LAST_MORE_SELECTORS = 0xE01EF,
    LEFT_EMBEDDING = 0x202A,
    RIGHT_EMBEDDING = 0x202B,
    POP = 0x202C,
    LEFT_OVERRIDE = 0x202D,
    RIGHT_OVERRIDE = 0x202E,
    FIRST_ISOLATE = 0x2066,
    LAST_ISOLATE = 0x2068,
    POP_ISOLATE = 0x2069,
    LONG_RUN = 4,       /* zero-width characters that are never part of a writing */
    LONG_MESSAGE = 8,   /* of them, which may be a message */
    LONG_SELECTION = 4, /* variation selectors, the same */
    MAX_NOTES = 10000,
};

static int is_tag(uint32_t code) { return code >= FIRST_TAG && code <= LAST_TAG; }

static int is_selector(uint32_t code)
{
    return (code >= FIRST_SELECTOR && code <= LAST_SELECTOR) ||
           (code >= FIRST_MORE_SELECTORS && code <= LAST_MORE_SELECTORS);
}

static int is_zero_width(uint32_t code)
{
    return (code >= 0x200B && code <= 0x200D) || (code >= 0x2060 && code <= 0x2064) || code == 0xFEFF;
}

/* Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
static int is_right_to_left(uint32_t code)
{
    return (code >= 0x0590 && code <= 0x08FF) || (code >= 0xFB1D && code <= 0xFDFF) ||
           (code >= 0xFE70 && code <= 0xFEFC) || (code >= 0x10800 && code <= 0x10FFF) ||
           (code >= 0x1E800 && code <= 0x1EFFF);
}

/* -- the search -------------------------------------------------------------------------------------- */

/* Whether a character that may have to go begins at a byte that all of them begin with. */
static int is_suspect(const Byte *at, const Byte *end)
{
    if (end - at < 3)
        return 0;
    if (at[0] == 0xF3) /* tags, and more variation selectors */
        return at[1] == 0xA0;
    if (at[0] == 0xE2)
        return (at[1] == 0x80 && ((at[2] >= 0x8B && at[2] <= 0x8D) || at[2] == 0xAD || at[2] == 0xAE)) ||
               (at[1] == 0x81 && at[2] >= 0xA0 && at[2] <= 0xA4);
    if (at[1] == 0xBB)
        return at[2] == 0xBF;
    return at[1] == 0xB8 && at[2] <= 0x8F && end - at >= 6 && at[3] == 0xEF &&
           at[4] == 0xB8; /* two of them */
}

int mt_has_unseen(const Byte *at, const Byte *end)
{
    for (; end - at >= STEP; at += STEP) {
        Bytes bytes = load(at);
        if (LIKELY(!is_any(is_non_ascii(bytes))))
            continue;
        Matches heads = either(is_byte(bytes, 0xE2), either(is_byte(bytes, 0xEF), is_byte(bytes, 0xF3)));
        for (uint32_t mask = mask_of(heads); mask; mask &= mask - 1)
            if (is_suspect(at + lowest_bit(mask), end))
                return 1;
    }
    for (; at < end; at++)
        if ((*at == 0xE2 || *at == 0xEF || *at == 0xF3) && is_suspect(at, end))
            return 1;
    return 0;
}

/* -- notes ------------------------------------------------------------------------------------------- */

static void note_bytes(Parser *parser, const Unseen *unseen, UnseenKind kind, const Byte *bytes,
                       size_t length)
{
    UnseenNote *last = parser->unseen_count ? &parser->unseen[parser->unseen_count - 1] : NULL;
    if (!last || last->offset != unseen->offset || last->kind != kind) {
        if (parser->unseen_count >= MAX_NOTES)
            return;
        MAKE_ROOM(parser, unseen, unseen_count, unseen_capacity);
        last = &parser->unseen[parser->unseen_count++];
        *last = (UnseenNote){unseen->offset, parser->unseen_byte_count, 0, (uint8_t)kind};
    }
    int64_t need = (int64_t)parser->unseen_byte_count + (int64_t)length;
    if (need > parser->unseen_byte_capacity)
        parser->unseen_bytes = mt_grown(parser, parser->unseen_bytes, &parser->unseen_byte_capacity, need, 1);
    memcpy(parser->unseen_bytes + parser->unseen_byte_count, bytes, length);
    parser->unseen_byte_count += (int32_t)length;
    last->length += (int32_t)length;
}

/* -- one text ---------------------------------------------------------------------------------------- */

typedef struct {
    Parser *parser;
    Unseen *unseen;
    const Byte *at, *end;
    Byte *out;
    uint32_t before; /* the last code point that was read */
    Byte *segment;   /* start of the text that is shown backwards; NULL if it is not */
} Sweep;

static void keep(Sweep *sweep, const Byte *from)
{
    size_t length = (size_t)(sweep->at - from);
    memmove(sweep->out, from, length);
    sweep->out += length;
}

static uint32_t peek(const Byte *at, const Byte *end) { return at < end ? next_code_point(&at, end) : 0; }

/* Read the tags of a flag, such as that of Scotland. Returns where they end; NULL if it is none. */
static const Byte *after_flag(const Byte *at, const Byte *end)
{
    for (int count = 0; count <= MAX_FLAG && at < end; count++) {
        uint32_t code = next_code_point(&at, end), letter = code - FIRST_TAG;
        if (code == LAST_TAG)
            return count >= MIN_FLAG ? at : NULL;
        if (letter > 'z' || !(is_digit((Byte)letter) || (letter >= 'a' && letter <= 'z')))
            return NULL;
    }
    return NULL;
}

static void drop_tags(Sweep *sweep, const Byte *from)
{
    sweep->at = from;
    while (sweep->at < sweep->end && is_tag(peek(sweep->at, sweep->end))) {
        Byte letter = (Byte)(next_code_point(&sweep->at, sweep->end) - FIRST_TAG);
        if (letter >= ' ' && letter < 0x7F)
            note_bytes(sweep->parser, sweep->unseen, UNSEEN_TAGS, &letter, 1);
    }
}

/* Keep the first of several selectors, if it can change the character before it. */
static void drop_selectors(Sweep *sweep, const Byte *from)
{
    const Byte *at = from, *first_end = NULL;
    uint32_t first = peek(from, sweep->end);
    int count = 0;
    for (; at < sweep->end && is_selector(peek(at, sweep->end)); count++) {
        next_code_point(&at, sweep->end);
        first_end = first_end ? first_end : at;
    }
    if (count >= LONG_SELECTION)
        for (const Byte *each = from; each < at;) {
            uint32_t code = next_code_point(&each, at);
            Byte value =
                (Byte)(code <= LAST_SELECTOR ? code - FIRST_SELECTOR : code - FIRST_MORE_SELECTORS + 16);
            note_bytes(sweep->parser, sweep->unseen, UNSEEN_SELECTORS, &value, 1);
        }
    sweep->at = first_end;
    if (first <= LAST_SELECTOR ? !is_selector(sweep->before) : is_spaceless(sweep->before))
        keep(sweep, from);
    sweep->at = at;
}

static int is_upper_letter(uint32_t code) { return code - 'A' < 26; }
static int is_lower_letter(uint32_t code) { return code - 'a' < 26; }

/* Drop zero-width characters in a long run or inside of a word. Elsewhere they have a use: emoji, Indic and Persian
   letters, places for line breaks. */
static void drop_zero_width(Sweep *sweep, const Byte *from)
{
    const Byte *at = from;
    int count = 0;
    for (; at < sweep->end && is_zero_width(peek(at, sweep->end)); count++)
        next_code_point(&at, sweep->end);
    uint32_t after = peek(at, sweep->end), before = sweep->before;
    int splits_word = is_lower_letter(after) ? is_lower_letter(before) || is_upper_letter(before)
                                             : is_upper_letter(after) && is_upper_letter(before);
    if (count >= LONG_MESSAGE)
        note_bytes(sweep->parser, sweep->unseen, UNSEEN_ZERO_WIDTH, from, (size_t)(at - from));
    sweep->at = at;
    if (count < LONG_RUN && !splits_word)
        keep(sweep, from);
}

/* -- directions -------------------------------------------------------------------------------------- */

static void reverse_bytes(Byte *from, Byte *to)
{
    while (from < to) {
        Byte byte = *from;
        *from++ = *--to;
        *to = byte;
    }
}

/* Reverse the code points of a text. */
static void reverse_text(Byte *from, Byte *to)
{
    reverse_bytes(from, to);
    while (from < to) { /* the bytes of each are in the wrong order now */
        Byte *head = from;
        while (head < to - 1 && (*head & 0xC0) == 0x80)
            head++;
        reverse_bytes(from, head + 1);
        from = head + 1;
    }
}

/* Write a text that is shown backwards as a reader sees it. Hebrew and Arabic are written that way anyway. */
static void end_segment(Sweep *sweep)
{
    const Byte *at = sweep->segment;
    int letters = 0;
    if (!at)
        return;
    while (at < sweep->out) {
        uint32_t code = next_code_point(&at, sweep->out);
        if (is_right_to_left(code))
            letters = -1;
        if (letters < 0)
            break;
        letters += code >= 0xC0 || is_letter((Byte)code) || is_digit((Byte)code);
    }
    if (letters >= 2) {
        View text = stripped(sweep->segment, sweep->out); /* spaces at the ends belong to what is beside it */
        Byte *start = sweep->segment + (text.text - (const char *)sweep->segment);
        note_bytes(sweep->parser, sweep->unseen, UNSEEN_REVERSED, start, text.length);
        reverse_text(start, start + text.length);
    }
    sweep->segment = NULL;
}

/* Follow a character that opens or closes an embedding. Returns whether it is kept: overrides and their ends are
   not. */
static int follow_direction(Unseen *unseen, uint32_t code)
{
    if (code == POP) {
        int is_open = unseen->depth && unseen->open[unseen->depth - 1] <= (Byte)RIGHT_OVERRIDE;
        Byte opened = is_open ? unseen->open[--unseen->depth] : 0;
        return opened != (Byte)LEFT_OVERRIDE && opened != (Byte)RIGHT_OVERRIDE;
    }
    if (code == POP_ISOLATE) { /* also ends what is open inside of it */
        int depth = unseen->depth;
        while (depth && unseen->open[depth - 1] < (Byte)FIRST_ISOLATE)
            depth--;
        unseen->depth = depth ? depth - 1 : unseen->depth;
        return 1;
    }
    if (unseen->depth < MAX_BIDI)
        unseen->open[unseen->depth++] = (Byte)code;
    return code != LEFT_OVERRIDE && code != RIGHT_OVERRIDE;
}

static int is_direction(uint32_t code)
{
    return (code >= LEFT_EMBEDDING && code <= RIGHT_OVERRIDE) ||
           (code >= FIRST_ISOLATE && code <= POP_ISOLATE);
}

static int is_backwards(const Unseen *unseen)
{
    return unseen->depth ? unseen->open[unseen->depth - 1] == (Byte)RIGHT_OVERRIDE : unseen->is_reversed;
}

static void step(Sweep *sweep)
{
    const Byte *from = sweep->at;
    uint32_t code = next_code_point(&sweep->at, sweep->end);
    if (is_tag(code)) {
        drop_tags(sweep, from);
        return; /* the character before stays what it was */
    }
    if (is_zero_width(code)) {
        drop_zero_width(sweep, from);
    } else if (is_selector(code)) {
        drop_selectors(sweep, from);
    } else if (is_direction(code)) {
        end_segment(sweep);
        if (follow_direction(sweep->unseen, code))
            keep(sweep, from);
        if (is_backwards(sweep->unseen))
            sweep->segment = sweep->out;
    } else {
        const Byte *flag = code == BLACK_FLAG ? after_flag(sweep->at, sweep->end) : NULL;
        sweep->at = flag ? flag : sweep->at;
        keep(sweep, from);
    }
    sweep->before = code;
}

size_t mt_drop_unseen(Parser *parser, Unseen *unseen, Byte *text, size_t length)
{
    Sweep sweep = {parser, unseen, text, text + length, text, 0, NULL};
    if (is_backwards(unseen))
        sweep.segment = sweep.out;
    while (sweep.at < sweep.end)
        step(&sweep);
    end_segment(&sweep);
    return (size_t)(sweep.out - text);
}
