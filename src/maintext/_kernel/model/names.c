/* Class names and ids -> words, and the subjects that they stand for.

   A name is an element's class, id, role and itemprop. Names often repeat; each distinct one is read once. */
#include "base/memory.h"
#include "model/measure.h"

enum { NAME_PARTS = 4 };

typedef struct {
    const Attribute *part[NAME_PARTS]; /* class, id, role, itemprop, or NULL */
} NameParts;

/* Part of a name that an attribute is, from 1; 0 for none. */
static const uint8_t name_part[ATTRIBUTE_CLASS + 1] = {
    [ATTRIBUTE_CLASS] = 1, [ATTRIBUTE_ID] = 2, [ATTRIBUTE_ROLE] = 3, [ATTRIBUTE_ITEMPROP] = 4};

typedef struct {
    uint64_t hash;
    NameParts parts;
} HashedName;

/* Find the attributes that form a row's name, and hash their values. Returns 0 if there are none. The seed prevents
   crafted pages where all names share one hash. */
static int find_parts(const Parser *parser, RowAttributes attributes, HashedName *name)
{
    int found = 0;
    *name = (HashedName){0, {{NULL}}};
    for (int i = 0; i < attributes.count; i++) {
        const Attribute *attribute = &parser->attributes[attributes.first + i];
        int part = attribute->id <= ATTRIBUTE_CLASS ? name_part[attribute->id] : 0;
        if (!part)
            continue;
        name->parts.part[part - 1] = attribute;
        name->hash += hash_bytes(parser->hash_seed + (uint64_t)part, parser->source + attribute->value.start,
                                 (size_t)attribute->value.length);
        found = 1;
    }
    return found;
}

static int is_same_name(const Parser *parser, const HashedName *one, const HashedName *other)
{
    if (one->hash != other->hash)
        return 0;
    for (int i = 0; i < NAME_PARTS; i++) {
        const Attribute *a = one->parts.part[i], *b = other->parts.part[i];
        if (a != b && (!a || !b || !is_same_value(parser, a->value, b->value)))
            return 0;
    }
    return 1;
}

/* -- words of a name --------------------------------------------------------------------------------- */

typedef struct {
    uint64_t sum;
    unsigned kind, last; /* kinds of its first and last character */
    int length;          /* 0: no word has begun */
} CamelWord;

/* Ignore numbers, and a single letter right before another word or at the end of a name. */
static void end_word(CamelWord *word, int is_at_border, WordList *list)
{
    if (word->length && word->kind != CHARACTER_DIGIT && !(is_at_border && word->length == 1)) {
        list->kind[list->count] = (uint8_t)word->kind;
        list->hash[list->count++] = mix(word->sum);
    }
    word->length = 0;
}

/* Whether a character continues the word before it: `postAuthor` has two words, and so has `item3`. */
static int continues_word(const CamelWord *word, unsigned kind)
{
    return word->length && word->kind != CHARACTER_CJK && kind != CHARACTER_CJK &&
           !(kind == CHARACTER_UPPER && word->last == CHARACTER_LETTER) &&
           (kind == CHARACTER_DIGIT) == (word->last == CHARACTER_DIGIT);
}

/* Read whole ASCII words and the characters between them, like `read_part`. Returns their length, 0 if there are none.
   STRETCH + STEP bytes must be readable. */
static int read_stretch(const Byte *at, int64_t left, const Alphabet *alphabet, CamelWord *last,
                        WordList *list)
{
    Stretch found = classify(at);
    int length = whole_words_in(&found, left);
    uint64_t words = found.words & first_bits(length), digits = found.digits, uppers = found.uppers;
    uint64_t begins_inside = (uppers & (words & ~digits & ~uppers) << 1) | (digits ^ digits << 1);
    uint64_t starts = words & (~(words << 1) | begins_inside), ends = starts | ~words;
    for (uint64_t letters = starts & ~digits; letters; letters &= letters - 1) {
        int start = lowest_bit(letters);
        uint64_t after = ends >> start >> 1; /* 0: the word reaches the last bit */
        int size = after ? lowest_bit(after) + 1 : STRETCH - start;
        unsigned kind = uppers >> start & 1 ? CHARACTER_UPPER : CHARACTER_LETTER;
        if (size == 1 && start + 1 == left) /* if nothing follows, it is no word */
            *last = (CamelWord){(uint64_t)(at[start] | 0x20) * alphabet->powers[0], kind, kind, 1};
        else if (size > 1 || !(words >> start >> 1 & 1)) {
            list->kind[list->count] = (uint8_t)kind;
            list->hash[list->count++] = hash_ascii(at + start, size, alphabet);
        }
    }
    return length;
}

/* Bytes up to `limit` may be read. */
static void read_part(View view, const Byte *limit, const Alphabet *alphabet, CamelWord *word, WordList *list)
{
    const Byte *at = (const Byte *)view.text, *end = at + view.length;
    for (int i = 0; i < LONGEST_NAME && at < end; i++) {
        if (!word->length && alphabet->is_plain && limit - at >= STRETCH + STEP &&
            i + STRETCH < LONGEST_NAME) {
            int length = read_stretch(at, end - at, alphabet, word, list);
            at += length;
            i += length;
            if (at == end)
                break;
        }
        uint32_t letter = alphabet->letters[next_code(&at, end)];
        unsigned kind = letter & 0xFF;
        if (kind != CHARACTER_CJK && (kind < CHARACTER_DIGIT || kind > CHARACTER_LETTER)) {
            end_word(word, 0, list);
            continue;
        }
        if (!continues_word(word, kind)) {
            end_word(word, 1, list);
            *word = (CamelWord){.kind = kind};
        }
        int place = word->length < LONGEST_WORD ? word->length : LONGEST_WORD - 1;
        word->sum += (uint64_t)(letter >> 8) * alphabet->powers[place];
        word->length++;
        word->last = kind;
    }
}

/* The value of a part. If it is short, white space within it stays as it is: it only separates words. */
static View view_of(Parser *parser, const Attribute *part, const Alphabet *alphabet)
{
    if (!part->is_plain || parser->has_nuls || !alphabet->is_plain || part->value.length > LONGEST_NAME)
        return mt_value_of(parser, part);
    const Byte *at = parser->source + part->value.start, *end = at + part->value.length;
    if (part->id >= ATTRIBUTE_CLASS) {
        while (at < end && is_space(*at))
            at++;
        while (at < end && is_space(end[-1])) /* a letter at the end is no word */
            end--;
    }
    return (View){(const char *)at, (size_t)(end - at)};
}

static Outcome add_name(Parser *parser, const NameParts *name, const Alphabet *alphabet, NameList *names)
{
    int64_t *first = mt_reserve(names->first, &names->capacity, names->count + 1, sizeof *first);
    if (!first)
        return OUTCOME_NO_MEMORY;
    names->first = first;
    names->first[names->count++] = names->words.count;
    if (mt_reserve_words(&names->words, NAME_PARTS * LONGEST_NAME) != OUTCOME_OK)
        return OUTCOME_NO_MEMORY;
    CamelWord word = {0};
    for (int i = 0; i < NAME_PARTS; i++) {
        if (!name->part[i])
            continue;
        View view = view_of(parser, name->part[i], alphabet);
        if (!view.text)
            return OUTCOME_NO_MEMORY;
        if (view.length)
            end_word(&word, 0, &names->words); /* a space separates it from the previous part */
        int is_source = view.text != parser->scratch;
        read_part(view, is_source ? parser->source_end : (const Byte *)view.text + view.length, alphabet,
                  &word, &names->words);
    }
    end_word(&word, 1, &names->words);
    return OUTCOME_OK;
}

/* -- rows -------------------------------------------------------------------------------------------- */

void mt_free_names(NameList *names)
{
    mt_free_words(&names->words);
    mt_release(names->first);
    memset(names, 0, sizeof *names);
}

enum { FETCH_ATTRIBUTES = 12, FETCH_VALUES = 6, USUAL_ATTRIBUTES = 3 }; /* holders ahead; first attributes */

/* Names lie all over the source: ask for them early. */
static inline void fetch_names(const Facts *facts, int64_t holder)
{
    const Parser *parser = facts->parser;
    const RowAttributes *attributes = facts->table->attributes;
    if (holder + FETCH_ATTRIBUTES >= facts->holder_count)
        return;
    PREFETCH(parser->attributes + attributes[facts->holders[holder + FETCH_ATTRIBUTES]].first);
    RowAttributes next = attributes[facts->holders[holder + FETCH_VALUES]];
    for (int at = next.first; at < next.first + min_of(next.count, USUAL_ATTRIBUTES); at++)
        PREFETCH(parser->source + parser->attributes[at].value.start);
}

/* `known` has room for the names of all holders, after name 0; `slots` has the number of a name in each, or 0. */
static Outcome number_names(Facts *facts, HashedName *known, int32_t *slots, uint64_t mask)
{
    Parser *parser = facts->parser;
    NameList *names = &facts->names;
    Outcome outcome = OUTCOME_OK;
    for (int64_t i = 0; i < facts->holder_count && outcome == OUTCOME_OK; i++) {
        int32_t row = facts->holders[i];
        HashedName *name = &known[names->count]; /* it stays there if it is new */
        fetch_names(facts, i);
        if (facts->page->tag[row] == TAG_HTML || !find_parts(parser, facts->table->attributes[row], name))
            continue;
        uint64_t slot = name->hash & mask;
        while (slots[slot] && !is_same_name(parser, name, &known[slots[slot]]))
            slot = (slot + 1) & mask;
        if (!slots[slot]) {
            slots[slot] = (int32_t)names->count;
            outcome = add_name(parser, &name->parts, &facts->scorer->alphabet, names);
        }
        facts->name[row] = slots[slot];
    }
    return outcome;
}

/* Read the names of the elements that contain blocks. Name 0 has no words. The name of <html> is ignored: it
   belongs to the site. */
static Outcome read_names(Facts *facts)
{
    size_t slot_count = 64, holders = (size_t)facts->holder_count;
    while (slot_count < 2 * holders)
        slot_count *= 2;
    memset(facts->name, 0, (size_t)facts->page->rows * sizeof *facts->name);
    Outcome outcome = add_name(facts->parser, &(NameParts){{NULL}}, &facts->scorer->alphabet, &facts->names);
    if (outcome != OUTCOME_OK || facts->out->without_names)
        return outcome;
    int32_t *slots = mt_allocate_zeroed(slot_count, sizeof *slots);
    HashedName *known = mt_allocate((holders + 2) * sizeof *known);
    outcome =
        slots && known ? number_names(facts, known, slots, (uint64_t)slot_count - 1) : OUTCOME_NO_MEMORY;
    mt_release(slots);
    mt_release(known);
    return outcome;
}

/* -- subjects ---------------------------------------------------------------------------------------- */

/* Subjects of each name: `subjects[first[name]]` up to `subjects[first[name + 1]]`. */
static void find_subjects(const Facts *facts, int64_t *first, int32_t *subjects)
{
    const NameList *names = &facts->names;
    const Scorer *scorer = facts->scorer;
    int64_t found = 0;
    for (int64_t name = 0; name < names->count; name++) {
        first[name] = found;
        for (int64_t i = names->first[name]; i < name_end(names, name); i++) {
            uint64_t hash = names->words.hash[i];
            if (may_be_in(&scorer->name_filter, hash) && is_in(&scorer->names, hash))
                subjects[found++] = (int32_t)scorer->subject_by_slot[slot_of(&scorer->names, hash)];
        }
    }
    first[names->count] = found;
}

static int reserve_rows(NamedRows *found, int64_t more)
{
    if (found->capacity - found->count >= more)
        return 1;
    NamedRow *rows = mt_reserve(found->rows, &found->capacity, found->count + more, sizeof *rows);
    found->rows = rows ? rows : found->rows;
    return rows != NULL;
}

/* A row is listed once for each word that stands for a subject. */
static Outcome list_named_rows(const Facts *facts, const int64_t *first, const int32_t *subjects,
                               NamedRows *found)
{
    for (int64_t i = 0; i < facts->holder_count; i++) {
        int32_t row = facts->holders[i], name = facts->name[row];
        int64_t at = first[name], end = first[name + 1];
        if (at < end && !reserve_rows(found, end - at))
            return OUTCOME_NO_MEMORY;
        for (; at < end; at++)
            found->rows[found->count++] = (NamedRow){row, subjects[at]};
    }
    return OUTCOME_OK;
}

static Outcome find_named_rows(Facts *facts)
{
    const NameList *names = &facts->names;
    int64_t *first = mt_allocate((size_t)(names->count + 1) * sizeof *first);
    int32_t *subjects = mt_allocate((size_t)(names->words.count + 1) * sizeof *subjects);
    Outcome outcome = OUTCOME_NO_MEMORY;
    if (first && subjects) {
        find_subjects(facts, first, subjects);
        outcome = list_named_rows(facts, first, subjects, &facts->named);
    }
    mt_release(first);
    mt_release(subjects);
    return outcome;
}

Outcome mt_find_names(Facts *facts)
{
    Outcome outcome = read_names(facts);
    return outcome == OUTCOME_OK ? find_named_rows(facts) : outcome;
}
