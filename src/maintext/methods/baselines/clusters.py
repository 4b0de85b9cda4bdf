"""k-means with one cluster fixed at the origin: the cluster of non-content."""

import numpy as np

from maintext.arrays import FloatArray

_ROUNDS = 20


def content_share(points: FloatArray, clusters: int = 3) -> FloatArray:
    """For each point, d0 / (d0 + d): above 1/2 in the clusters of content.

    d0 is the distance to the origin and d that to the nearest other centre. The other centres start evenly
    spread between the origin and the point that is furthest from it.
    """
    distance = np.sqrt((points**2).sum(axis=1))
    if not len(points) or not distance.any():
        return np.zeros(len(points))
    furthest = points[np.argmax(distance)]
    centres = furthest * np.linspace(0, 1, clusters)[:, None]
    for _ in range(_ROUNDS):
        nearest = _distances(points, centres).argmin(axis=1)
        moved = centres.copy()
        for cluster in range(1, clusters):
            own = points[nearest == cluster]
            if len(own):
                moved[cluster] = own.mean(axis=0)
        if np.array_equal(moved, centres):
            break
        centres = moved
    other = _distances(points, centres[1:]).min(axis=1)
    return distance / np.maximum(distance + other, np.finfo(float).tiny)


def _distances(points: FloatArray, centres: FloatArray) -> FloatArray:
    return np.sqrt(((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2))
