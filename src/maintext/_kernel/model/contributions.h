/* Contributions of features to a unit's sum of trees. */
#ifndef MAINTEXT_CONTRIBUTIONS_H
#define MAINTEXT_CONTRIBUTIONS_H

#include "model/model.h"

/* Each answer in a tree narrows the leaves that a unit can reach. The change of their mean is the
   contribution of the tested feature. */
typedef struct {
    const double *moves; /* by level, tree and answers up to that level: levels x trees x 2 << level */
    double scale;        /* factor of every contribution */
    int64_t most;        /* number of features per unit */
    int64_t *features;   /* most x units: largest contribution first; of equal ones the first feature */
    double *pushes;      /* most x units */
} Pushes;

/* Find the largest contributions of every unit. `columns` is features x units. Returns 0 when out of
   memory. */
int mt_find_pushes(const Forest *forest, const float *columns, int64_t units, const Pushes *found);

#endif
