/* Written by tools/marker_tables.py; do not edit. */
#include "generated/class_names.h"

const ClassName mt_class_names[] = {
    {"anchor", NAMES_ANCHOR, 0}, {"blob-num", NAMES_NUMBERS, 0}, {"clicks", NAMES_CLICKS, 1},
    {"clipboard", NAMES_WIDGET, 0}, {"clipped", NAMES_READER, 0}, {"code", NAMES_CELL, 1},
    {"code-block-extension-foldbtn", NAMES_WIDGET, 0}, {"code-block-extension-header", NAMES_WIDGET, 0},
    {"code-block-extension-lang", NAMES_WIDGET, 0}, {"code-label", NAMES_WIDGET, 1},
    {"code-lang", NAMES_WIDGET, 1}, {"code-language", NAMES_WIDGET, 1}, {"codebox", NAMES_CODEBOX, 1},
    {"copy", NAMES_WIDGET, 0}, {"crayon-num", NAMES_NUMBERS, 0}, {"dp-", NAMES_CODE, 0},
    {"edit-section", NAMES_EDIT, 0}, {"editsection", NAMES_EDIT, 0}, {"expandlink", NAMES_EXPAND, 0},
    {"gutter", NAMES_NUMBERS, 0}, {"hash-link", NAMES_ANCHOR, 0}, {"header-link", NAMES_ANCHOR, 0},
    {"headerlink", NAMES_ANCHOR, 0}, {"heading-link", NAMES_ANCHOR, 0}, {"hiddenvisually", NAMES_READER, 0},
    {"hljs-ln-n", NAMES_NUMBERS, 0}, {"lang-label", NAMES_WIDGET, 1}, {"language-id", NAMES_WIDGET, 1},
    {"language-label", NAMES_WIDGET, 1}, {"language-name", NAMES_WIDGET, 1}, {"line-n", NAMES_NUMBERS, 0},
    {"line_n", NAMES_NUMBERS, 0}, {"lineno", NAMES_NUMBERS, 0}, {"linenum", NAMES_NUMBERS, 0},
    {"ln", NAMES_NUMBERS, 1}, {"lnt", NAMES_NUMBERS, 1}, {"off-screen", NAMES_READER, 0},
    {"offscreen", NAMES_READER, 0}, {"permalink", NAMES_ANCHOR, 0}, {"pre-numbering", NAMES_NUMBERS, 0},
    {"quoteexpand", NAMES_EXPAND, 1}, {"screen-reader", NAMES_READER, 0}, {"screenreader", NAMES_READER, 0},
    {"sig", NAMES_SIGNATURE, 1}, {"sr-only", NAMES_READER, 0}, {"sronly", NAMES_READER, 0},
    {"syntaxhighlighter", NAMES_HIGHLIGHTER, 1}, {"toolbar", NAMES_WIDGET, 0}, {"tools", NAMES_WIDGET, 1},
    {"visually-hidden", NAMES_READER, 0}, {"visuallyhidden", NAMES_READER, 0},
};

const uint8_t mt_class_names_from[33] = {
    0, 0, 1, 2, 15, 16, 19, 19, 20, 26, 26, 26, 26, 36, 36, 36, 38, 40, 41, 41, 47, 49, 49, 51, 51, 51, 51, 51,
    51, 51, 51, 51, 51,
};

const uint32_t mt_second_letters[32] = {
    0x0, 0x4000, 0x1000, 0x49000, 0x10000, 0x1000010, 0x0, 0x200000, 0x1222, 0x0, 0x0, 0x0, 0x4202, 0x0, 0x0,
    0x40, 0x40020, 0x200000, 0x0, 0x2040208, 0x8000, 0x0, 0x200, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0,
};
