/* Emphasis, and whatever else lies around runs, in a line of Markdown: which marks begin and end where. */
#include "render/markdown.h"

#include <stdlib.h>
#include <string.h>

static void put_string(Buffer *buffer, const char *text) { mt_put(buffer, text, strlen(text)); }

/* -- emphasis ------------------------------------------------------------------------------------------- */

/* Whether emphasis ends between the two. */
static int leaves(Style outside, Style inside) { return (inside.dress & ~outside.dress & EMPHASIS) != 0; }

/* How many bytes of borders a run begins with, where it leaves emphasis to a word before it. */
static size_t head_of(Line *line, const Run *before, const Run *run)
{
    const char *start = line->text + run->start, *end = line->text + run->end, *at = start;
    size_t length;
    if (!leaves(before->style, run->style) || before->style.dress & AS_IT_IS ||
        mt_is_border_class(mt_last_class(line, line->text + before->start, line->text + before->end, &length)))
        return 0;
    while (at < end && mt_is_border_class(mt_class_at(line, at, end, &length)))
        at += length;
    return (size_t)(at - start);
}

static size_t tail_of(Line *line, const Run *run, const Run *after)
{
    const char *start = line->text + run->start, *end = line->text + run->end, *at = end;
    size_t length;
    if (!leaves(after->style, run->style) || after->style.dress & AS_IT_IS ||
        mt_is_border_class(mt_first_class(line, line->text + after->start, line->text + after->end)))
        return 0;
    while (at > start && mt_is_border_class(mt_last_class(line, start, at, &length)))
        at -= length;
    return (size_t)(end - at);
}

/* Take out of emphasis the punctuation at its ends that a word follows or precedes: `**note:**word` is none
   in CommonMark, `**note**:word` is. */
static void tighten(Line *line)
{
    const Runs *runs = &line->runs;
    line->tight.count = 0;
    for (int64_t i = 0; i < runs->count; i++) {
        const Run *run = &runs->at[i];
        Style plain = {run->style.link, run->style.dress & ~(uint32_t)EMPHASIS};
        if (mt_is_style(plain, run->style) || run->style.dress & CODE) {
            mt_add_run(line, &line->tight, run->start, run->end, run->style);
            continue;
        }
        size_t head = i ? head_of(line, run - 1, run) : 0;
        size_t tail = i + 1 < runs->count ? tail_of(line, run, run + 1) : 0;
        size_t length = run->end - run->start;
        if (head + tail >= length) {
            mt_add_run(line, &line->tight, run->start, run->end, head || tail ? plain : run->style);
            continue;
        }
        if (head)
            mt_add_run(line, &line->tight, run->start, run->start + head, plain);
        mt_add_run(line, &line->tight, run->start + head, run->end - tail, run->style);
        if (tail)
            mt_add_run(line, &line->tight, run->end - tail, run->end, plain);
    }
}

/* -- nesting -------------------------------------------------------------------------------------------- */

enum { MARK_LINK, MARK_SUB, MARK_SUP, MARK_STRONG, MARK_EM };

static int wears(const Run *run, int mark)
{
    static const uint32_t bits[MARKS] = {0, SUB, SUP, STRONG, EM};
    return mark == MARK_LINK ? run->style.link != NONE : (run->style.dress & bits[mark]) != 0;
}

/* Whether two runs wear the same mark. */
static int share(const Run *one, const Run *other, int mark)
{
    return wears(one, mark) && wears(other, mark) &&
           (mark != MARK_LINK || one->style.link == other->style.link);
}

static void find_reaches(Runs *runs)
{
    for (int64_t i = runs->count - 1; i >= 0; i--)
        for (int mark = 0; mark < MARKS; mark++) {
            Run *run = &runs->at[i], *after = i + 1 < runs->count ? run + 1 : NULL;
            run->reach[mark] = !wears(run, mark)                  ? NONE
                               : after && share(run, after, mark) ? after->reach[mark]
                                                                  : i;
        }
}

static void add_token(Line *line, int64_t run, int mark, int32_t link, int opens)
{
    LineToken *tokens = mt_reserve(line->tokens, &line->token_room, line->token_count + 1, sizeof *tokens);
    if (!tokens) {
        line->has_failed = 1;
        return;
    }
    line->tokens = tokens;
    line->tokens[line->token_count++] =
        (LineToken){.run = run, .mark = mark, .link = link, .opens = opens, .partner = NONE};
}

/* Add the marks of a run that are not open, those that reach farthest first; of equal ones, links outside. */
static int open_marks(Line *line, const Run *run, const int *stack, int depth, int *opened)
{
    int count = 0;
    for (int mark = 0; mark < MARKS; mark++) {
        int is_open = 0, at = count;
        for (int i = 0; i < depth; i++)
            is_open |= stack[i] == mark;
        if (is_open || run->reach[mark] == NONE)
            continue;
        for (; at > 0 && run->reach[opened[at - 1]] < run->reach[mark]; at--)
            opened[at] = opened[at - 1];
        opened[at] = mark;
        count++;
    }
    for (int i = 0; i < count; i++)
        add_token(line, NONE, opened[i], run->style.link, 1);
    return count;
}

/* The runs with begins and ends of their marks, properly nested, the longest outside. */
static void nest(Line *line, Runs *runs)
{
    int stack[MARKS], depth = 0;
    line->token_count = 0;
    find_reaches(runs);
    for (int64_t i = 0; i <= runs->count; i++) {
        const Run *run = i < runs->count ? &runs->at[i] : NULL, *before = i ? &runs->at[i - 1] : NULL;
        int keep = 0;
        while (run && keep < depth && share(before, run, stack[keep]))
            keep++;
        while (depth > keep)
            add_token(line, NONE, stack[--depth], before->style.link, 0);
        if (run) {
            depth += open_marks(line, run, stack, depth, stack + depth);
            add_token(line, i, 0, NONE, 0);
        }
    }
}

/* -- tokens --------------------------------------------------------------------------------------------- */

static int is_delimiter(const LineToken *token)
{
    return token->run == NONE && (token->mark == MARK_STRONG || token->mark == MARK_EM);
}

static void put_token(Line *line, const Runs *runs, const LineToken *token, int is_last)
{
    static const char *const begins[MARKS] = {"[", "<sub>", "<sup>", "**", "*"};
    static const char *const ends[MARKS] = {"", "</sub>", "</sup>", "**", "*"};
    Buffer *out = &line->strings;
    if (token->run == NONE && token->mark == MARK_LINK && !token->opens) {
        mt_put_address(line, out, token->link);
    } else if (token->run == NONE) {
        put_string(out, (token->opens ? begins : ends)[token->mark]);
    } else {
        const Run *run = &runs->at[token->run];
        const char *start = line->text + run->start, *end = line->text + run->end;
        if (run->style.dress & AS_IT_IS)
            mt_put_bare(line, out, run);
        else if (run->style.dress & CODE)
            mt_put_code(out, start, end);
        else
            mt_put_escaped(line, out, start, end, is_last);
    }
}

static Class first_of(Line *line, const LineToken *token)
{
    return mt_first_class(line, line->strings.at + token->start, line->strings.at + token->end);
}

static Class last_of(Line *line, const LineToken *token)
{
    size_t length;
    return mt_last_class(line, line->strings.at + token->start, line->strings.at + token->end, &length);
}

/* CommonMark's rule, for a delimiter between two characters; strict where its versions differ. */
static int flanks(Class outside, Class inside)
{
    if (inside == CLASS_SPACE)
        return 0;
    return !mt_is_border_class(inside) || outside == CLASS_SPACE || outside == CLASS_PUNCTUATION;
}

static int can_open(Line *line, int64_t at)
{
    const LineToken *tokens = line->tokens;
    int64_t before = at - 1, after = at + 1;
    for (; before >= 0 && is_delimiter(&tokens[before]); before--)
        if (!tokens[before].opens)
            return 0; /* right behind another emphasis: one row of stars would be read as one mark */
    while (is_delimiter(&tokens[after])) /* a run follows */
        after++;
    return flanks(before >= 0 ? last_of(line, &tokens[before]) : CLASS_SPACE, first_of(line, &tokens[after]));
}

static int can_close(Line *line, int64_t at)
{
    const LineToken *tokens = line->tokens;
    int64_t before = at - 1, after = at + 1;
    while (is_delimiter(&tokens[before])) /* a run stands before */
        before--;
    while (after < line->token_count && is_delimiter(&tokens[after]))
        after++;
    return flanks(after < line->token_count ? first_of(line, &tokens[after]) : CLASS_SPACE,
                  last_of(line, &tokens[before]));
}

/* Whether a delimiter stands beside one of a pair with another end: such a row of stars can be read in more
   than one way. */
static int is_ambiguous(const Line *line, int64_t at)
{
    const LineToken *tokens = line->tokens;
    for (int64_t beside = at - 1; beside <= at + 1; beside += 2) {
        if (beside < 0 || beside >= line->token_count || tokens[beside].partner == NONE)
            continue;
        int64_t apart = tokens[beside].partner - tokens[at].partner;
        if (apart != 1 && apart != -1)
            return 1;
    }
    return 0;
}

/* Drop the delimiters that CommonMark would not read as such: better no emphasis than stray stars. */
static void drop_void_emphasis(Line *line)
{
    int64_t opened[MARKS];
    int depth = 0;
    LineToken *tokens = line->tokens;
    for (int64_t i = 0; i < line->token_count; i++) {
        if (!is_delimiter(&tokens[i]))
            continue;
        if (tokens[i].opens) {
            opened[depth++] = i;
            continue;
        }
        int64_t start = opened[--depth];
        if (can_open(line, start) && can_close(line, i)) {
            tokens[start].partner = i;
            tokens[i].partner = start;
        } else {
            tokens[start].is_void = tokens[i].is_void = 1;
        }
    }
    for (int64_t i = 0; i < line->token_count; i++)
        if (tokens[i].partner != NONE && tokens[i].mark == MARK_EM && is_ambiguous(line, i))
            tokens[i].is_void = tokens[tokens[i].partner].is_void = 1;
}

/* Write runs of which some are dressed. */
void mt_put_dressed(Line *line, int is_emphasised)
{
    for (int64_t i = 0; i < line->runs.count; i++)
        if (mt_is_bare(line, &line->runs.at[i]))
            line->runs.at[i].style = (Style){NONE, AS_IT_IS};
    if (is_emphasised)
        tighten(line);
    Runs *runs = is_emphasised ? &line->tight : &line->runs;
    nest(line, runs);
    if (line->has_failed)
        return;
    line->strings.length = 0;
    for (int64_t i = 0; i < line->token_count; i++) {
        LineToken *token = &line->tokens[i];
        token->start = line->strings.length;
        put_token(line, runs, token, i + 1 == line->token_count);
        token->end = line->strings.length;
    }
    if (line->strings.has_failed)
        return;
    if (is_emphasised)
        drop_void_emphasis(line);
    for (int64_t i = 0; i < line->token_count; i++) {
        const LineToken *token = &line->tokens[i];
        if (!token->is_void)
            mt_put(&line->written, line->strings.at + token->start, token->end - token->start);
    }
}
