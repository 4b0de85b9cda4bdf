/* What lines.c has for survey.c. */
#ifndef MAINTEXT_BIND_LINES_H
#define MAINTEXT_BIND_LINES_H

#include "bind/measure.h"
#include "bind/table.h"

/* Whether a block of up to `longest` characters begins with one of the starts; -1 and an exception if these are not
   as they must be. */
int mt_has_label(const TableObject *table, const Measures *measures, PyObject *starts, long long longest);

#endif
