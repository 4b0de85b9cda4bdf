// The ribbon beside the page: an overview with kept blocks in colour, and the visible part.

import { $, el, fill, svg } from "./dom.js";
import { state } from "./state.js";

const seen = el("i");

export function startRibbon() {
  const ribbon = $("ribbon");
  const scroll = (event) => {
    const { top, height } = ribbon.getBoundingClientRect();
    const view = $("view");
    view.scrollTop = ((event.clientY - top) / height) * view.scrollHeight - view.clientHeight / 2;
  };
  ribbon.addEventListener("pointerdown", (event) => {
    ribbon.setPointerCapture(event.pointerId);
    scroll(event);
  });
  ribbon.addEventListener("pointermove", (event) => {
    if (event.buttons) scroll(event);
  });
  $("view").addEventListener("scroll", showSeen, { passive: true });
}

// Nothing of the page before may stay.
export const clearRibbon = () => fill($("ribbon"));

// parts: the nodes of each block in the frame; tall: the height of the whole page.
export function drawRibbon(parts, tall) {
  const height = Math.max(tall, $("view").clientHeight, 1);
  const bars = [...parts].map(([block, nodes]) => {
    const { top } = nodes[0].getBoundingClientRect();
    const { bottom } = nodes.at(-1).getBoundingClientRect();
    const look = state.second ? state.classes[block] || "left" : state.kept[block] ? "kept" : "left";
    return svg("rect", { cls: look, x: 3, width: 8, y: top, height: Math.max(bottom - top, height / 400) });
  });
  fill($("ribbon"), svg("svg", { viewBox: `0 0 14 ${height}`, preserveAspectRatio: "none" }, ...bars), seen);
  showSeen();
}

function showSeen() {
  const view = $("view");
  const all = Math.max(view.scrollHeight, 1);
  seen.style.top = `${(view.scrollTop / all) * 100}%`;
  seen.style.height = `${(view.clientHeight / all) * 100}%`;
  seen.hidden = view.clientHeight >= all;
}
