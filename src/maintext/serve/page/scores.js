// Arithmetic on blocks: what a threshold keeps, histograms, agreement of two methods.

export const hasProbability = (answer) => answer.blocks.some((block) => block.probability !== null);

const blockValue = (block, byProbability) => (byProbability ? block.probability : block.score);

// Scores can span four orders of magnitude, so the scale is asinh, which is linear near 0.
export class Scale {
  constructor(answer) {
    this.byProbability = hasProbability(answer);
    this.values = answer.blocks.map((block) => blockValue(block, this.byProbability));
    const known = this.values.filter((value) => value !== null).sort((a, b) => a - b);
    this.empty = known.length === 0;
    const middle = Math.abs(known[known.length >> 1] ?? 0);
    const widest = Math.max(Math.abs(known[0] ?? 0), Math.abs(known.at(-1) ?? 0));
    this.bend = this.byProbability || widest <= 20 * (middle || widest) ? 0 : middle || widest / 1000;
    this.low = this.bent(this.byProbability ? 0 : (known[0] ?? 0));
    this.high = this.bent(this.byProbability ? 1 : (known.at(-1) ?? 1));
    if (this.high <= this.low) this.high = this.low + 1;
  }

  bent(value) {
    return this.bend ? Math.asinh(value / this.bend) : value;
  }

  // The position of a value, from 0 to 1, and back.
  at(value) {
    return Math.min(Math.max((this.bent(value) - this.low) / (this.high - this.low), 0), 1);
  }
  value(at) {
    const bent = this.low + at * (this.high - this.low);
    return this.bend ? Math.sinh(bent) * this.bend : bent;
  }

  bins(many) {
    const bins = new Array(many).fill(0);
    for (const value of this.values)
      if (value !== null) bins[Math.min(Math.floor(this.at(value) * many), many - 1)] += 1;
    return bins;
  }
}

// Which blocks are kept: by the method, or by a threshold.
export function choose(answer, scale, threshold) {
  if (threshold === null) return answer.blocks.map((block) => block.kept);
  return scale.values.map((value) => value !== null && value >= threshold);
}

// The lowest value that the method kept: the initial position of the slider.
export function ownThreshold(answer, scale) {
  const kept = scale.values.filter((value, at) => value !== null && answer.blocks[at].kept);
  return kept.length ? Math.min(...kept) : scale.value(1);
}

// For each block: kept by both, by the first or by the second only, or by none.
export function classes(kept, other) {
  return kept.map((mine, at) => (other[at] ? (mine ? "both" : "second") : mine ? "first" : ""));
}

// Characters that both keep, as a share of those that either keeps.
export function agreement(blocks, kept, other) {
  let both = 0,
    either = 0;
  blocks.forEach((block, at) => {
    if (kept[at] || other[at]) either += block.chars;
    if (kept[at] && other[at]) both += block.chars;
  });
  return either ? both / either : 1;
}

export const number = (value) => {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(size >= 1 ? 2 : 3);
};
