// The threshold: a histogram of the blocks' values, with a movable bound.

import { $, fill, svg } from "./dom.js";
import { number, ownThreshold } from "./scores.js";
import { emit, on, state } from "./state.js";
import { t } from "./words.js";

const BINS = 40;
const STEPS = 1000;

export function startDial() {
  for (const event of ["choice", "words"]) on(event, draw);
  $("threshold").addEventListener("input", (event) => setThreshold(state.scale.value(event.target.value / STEPS)));
  $("own").addEventListener("click", () => setThreshold(null));
}

export function setThreshold(value) {
  state.threshold = value;
  emit("threshold");
}

export function nudge(steps) {
  const now = state.threshold ?? ownThreshold(state.answer, state.scale);
  setThreshold(state.scale.value(Math.min(Math.max(state.scale.at(now) + steps / 100, 0), 1)));
}

// The histogram, and the position of the bound.
function draw() {
  if (!state.answer) return;
  const scale = state.scale;
  const bound = state.threshold ?? ownThreshold(state.answer, scale);
  const bins = scale.bins(BINS);
  // Square root, so that the few blocks of an article are visible beside the many of a menu.
  const most = Math.sqrt(Math.max(...bins, 1));
  const bars = bins.map((many, at) => {
    const height = many ? 4 + (Math.sqrt(many) / most) * 58 : 0;
    return svg(
      "rect",
      {
        cls: (at + 0.5) / BINS >= scale.at(bound) ? "bin over" : "bin",
        x: at * 10 + 1,
        width: 8,
        y: 64 - height,
        height,
        rx: 1.5,
      },
      svg("title", null, `${number(scale.value(at / BINS))} – ${number(scale.value((at + 1) / BINS))}: ${many}`),
    );
  });
  fill(
    $("histogram"),
    svg(
      "svg",
      {
        viewBox: `0 0 ${BINS * 10} 64`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": t("histogram.label"),
      },
      ...bars,
    ),
  );
  $("threshold").value = Math.round(scale.at(bound) * STEPS);
  $("threshold").disabled = scale.empty;
  const words = t(scale.byProbability ? "threshold.probability" : "threshold.score", number(bound));
  const more = state.kept.filter((kept, at) => kept && !state.answer.blocks[at].kept).length;
  const fewer = state.kept.filter((kept, at) => !kept && state.answer.blocks[at].kept).length;
  const own = state.threshold === null;
  $("threshold-words").textContent = scale.empty
    ? t("threshold.none")
    : own
      ? t("threshold.is-own")
      : t("threshold.change", words, more, fewer);
  $("threshold").setAttribute("aria-valuetext", words);
  $("own").hidden = own;
}
