"""Reliability of probabilities: of the text with probability 0.8, 80 % should be main text."""

from collections.abc import Sequence

import numpy as np

from maintext.evaluation.report.svg import Drawing, linear
from maintext.training.auto.calibrate import Prediction, calibrated

_BINS = 10
_SIZE, _LEFT, _TOP, _BOTTOM, _RIGHT = 460, 60, 40, 400, 420
_LARGEST = 14.0


def reliability(found: Sequence[Prediction], calibration: tuple[float, float]) -> list[dict[str, float]]:
    """By tenth of the probability: its mean, the share of main text, and the words; all weighted by words."""
    p, main, words = calibrated(found, calibration)
    tenth = np.minimum((p * _BINS).astype(np.int64), _BINS - 1)
    total = np.bincount(tenth, words, minlength=_BINS)
    predicted = np.bincount(tenth, words * p, minlength=_BINS) / np.maximum(total, 1)
    seen = np.bincount(tenth, words * main, minlength=_BINS) / np.maximum(total, 1)
    return [
        {"probability": round(float(a), 4), "main": round(float(b), 4), "words": int(c)}
        for a, b, c in zip(predicted, seen, total, strict=True)
        if c
    ]


def draw_reliability(tenths: Sequence[dict[str, float]]) -> Drawing:
    """Plot the share of main text over the probability; the size of a mark is its share of words."""
    drawing = Drawing(_SIZE, _SIZE, "Share of main text over the probability that auto gives, out of fold")
    across, up = linear(0, 1, _LEFT, _RIGHT), linear(0, 1, _BOTTOM, _TOP)
    ticks = [(value / 5, f"{value / 5:.1f}") for value in range(6)]
    drawing.x_axis(across, ticks, "probability", _TOP, _BOTTOM)
    drawing.y_axis(up, ticks, "share of main text", _LEFT, _RIGHT, _TOP)
    drawing.line(across(0), up(0), across(1), up(1), "front")
    words = sum(tenth["words"] for tenth in tenths)
    drawing.polyline([(across(t["probability"]), up(t["main"])) for t in tenths], "chosen")
    for t in tenths:
        side = 4 + _LARGEST * (t["words"] / words) ** 0.5
        hint = f"probability {t['probability']:.2f}: {t['main']:.0%} main text, {t['words']:,} words"
        x, y = across(t["probability"]) - side / 2, up(t["main"]) - side / 2
        drawing.box(x, y, side, side, "mark own", hint=hint)
    return drawing
