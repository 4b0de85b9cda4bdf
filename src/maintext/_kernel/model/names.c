/* Class names and ids -> words, and the subjects that they stand for.

   A name is an element's class, id, role and itemprop. Names often repeat; each distinct one is read once. */
#include "base/memory.h"
#include "model/measure.h"

enum { NAME_PARTS = 4 };

typedef struct {
    const Attribute
        *part[NAME_PARTS + 1]; /* class, id, role, itemprop, or NULL; the last is for any other attribute */
} NameParts;

/* Part of a name that an attribute is, from 1; 0 for none. */
static const uint8_t name_part[ATTRIBUTE_CLASS + 1] = {
    [ATTRIBUTE_CLASS] = 1, [ATTRIBUTE_ID] = 2, [ATTRIBUTE_ROLE] = 3, [ATTRIBUTE_ITEMPROP] = 4};

/* Find the attributes that form a row's name. Returns their number. */
static int find_parts(const Parser *parser, RowAttributes attributes, NameParts *name)
{
    int found = 0;
    memset(name, 0, sizeof *name);
    for (int i = 0; i < attributes.count; i++) {
        const Attribute *attribute = &parser->attributes[attributes.first + i];
        int part = attribute->id <= ATTRIBUTE_CLASS ? name_part[attribute->id] : 0;
        name->part[part ? part - 1 : NAME_PARTS] = attribute;
        found += part != 0;
    }
    return found;
}

/* -- equal names ------------------------------------------------------------------------------------- */

static uint64_t hash_name(const Parser *parser, const NameParts *name)
{
    uint64_t hash = parser->hash_seed; /* prevents crafted pages where all names share one hash */
    for (int i = 0; i < NAME_PARTS; i++)
        if (name->part[i])
            hash = hash_bytes(hash + (uint64_t)i + 1, parser->source + name->part[i]->value.start,
                              (size_t)name->part[i]->value.length);
    return hash;
}

static int is_same_name(const Parser *parser, const NameParts *one, const NameParts *other)
{
    for (int i = 0; i < NAME_PARTS; i++) {
        const Attribute *a = one->part[i], *b = other->part[i];
        if (!a != !b || (a && !is_same_value(parser, a->value, b->value)))
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

typedef struct {
    uint64_t hash;
    int32_t number, row; /* first row with the name */
} NameSlot;

void mt_free_names(NameList *names)
{
    mt_free_words(&names->words);
    mt_release(names->first);
    memset(names, 0, sizeof *names);
}

enum { FETCH_ATTRIBUTES = 12, FETCH_VALUES = 6, USUAL_ATTRIBUTES = 3 }; /* holders ahead; first attributes */

static Outcome number_names(Facts *facts, NameSlot *slots, uint64_t mask)
{
    Parser *parser = facts->parser;
    const Table *table = facts->table;
    const Alphabet *alphabet = &facts->scorer->alphabet;
    NameList *names = &facts->names;
    NameParts name, other;
    Outcome outcome = OUTCOME_OK;
    for (int64_t i = 0; i < facts->holder_count && outcome == OUTCOME_OK; i++) {
        int32_t row = facts->holders[i];
        if (i + FETCH_ATTRIBUTES <
            facts->holder_count) { /* names lie all over the source: ask for them early */
            PREFETCH(parser->attributes + table->attributes[facts->holders[i + FETCH_ATTRIBUTES]].first);
            RowAttributes next = table->attributes[facts->holders[i + FETCH_VALUES]];
            for (int at = next.first; at < next.first + min_of(next.count, USUAL_ATTRIBUTES); at++)
                PREFETCH(parser->source + parser->attributes[at].value.start);
        }
        if (facts->page->tag[row] == TAG_HTML || !find_parts(parser, table->attributes[row], &name))
            continue;
        uint64_t hash = hash_name(parser, &name);
        NameSlot *slot = &slots[hash & mask];
        while (slot->number) {
            if (slot->hash == hash) {
                find_parts(parser, table->attributes[slot->row], &other);
                if (is_same_name(parser, &name, &other))
                    break;
            }
            slot = &slots[(uint64_t)(slot - slots + 1) & mask];
        }
        if (!slot->number) {
            *slot = (NameSlot){hash, (int32_t)names->count, row};
            outcome = add_name(parser, &name, alphabet, names);
        }
        facts->name[row] = slot->number;
    }
    return outcome;
}

/* Read the names of the elements that contain blocks. Name 0 has no words. The name of <html> is ignored: it
   belongs to the site. */
static Outcome read_names(Facts *facts)
{
    size_t slot_count = 64;
    while (slot_count < 2 * (size_t)facts->holder_count)
        slot_count *= 2;
    memset(facts->name, 0, (size_t)facts->page->rows * sizeof *facts->name);
    Outcome outcome = add_name(facts->parser, &(NameParts){{NULL}}, &facts->scorer->alphabet, &facts->names);
    if (outcome != OUTCOME_OK || facts->out->without_names)
        return outcome;
    NameSlot *slots = mt_allocate_zeroed(slot_count, sizeof *slots);
    outcome = slots ? number_names(facts, slots, (uint64_t)slot_count - 1) : OUTCOME_NO_MEMORY;
    mt_release(slots);
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

/* A row is listed once for each word that stands for a subject. */
static Outcome find_named_rows(Facts *facts)
{
    const NameList *names = &facts->names;
    NamedRows *found = &facts->named;
    int64_t *first = mt_allocate((size_t)(names->count + 1) * sizeof *first), count = 0;
    int32_t *subjects = mt_allocate((size_t)(names->words.count + 1) * sizeof *subjects);
    if (first && subjects) {
        find_subjects(facts, first, subjects);
        for (int64_t i = 0; i < facts->holder_count; i++) {
            int32_t name = facts->name[facts->holders[i]];
            count += first[name + 1] - first[name];
        }
        found->rows = mt_allocate((size_t)(2 * count + 1) * sizeof *found->rows);
    }
    for (int64_t i = 0; found->rows && i < facts->holder_count; i++) {
        int32_t row = facts->holders[i], name = facts->name[row];
        for (int64_t at = first[name]; at < first[name + 1]; at++) {
            found->rows[found->count] = row;
            found->rows[count + found->count++] = subjects[at];
        }
    }
    found->subjects = found->rows ? found->rows + count : NULL;
    mt_release(first);
    mt_release(subjects);
    return found->rows ? OUTCOME_OK : OUTCOME_NO_MEMORY;
}

Outcome mt_find_names(Facts *facts)
{
    Outcome outcome = read_names(facts);
    return outcome == OUTCOME_OK ? find_named_rows(facts) : outcome;
}
