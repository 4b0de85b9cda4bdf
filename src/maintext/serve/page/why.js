// Why a block was kept or not: its position, its score, its strongest features.

import { el } from "./dom.js";
import { number } from "./scores.js";
import { state } from "./state.js";
import { say, sayMeaning, t } from "./words.js";

export function why(block) {
  const fact = (name, ...value) => [el("dt", null, name), el("dd", null, ...value)];
  const second = state.second?.blocks[block.number];
  return el(
    "div",
    { cls: "why" },
    reason(block),
    el(
      "dl",
      null,
      ...fact(t("block.where"), el("code", null, block.xpath), block.line ? ` · ${t("block.line", block.line)}` : ""),
      ...fact(t("block.score"), number(block.score)),
      ...(block.probability !== null ? fact(t("block.probability"), number(block.probability)) : []),
      ...(second ? fact(t("block.other", state.other), say(second.reason)) : []),
    ),
    pushes(block),
    el(
      "details",
      null,
      el("summary", null, t("block.features")),
      el(
        "dl",
        null,
        ...features(block).flatMap(([name, value]) => [
          el("dt", { title: sayMeaning(name, state.answer.meanings[name] ?? "") }, sayMeaning(name, name)),
          el("dd", null, number(value)),
        ]),
      ),
    ),
  );
}

// The features say more than the words of `auto`, except for what its clean-up changed.
function reason(block) {
  const words = Object.keys(block.pushes).length ? block.reason.split(/(?:; |^)probability /)[0] : block.reason;
  return words ? el("p", { cls: "reason" }, say(words)) : null;
}

// The answer has the features of all blocks as one array of 32-bit numbers, in base64.
function features(block) {
  const { names, values } = state.answer.features;
  state.answer.numbers ??= new Float32Array(Uint8Array.from(atob(values), (letter) => letter.charCodeAt(0)).buffer);
  return names.map((name, at) => [name, state.answer.numbers[block.number * names.length + at]]);
}

function pushes(block) {
  const all = Object.entries(block.pushes);
  if (!all.length) return null;
  const most = Math.max(...all.map(([, amount]) => Math.abs(amount)), 0.01);
  return el(
    "div",
    { cls: "pushes" },
    el("h3", null, t("block.pushes")),
    ...all.map(([name, amount]) =>
      el(
        "div",
        { cls: "push" },
        el("span", { cls: "means", title: name }, sayMeaning(name, state.answer.meanings[name] ?? name)),
        el("span", { cls: "beam" }, beam(amount, most)),
        el("span", { cls: "amount" }, `${amount > 0 ? "+" : "−"}${Math.abs(amount).toFixed(2)}`),
      ),
    ),
  );
}

function beam(amount, most) {
  const bar = el("i", { cls: amount > 0 ? "for" : "against" });
  bar.style.width = `${(Math.abs(amount) / most) * 50}%`;
  return bar;
}
