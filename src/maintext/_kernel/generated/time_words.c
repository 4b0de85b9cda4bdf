/* Written by tools/thread_tables.py from maintext.threads.times; do not edit. */
#include "generated/time_words.h"

#include <stddef.h>

const char *const mt_months[] = {
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mai", "dez", "okt",
    "janv", "mars", "avr", "juin", "juil", "ene", "abr", "ago", "dic", "fev", "set", "out", "gen", "mag",
    "giu", "lug", "ott", NULL,
};

const char *const mt_units[] = {
    "s", "m", "h", "d", "w", "y", "mo", "mos", "second", "seconds", "minute", "minutes", "hour", "hours",
    "day", "days", "week", "weeks", "month", "months", "year", "years", "sec", "secs", "min", "mins", "hr",
    "hrs", "wk", "wks", "yr", "yrs", NULL,
};

const char *const mt_spans[] = {
    "second", "minute", "hour", "day", "week", "month", "year", NULL,
};

const char *const mt_numerals[] = {
    "an", "a", "one", "a few", "few", NULL,
};

const char *const mt_ago_after[] = {
    "fa", "geleden", "temu", "yang lalu", "lalu", NULL,
};

const char *const mt_ago_before[] = {
    "vor", "il y a", "hace", NULL,
};

const char *const mt_ordinals[] = {
    "st", "nd", "rd", "th", NULL,
};

const char *const mt_clocks[] = {
    "at", "um", NULL,
};

const char *const mt_days[] = {
    "yesterday", "gestern", "hier", "ayer", "ieri", "today", "heute", NULL,
};

const char *const mt_times_alone[] = {
    "yesterday", "gestern", "hier", "ayer", "ieri", "just now", NULL,
};

const char *const mt_time_openers[] = {
    "a", "an", "ayer", "few", "gestern", "hier", "ieri", "just", "one", "yesterday", NULL,
};

const char *const mt_time_starts[26] = {
    "goprugvrbrye", NULL, NULL, "ecezic", "ne", "ebev", "eniueles", "acieeu", "l er", "anunului", NULL,
    "ugal", "arayaiag", "ov", "ctktuttt", NULL, NULL, NULL, "epet", "emod", NULL, "or", NULL, NULL, "anes",
    NULL,
};

const uint16_t mt_foreign_starts[][4] = {
    u"mär", u"fév", u"aoû", u"déc", u"янв", u"фев", u"мар", u"апр", u"мая", u"июн", u"июл", u"авг", u"сен",
    u"окт", u"ноя", u"дек", u"наз", u"trá", u"önc", u"trư", u"πρι", u"för", u"منذ", u"вче", u"сег", u"",
};
