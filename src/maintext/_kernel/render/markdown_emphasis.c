/* Which emphasis of a line CommonMark recognizes. */
#include "render/markdown.h"

/* -- punctuation at the ends of emphasis ------------------------------------------------------------- */

/* Whether emphasis ends between the two. */
static int leaves(Style outside, Style inside) { return (inside.format & ~outside.format & EMPHASIS) != 0; }

/* Bytes of punctuation at the start of a run that must leave emphasis, because a word comes before. */
static size_t head_of(Line *line, const Run *before, const Run *run)
{
    const char *text = line->text.at, *start = text + run->start, *end = text + run->end, *at = start;
    size_t length;
    if (!leaves(before->style, run->style) || before->style.format & BARE_URL || before->image != NONE ||
        mt_is_border(mt_last_class(text + before->start, text + before->end, &length)))
        return 0;
    while (at < end && mt_is_border(mt_class_at(at, end, &length)))
        at += length;
    return (size_t)(at - start);
}

static size_t tail_of(Line *line, const Run *run, const Run *after)
{
    const char *text = line->text.at, *start = text + run->start, *end = text + run->end, *at = end;
    size_t length;
    if (!leaves(after->style, run->style) || after->style.format & BARE_URL || after->image != NONE ||
        mt_is_border(mt_first_class(text + after->start, text + after->end)))
        return 0;
    while (at > start && mt_is_border(mt_last_class(start, at, &length)))
        at -= length;
    return (size_t)(end - at);
}

/* Brackets and quotation marks: one at an end of emphasis stays beside its partner at the other end. */
static const char brackets[][2][4] = {
    {"(", ")"},   {"（", "）"}, {"[", "]"},   {"［", "］"}, {"{", "}"},   {"【", "】"},
    {"〔", "〕"}, {"「", "」"}, {"『", "』"}, {"《", "》"}, {"〈", "〉"}, {"“", "”"},
    {"‘", "’"},   {"«", "»"},   {"‹", "›"},   {"\"", "\""},
};
enum { BRACKETS = sizeof brackets / sizeof *brackets, MOST_NESTED = 4 };

static int is_at(const char *text, size_t length, const char *bracket)
{
    size_t own = strlen(bracket);
    return own <= length && !memcmp(text, bracket, own);
}

/* Bytes of the brackets at the start of a text whose partners are in its last `tail` bytes. */
static size_t opened_for(const char *text, size_t length, size_t tail)
{
    size_t at = 0, skipped;
    for (int nested = 0; nested < MOST_NESTED; nested++) {
        int pair = 0;
        while (pair < BRACKETS && !is_at(text + at, length - at, brackets[pair][0]))
            pair++;
        if (pair == BRACKETS)
            break;
        size_t inside = at + strlen(brackets[pair][0]), close = inside;
        for (int depth = 1; close < length; close++) {
            if (is_at(text + close, length - close, brackets[pair][1]))
                depth--;
            else if (is_at(text + close, length - close, brackets[pair][0]))
                depth++;
            if (!depth)
                break;
        }
        if (close == length || close < length - tail)
            break;
        for (at = inside; mt_class_at(text + at, text + length, &skipped) == CLASS_SPACE; at += skipped)
            ;
    }
    return at;
}

/* The same for the end of a text, and its first `head` bytes. */
static size_t closed_for(const char *text, size_t length, size_t head)
{
    size_t end = length, skipped;
    for (int nested = 0; nested < MOST_NESTED; nested++) {
        int pair = 0;
        size_t own = 0;
        for (; pair < BRACKETS; pair++) {
            own = strlen(brackets[pair][1]);
            if (own <= end && is_at(text + end - own, own, brackets[pair][1]))
                break;
        }
        if (pair == BRACKETS)
            break;
        size_t inside = end - own, open = inside;
        int depth = 1;
        while (depth && open) {
            open--;
            if (is_at(text + open, inside - open, brackets[pair][0]))
                depth--;
            else if (is_at(text + open, inside - open, brackets[pair][1]))
                depth++;
        }
        if (depth || open >= head)
            break;
        for (end = inside; mt_last_class(text, text + end, &skipped) == CLASS_SPACE; end -= skipped)
            ;
    }
    return length - end;
}

/* Whether two runs have emphasis in common, so that it does not begin or end between them. */
static int goes_on(const Run *run, const Run *other)
{
    return (run->style.format & other->style.format & EMPHASIS) != 0;
}

static void add_part(Line *line, size_t start, size_t end, Style style)
{
    if (start < end)
        mt_add_run(line, &line->tight, &(Run){.start = start, .end = end, .style = style, .image = NONE});
}

/* Move punctuation at the ends of emphasis out of it if a word follows or precedes: CommonMark does not
   recognize `**note:**word`, but `**note**:word`. Frequent on Chinese pages. The partner of a bracket moves, too:
   `(**note**)word`. */
void mt_tighten(Line *line)
{
    const Runs *runs = &line->runs;
    line->tight.count = 0;
    for (int64_t i = 0; i < runs->count; i++) {
        const Run *run = &runs->at[i];
        Style plain = {run->style.link, run->style.format & ~(uint32_t)EMPHASIS};
        if (mt_is_same_style(plain, run->style) || run->style.format & CODE) {
            mt_add_run(line, &line->tight, run);
            continue;
        }
        size_t head = i ? head_of(line, run - 1, run) : 0;
        size_t tail = i + 1 < runs->count ? tail_of(line, run, run + 1) : 0;
        size_t length = run->end - run->start;
        const char *text = line->text.at + run->start;
        if (!head && tail && tail < length && !(i && goes_on(run - 1, run)))
            head = opened_for(text, length, tail);
        else if (head && !tail && head < length && !(i + 1 < runs->count && goes_on(run, run + 1)))
            tail = closed_for(text, length, head);
        if (head + tail >= length) {
            add_part(line, run->start, run->end, head || tail ? plain : run->style);
            continue;
        }
        add_part(line, run->start, run->start + head, plain);
        add_part(line, run->start + head, run->end - tail, run->style);
        add_part(line, run->end - tail, run->end, plain);
    }
}

/* -- delimiters -------------------------------------------------------------------------------------- */

static int is_delimiter(const LineToken *token)
{
    return token->run == NONE &&
           (token->mark == MARK_STRONG || token->mark == MARK_EM || token->mark == MARK_STRUCK);
}

static Class first_of(const Line *line, const LineToken *token)
{
    return mt_first_class(line->strings.at + token->start, line->strings.at + token->end);
}

static Class last_of(const Line *line, const LineToken *token)
{
    size_t length;
    return mt_last_class(line->strings.at + token->start, line->strings.at + token->end, &length);
}

/* CommonMark's flanking rule for a delimiter between two characters; strict where its versions differ. */
static int flanks(Class outside, Class inside)
{
    if (inside == CLASS_SPACE)
        return 0;
    return !mt_is_border(inside) || outside == CLASS_SPACE || outside == CLASS_PUNCTUATION;
}

static int can_open(const Line *line, int64_t at)
{
    const LineToken *tokens = line->tokens;
    int64_t before = at - 1, after = at + 1;
    for (; before >= 0 && is_delimiter(&tokens[before]); before--)
        if (!tokens[before].opens)
            return 0; /* right after other emphasis: CommonMark would read all the stars as one delimiter */
    while (is_delimiter(&tokens[after])) /* a run follows */
        after++;
    return flanks(before >= 0 ? last_of(line, &tokens[before]) : CLASS_SPACE, first_of(line, &tokens[after]));
}

static int can_close(const Line *line, int64_t at)
{
    const LineToken *tokens = line->tokens;
    int64_t before = at - 1, after = at + 1;
    while (is_delimiter(&tokens[before])) /* a run precedes */
        before--;
    while (after < line->token_count && is_delimiter(&tokens[after]))
        after++;
    return flanks(after < line->token_count ? first_of(line, &tokens[after]) : CLASS_SPACE,
                  last_of(line, &tokens[before]));
}

/* Whether a delimiter is next to one of another pair: such stars can be read in several ways. */
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

/* Drop delimiters that CommonMark would not recognize: no emphasis is better than stray stars. */
void mt_drop_invalid_emphasis(Line *line)
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
            tokens[start].is_dropped = tokens[i].is_dropped = 1;
        }
    }
    for (int64_t i = 0; i < line->token_count; i++)
        if (tokens[i].partner != NONE && tokens[i].mark == MARK_EM && is_ambiguous(line, i))
            tokens[i].is_dropped = tokens[tokens[i].partner].is_dropped = 1;
}
