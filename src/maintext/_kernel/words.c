/* Characters of the shown texts -> words and counts, by block: maintext.features.wording. */
#include "words.h"

#include <stdlib.h>

/* -- words ------------------------------------------------------------------------------------------ */

Alphabet alphabet_of(const uint32_t *letters)
{
    Alphabet alphabet = {.letters = letters};
    uint64_t power = 1;
    for (int i = 0; i < LONGEST_WORD; i++)
        alphabet.powers[i] = power *= WORD_FACTOR;
    return alphabet;
}

Outcome make_word_room(WordList *list, int64_t more)
{
    if (list->room - list->count >= more)
        return LOOP_FINE;
    int64_t room = 2 * list->count + more;
    uint64_t *hash = realloc(list->hash, (size_t)room * sizeof *hash);
    if (!hash)
        return LOOP_NO_MEMORY;
    list->hash = hash;
    uint8_t *kind = realloc(list->kind, (size_t)room);
    if (!kind)
        return LOOP_NO_MEMORY;
    list->kind = kind;
    list->room = room;
    return LOOP_FINE;
}

void free_words(WordList *list)
{
    free(list->hash);
    free(list->kind);
    memset(list, 0, sizeof *list);
}

static int is_word_kind(unsigned kind)
{
    return kind - CHARACTER_DIGIT <= CHARACTER_LETTER - CHARACTER_DIGIT;
}

/* -- counts ----------------------------------------------------------------------------------------- */

typedef struct {
    int64_t by_kind[CHARACTER_KINDS];
    int64_t questions;
    int first, before, last; /* kinds of the first, the last but one and the last that is no space */
    int32_t last_code;
    int has_copyright;
} Tally;

static const Tally empty_tally = {.first = NONE};

static void tally_sign(Tally *tally, int32_t code, unsigned kind)
{
    tally->by_kind[kind]++;
    tally->questions += code == '?' || code == 0xFF1F;
    tally->has_copyright |= code == 0xA9;
    if (tally->first == NONE)
        tally->first = (int)kind;
    tally->before = tally->last;
    tally->last = (int)kind;
    tally->last_code = code;
}

/* Read the word that begins at a place; its first letter is known. */
static const Byte *read_word(const Byte *at, const Byte *end, uint32_t letter, const Alphabet *alphabet,
                             WordList *list, Tally *tally)
{
    unsigned kind = letter & 0xFF;
    int64_t length = 0, upper = 0, digits = 0;
    uint64_t sum = 0;
    int before = tally->last, last = before, place = 0;
    list->kind[list->count] = (uint8_t)kind;
    if (tally->first == NONE)
        tally->first = (int)kind;
    for (;;) {
        sum += (uint64_t)(letter >> 8) * alphabet->powers[place];
        place += place < LONGEST_WORD - 1;
        length++;
        upper += kind == CHARACTER_UPPER;
        digits += kind == CHARACTER_DIGIT;
        before = last;
        last = (int)kind;
        if (at == end)
            break;
        const Byte *next = at;
        letter = alphabet->letters[next_code(&next, end)];
        kind = letter & 0xFF;
        if (!is_word_kind(kind))
            break;
        at = next;
    }
    list->hash[list->count++] = mix(sum);
    tally->by_kind[CHARACTER_UPPER] += upper;
    tally->by_kind[CHARACTER_DIGIT] += digits;
    tally->by_kind[CHARACTER_LETTER] += length - upper - digits;
    tally->before = before;
    tally->last = last;
    tally->last_code = 'a'; /* any letter: only signs are asked for */
    return at;
}

/* Read one text. The list has room for as many words as the text has bytes. */
static void read_text(const Byte *at, const Byte *end, const Alphabet *alphabet, WordList *list, Tally *tally)
{
    while (at < end) {
        int32_t code = next_code(&at, end);
        uint32_t letter = alphabet->letters[code];
        unsigned kind = letter & 0xFF;
        if (is_word_kind(kind)) {
            at = read_word(at, end, letter, alphabet, list, tally);
            continue;
        }
        if (kind == CHARACTER_SPACE) { /* and often many more */
            const Byte *first = at;
            while (at < end && (*at == ' ' || *at == '\n' || *at == '\t'))
                at++;
            tally->by_kind[CHARACTER_SPACE] += at - first + 1;
            continue;
        }
        if (UNLIKELY(kind >= CHARACTER_KINDS)) /* no alphabet of ours */
            kind = CHARACTER_OTHER;
        tally_sign(tally, code, kind);
        if (kind == CHARACTER_CJK) {
            list->kind[list->count] = CHARACTER_CJK;
            list->hash[list->count++] = mix((uint64_t)(letter >> 8) * alphabet->powers[0]);
        }
    }
}

static int compare_hashes(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* The different words of a text, sorted. */
Outcome find_different_words(const Byte *text, size_t length, const Alphabet *alphabet, WordList *list)
{
    Tally tally = empty_tally;
    if (make_word_room(list, (int64_t)length + 1) != LOOP_FINE)
        return LOOP_NO_MEMORY;
    read_text(text, text + length, alphabet, list, &tally);
    qsort(list->hash, (size_t)list->count, sizeof *list->hash, compare_hashes);
    int64_t different = 0;
    for (int64_t i = 0; i < list->count; i++)
        if (i == 0 || list->hash[i] != list->hash[i - 1])
            list->hash[different++] = list->hash[i];
    list->count = different;
    return LOOP_FINE;
}

/* -- blocks ----------------------------------------------------------------------------------------- */

/* Where a text ends that has so many code points; NULL where there are fewer. */
const Byte *skip_code_points(const Byte *at, const Byte *end, int64_t count)
{
    const uint64_t ones = 0x0101010101010101u;
    while (count >= 8 &&
           end - at >= 8) { /* eight bytes at once: those that continue a code point are 10xxxxxx */
        uint64_t bytes;
        memcpy(&bytes, at, sizeof bytes);
        uint64_t continued = (bytes >> 7) & ~(bytes >> 6) & ones;
        count -= 8 - (int64_t)(continued * ones >> 56);
        at += 8;
    }
    while (at < end && (*at & 0xC0) == 0x80) /* the rest of the last of them */
        at++;
    for (; count && at < end; count--)
        for (at++; at < end && (*at & 0xC0) == 0x80; at++)
            ;
    return count ? NULL : at;
}

static int is_stop(int kind) { return kind == CHARACTER_STOP || kind == CHARACTER_CJK_STOP; }

/* Write what the texts of a block tell, but for its leaves. */
static void tell_block(const Tally *tally, const WordList *list, int64_t first_word, int64_t *told,
                       int64_t blocks)
{
    for (int kind = 0; kind < CHARACTER_KINDS; kind++)
        told[kind * blocks] = tally->by_kind[kind];
    uint64_t hash = 0;
    for (int64_t i = first_word; i < list->count; i++)
        hash += list->hash[i] * (2 * (uint64_t)(i - first_word) + 1);
    told[TOLD_FIRST_WORD * blocks] = first_word;
    told[TOLD_WORDS * blocks] = list->count - first_word;
    memcpy(&told[TOLD_TEXT_HASH * blocks], &hash, sizeof hash);
    told[TOLD_QUESTIONS * blocks] = tally->questions;
    told[TOLD_ENDS_SENTENCE * blocks] =
        is_stop(tally->last) || (tally->last == CHARACTER_QUOTE && is_stop(tally->before));
    told[TOLD_ENDS_COLON * blocks] = tally->last_code == ':' || tally->last_code == 0xFF1A;
    told[TOLD_STARTS_CAPITAL * blocks] = tally->first == CHARACTER_UPPER || tally->first == CHARACTER_CJK;
    told[TOLD_STARTS_DIGIT * blocks] = tally->first == CHARACTER_DIGIT;
    told[TOLD_HAS_COPYRIGHT * blocks] = tally->has_copyright;
}

static void tell_leaf(int64_t flags, int64_t chars, int64_t *told, int64_t blocks)
{
    told[TOLD_CHARS * blocks] += chars;
    told[TOLD_LEAVES * blocks]++;
    if (flags & FLAG_LINK) {
        told[TOLD_LINK_CHARS * blocks] += chars;
        told[TOLD_LINKED_LEAVES * blocks]++;
    }
    if (flags & FLAG_EMPHASIS)
        told[TOLD_EMPHASIS * blocks] += chars;
}

/* Read the shown texts, in document order: their words, and what they tell of each block. A text that no
   block begins with counts to the block before it, and one before all blocks to the first. */
Outcome read_texts(const Texts *texts, const Alphabet *alphabet, WordList *list, int64_t *told)
{
    Tally tally = empty_tally;
    const Byte *at = texts->text;
    int64_t position = 0, block = 0, first_word = 0, blocks = texts->blocks;
    memset(told, 0, (size_t)(TOLD_COUNT * blocks) * sizeof *told);
    for (int64_t row = 0; row < texts->rows && blocks; row++) {
        int64_t start = texts->text_start[row], end = texts->text_end_at[row], flags = texts->flags[row];
        if (texts->tag[row] != TAG_TEXT || start >= end || flags & (FLAG_UNSHOWN | FLAG_HIDDEN))
            continue;
        while (block + 1 < blocks && texts->first_row[block + 1] <= row) {
            tell_block(&tally, list, first_word, told + block, blocks);
            tally = empty_tally;
            first_word = list->count;
            block++;
        }
        at = start >= position ? skip_code_points(at, texts->text_end, start - position) : NULL;
        const Byte *stop = at ? skip_code_points(at, texts->text_end, end - start) : NULL;
        if (!stop)
            return LOOP_WRONG;
        if (make_word_room(list, stop - at) != LOOP_FINE)
            return LOOP_NO_MEMORY;
        read_text(at, stop, alphabet, list, &tally);
        if (texts->chars[row] > 0)
            tell_leaf(flags, texts->chars[row] + (CJK_LETTERS - 1) * texts->cjk[row], told + block, blocks);
        at = stop;
        position = end;
    }
    for (; block < blocks; block++) {
        tell_block(&tally, list, first_word, told + block, blocks);
        tally = empty_tally;
        first_word = list->count;
    }
    return LOOP_FINE;
}
