/* Which @media apply: those of a usual screen. */
#include "styles/styles.h"
#include "styles/text.h"

enum {
    VIEW_WIDTH = 1280, /* of the reader's screen, in pixels */
    VIEW_HEIGHT = 800,
    MAX_BRACKETS = 8, /* inside each other, in a condition */
};

static View rest_of(View view, size_t bytes) { return stripped(view.text + bytes, view.text + view.length); }

static double pixels_of(View value)
{
    double number = 0, scale = 1;
    size_t i = 0;
    for (; i < value.length && is_digit((Byte)value.text[i]); i++)
        number = number < 1e9 ? number * 10 + (value.text[i] - '0') : number;
    if (i < value.length && value.text[i] == '.')
        for (i++; i < value.length && is_digit((Byte)value.text[i]); i++)
            number += (scale /= 10) * (value.text[i] - '0');
    return begins_with((View){value.text + i, value.length - i}, "p") ? number : number * 16; /* em, rem */
}

/* A condition such as `width >= 600px`. */
static int range_holds(View feature)
{
    const char *end = feature.text + feature.length, *at = feature.text;
    while (at < end && *at != '<' && *at != '>')
        at++;
    int is_more = at < end && *at == '>';
    at += at + 1 < end && at[1] == '=' ? 2 : at < end;
    View wanted = stripped(at, end);
    if (!begins_with(feature, "width") || !wanted.length || !is_digit((Byte)wanted.text[0]))
        return 0;
    return is_more ? VIEW_WIDTH >= pixels_of(wanted) : VIEW_WIDTH <= pixels_of(wanted);
}

/* A condition such as `min-width: 600px`. Others are true only if a usual screen has them. */
static int feature_holds(View feature)
{
    const char *colon = memchr(feature.text, ':', feature.length);
    View name = colon ? stripped(feature.text, colon) : feature;
    View value = colon ? stripped(colon + 1, feature.text + feature.length) : (View){"", 0};
    int is_width = is_same_word(name, "min-width") || is_same_word(name, "max-width") ||
                   is_same_word(name, "min-device-width") || is_same_word(name, "max-device-width");
    int is_height = is_same_word(name, "min-height") || is_same_word(name, "max-height");
    if (is_width || is_height) {
        double wanted = pixels_of(value), view = is_width ? VIEW_WIDTH : VIEW_HEIGHT;
        return begins_with(name, "min") ? view >= wanted : view <= wanted;
    }
    if (memchr(feature.text, '<', feature.length) || memchr(feature.text, '>', feature.length))
        return range_holds(feature);
    return is_same_word(value, "landscape") || is_same_word(value, "fine") || is_same_word(value, "light") ||
           is_same_word(value, "no-preference") || is_same_word(name, "color") ||
           (is_same_word(name, "hover") && !is_same_word(value, "none"));
}

static int query_holds(View query, int depth);

/* What is inside of brackets: a feature, or conditions in brackets. */
static int part_holds(View part, int depth)
{
    int is_query = part.length && (part.text[0] == '(' || begins_with(part, "not"));
    if (is_query)
        return depth < MAX_BRACKETS && query_holds(part, depth + 1);
    return feature_holds(part);
}

/* Words and conditions, joined by `and` or `or`. Calls itself for brackets, to a depth of MAX_BRACKETS. */
static int query_holds(View query, int depth)
{
    int is_negated = begins_with(query, "not ") || begins_with(query, "not(");
    query = is_negated ? rest_of(query, 3) : begins_with(query, "only ") ? rest_of(query, 5) : query;
    int all = 1, any = 0;
    while (query.length) {
        size_t i = 0;
        int holds;
        if (query.text[0] == '(') {
            i = 1;
            for (int brackets = 1; i < query.length && brackets; i++)
                brackets += query.text[i] == '(' ? 1 : query.text[i] == ')' ? -1 : 0;
            holds = part_holds(stripped(query.text + 1, query.text + i - (query.text[i - 1] == ')')), depth);
        } else {
            while (i < query.length && !is_space((Byte)query.text[i]) && query.text[i] != '(')
                i++;
            View word = {query.text, i};
            if (is_same_word(word, "or")) { /* begin again */
                any |= all;
                all = 1;
            }
            holds = is_same_word(word, "and") || is_same_word(word, "or") || is_same_word(word, "all") ||
                    is_same_word(word, "screen");
        }
        all &= holds;
        query = rest_of(query, i);
    }
    return is_negated ? !(any | all) : any | all;
}

int mt_media_matches(View condition)
{
    const char *at = condition.text, *end = at + condition.length;
    if (!stripped(at, end).length)
        return 1;
    while (at <= end) {
        const char *start = at;
        for (int brackets = 0; at < end && (brackets || *at != ','); at++)
            brackets += *at == '(' ? 1 : *at == ')' && brackets ? -1 : 0;
        if (query_holds(stripped(start, at), 0))
            return 1;
        at++;
    }
    return 0;
}
