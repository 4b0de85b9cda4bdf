// The result in words.

import { $, el, fill } from "./dom.js";
import { agreement } from "./scores.js";
import { on, state } from "./state.js";
import { count, has, percent, t } from "./words.js";

export function startSummary() {
  for (const event of ["answer", "choice", "words"]) on(event, show);
}

function show() {
  $("source-name").textContent = sourceName();
  document.title = `${sourceName()} · maintext inspector`;
  if (!state.answer) return;
  fill($("verdict"), ...verdict(state.answer));
  fill($("facts"), ...facts(state.answer));
}

function verdict({ verdict, blocks, confidence, explanation }) {
  const look = { article: "yes", not_article: "no", uncertain: "maybe" }[verdict.label];
  const likely = t(verdict.label === "article" ? "verdict.sure" : "verdict.unsure", percent(verdict.probability));
  const words = [el("strong", { cls: look, title: verdict.reason }, t(`verdict.${verdict.label}`)), ` ${likely} `];
  const kept = blocks.filter((block) => state.kept[block.number]);
  if (!kept.length) return [...words, t("verdict.none", explanation ?? "")];
  const chars = (some) => some.reduce((sum, block) => sum + block.chars, 0);
  words.push(
    t("verdict.kept", count(kept.length), count(blocks.length), percent(chars(kept) / Math.max(chars(blocks), 1))),
  );
  const own = state.threshold === null && !state.marks.size;
  return confidence !== null && own ? [...words, ` ${t("verdict.confidence", percent(confidence))}`] : words;
}

function facts(answer) {
  const fact = (name, value) => el("li", null, `${name} `, el("b", null, value));
  const note = (cls, words) => el("li", { cls }, words);
  const { kind, hidden, blocks } = answer;
  const kindWords = has(`kind.${kind.name}`) ? t(`kind.${kind.name}`) : kind.name;
  const others = state.second?.blocks.map((block) => block.kept);
  const siblings = state.source.siblings.length;
  return [
    fact(t("fact.kind"), `${kindWords} ${percent(kind.probability)}`),
    fact(t("fact.encoding"), answer.encoding.name),
    others && note("", t("fact.agree", percent(agreement(blocks, state.kept, others)))),
    siblings > 0 && note("", t("fact.siblings", siblings)),
    hidden.length > 0 &&
      note("unseen-fact", hidden.length === 1 ? t("fact.hidden.one") : t("fact.hidden", hidden.length)),
    answer.blocks_left_out > 0 && note("warn", t("fact.more", count(answer.blocks_left_out))),
    state.kept.some(Boolean) && answer.explanation && note("warn", answer.explanation),
    answer.notes && note("", answer.notes.join("; ")),
  ];
}

// The title of a bundled page; nothing for any other page.
export function sampleWords(name, what = "") {
  const key = `sample.${name.replace(/\.html$/, "")}${what}`;
  return has(key) ? t(key) : null;
}

function sourceName() {
  const name = state.source?.name ?? "";
  return sampleWords(name) ?? (name || t("name.pasted"));
}
