/* How much each feature pushed a unit's sum of trees. */
#ifndef MAINTEXT_CONTRIBUTIONS_H
#define MAINTEXT_CONTRIBUTIONS_H

#include "model/model.h"

/* Every answer moves a unit from the mean of the leaves it could still reach to that of those it still can; the
   move is the push of the question's feature. */
typedef struct {
    const double *moves; /* by level, tree and answers up to that level: levels x trees x 2 << level */
    double scale;        /* of every push */
    int64_t most;        /* features that are given of each unit */
    int64_t
        *features;  /* most x units: those that pushed most, the strongest first; of equal ones the first */
    double *pushes; /* likewise */
} Pushes;

/* Find the strongest pushes of every unit; `columns` are features x units. 0 if out of memory. */
int mt_find_pushes(const Forest *forest, const float *columns, int64_t units, const Pushes *found);

#endif
