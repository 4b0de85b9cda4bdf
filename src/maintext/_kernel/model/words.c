/* Characters -> words and counts. */
#include "base/memory.h"
#include "model/words.h"

/* -- words ------------------------------------------------------------------------------------------- */

static int is_word_kind(unsigned kind)
{
    return kind - CHARACTER_DIGIT <= CHARACTER_LETTER - CHARACTER_DIGIT;
}

static int is_plain(const uint32_t *letters)
{
    for (uint32_t code = 0; code < 0x80; code++) {
        unsigned kind = letters[code] & 0xFF, wanted = 0;
        if (code >= '0' && code <= '9')
            wanted = CHARACTER_DIGIT;
        else if (is_letter((Byte)code))
            wanted = code & 0x20 ? CHARACTER_LETTER : CHARACTER_UPPER;
        else if (is_white_space(code))
            wanted = CHARACTER_SPACE;
        if (wanted ? kind != wanted
                   : is_word_kind(kind) || kind == CHARACTER_CJK || kind == CHARACTER_SPACE ||
                         kind >= CHARACTER_KINDS)
            return 0;
        if (is_word_kind(kind) && letters[code] >> 8 != (code | 0x20))
            return 0;
    }
    return 1;
}

Alphabet mt_alphabet_of(const uint32_t *letters)
{
    Alphabet alphabet = {.letters = letters, .is_plain = is_plain(letters)};
    uint64_t power = 1;
    for (int i = 0; i < LONGEST_WORD; i++)
        alphabet.powers[i] = power *= WORD_FACTOR;
    return alphabet;
}

Outcome mt_reserve_words(WordList *list, int64_t more)
{
    if (list->capacity - list->count >= more)
        return OUTCOME_OK;
    int64_t wanted = list->count + more, capacity = list->capacity; /* the same for both arrays */
    uint64_t *hash = mt_reserve(list->hash, &capacity, wanted, sizeof *hash);
    list->hash = hash ? hash : list->hash;
    uint8_t *kind = hash ? mt_reserve(list->kind, &list->capacity, wanted, sizeof *kind) : NULL;
    list->kind = kind ? kind : list->kind;
    return kind ? OUTCOME_OK : OUTCOME_NO_MEMORY;
}

void mt_free_words(WordList *list)
{
    mt_release(list->hash);
    mt_release(list->kind);
    memset(list, 0, sizeof *list);
}

/* -- counts ------------------------------------------------------------------------------------------ */

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

/* Read the word at `at`; its first letter is already read. */
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
    tally->last_code = 'a'; /* any letter: only punctuation matters */
    return at;
}

/* Read a run of CJK characters, one word each; the first is already read. */
static const Byte *read_cjk(const Byte *at, const Byte *end, uint32_t letter, const Alphabet *alphabet,
                            WordList *list, Tally *tally)
{
    int64_t first = list->count;
    for (;;) {
        list->kind[list->count] = CHARACTER_CJK;
        list->hash[list->count++] = mix((uint64_t)(letter >> 8) * alphabet->powers[0]);
        if (at == end)
            break;
        const Byte *next = at;
        letter = alphabet->letters[next_code(&next, end)];
        if ((letter & 0xFF) != CHARACTER_CJK)
            break;
        at = next;
    }
    if (tally->first == NONE)
        tally->first = CHARACTER_CJK;
    tally->by_kind[CHARACTER_CJK] += list->count - first;
    tally->before = list->count - first > 1 ? CHARACTER_CJK : tally->last;
    tally->last = CHARACTER_CJK;
    tally->last_code = 'a'; /* as after a word */
    return at;
}

/* -- ASCII, 64 bytes at a time ----------------------------------------------------------------------- */

static int is_ascii(const Byte *eight) { return !(word_at(eight) & 0x8080808080808080u); }

static unsigned kind_at(const Byte *at, int place, const Alphabet *alphabet)
{
    return alphabet->letters[at[place]] & 0xFF;
}

/* Record the first and the last characters that are not spaces. */
static void tally_ends(uint64_t shown, const Byte *at, const Alphabet *alphabet, Tally *tally)
{
    int last = highest_bit(shown);
    uint64_t others = shown & first_bits(last);
    if (tally->first == NONE)
        tally->first = (int)kind_at(at, lowest_bit(shown), alphabet);
    tally->before = others ? (int)kind_at(at, highest_bit(others), alphabet) : tally->last;
    tally->last = (int)kind_at(at, last, alphabet);
    tally->last_code = at[last];
}

/* Read whole ASCII words and the characters between them. Returns their end, or `at` if there are none.
   STRETCH + STEP bytes must be readable. */
static const Byte *read_stretch(const Byte *at, const Byte *end, const Alphabet *alphabet, WordList *list,
                                Tally *tally)
{
    Stretch found = classify(at);
    int length = whole_words_in(&found, end - at);
    uint64_t inside = first_bits(length), words = found.words & inside, shown = ~found.spaces & inside;
    int64_t digits = bits_in(found.digits & inside), uppers = bits_in(found.uppers & inside);
    for (uint64_t starts = words & ~(words << 1); starts; starts &= starts - 1) {
        int start = lowest_bit(starts);
        uint64_t after = ~words >> start; /* 0: the word reaches the last bit */
        list->kind[list->count] = (uint8_t)kind_at(at, start, alphabet);
        list->hash[list->count++] =
            hash_ascii(at + start, after ? lowest_bit(after) : STRETCH - start, alphabet);
    }
    for (uint64_t signs = shown & ~words; signs; signs &= signs - 1) {
        Byte sign = at[lowest_bit(signs)];
        tally->by_kind[alphabet->letters[sign] & 0xFF]++;
        tally->questions += sign == '?';
    }
    tally->by_kind[CHARACTER_DIGIT] += digits;
    tally->by_kind[CHARACTER_UPPER] += uppers;
    tally->by_kind[CHARACTER_LETTER] += bits_in(words) - digits - uppers;
    if (shown)
        tally_ends(shown, at, alphabet, tally);
    return at + length;
}

/* -- texts ------------------------------------------------------------------------------------------- */

/* Read one text. The list must have room for one word per byte. Bytes up to `limit` may be read. */
void mt_read_text(const Byte *at, const Byte *end, const Byte *limit, const Alphabet *alphabet,
                  WordList *list, Tally *tally)
{
    while (at < end) {
        if (alphabet->is_plain && limit - at >= STRETCH + STEP && is_ascii(at)) {
            const Byte *after = read_stretch(at, end, alphabet, list, tally);
            if (after > at) {
                at = after;
                continue;
            }
        }
        int32_t code = next_code(&at, end);
        uint32_t letter = alphabet->letters[code];
        unsigned kind = letter & 0xFF;
        if (is_word_kind(kind)) {
            at = read_word(at, end, letter, alphabet, list, tally);
            continue;
        }
        if (kind == CHARACTER_SPACE) { /* often followed by more */
            while (at < end && (*at == ' ' || *at == '\n' || *at == '\t'))
                at++;
            continue;
        }
        if (UNLIKELY(kind >= CHARACTER_KINDS)) /* invalid alphabet */
            kind = CHARACTER_OTHER;
        if (kind == CHARACTER_CJK)
            at = read_cjk(at, end, letter, alphabet, list, tally);
        else
            tally_sign(tally, code, kind);
    }
}

/* Position after `count` code points; NULL if there are fewer. */
const Byte *mt_skip_code_points(const Byte *at, const Byte *end, int64_t count)
{
    while (count >= 8 && end - at >= 8) { /* `count` bytes contain at most `count` code points */
        int64_t bytes = count < end - at ? count : end - at;
        count -= mt_count_code_points_before(at, at + bytes, end);
        at += bytes;
    }
    while (at < end && (*at & 0xC0) == 0x80) /* finish the last code point */
        at++;
    for (; count && at < end; count--)
        for (at++; at < end && (*at & 0xC0) == 0x80; at++)
            ;
    return count ? NULL : at;
}
