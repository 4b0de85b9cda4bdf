/* Prints a hash of what each function of base/vectors.h, base/bits.h and base/exponential.h gives on random
   bytes: builds for different processors must print the same. */
#include <stdio.h>

#include "base/exponential.h"
#include "base/vectors.h"

enum { ROUNDS = 20000 };

static uint64_t state = 1;

static uint64_t next_random(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

/* Bytes of which all, many or few are ASCII, and some at the bounds that are asked for. */
static void fill(uint8_t *bytes, int count)
{
    static const uint8_t bounds[] = " !/09:;<=>?@AZ[az{\t\n\r\0\x7F\x80\xBF\xC0\xC2\xE1\xE3\xE4\xFF";
    uint64_t mix = next_random() >> 13;
    for (int i = 0; i < count; i++) {
        uint64_t random = next_random() >> 20;
        bytes[i] = random & 3 ? (uint8_t)(random >> 8) & (mix & 1 ? 0x7F : 0xFF)
                              : bounds[(random >> 8) % (sizeof bounds - 1)];
    }
}

static void add(uint64_t *hash, uint64_t number) { *hash = (*hash ^ number) * 0x100000001B3u; }

static void add_bytes_to(uint64_t *hash, Bytes bytes)
{
    uint8_t stored[STEP];
    store(stored, bytes);
    for (int i = 0; i < STEP; i++)
        add(hash, stored[i]);
    add(hash, first_word(bytes));
    add(hash, second_word(bytes));
}

static void add_matches(uint64_t *hash, Matches matches)
{
    add(hash, mask_of(matches));
    add(hash, (uint64_t)is_any(matches));
}

static void look(const uint8_t *at, uint64_t *of_bytes, uint64_t *of_matches, uint64_t *of_counts)
{
    Bytes bytes = load(at), more = load(at + STEP);
    add_bytes_to(of_bytes, bytes);
    add_bytes_to(of_bytes, to_lower(bytes));
    add_bytes_to(of_bytes, set_bits(bytes, 0x20));
    for (int count = 0; count <= STEP; count++) {
        add_bytes_to(of_bytes, keep_first(bytes, count));
        add_bytes_to(of_bytes, keep_rest(bytes, count));
        add_bytes_to(of_bytes, add_bytes(keep_first(bytes, count), keep_rest(every(' '), count)));
    }
    Matches spaces = is_outside(bytes, 0x21), digits = is_between(bytes, '0', '9');
    Matches all[] = {spaces,
                     digits,
                     is_between(bytes, 'A', 'Z'),
                     is_between(bytes, 0x0E, 0x1B),
                     is_between(bytes, 0xE1, 0xE3),
                     is_byte(bytes, 0),
                     is_byte(bytes, '<'),
                     is_byte(bytes, 0xC2),
                     is_at_most(bytes, ' '),
                     is_outside(bytes, 9),
                     is_continuation(bytes),
                     either(spaces, digits),
                     both(is_at_most(bytes, '4'), digits),
                     but_not(is_byte(bytes, '\r'), is_byte(more, '\n')),
                     after_match(spaces, match_first(at[0] & 1)),
                     last_match(spaces)};
    add_matches(of_matches, either(is_non_ascii(bytes), is_non_ascii(more)));
    Counts counts = no_counts();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        add_matches(of_matches, all[i]);
        for (int j = 0; j < 15; j++) /* 15 x 16 is below 256 */
            counts = count_up(counts, all[i]);
    }
    add(of_counts, (uint64_t)sum_of(counts));
}

int main(void)
{
    uint64_t bytes = 0, matches = 0, counts = 0, bits = 0, exponentials = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t random[2 * STEP];
        fill(random, 2 * STEP);
        look(random, &bytes, &matches, &counts);
        uint64_t word = next_random() | 1;
        add(&bits, (uint64_t)bits_in(word) << 40 | (uint64_t)lowest_bit(word << (round & 31)) << 20 |
                       (uint64_t)highest_bit(word >> (round & 31) | 1) | first_bits(round % 65) |
                       bits_before((uint32_t)word << (round & 15) | 1u << 31) | word_at(random));
        double number = ((double)(int64_t)next_random() / 9223372036854775808.0) * (round & 1 ? 710 : 5);
        double result = mt_exp(number);
        uint64_t result_bits;
        memcpy(&result_bits, &result, sizeof result_bits);
        if (number > -690 && number < 690) /* beyond, the C library is asked */
            add(&exponentials, result_bits);
    }
    printf("bytes %llx\nmatches %llx\ncounts %llx\nbits %llx\nexponentials %llx\n", (unsigned long long)bytes,
           (unsigned long long)matches, (unsigned long long)counts, (unsigned long long)bits,
           (unsigned long long)exponentials);
    return 0;
}
