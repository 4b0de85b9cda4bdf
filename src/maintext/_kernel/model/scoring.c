/* A page and a model -> features, kind and log odds: the families one after the other (see scoring.h). */
#include "model/scoring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is found on the way. */
typedef struct {
    const Scorer *scorer;
    const Scored *page;
    const Scores *out;
    Elements elements;
    int64_t *told, *cjk;
    Declared declared;
    WordList words, title;
    NameList names;
    NamedRows named;
    Landmarks landmarks;
    double *link_chars;
    int64_t *markup;
    int64_t *tag_lengths; /* by tag, the page's own after the listed ones */
    int32_t local_tags;
    int64_t *commas, *marks, *name, *group, *alike, *heading, *label, *ends;
    uint64_t *name_sums;
    double *scores; /* SCORES x blocks */
    float *around;  /* AROUND x blocks */
    Room *room;
    size_t used; /* of the room */
} Work;

/* -- room ------------------------------------------------------------------------------------------- */

static void *part(Work *work, int64_t count, size_t size)
{
    size_t first = work->used;
    work->used += ((size_t)count * size + 7) / 8 * 8;
    return work->used <= work->room->size ? work->room->bytes + first : NULL;
}

/* Give out the room; as long as there is too little, this says how much there must be. */
static void lay_out(Work *work)
{
    int64_t rows = work->page->rows, blocks = work->page->blocks;
    Elements *elements = &work->elements;
    int64_t **by_row[] = {&elements->low, &elements->high, &elements->holders,
                          &work->name,    &work->cjk,      &work->markup};
    double **sum[] = {&work->landmarks.chars, &work->landmarks.link_chars, &work->landmarks.density_sums,
                      &work->landmarks.votes, &work->landmarks.p_values};
    int64_t **by_block[] = {&elements->tag_group, &work->commas, &work->marks, &work->group,
                            &work->heading,       &work->label,  &work->ends};
    int64_t **by_level[] = {&elements->above, &elements->above_low, &elements->above_high};
    for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++)
        *by_row[i] = part(work, rows, sizeof(int64_t));
    for (size_t i = 0; i < sizeof sum / sizeof *sum; i++)
        *sum[i] = part(work, rows, sizeof(double));
    for (size_t i = 0; i < sizeof by_block / sizeof *by_block; i++)
        *by_block[i] = part(work, blocks, sizeof(int64_t));
    for (size_t i = 0; i < sizeof by_level / sizeof *by_level; i++)
        *by_level[i] = part(work, LEVELS * blocks, sizeof(int64_t));
    elements->tag_paths = part(work, 2 * TAG_LEVELS * blocks, sizeof(uint64_t));
    work->tag_lengths = part(work, LISTED_TAGS + work->local_tags, sizeof(int64_t));
    elements->is_heading = part(work, blocks, sizeof(uint8_t));
    work->told = part(work, TOLD_COUNT * blocks, sizeof(int64_t));
    work->link_chars = part(work, blocks, sizeof(double));
    work->alike = part(work, ALIKE_LEVELS * blocks, sizeof(int64_t));
    work->scores = part(work, SCORES * blocks, sizeof(double));
    work->around = part(work, AROUND * blocks, sizeof(float));
}

static Outcome make_room(Work *work)
{
    lay_out(work);
    if (work->used <= work->room->size)
        return LOOP_FINE;
    free(work->room->bytes);
    work->room->bytes = malloc(work->used);
    work->room->size = work->room->bytes ? work->used : 0;
    if (!work->room->size)
        return LOOP_NO_MEMORY;
    work->used = 0;
    lay_out(work);
    return LOOP_FINE;
}

static Outcome outcome_of(int failed) { return failed ? LOOP_NO_MEMORY : LOOP_FINE; }

/* -- what the features are made of ------------------------------------------------------------------ */

/* No end tag is left out of a page's own elements: what stands for nothing (`<br>`) is listed. */
static Outcome measure_tags(Work *work, Parser *parser, const Table *table)
{
    enum { BRACKETS = 5 }; /* <></> */
    memcpy(work->tag_lengths, work->scorer->tag_lengths, LISTED_TAGS * sizeof *work->tag_lengths);
    for (int32_t i = 0; i < table->local_tag_count; i++) {
        View name = mt_tag_name_of(parser, table->local_tags[i]);
        if (!name.text)
            return LOOP_NO_MEMORY;
        const Byte *start = (const Byte *)name.text;
        work->tag_lengths[LISTED_TAGS + i] = 2 * mt_count_code_points(start, start + name.length) + BRACKETS;
    }
    return LOOP_FINE;
}

static Outcome find_all_elements(Work *work)
{
    const Scored *page = work->page;
    Elements *elements = &work->elements;
    elements->rows = page->rows;
    elements->blocks = page->blocks;
    elements->tag = page->tag;
    elements->parent = page->parent;
    elements->end = page->end;
    elements->depth = page->depth;
    elements->flags = page->flags;
    elements->block = page->block;
    elements->first_row = page->first_row;
    elements->element = page->element;
    Outcome outcome = outcome_of(mt_find_elements(elements));
    /* Blocks whose elements do not hold them would have elements above them that hold none. */
    for (int64_t i = 0; i < LEVELS * page->blocks && outcome == LOOP_FINE; i++)
        if (elements->above_high[i] > page->blocks)
            outcome = LOOP_WRONG;
    return outcome;
}

static Outcome read_all_texts(Work *work, const Table *table)
{
    const Scored *page = work->page;
    memset(work->cjk, 0, (size_t)page->rows * sizeof *work->cjk);
    for (int64_t i = 0; i < page->leaf_count; i++)
        work->cjk[page->leaves[i]] = page->cjk[page->leaves[i]];
    Texts texts = {
        .text = (const Byte *)table->text,
        .text_end = (const Byte *)table->text + table->text_length,
        .rows = page->rows,
        .blocks = page->blocks,
        .tag = page->tag,
        .flags = page->flags,
        .text_start = page->text_start,
        .text_end_at = page->text_end,
        .chars = page->chars,
        .cjk = work->cjk,
        .first_row = page->first_row,
    };
    const Alphabet *alphabet = &work->scorer->alphabet;
    Outcome outcome = mt_read_texts(&texts, alphabet, &work->words, work->told);
    if (outcome == LOOP_FINE)
        outcome = mt_find_different_words((const Byte *)work->declared.titles, work->declared.titles_length,
                                       alphabet, &work->title);
    return outcome;
}

static const int64_t *told_of(const Work *work, int column)
{
    return work->told + column * work->page->blocks;
}

static void sum_characters(Work *work)
{
    for (int64_t i = 0; i < work->page->blocks; i++) {
        work->out->chars[i] = (double)told_of(work, TOLD_CHARS)[i];
        work->out->words[i] = told_of(work, TOLD_WORDS)[i];
        work->link_chars[i] = (double)told_of(work, TOLD_LINK_CHARS)[i];
        work->commas[i] = told_of(work, CHARACTER_COMMA)[i] + told_of(work, CHARACTER_CJK_COMMA)[i];
        work->marks[i] =
            work->commas[i] + told_of(work, CHARACTER_STOP)[i] + told_of(work, CHARACTER_CJK_STOP)[i];
    }
}

static Names names_of(const Work *work)
{
    return (Names){
        .hash = work->names.words.hash,
        .words = work->names.words.count,
        .first = work->names.first,
        .count = work->names.count,
        .of_row = work->name,
        .rows = work->page->rows,
        .named = work->elements.holders,
        .named_count = work->elements.holder_count,
    };
}

static Outcome read_all_names(Work *work, Parser *parser, const Table *table)
{
    const Scorer *scorer = work->scorer;
    memset(work->name, 0, (size_t)work->page->rows * sizeof *work->name);
    Outcome outcome = mt_read_names(parser, table, work->elements.holders, work->elements.holder_count,
                                 &scorer->alphabet, &work->names, work->name);
    if (outcome != LOOP_FINE)
        return outcome;
    Names names = names_of(work);
    work->name_sums = calloc((size_t)names.count, sizeof *work->name_sums);
    if (!work->name_sums)
        return LOOP_NO_MEMORY;
    for (int64_t name = 0; name < names.count; name++) {
        int64_t end = name + 1 < names.count ? names.first[name + 1] : names.words;
        for (int64_t i = names.first[name]; i < end; i++)
            work->name_sums[name] += names.hash[i];
    }
    if (mt_find_repeats(&work->elements, work->name, work->name_sums, work->group, work->alike) < 0)
        return LOOP_NO_MEMORY;
    return mt_find_named_rows(&names, &scorer->speaking, scorer->subject_by_slot, &work->named);
}

/* -- a block's own features ------------------------------------------------------------------------- */

static BlockTexts texts_of(const Work *work)
{
    return (BlockTexts){work->out->chars, work->link_chars, work->marks, work->commas};
}

static Outcome write_text_columns(const Work *work, float *out)
{
    Told told = {
        .told = work->told,
        .blocks = work->page->blocks,
        .hash = work->words.hash,
        .kind = work->words.kind,
        .words = work->words.count,
        .title = work->title.hash,
        .title_words = work->title.count,
        .stops = work->scorer->stops,
        .years = work->scorer->years,
    };
    return mt_write_text_features(&told, out);
}

static Outcome write_columns_of_elements(const Work *work, float *out)
{
    BlockTexts texts = texts_of(work);
    ElementColumns columns = {
        .elements = &work->elements,
        .texts = &texts,
        .landmarks = &work->landmarks,
        .group = work->group,
        .alike = work->alike,
        .leaves = work->page->leaves,
        .leaf_count = work->page->leaf_count,
        .named = work->named.rows,
        .subject = work->named.subjects,
        .named_count = work->named.count,
        .near = work->scorer->near,
        .subjects = work->scorer->subjects,
        .out = out,
    };
    return outcome_of(mt_write_element_columns(&columns));
}

static Outcome write_method_columns(const Work *work, Parser *parser, const Table *table, float *out)
{
    const Scored *page = work->page;
    Rows rows = {page->rows,  page->tag,   page->parent,     page->end,
                 page->flags, page->block, page->text_start, page->text_end};
    Measured measured = {
        .chars = page->chars,
        .weighted = page->chars,
        .markup = work->markup,
        .removed_tags = work->scorer->removed_tags,
        .wrapper_tags = work->scorer->wrapper_tags,
        .wrapper_share = work->scorer->wrapper_share,
        .with_images = work->scorer->with_images,
        .noise = {0, NULL},
        .leaves = {page->leaf_count, page->leaves},
    };
    if (mt_measure_markup(parser, table, work->tag_lengths, work->markup) < 0)
        return LOOP_NO_MEMORY;
    int failed = mt_write_p_values(&rows, &measured, page->first_row, page->blocks, out);
    return !failed ? LOOP_FINE : failed == FOUND_NO_MEMORY ? LOOP_NO_MEMORY : LOOP_WRONG;
}

/* Each family writes its columns below those of the one before. */
static Outcome write_own_columns(Work *work, Parser *parser, const Table *table)
{
    int64_t blocks = work->page->blocks;
    float *of_elements = work->out->columns + TEXT_FEATURES * blocks;
    float *of_methods = of_elements + (ELEMENT_COLUMNS + work->scorer->subjects) * blocks;
    Outcome outcome = write_text_columns(work, work->out->columns);
    if (outcome == LOOP_FINE)
        outcome = write_columns_of_elements(work, of_elements);
    if (outcome == LOOP_FINE)
        outcome = write_method_columns(work, parser, table, of_methods);
    return outcome;
}

/* -- the page's features, and its kind -------------------------------------------------------------- */

enum { COUNTS = SUM_COUNT + CHARACTER_KINDS + TAG_KINDS };

static Outcome count_all(const Work *work, double *counts)
{
    const Scored *page = work->page;
    Counted counted = {
        .rows = page->rows,
        .leaves = page->leaf_count,
        .blocks = page->blocks,
        .kinds = CHARACTER_KINDS,
        .tags = TAG_KINDS,
        .named = work->named.count,
        .subjects = work->scorer->subjects,
        .tag = page->tag,
        .flags = page->flags,
        .depth = page->depth,
        .chars = page->chars,
        .cjk = work->cjk,
        .leaf = page->leaves,
        .first_row = page->first_row,
        .element = page->element,
        .group = work->group,
        .block_chars = work->out->chars,
        .link_chars = work->link_chars,
        .kind = work->told,
        .subject = work->named.subjects,
        .heading = FLAG_HEADING,
        .container = {FLAG_PARAGRAPH, FLAG_ARTICLE, FLAG_MAIN},
        .least_long = work->scorer->least_long,
    };
    return outcome_of(mt_count_page(&counted, counts));
}

static double largest(const double *values, int64_t count)
{
    double largest = count ? values[0] : 0;
    for (int64_t i = 1; i < count; i++)
        largest = values[i] > largest ? values[i] : largest;
    return largest;
}

/* In the order of maintext.features.whole. */
static void write_page_columns(const Work *work, const double *counts, float *out)
{
    const Landmarks *found = &work->landmarks;
    const double *of_kind = counts + SUM_COUNT;
    double chars = counts[SUM_CHARS], blocks = (double)work->page->blocks, prices = 0, questions = 0;
    for (int64_t i = 0; i < work->page->blocks; i++) {
        prices += told_of(work, CHARACTER_CURRENCY)[i] != 0;
        questions += (double)told_of(work, TOLD_QUESTIONS)[i];
    }
    double marks = of_kind[CHARACTER_COMMA] + of_kind[CHARACTER_CJK_COMMA] + of_kind[CHARACTER_STOP] +
                   of_kind[CHARACTER_CJK_STOP];
    const double values[PAGE_COLUMNS] = {
        log1p(chars),
        counts[SUM_LINK_CHARS] / chars,
        log1p(blocks),
        log1p(chars / blocks),
        counts[SUM_INSIDE] / chars,
        marks / chars,
        of_kind[CHARACTER_CJK] / chars,
        log1p(counts[SUM_HEADINGS]),
        log1p(counts[SUM_LONG]),
        log1p(prices),
        log1p(questions),
        counts[SUM_DEPTHS] / blocks,
        log1p(counts[SUM_REPEATS]),
        found->chars[found->best[0]] / chars,
        found->chars[found->best[2]] / chars,
        found->chars[found->best[1]] / chars,
        largest(found->p_values, work->elements.holder_count),
        counts[SUM_INSIDE + 1] / chars,
        counts[SUM_INSIDE + 2] / chars,
    };
    for (int i = 0; i < PAGE_COLUMNS; i++)
        *out++ = (float)values[i];
    for (int64_t i = 0; i < work->scorer->logged_count; i++)
        *out++ = (float)log1p(counts[work->scorer->logged[i]]);
    memcpy(out, work->declared.columns, (size_t)mt_declared_count(&work->scorer->declared_words) * sizeof *out);
}

static void find_probabilities(double *margins, int64_t count)
{
    double most = largest(margins, count), sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += margins[i] = mt_exp(margins[i] - most);
    for (int64_t i = 0; i < count; i++)
        margins[i] /= sum;
}

static Outcome find_kind(const Work *work)
{
    const Scorer *scorer = work->scorer;
    size_t counts_room = (size_t)(COUNTS + scorer->subjects);
    size_t columns_room =
        (size_t)(PAGE_COLUMNS + scorer->logged_count + mt_declared_count(&scorer->declared_words));
    double *counts = malloc(counts_room * sizeof *counts + columns_room * sizeof(float));
    if (!counts)
        return LOOP_NO_MEMORY;
    float *columns = (float *)(void *)(counts + counts_room);
    Outcome outcome = count_all(work, counts);
    if (outcome == LOOP_FINE) {
        write_page_columns(work, counts, columns);
        mt_sum_forest(&scorer->kinds, columns, 1, work->out->kinds);
        find_probabilities(work->out->kinds, scorer->kinds.outputs);
    }
    free(counts);
    return outcome;
}

/* -- scores by words, and what surrounds a block ---------------------------------------------------- */

enum { REACH = 4 }; /* levels above a heading that its section may fill */

static void find_ends(const Work *work)
{
    int64_t blocks = work->page->blocks;
    for (int64_t i = 0; i < blocks; i++) {
        int64_t end = 0;
        for (int level = 0; level < REACH; level++) {
            int64_t high = work->elements.above_high[level * blocks + i];
            end = high > end ? high : end;
        }
        work->ends[i] = end;
    }
}

static Outcome score_words(const Work *work)
{
    const Weights *weights = work->scorer->weights;
    int64_t blocks = work->page->blocks;
    BlockWords words = {work->words.hash, work->words.count, told_of(work, TOLD_FIRST_WORD), work->out->words,
                        blocks};
    const int64_t *const last[2] = {work->heading, work->label};
    mt_find_last_headings(&work->elements, work->out->words, told_of(work, TOLD_EMPHASIS), work->out->chars,
                       work->heading, work->label);
    find_ends(work);
    mt_score_text(&weights[0], &words, (const uint64_t *)told_of(work, TOLD_TEXT_HASH), work->scores);
    mt_score_headings(&weights[2], &words, last, work->ends, work->scores + 2 * blocks);
    NamedBlocks named = {
        .names = names_of(work),
        .tag = work->page->tag,
        .above = work->elements.above,
        .short_path = work->elements.tag_paths + 5 * blocks, /* the second path of the third level */
        .long_path = work->elements.tag_paths + 9 * blocks,  /* and of the fifth */
        .tag_buckets = work->scorer->tag_buckets,
        .blocks = blocks,
    };
    return mt_score_names(&weights[1], &named, work->scores + blocks);
}

static Outcome write_context_columns(const Work *work, float *out)
{
    int64_t blocks = work->page->blocks;
    for (int i = 0; i < AROUND; i++)
        memcpy(work->around + i * blocks, work->out->columns + work->scorer->around[i] * blocks,
               (size_t)blocks * sizeof *work->around);
    Surroundings surroundings = {
        .blocks = blocks,
        .scores = work->scores,
        .around = work->around,
        .weight = work->out->chars,
        .low = work->elements.above_low,
        .high = work->elements.above_high,
        .path = work->group,
        .tags = work->elements.tag_group,
        .heading = work->heading,
        .label = work->label,
        .out = out,
    };
    return outcome_of(mt_write_surroundings(&surroundings));
}

static void write_kind_columns(const Work *work, float *out)
{
    for (int64_t kind = 0; kind < work->scorer->kinds.outputs; kind++)
        for (int64_t i = 0; i < work->page->blocks; i++)
            *out++ = (float)work->out->kinds[kind];
}

static void write_probabilities(const Work *work)
{
    double *log_odds = work->out->log_odds;
    for (int64_t i = 0; i < work->page->blocks; i++) {
        log_odds[i] = work->scorer->slope * log_odds[i] + work->scorer->offset;
        work->out->probability[i] = probability_of(log_odds[i]);
    }
}

static Outcome choose_blocks(const Work *work)
{
    const Scorer *scorer = work->scorer;
    const Scores *out = work->out;
    Weighing weighing = scorer->choice;
    weighing.exponent += scorer->article * out->kinds[scorer->article_kind];
    return mt_choose_weighed(out->log_odds, &weighing, out->words, work->page->blocks, out->chosen) < 0
               ? LOOP_NO_MEMORY
               : LOOP_FINE;
}

/* -- all of it -------------------------------------------------------------------------------------- */

static Outcome find_all(Work *work, Parser *parser, const Table *table)
{
    Outcome outcome = make_room(work);
    if (outcome == LOOP_FINE)
        outcome = measure_tags(work, parser, table);
    if (outcome == LOOP_FINE && !mt_read_declared(parser, table, &work->scorer->declared_words, &work->declared))
        outcome = LOOP_NO_MEMORY;
    if (outcome == LOOP_FINE)
        outcome = find_all_elements(work);
    if (outcome == LOOP_FINE)
        outcome = read_all_texts(work, table);
    if (outcome == LOOP_FINE)
        outcome = read_all_names(work, parser, table);
    if (outcome == LOOP_FINE) {
        BlockTexts texts;
        sum_characters(work);
        texts = texts_of(work);
        outcome = outcome_of(mt_find_landmarks(&work->elements, &texts, work->tag_lengths, &work->landmarks));
    }
    return outcome;
}

static Outcome score_blocks(Work *work, Parser *parser, const Table *table)
{
    int64_t blocks = work->page->blocks;
    float *context = work->out->columns + (OWN_COLUMNS + work->scorer->subjects) * blocks;
    Outcome outcome = write_own_columns(work, parser, table);
    if (outcome == LOOP_FINE)
        outcome = find_kind(work);
    if (outcome == LOOP_FINE)
        outcome = score_words(work);
    if (outcome == LOOP_FINE)
        outcome = write_context_columns(work, context);
    if (outcome == LOOP_FINE) {
        write_kind_columns(work, context + CONTEXT_COLUMNS * blocks);
        mt_sum_forest(&work->scorer->blocks, work->out->columns, blocks, work->out->log_odds);
        write_probabilities(work);
        outcome = choose_blocks(work);
    }
    return outcome;
}

/* A page whose table is as it was parsed. */
Scored mt_scored_page(const Table *table, const Segments *segments)
{
    const int64_t *cells = table->cells;
    int64_t rows = table->rows;
    return (Scored){
        .rows = rows,
        .blocks = segments->count,
        .leaf_count = segments->leaf_count,
        .tag = cells + COLUMN_TAG * rows,
        .parent = cells + COLUMN_PARENT * rows,
        .end = cells + COLUMN_END * rows,
        .depth = cells + COLUMN_DEPTH * rows,
        .flags = cells + COLUMN_FLAGS * rows,
        .block = cells + COLUMN_BLOCK * rows,
        .text_start = cells + COLUMN_TEXT_START * rows,
        .text_end = cells + COLUMN_TEXT_END * rows,
        .chars = segments->chars,
        .cjk = (const int32_t *)(const void *)(cells + COLUMN_COUNT * rows) + COUNT_CJK * rows,
        .leaves = segments->leaves,
        .first_row = segments->first_row,
        .element = segments->element,
    };
}

Outcome mt_score_page(Parser *parser, const Table *table, const Scorer *scorer, const Scored *page, Room *room,
                   const Scores *scores)
{
    Work work = {
        .scorer = scorer, .page = page, .out = scores, .local_tags = table->local_tag_count, .room = room};
    Outcome outcome = find_all(&work, parser, table);
    if (outcome == LOOP_FINE)
        outcome = score_blocks(&work, parser, table);
    mt_free_declared(&work.declared);
    mt_free_words(&work.words);
    mt_free_words(&work.title);
    mt_free_names(&work.names);
    free(work.name_sums);
    free(work.named.rows);
    return outcome;
}
