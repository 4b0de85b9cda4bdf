import math

import numpy as np

from maintext.methods.baselines.clusters import content_share


def literal_share(points: list[tuple[float, float]], clusters: int) -> list[float]:
    furthest = max(points, key=lambda point: math.dist(point, (0, 0)))
    if furthest == (0, 0):
        return [0.0] * len(points)
    centres = [(furthest[0] * k / (clusters - 1), furthest[1] * k / (clusters - 1)) for k in range(clusters)]
    for _ in range(20):
        groups: list[list[tuple[float, float]]] = [[] for _ in centres]
        for point in points:
            groups[min(range(clusters), key=lambda k: math.dist(point, centres[k]))].append(point)
        for k in range(1, clusters):
            if groups[k]:
                x, y = zip(*groups[k], strict=True)
                centres[k] = (sum(x) / len(x), sum(y) / len(y))
    shares = []
    for point in points:
        origin, other = math.dist(point, (0, 0)), min(math.dist(point, centre) for centre in centres[1:])
        shares.append(origin / (origin + other) if origin + other else 0.0)
    return shares


def test_random_points_agree_with_a_literal_k_means() -> None:
    random = np.random.default_rng(3)
    for size in (1, 2, 5, 40):
        for clusters in (2, 3):
            points = random.exponential(20, (size, 2)).round(3)
            literal = literal_share([(float(x), float(y)) for x, y in points], clusters)
            np.testing.assert_allclose(content_share(points, clusters), literal)


def test_points_at_the_origin_are_not_content() -> None:
    assert content_share(np.zeros((4, 2))).tolist() == [0] * 4
    assert content_share(np.zeros((0, 2))).tolist() == []


def test_points_nearer_to_another_centre_than_to_the_origin_are_above_a_half() -> None:
    points = np.array([[1.0, 0], [2, 0], [90, 0], [100, 0]])
    assert (content_share(points) > 0.5).tolist() == [False, False, True, True]
