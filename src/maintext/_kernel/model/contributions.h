/* Pushes: contributions of features to a unit's sum of trees. */
#ifndef MAINTEXT_CONTRIBUTIONS_H
#define MAINTEXT_CONTRIBUTIONS_H

#include "model/model.h"

/* Each answer in a tree narrows the leaves that a unit can reach. The change of their mean is the push
   of the tested feature. */
typedef struct {
    const double *moves; /* by level, tree and answers up to that level: levels x trees x 2 << level */
    double scale;        /* factor of every push */
    int64_t per_unit;    /* number of features per unit */
    int64_t *features;   /* per_unit x units: largest push first; of equal ones the first feature */
    double *pushes;      /* per_unit x units */
} Pushes;

/* Find the largest pushes of every unit. `columns` is features x units. Returns 0 when out of memory. */
int mt_find_pushes(const Forest *forest, const float *columns, int64_t units, const Pushes *found);

#endif
