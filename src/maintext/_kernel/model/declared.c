/* What a page declares about itself: og:type, author, date, JSON-LD types, and its URL. */
#include "base/memory.h"
#include "model/declared.h"

#include <string.h>

#include "generated/features.h"
#include "model/words.h"

enum { LONGEST = 500 }; /* code points of a URL or a type that are used */

/* A text in lower case, truncated. */
typedef struct {
    Byte text[4 * LONGEST];
    size_t length;
} Lowered;

static int lower_value(Parser *parser, const Attribute *attribute, Lowered *lowered)
{
    lowered->length = 0;
    if (!attribute)
        return 1;
    View value = mt_value_of(parser, attribute);
    if (!value.text)
        return 0;
    const Byte *start = (const Byte *)value.text, *end = start + value.length;
    const Byte *stop = mt_skip_code_points(start, end, LONGEST);
    size_t length = (size_t)((stop ? stop : end) - start);
    lowered->length = length < sizeof lowered->text ? length : sizeof lowered->text;
    for (size_t i = 0; i < lowered->length; i++)
        lowered->text[i] = lower(start[i]);
    return 1;
}

/* Whether a text begins with a word; `#` matches any digit. */
static int begins_with(const Byte *text, const Byte *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (word[i] == '#' ? !is_digit(text[i]) : text[i] != word[i])
            return 0;
    return 1;
}

static int contains(const Byte *text, size_t size, const Byte *word, size_t length)
{
    for (size_t at = 0; at + length <= size; at++)
        if (begins_with(text + at, word, length))
            return 1;
    return 0;
}

/* -- words ------------------------------------------------------------------------------------------- */

typedef struct {
    const char *letters;
    uint8_t length;
    int16_t column;
} Word;

#define WORD(TEXT, COLUMN) {TEXT, sizeof TEXT - 1, PAGE_##COLUMN}

static const Word og_types[] = {
    WORD("article", OG_ARTICLE),
    WORD("product", OG_PRODUCT),
    WORD("website", OG_WEBSITE),
};

static const Word schema_types[] = {
    WORD("product", SCHEMA_PRODUCT),
    WORD("article", SCHEMA_ARTICLE),
    WORD("newsarticle", SCHEMA_NEWSARTICLE),
    WORD("blogposting", SCHEMA_BLOGPOSTING),
    WORD("discussionforumposting", SCHEMA_DISCUSSIONFORUMPOSTING),
    WORD("itemlist", SCHEMA_ITEMLIST),
    WORD("faqpage", SCHEMA_FAQPAGE),
    WORD("breadcrumblist", SCHEMA_BREADCRUMBLIST),
    WORD("question", SCHEMA_QUESTION),
    WORD("review", SCHEMA_REVIEW),
    WORD("service", SCHEMA_SERVICE),
    WORD("organization", SCHEMA_ORGANIZATION),
    WORD("collectionpage", SCHEMA_COLLECTIONPAGE),
    WORD("recipe", SCHEMA_RECIPE),
};

static const Word url_words[] = {
    WORD("forum", URL_FORUM),
    WORD("thread", URL_FORUM),
    WORD("topic", URL_FORUM),
    WORD("/t/", URL_FORUM),
    WORD("question", URL_FORUM),
    WORD("discuss", URL_FORUM),
    WORD("comments/", URL_FORUM),
    WORD("/product/", URL_PRODUCT),
    WORD("/products/", URL_PRODUCT),
    WORD("/p/", URL_PRODUCT),
    WORD("/dp/", URL_PRODUCT),
    WORD("/item", URL_PRODUCT),
    WORD("/shop", URL_PRODUCT),
    WORD("buy", URL_PRODUCT),
    WORD("blog", URL_ARTICLE),
    WORD("news", URL_ARTICLE),
    WORD("article", URL_ARTICLE),
    WORD("story", URL_ARTICLE),
    WORD("/post", URL_ARTICLE),
    WORD("/20##/", URL_ARTICLE),
    WORD("doc.", URL_DOCUMENTATION),
    WORD("doc/", URL_DOCUMENTATION),
    WORD("docs.", URL_DOCUMENTATION),
    WORD("docs/", URL_DOCUMENTATION),
    WORD("guide", URL_DOCUMENTATION),
    WORD("reference", URL_DOCUMENTATION),
    WORD("manual", URL_DOCUMENTATION),
    WORD("api", URL_DOCUMENTATION),
    WORD("wiki", URL_DOCUMENTATION),
    WORD("learn", URL_DOCUMENTATION),
    WORD("tutorial", URL_DOCUMENTATION),
    WORD("categor", URL_LIST),
    WORD("collection", URL_LIST),
    WORD("/c/", URL_LIST),
    WORD("browse", URL_LIST),
    WORD("list", URL_LIST),
    WORD("tag", URL_LIST),
    WORD("/best", URL_LIST),
    WORD("search", URL_LIST),
    WORD("/s/", URL_LIST),
};

/* A bit for each pair of bytes; few pairs share one. */
enum { PAIR_BITS = 1024 };

typedef struct {
    uint64_t bits[PAIR_BITS / 64];
} Pairs;

static unsigned pair_number(const Byte *at) { return (at[0] * 37u + at[1]) % PAIR_BITS; }

static void add_pair(Pairs *pairs, const Byte *at)
{
    pairs->bits[pair_number(at) / 64] |= (uint64_t)1 << pair_number(at) % 64;
}

static int may_have_pair(const Pairs *pairs, const Byte *at)
{
    return pairs->bits[pair_number(at) / 64] >> pair_number(at) % 64 & 1;
}

/* Set the columns of the words that a text contains. Every word begins with two letters or signs; few of these pairs are
   in a text. */
static void mark_words(const Word *words, size_t count, const Lowered *text, float *page)
{
    Pairs pairs = {{0}};
    for (size_t i = 0; i + 1 < text->length; i++)
        add_pair(&pairs, text->text + i);
    for (const Word *word = words; word < words + count; word++) {
        const Byte *letters = (const Byte *)word->letters;
        if (may_have_pair(&pairs, letters) && !page[word->column])
            page[word->column] = (float)contains(text->text, text->length, letters, word->length);
    }
}

static void mark_schema(View type, float *page)
{
    for (size_t i = 0; i < sizeof schema_types / sizeof *schema_types; i++) {
        const Word *word = &schema_types[i];
        if (is_same_word(type, word->letters))
            page[word->column] = 1;
    }
}

/* -- URLs -------------------------------------------------------------------------------------------- */

static int is_scheme(Byte c)
{
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '+' || c == '.' || c == '-';
}

/* Start of the path of a URL, after scheme and host if present. */
static const Byte *path_start(const Byte *at, const Byte *end)
{
    const Byte *scheme = at;
    while (scheme < end && is_scheme(*scheme))
        scheme++;
    if (!is_letter(at < end ? *at : 0) || end - scheme < 3 || memcmp(scheme, "://", 3) != 0)
        return at;
    for (at = scheme + 3; at < end && *at != '/' && *at != '?' && *at != '#';)
        at++;
    return at;
}

static void write_url(const Lowered *url, float *page)
{
    const Byte *end = url->text + url->length, *start = path_start(url->text, end);
    const Byte *query = memchr(start, '?', (size_t)(end - start));
    end = query ? query : end;
    while (start < end && *start == '/')
        start++;
    while (end > start && end[-1] == '/')
        end--;
    int parts = end > start;
    for (const Byte *at = start; at < end; at++)
        parts += *at == '/';
    page[PAGE_URL_DEPTH] = (float)parts;
    page[PAGE_URL_NUMBER] = (float)contains(start, (size_t)(end - start), (const Byte *)"####", 4);
    page[PAGE_URL_HOME] = (float)(url->length > 0 && start == end);
    page[PAGE_URL_UNKNOWN] = (float)(url->length == 0);
}

/* -- a page ------------------------------------------------------------------------------------------ */

static int write_head(Parser *parser, const Table *table, const Head *head, float *page)
{
    Lowered type, url;
    const Attribute *canonical = head->canonical ? head->canonical : head->content[DECLARED_URL];
    if (!lower_value(parser, head->content[DECLARED_TYPE], &type) || !lower_value(parser, canonical, &url))
        return 0;
    for (size_t i = 0; i < sizeof og_types / sizeof *og_types; i++)
        page[og_types[i].column] = 0;
    for (size_t i = 0; i < sizeof schema_types / sizeof *schema_types; i++)
        page[schema_types[i].column] = 0;
    for (size_t i = 0; i < sizeof url_words / sizeof *url_words; i++)
        page[url_words[i].column] = 0;
    mark_words(og_types, sizeof og_types / sizeof *og_types, &type, page);
    mark_words(url_words, sizeof url_words / sizeof *url_words, &url, page);
    Scripts scripts = mt_scripts_of(table);
    for (View name; (name = mt_next_type(table, &scripts)).length;)
        mark_schema(name, page);
    page[PAGE_HAS_AUTHOR] =
        (float)(head->is_declared[DECLARED_AUTHOR] || head->is_declared[DECLARED_ARTICLE_AUTHOR]);
    page[PAGE_HAS_DATE] = (float)head->is_declared[DECLARED_DATE];
    write_url(&url, page);
    return 1;
}

/* Join the page's title and the declared one with a space. */
static int join_titles(Parser *parser, const Table *table, const Head *head, Declared *declared)
{
    const Attribute *content = head->content[DECLARED_TITLE];
    View own = mt_title_of(table), other = content ? mt_value_of(parser, content) : (View){"", 0};
    declared->titles = other.text ? mt_allocate(own.length + 1 + other.length) : NULL;
    if (!declared->titles)
        return 0;
    memcpy(declared->titles, own.text, own.length);
    declared->titles[own.length] = ' ';
    memcpy(declared->titles + own.length + 1, other.text, other.length);
    declared->titles_length = own.length + 1 + other.length;
    return 1;
}

int mt_read_declared(Parser *parser, const Table *table, float *page, Declared *declared)
{
    Head head = {0};
    *declared = (Declared){NULL, 0};
    return mt_read_head(parser, table, &head) == 0 && write_head(parser, table, &head, page) &&
           join_titles(parser, table, &head, declared);
}

void mt_free_declared(Declared *declared)
{
    mt_release(declared->titles);
    *declared = (Declared){NULL, 0};
}
