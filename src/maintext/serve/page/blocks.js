// The list of blocks: number, text, and reasons on demand.

import { $, el, fill, motion } from "./dom.js";
import { number, ownThreshold } from "./scores.js";
import { mark, on, point, select, state } from "./state.js";
import { why } from "./why.js";
import { percent, say, t } from "./words.js";

let rows = [];
let isNew = false; // another page: it opens at its first kept block

export function startBlocks() {
  on("answer", build);
  on("answer", showHidden);
  on("source", () => {
    isNew = true;
  });
  on("choice", dress);
  on("marks", dress);
  on("point", follow);
  on("side", place);
  on("words", () => {
    if (state.answer) {
      build();
      dress();
      showHidden();
    }
  });
  $("filter").addEventListener("input", filter);
  $("show").addEventListener("change", filter);
  $("blocks").addEventListener("pointerover", (event) => point(blockOf(event)));
  $("blocks").addEventListener("pointerleave", () => point(-1));
  $("blocks").addEventListener("click", click);
  $("blocks").addEventListener("focusin", (event) => {
    if (event.target.matches(".block-row:focus-visible")) point(blockOf(event));
  });
}

const blockOf = (event) => Number(event.target.closest(".block")?.dataset.block ?? -1);

function click(event) {
  const block = blockOf(event);
  const button = event.target.closest("button");
  if (!button || block < 0) return;
  if (button.matches(".main, .not")) return mark(block, button.matches(".main"));
  if (!button.matches(".block-row")) return;
  if (state.selected === block) toggleWhy();
  else select(block, "blocks");
}

// -- The list -------------------------------------------------------------------------------------

function build() {
  rows = state.answer.blocks.map(row);
  fill($("blocks"), ...rows);
  const names = ["all", "kept", "left", "near", ...(state.second ? ["differ"] : []), "labelled"];
  const chosen = names.includes($("show").value) ? $("show").value : "all";
  fill(
    $("show"),
    ...names.map((name) => el("option", { value: name, selected: name === chosen }, t(`show.${name}`))),
  );
}

function row(block) {
  const value = state.scale.values[block.number];
  const known = value !== null && value !== undefined;
  const figure = block.probability !== null ? percent(block.probability) : number(block.score);
  return el(
    "li",
    { cls: "block", data: { block: block.number } },
    el(
      "button",
      {
        type: "button",
        cls: "block-row",
        "aria-expanded": "false",
        tabindex: block.number === Math.max(state.selected, 0) ? 0 : -1,
      },
      el("span", { cls: "number", vars: { "--p": known ? state.scale.at(value) : 0 } }, figure, el("i")),
      el("span", { cls: "snippet" }, block.text.slice(0, 600)),
      el("span", { cls: "tag" }, block.tag),
    ),
    el(
      "span",
      { cls: "marks" },
      el(
        "button",
        { type: "button", cls: "main", tabindex: -1, "aria-label": t("block.main"), title: `${t("block.main")} (m)` },
        "✓",
      ),
      el(
        "button",
        { type: "button", cls: "not", tabindex: -1, "aria-label": t("block.not"), title: `${t("block.not")} (n)` },
        "✕",
      ),
    ),
  );
}

function dress() {
  if (!state.answer) return;
  rows.forEach((item, at) => {
    item.classList.toggle("kept", state.kept[at] && (!state.second || state.classes[at] === "both"));
    for (const name of ["first", "second"])
      item.classList.toggle(name, state.second !== null && state.classes[at] === name);
    const label = state.marks.get(at);
    item.classList.toggle("labelled", label !== undefined);
    item.querySelector(".main").setAttribute("aria-pressed", String(label === true));
    item.querySelector(".not").setAttribute("aria-pressed", String(label === false));
  });
  filter();
  place();
}

// Scroll to the selected block, or on a new page to the first kept one. A list that is not shown cannot scroll.
function place() {
  if (!state.answer || !$("blocks").checkVisibility()) return;
  if (state.selected >= 0) rows[state.selected]?.scrollIntoView({ block: "nearest" });
  else if (isNew) rows[state.kept.indexOf(true)]?.scrollIntoView({ block: "center" });
  isNew = false;
}

function filter() {
  const wanted = $("filter").value.trim().toLowerCase();
  const shows = SHOWS[$("show").value] ?? (() => true);
  let any = false;
  rows.forEach((item, at) => {
    const block = state.answer.blocks[at];
    const seen =
      shows(at) &&
      (!wanted || block.text.toLowerCase().includes(wanted) || block.xpath.toLowerCase().includes(wanted));
    item.hidden = !seen;
    any ||= seen;
  });
  $("blocks").querySelector(".empty")?.remove();
  if (!any) $("blocks").append(el("li", { cls: "empty" }, t("blocks.none")));
}

const SHOWS = {
  kept: (at) => state.kept[at],
  left: (at) => !state.kept[at],
  near: (at) => {
    const value = state.scale.values[at];
    const bound = state.threshold ?? ownThreshold(state.answer, state.scale);
    return value !== null && Math.abs(state.scale.at(value) - state.scale.at(bound)) < 0.2;
  },
  differ: (at) => ["first", "second"].includes(state.classes[at]),
  labelled: (at) => state.marks.has(at),
};

export function step(by) {
  const seen = rows.flatMap((item, at) => (item.hidden ? [] : [at]));
  if (!seen.length) return;
  const here = seen.indexOf(state.selected);
  const next =
    here < 0
      ? (seen.find((at) => (state.selected < 0 ? state.kept[at] : at > state.selected)) ?? seen[0])
      : seen[Math.min(Math.max(here + by, 0), seen.length - 1)];
  const wasOpen = open >= 0;
  select(next, "keys");
  rows[next].querySelector(".block-row").focus({ preventScroll: true });
  if (wasOpen) openWhy(next);
}

let marked = [];
let open = -1;
function follow() {
  for (const item of marked) item.classList.remove("active", "selected");
  const active = rows[state.active],
    selected = rows[state.selected];
  active?.classList.add("active");
  selected?.classList.add("selected");
  marked = [active, selected].filter(Boolean);
  if (open >= 0 && open !== state.selected) closeWhy();
  if (!selected || state.active !== state.selected) return;
  for (const other of rows) other.firstChild.tabIndex = -1;
  selected.firstChild.tabIndex = 0;
  if (state.from !== "keys") openWhy(state.selected);
  if (state.from !== "blocks") selected.scrollIntoView({ block: "nearest", behavior: motion() });
}

// -- Why ------------------------------------------------------------------------------------------

export function toggleWhy() {
  if (open === state.selected) closeWhy();
  else if (state.selected >= 0) openWhy(state.selected);
}

function closeWhy() {
  rows[open]?.querySelector(".why")?.remove();
  rows[open]?.firstChild.setAttribute("aria-expanded", "false");
  open = -1;
}

function openWhy(at) {
  closeWhy();
  open = at;
  rows[at].firstChild.setAttribute("aria-expanded", "true");
  rows[at].append(why(state.answer.blocks[at]));
}

function showHidden() {
  const texts = state.answer.hidden;
  fill(
    $("hidden-texts"),
    texts.length ? el("h3", null, t("hidden.heading")) : null,
    texts.length
      ? el(
          "ul",
          null,
          ...texts.map((one) => {
            const rule = one.rule ? ` · ${one.rule} (${one.line})` : "";
            return el("li", null, one.text, el("code", null, `${say(one.reason)}${rule} · ${one.xpath}`));
          }),
        )
      : null,
  );
}
