/* Runs -> starts and ends of links and emphasis, properly nested, the longest outside. */
#include "base/memory.h"
#include "render/content.h"

static int has_mark(const Run *run, Mark mark)
{
    static const uint32_t bits[MARKS] = {0, SUB, SUP, STRUCK, MARKED, STRONG, EM};
    return mark == MARK_LINK ? run->style.link != NONE : (run->style.format & bits[mark]) != 0;
}

/* Whether two runs have the same mark. */
static int share_mark(const Run *one, const Run *other, Mark mark)
{
    return has_mark(one, mark) && has_mark(other, mark) &&
           (mark != MARK_LINK || one->style.link == other->style.link);
}

static void find_reaches(Runs *runs)
{
    for (int64_t i = runs->count - 1; i >= 0; i--)
        for (Mark mark = 0; mark < MARKS; mark++) {
            Run *run = &runs->at[i], *after = i + 1 < runs->count ? run + 1 : NULL;
            run->reach[mark] = !has_mark(run, mark)                    ? NONE
                               : after && share_mark(run, after, mark) ? after->reach[mark]
                                                                       : i;
        }
}

static void add_token(Line *line, int64_t run, Mark mark, int32_t link, int opens)
{
    LineToken *tokens =
        mt_reserve(line->tokens, &line->token_capacity, line->token_count + 1, sizeof *tokens);
    if (!tokens) {
        line->has_failed = 1;
        return;
    }
    line->tokens = tokens;
    line->tokens[line->token_count++] =
        (LineToken){.run = run, .mark = mark, .link = link, .opens = opens, .partner = NONE};
}

/* Add the marks of a run that are not open, longest first; of equal ones, links outside. */
static int open_marks(Line *line, const Run *run, const Mark *stack, int depth, Mark *opened)
{
    int count = 0;
    for (Mark mark = 0; mark < MARKS; mark++) {
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

void mt_nest(Line *line, Runs *runs)
{
    Mark stack[MARKS];
    int depth = 0;
    line->token_count = 0;
    find_reaches(runs);
    for (int64_t i = 0; i <= runs->count; i++) {
        const Run *run = i < runs->count ? &runs->at[i] : NULL, *before = i ? &runs->at[i - 1] : NULL;
        int keep = 0;
        while (run && keep < depth && share_mark(before, run, stack[keep]))
            keep++;
        while (depth > keep)
            add_token(line, NONE, stack[--depth], before->style.link, 0);
        if (run) {
            depth += open_marks(line, run, stack, depth, stack + depth);
            add_token(line, i, 0, NONE, 0);
        }
    }
}
