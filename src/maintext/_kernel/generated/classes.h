/* Written by tools/class_tables.py; do not edit. */
#ifndef MAINTEXT_CLASSES_H
#define MAINTEXT_CLASSES_H
#include <stdint.h>

enum { CLASS_BITS = 3 };

/* Ranges of code points: where each begins, and its class in the lowest bits. */
extern const uint32_t mt_classes[];
extern const int mt_class_count;

#endif
