/* Hidden elements that a script shows, at once or on request. docs/hidden-text.md has the evidence. */
#include "styles/styles.h"
#include "styles/text.h"

/* -- names ------------------------------------------------------------------------------------------- */

/* The first place from `at` on where a name has one of some words; its length if there is none. No word is shorter
   than two letters. */
static size_t find_any(View names, size_t at, const char *const *words, size_t count)
{
    uint32_t firsts = 0, seconds = 0; /* letters that words begin with */
    for (size_t word = 0; word < count; word++) {
        firsts |= 1u << (words[word][0] & 31);
        seconds |= 1u << (words[word][1] & 31);
    }
    for (; at + 1 < names.length; at++)
        if (UNLIKELY(firsts >> (names.text[at] & 31) & seconds >> (names.text[at + 1] & 31) & 1))
            for (size_t word = 0; word < count; word++)
                if (begins_with(without(names, at), words[word]))
                    return at;
    return names.length;
}

/* Whether a name goes on after `tab` as that of a pane does. */
static int is_pane(View rest)
{
    size_t at = 0;
    while (at < rest.length && (rest.text[at] == '-' || rest.text[at] == '_'))
        at++;
    return begins_with(without(rest, at), "pane") || begins_with(without(rest, at), "content");
}

/* Parts of a page that React sends, with the id `S:` and a number; and WeChat's article. */
static int streams_in(View id)
{
    if (is_same_word(id, "js_content"))
        return 1;
    if (id.length < 3 || id.text[0] != 'S' || id.text[1] != ':')
        return 0;
    for (size_t i = 2; i < id.length; i++)
        if (!is_digit((Byte)id.text[i]) && (Byte)(lower((Byte)id.text[i]) - 'a') >= 6)
            return 0;
    return 1;
}

/* Whether a class or id names something that a reader can open. */
static int names_opening(View names)
{
    static const char *const words[] = {"accordion", "collaps", "expander", "faq", "tab"};
    size_t count = sizeof words / sizeof *words;
    for (size_t at = 0; (at = find_any(names, at, words, count)) < names.length; at++)
        if (!begins_with(without(names, at), "tab") || is_pane(without(names, at + strlen("tab"))))
            return 1;
    return 0;
}

static int names_closed(View names)
{
    static const char *const words[] = {"nav",     "menu",   "modal",   "popup",  "dialog",
                                        "overlay", "cookie", "consent", "search", "filter"};
    return find_any(names, 0, words, sizeof words / sizeof *words) < names.length;
}

/* Whether a class or id of the element has such names. */
static int element_names(Parser *parser, const Node *node, int (*test)(View))
{
    return test(value_with(parser, node, ATTRIBUTE_CLASS)) || test(value_with(parser, node, ATTRIBUTE_ID));
}

int mt_names_closed(Parser *parser, const Node *node) { return element_names(parser, node, names_closed); }

int mt_is_shown_later(Parser *parser, const Node *node)
{
    View hidden = value_with(parser, node, ATTRIBUTE_HIDDEN);
    if (is_same_word(hidden, "until-found") ||
        is_same_word(value_with(parser, node, ATTRIBUTE_ROLE), "tabpanel"))
        return 1;
    int opens = is_same_word(value_with(parser, node, ATTRIBUTE_ROLE), "region") &&
                attribute_of(parser, node, "aria-labelledby").text;
    opens = opens || streams_in(value_with(parser, node, ATTRIBUTE_ID)) ||
            element_names(parser, node, names_opening);
    return opens && !mt_names_closed(parser, node);
}

void mt_exempt(Parser *parser, int32_t node)
{
    Styles *styles = parser->styles;
    if (!styles->is_exempt)
        styles->is_exempt = mt_style_memory(parser, (size_t)parser->node_count, 1);
    styles->is_exempt[node] = 1;
}

/* -- pages that wait --------------------------------------------------------------------------------- */

enum { LONG_TEXT = 120 }; /* characters */

/* Ways to hide that keep an element's place: pages use them for content that is not ready yet. */
static int keeps_place(const HidingNote *note)
{
    return note->reason == HIDDEN_VISIBILITY || note->reason == HIDDEN_OPACITY ||
           note->reason == HIDDEN_SIZE || note->reason == HIDDEN_COLOUR;
}

/* The rule that hides half of the hidden text or more, in its place; NONE if there is none. */
static int32_t main_rule(const Parser *parser)
{
    const HidingNote *largest = NULL;
    int64_t all = 0, same = 0;
    for (int32_t i = 0; i < parser->hiding_count; i++)
        if (!largest || parser->hidings[i].points > largest->points)
            largest = &parser->hidings[i];
    if (!largest || !keeps_place(largest))
        return NONE;
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        all += parser->hidings[i].points;
        same += parser->hidings[i].rule == largest->rule ? parser->hidings[i].points : 0;
    }
    return 2 * same >= all ? largest->rule : NONE;
}

/* Sum up the text of the content that each rule folds away. */
static void sum_folded(Parser *parser)
{
    Rule *rules = parser->styles->sheets.rules;
    for (int32_t i = 0; i < parser->hiding_count; i++)
        if (parser->hidings[i].can_unfold)
            rules[parser->hidings[i].source].points = rules[parser->hidings[i].source].link_points = 0;
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        const HidingNote *note = &parser->hidings[i];
        if (!note->can_unfold)
            continue;
        Rule *rule = &rules[note->source];
        rule->points += note->points;
        rule->link_points += note->link_points;
        rule->longest = rule->longest < note->longest ? note->longest : rule->longest;
    }
}

/* Text of the content that a rule folds away, for a script that opens it: of such text 65 % is in the gold texts of
   the development data, of other text that rules hide 10 %, and of such text that attributes hide 22 %. */
static int is_folded(const Parser *parser, const HidingNote *note)
{
    if (!note->can_unfold)
        return 0;
    const Rule *rule = &parser->styles->sheets.rules[note->source];
    return rule->longest >= LONG_TEXT && 10 * rule->link_points < 3 * rule->points;
}

/* Whether half of the page's text has the colour of its background: then the background is not known. */
static int is_on_unknown(const Parser *parser, int64_t large)
{
    int64_t points = 0;
    for (int32_t i = 0; i < parser->hiding_count; i++)
        points += parser->hidings[i].reason == HIDDEN_COLOUR ? parser->hidings[i].points : 0;
    return points >= large;
}

/* No page is meant to be blank: an element with most of its text waits for a script, or for a sheet that is not
   read. */
int mt_find_waiting(Parser *parser, TextCounts counts)
{
    int64_t all = counts.shown + counts.hidden, large = all / 2 > LEAST_WAITING ? all / 2 : LEAST_WAITING;
    int is_blank = counts.shown * 10 <= all, is_found = 0;
    int is_much = counts.shown <= SHOWN_PER_HIDDEN * counts.hidden;
    int32_t rule = is_much && counts.hidden >= LEAST_WAITING ? main_rule(parser) : NONE;
    int is_unknown = is_on_unknown(parser, large);
    sum_folded(parser);
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        const HidingNote *note = &parser->hidings[i];
        int waits = keeps_place(note) && (note->points >= large || (rule != NONE && note->rule == rule));
        waits |= is_folded(parser, note) || (is_unknown && note->reason == HIDDEN_COLOUR);
        if (is_blank && note->points >= LEAST_WAITING)
            waits |= !mt_names_closed(parser, &parser->nodes[note->node]);
        if (!waits)
            continue;
        mt_exempt(parser, note->node);
        is_found = 1;
    }
    return mt_find_withheld(parser) || is_found;
}
