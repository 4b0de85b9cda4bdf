// The result in words.

import { $, el, fill } from "./dom.js";
import { agreement } from "./scores.js";
import { on, state } from "./state.js";
import { count, getLanguage, has, percent, say, t } from "./words.js";

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

// Pages that are no article and still have a main text.
const OTHER_KINDS = new Set(["forum", "product", "documentation", "service"]);

// What the page is: an article or not; or, of another kind, that kind.
function lead({ verdict, kind }, hasText) {
  if (verdict.label !== "article" && hasText && OTHER_KINDS.has(kind.name))
    return ["plain", t(`verdict.${kind.name}`), t("verdict.sure", percent(kind.probability))];
  const look = { article: "yes", not_article: hasText ? "maybe" : "no", uncertain: "maybe" }[verdict.label];
  const likely = t(verdict.label === "article" ? "verdict.sure" : "verdict.unsure", percent(verdict.probability));
  return [look, t(`verdict.${verdict.label}`), likely];
}

function verdict(answer) {
  const { verdict, blocks, confidence, explanation } = answer;
  const kept = blocks.filter((block) => state.kept[block.number]);
  const [look, what, likely] = lead(answer, kept.length > 0);
  const gap = getLanguage() === "zh" ? "" : " ";
  const words = [el("strong", { cls: look, title: say(verdict.reason) }, what), `${gap}${likely}${gap}`];
  if (!kept.length) return [...words, t("verdict.none", say(explanation) ?? t("verdict.nothing"))];
  const chars = (some) => some.reduce((sum, block) => sum + block.chars, 0);
  words.push(
    t("verdict.kept", count(kept.length), count(blocks.length), percent(chars(kept) / Math.max(chars(blocks), 1))),
  );
  const own = state.threshold === null && !state.marks.size;
  return confidence !== null && own ? [...words, `${gap}${t("verdict.confidence", percent(confidence))}`] : words;
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
    state.kept.some(Boolean) && answer.explanation && note("warn", say(answer.explanation)),
    answer.notes && note("", answer.notes.map(say).join("; ")),
    state.unsaved && note("warn", t("fact.unsaved")),
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
