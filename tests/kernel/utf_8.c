/* Prints a hash of what mt_inspect_utf_8 gives for random bytes: builds for different processors must print the same.
   With -DOLD_PROCESSOR, the processor has no AVX2. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf_8.h"

enum { ROUNDS = 200000, MAX_PARTS = 24 };

#ifdef OLD_PROCESSOR
int mt_processor_has(int feature)
{
    (void)feature;
    return 0;
}
#endif

static uint64_t state = 1;

static uint64_t next_random(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state ^ state >> 29) >> 20;
}

/* Characters of every length, those at the ends of the ranges, odd ones, and bytes that are wrong. */
static size_t append_part(uint8_t *bytes, size_t length)
{
    static const char *const parts[] = {
        "a",
        "plain text of sixteen bytes and more",
        "é",
        "正文",
        "正文正文正文正文正文正文正文",
        "😀",
        "\r",
        "\x1B",
        "\x7F",
        "\xC2\x80",
        "\xDF\xBF",
        "\xE0\xA0\x80",
        "\xED\x9F\xBF",
        "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80",
        "\xF4\x8F\xBF\xBF",
        "\x80",
        "\xC0\x80",
        "\xC1\xBF",
        "\xE0\x9F\xBF",
        "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xF5",
        "\xFF",
        "\xE6\xAD",
        "\xF0\x9F\x98",
    };
    enum { RIGHT = 16, ALL = sizeof parts / sizeof *parts };
    const char *part = parts[next_random() % (next_random() % 8 ? RIGHT : ALL)];
    if (next_random() % 64 == 0) {
        bytes[length] = 0;
        return length + 1;
    }
    memcpy(bytes + length, part, strlen(part));
    return length + strlen(part);
}

int main(void)
{
    uint64_t hash = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint8_t bytes[MAX_PARTS * 48];
        size_t length = 0;
        for (uint64_t parts = next_random() % MAX_PARTS; parts; parts--)
            length = append_part(bytes, length);
        uint8_t *exact = malloc(length + 1); /* a read past the end is found by tools */
        if (!exact)
            return 1;
        memcpy(exact, bytes, length);
        Utf8Facts facts = mt_inspect_utf_8(exact, exact + length);
        free(exact);
        uint64_t found[] = {(uint64_t)facts.valid, (uint64_t)facts.code_points, (uint64_t)!!facts.has_escapes,
                            (uint64_t)!!facts.has_odd};
        for (int j = 0; j < 4; j++)
            hash = (hash ^ found[j]) * 0x100000001B3u;
    }
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
