// Two methods side by side: what both keep in one row, what one alone keeps in its own column.

import { el } from "./dom.js";
import { methodTitle } from "./methods.js";
import { pick, point, state } from "./state.js";
import { count, t } from "./words.js";

export function diff() {
  const head = ["first", "second"].map((side) => {
    const mine = state.answer.blocks.filter((_, at) => ["both", side].includes(state.classes[at]));
    const chars = mine.reduce((sum, block) => sum + block.chars, 0);
    return el(
      "th",
      { scope: "col", cls: side },
      methodTitle(side === "first" ? state.method : state.other),
      el("small", null, t("diff.size", count(mine.length), count(chars))),
    );
  });
  return el(
    "table",
    { cls: "diff" },
    el("thead", null, el("tr", null, ...head)),
    el("tbody", null, ...rows()),
  );
}

// Blocks that neither keeps are counted, not shown.
function rows() {
  const made = [];
  let skipped = 0;
  const skip = () => {
    const words = skipped === 1 ? t("diff.skipped.one") : t("diff.skipped", count(skipped));
    if (skipped) made.push(el("tr", { cls: "skipped" }, el("td", { colspan: 2 }, words)));
    skipped = 0;
  };
  for (const block of state.answer.blocks) {
    const kept = state.classes[block.number];
    if (!kept) {
      skipped += 1;
      continue;
    }
    skip();
    const cell = (side) => el("td", null, kept === "both" || kept === side ? el("div", null, block.text) : "");
    made.push(
      el(
        "tr",
        {
          cls: kept,
          data: { block: block.number },
          on: {
            pointerenter: () => point(block.number),
            pointerleave: () => point(-1),
            click: () => pick(block.number, "text"),
          },
        },
        cell("first"),
        cell("second"),
      ),
    );
  }
  skip();
  return made;
}
