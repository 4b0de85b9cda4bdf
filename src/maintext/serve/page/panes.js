// The panes: which side is shown beside the text, and which pane on a phone.

import { $, el, fill, tabs } from "./dom.js";
import { emit, state } from "./state.js";
import { t } from "./words.js";

const SIDES = ["blocks", "pictures", "labels"];
const PANES = ["page", "text", ...SIDES];

export function startPanes() {
  showSides();
}

// A phone shows one pane; elsewhere page and text are always there.
export function showPane(name) {
  const pane = PANES.includes(name) ? name : "page";
  const side = SIDES.includes(pane) ? pane : "blocks";
  if (document.body.dataset.pane === pane && state.side === side) return;
  document.body.dataset.pane = pane;
  state.side = side;
  showSides();
  emit("side");
}

export function showSides() {
  const labelled = state.marks.size;
  tabs(
    $("sides"),
    SIDES,
    state.side,
    (side) => [t(`side.${side}`), side === "labels" && labelled ? el("span", { cls: "count" }, labelled) : ""],
    showPane,
  );
  for (const side of SIDES) {
    $(`side-${side}`).hidden = side !== state.side;
    $(`side-${side}`).setAttribute("aria-labelledby", `sides-${side}`);
  }
  const word = (pane) => (SIDES.includes(pane) ? t(`side.${pane}`) : t(`pane.${pane}`));
  const button = (pane) =>
    el(
      "button",
      {
        type: "button",
        data: { pane },
        "aria-current": String(document.body.dataset.pane === pane),
        on: { click: () => showPane(pane) },
      },
      word(pane),
    );
  fill($("phone"), ...PANES.map(button));
}
