/* See languages.h. */
#include "model/languages.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* A sequence of the text, in a hash table with open addressing. */
typedef struct {
    int32_t sequence;
    int32_t count; /* 0: the slot is free */
} Slot;

/* The state after a byte, or FOUND_INVALID. */
static int64_t move(const LanguageModel *model, int64_t state, Byte byte)
{
    int64_t row = model->row_of[state];
    int64_t next = row < model->move_rows ? (int64_t)model->moves[row * 256 + byte] : model->states;
    return next < model->states && model->ending[next] < model->sequences ? next : FOUND_INVALID;
}

static void count(Slot *slots, uint32_t last_slot, int32_t sequence)
{
    uint32_t at = (uint32_t)sequence * 2654435769U >> 7 & last_slot; /* Knuth's multiplicative hash */
    while (slots[at].count && slots[at].sequence != sequence)
        at = (at + 1) & last_slot;
    slots[at].sequence = sequence;
    slots[at].count++;
}

static int64_t count_sequences(const LanguageModel *model, const Byte *text, int64_t length, Slot *slots,
                               uint32_t last_slot)
{
    int64_t state = 0;
    for (int64_t i = 0; i < length; i++) {
        state = move(model, state, text[i]);
        if (state < 0)
            return FOUND_INVALID;
        if (model->ending[state] >= 0)
            count(slots, last_slot, model->ending[state]);
    }
    return 0;
}

/* Exact for all finite numbers, subnormal ones too. */
static float widen(uint16_t half)
{
    uint32_t bits = (uint32_t)(half & 0x8000) << 16 | (uint32_t)(half & 0x7FFF) << 13;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number * 0x1p112F;
}

static int64_t add_terms(const LanguageModel *model, const Slot *slots, uint32_t last_slot, double *scores)
{
    int64_t found = 0;
    for (uint32_t at = 0; at <= last_slot; at++) {
        if (!slots[at].count)
            continue;
        const uint16_t *terms = model->terms + slots[at].sequence * model->languages;
        double weight = log1p(slots[at].count);
        for (int64_t i = 0; i < model->languages; i++)
            scores[i] += weight * (double)widen(terms[i]);
        found++;
    }
    return found;
}

int64_t mt_score_languages(const LanguageModel *model, const Byte *text, int64_t length, double *scores)
{
    enum { MAX_LENGTH = 1 << 24 };
    if (length > MAX_LENGTH || model->states < 1)
        return FOUND_INVALID;
    uint32_t size = 16;
    while (size < 2 * length)
        size *= 2;
    Slot *slots = mt_allocate_zeroed(size, sizeof *slots);
    if (!slots)
        return FOUND_NO_MEMORY;
    int64_t found = count_sequences(model, text, length, slots, size - 1);
    if (found == 0)
        found = add_terms(model, slots, size - 1, scores);
    mt_release(slots);
    return found;
}
