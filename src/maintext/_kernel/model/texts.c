/* Visible texts of a page -> words and counts of each block. */
#include "model/measure.h"

#include <stdlib.h>
#include <string.h>

/* Field by field: compilers copy a structure of this size by an instruction that starts slowly. */
static void clear_tally(Tally *tally)
{
    for (int kind = 0; kind < CHARACTER_KINDS; kind++)
        tally->by_kind[kind] = 0;
    tally->questions = 0;
    tally->first = NONE;
    tally->before = tally->last = tally->last_code = tally->has_copyright = 0;
}

static int is_stop(int kind) { return kind == CHARACTER_STOP || kind == CHARACTER_CJK_STOP; }

/* Write the counts of a block, except those of its leaves. */
static void count_block(const Tally *tally, const WordList *list, int64_t first_word, int64_t *counts,
                        int64_t blocks)
{
    for (int kind = 0; kind < CHARACTER_KINDS; kind++)
        counts[kind * blocks] = tally->by_kind[kind];
    uint64_t hash = 0;
    for (int64_t i = first_word; i < list->count; i++)
        hash += list->hash[i] * (2 * (uint64_t)(i - first_word) + 1);
    counts[TEXT_FIRST_WORD * blocks] = first_word;
    counts[TEXT_WORDS * blocks] = list->count - first_word;
    memcpy(&counts[TEXT_HASH * blocks], &hash, sizeof hash);
    counts[TEXT_QUESTIONS * blocks] = tally->questions;
    counts[TEXT_ENDS_SENTENCE * blocks] =
        is_stop(tally->last) || (tally->last == CHARACTER_QUOTE && is_stop(tally->before));
    counts[TEXT_ENDS_COLON * blocks] = tally->last_code == ':' || tally->last_code == 0xFF1A;
    counts[TEXT_STARTS_CAPITAL * blocks] = tally->first == CHARACTER_UPPER || tally->first == CHARACTER_CJK;
    counts[TEXT_STARTS_DIGIT * blocks] = tally->first == CHARACTER_DIGIT;
    counts[TEXT_HAS_COPYRIGHT * blocks] = tally->has_copyright;
}

static void count_leaf(int64_t flags, int64_t chars, int64_t *counts, int64_t blocks)
{
    counts[TEXT_CHARS * blocks] += chars;
    counts[TEXT_LEAVES * blocks]++;
    if (flags & FLAG_LINK) {
        counts[TEXT_LINK_CHARS * blocks] += chars;
        counts[TEXT_LINKED_LEAVES * blocks]++;
    }
    if (flags & FLAG_EMPHASIS)
        counts[TEXT_EMPHASIS * blocks] += chars;
}

enum { USUAL_WORDS = 4096 }; /* per page: enough for most pages */

/* Read the leaves in document order. One that begins no block belongs to the block before it. */
static Outcome read_blocks(Facts *facts)
{
    const PageRows *page = facts->page;
    const Alphabet *alphabet = &facts->scorer->alphabet;
    const Byte *text = (const Byte *)facts->table->text, *text_end = text + facts->table->text_length;
    const uint32_t *text_at = facts->table->text_at;
    WordList *list = &facts->words;
    Tally tally = empty_tally;
    int64_t block = 0, first_word = 0, blocks = page->blocks;
    memset(facts->counts + TEXT_CHARS * blocks, 0,
           (size_t)((TEXT_LEAVES + 1 - TEXT_CHARS) * blocks) * sizeof *facts->counts); /* sums over leaves */
    if (mt_reserve_words(list, USUAL_WORDS) != OUTCOME_OK)
        return OUTCOME_NO_MEMORY;
    for (int64_t leaf = 0; leaf < page->leaf_count; leaf++) {
        int64_t row = page->leaves[leaf];
        while (block + 1 < blocks && page->first_row[block + 1] <= row) {
            count_block(&tally, list, first_word, facts->counts + block, blocks);
            mt_fetch_words(facts, list->hash + first_word, list->count - first_word);
            clear_tally(&tally);
            first_word = list->count;
            block++;
        }
        const Byte *at = text + text_at[row], *stop = text + text_at[row + 1];
        if (mt_reserve_words(list, stop - at) != OUTCOME_OK)
            return OUTCOME_NO_MEMORY;
        mt_read_text(at, stop, text_end, alphabet, list, &tally);
        count_leaf(page->flags[row], page->chars[row] + (CJK_LETTERS - 1) * (int64_t)page->cjk[row],
                   facts->counts + block, blocks);
    }
    for (; block < blocks; block++) {
        count_block(&tally, list, first_word, facts->counts + block, blocks);
        mt_fetch_words(facts, list->hash + first_word, list->count - first_word);
        clear_tally(&tally);
        first_word = list->count;
    }
    return OUTCOME_OK;
}

/* -- titles ------------------------------------------------------------------------------------------ */

static int compare_hashes(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* The distinct words of a text, sorted. */
static Outcome find_different_words(const Byte *text, size_t length, const Alphabet *alphabet, WordList *list)
{
    Tally tally = empty_tally;
    if (mt_reserve_words(list, (int64_t)length + 1) != OUTCOME_OK)
        return OUTCOME_NO_MEMORY;
    mt_read_text(text, text + length, text + length, alphabet, list, &tally);
    qsort(list->hash, (size_t)list->count, sizeof *list->hash, compare_hashes);
    int64_t different = 0;
    for (int64_t i = 0; i < list->count; i++)
        if (i == 0 || list->hash[i] != list->hash[i - 1])
            list->hash[different++] = list->hash[i];
    list->count = different;
    return OUTCOME_OK;
}

/* -- all texts --------------------------------------------------------------------------------------- */

/* Read the words of the visible texts and of the page's titles. */
Outcome mt_read_texts(Facts *facts)
{
    Outcome outcome = read_blocks(facts);
    if (outcome == OUTCOME_OK)
        outcome = find_different_words((const Byte *)facts->declared.titles, facts->declared.titles_length,
                                       &facts->scorer->alphabet, &facts->title);
    return outcome;
}
