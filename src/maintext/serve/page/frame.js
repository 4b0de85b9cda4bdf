// The page, in a frame without scripts, network, styles, pointer and focus.
//
// The frame is sandboxed without allow-scripts, and inherits the inspector's CSP. Its content is copied node
// by node, with the lists below: elements become harmless ones, and only attributes that place cells and
// blocks are kept. So safety does not depend on the server.

import { $, el, fill, motion } from "./dom.js";
import { clearRibbon, drawRibbon, startRibbon } from "./ribbon.js";
import { on, pick, point, state } from "./state.js";
import { methodTitle } from "./methods.js";
import { t } from "./words.js";

const GONE = new Set(
  "script style template iframe frame object embed applet svg math link meta base title noembed noframes audio video source track canvas portal fencedframe".split(
    " ",
  ),
);
const SAME = new Set(
  (
    "address article aside b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 " +
    "header hr i ins kbd li main mark nav ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var"
  ).split(" "),
);
const BLOCKS = new Set("center fieldset form dir menu hgroup legend body html search".split(" "));
const ATTRIBUTES = ["data-block", "data-hidden", "colspan", "rowspan", "dir", "lang"];
const SHELL =
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">` +
  `<link rel="stylesheet" href="${new URL("frame.css", import.meta.url)}"><body>`;

let frame = null;
let parts = new Map();
let shown = null;
let isNew = false; // another page: it opens at the selected block, or at the first that is kept

export function startFrame() {
  const view = $("view");
  new ResizeObserver(fit).observe(view);
  view.addEventListener("pointermove", (event) => point(blockAt(event)));
  view.addEventListener("pointerleave", () => point(-1));
  view.addEventListener("click", (event) => {
    const block = blockAt(event);
    if (block >= 0) pick(block, "page");
  });
  startRibbon();
  on("source", () => {
    shown = null;
    isNew = true;
  });
  on("answer", show);
  on("choice", tint);
  on("point", follow);
  on("marks", tint);
  on("theme", theme);
  on("words", legend);
}

function show() {
  legend();
  if (shown === state.answer.view && frame) return;
  shown = state.answer.view;
  parts = new Map();
  clearRibbon();
  const next = el("iframe", {
    sandbox: "allow-same-origin",
    tabindex: "-1",
    title: t("pane.page"),
    referrerpolicy: "no-referrer",
  });
  next.addEventListener(
    "load",
    () => {
      const body = next.contentDocument.body;
      copy(new DOMParser().parseFromString(shown, "text/html").body, body);
      for (const part of body.querySelectorAll("[data-block]")) {
        const block = Number(part.dataset.block);
        parts.set(block, [...(parts.get(block) ?? []), part]);
      }
      theme();
      tint();
      fit();
      follow();
      next.dataset.ready = "yes";
    },
    { once: true },
  );
  next.srcdoc = SHELL;
  frame = next;
  fill($("view"), next);
  $("view").scrollTop = 0;
}

// Copy the children of a node into another document, with the lists above.
function copy(from, to) {
  const places = new Map([[from, to]]);
  const walker = from.ownerDocument.createTreeWalker(from, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    GONE.has(node.localName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const twin =
      node.nodeType === Node.TEXT_NODE ? to.ownerDocument.createTextNode(node.data) : element(node, to.ownerDocument);
    places.get(node.parentNode).append(twin);
    places.set(node, twin);
  }
}

function element(node, owner) {
  const name = node.localName;
  const twin = owner.createElement(SAME.has(name) ? name : BLOCKS.has(name) ? "div" : "span");
  if (name === "a") twin.className = "link";
  if (name === "details") twin.open = true;
  for (const attribute of ATTRIBUTES)
    if (node.hasAttribute(attribute)) twin.setAttribute(attribute, node.getAttribute(attribute));
  return twin;
}

function fit() {
  const root = frame?.contentDocument?.documentElement;
  if (!root || !parts.size) return;
  frame.style.height = "0px";
  frame.style.height = `${root.scrollHeight}px`;
  drawRibbon(parts, root.scrollHeight);
  if (!$("view").clientHeight) isNew = true; // another pane is shown: the place is found when this one is
  else if (isNew) openAt(state.selected >= 0 ? state.selected : state.kept.indexOf(true));
}

function blockAt(event) {
  if (!frame?.contentDocument) return -1;
  const { left, top } = frame.getBoundingClientRect();
  const hit = frame.contentDocument
    .elementFromPoint(event.clientX - left, event.clientY - top)
    ?.closest("[data-block]");
  return hit ? Number(hit.dataset.block) : -1;
}

function tint() {
  const comparing = state.second !== null;
  const unit = state.scale;
  for (const [block, nodes] of parts) {
    const value = unit.values[block];
    const mark = state.marks.get(block);
    for (const node of nodes) {
      node.classList.toggle("kept", Boolean(!comparing && state.kept[block]));
      for (const name of ["both", "first", "second"])
        node.classList.toggle(name, comparing && state.classes[block] === name);
      node.classList.toggle("main", mark === true);
      node.classList.toggle("not", mark === false);
      if (comparing) node.style.removeProperty("--p");
      else node.style.setProperty("--p", value === null || value === undefined ? 0 : unit.at(value).toFixed(3));
    }
  }
  if (frame?.dataset.ready) drawRibbon(parts, frame.offsetHeight);
}

let marked = [];
function follow() {
  for (const node of marked) node.classList.remove("active", "selected");
  marked = [];
  for (const [block, name] of [
    [state.active, "active"],
    [state.selected, "selected"],
  ]) {
    for (const node of parts.get(block) ?? []) {
      node.classList.add(name);
      marked.push(node);
    }
  }
  if (state.active === state.selected && state.from !== "page") reveal(parts.get(state.selected)?.[0]);
}

function openAt(block) {
  isNew = false;
  const node = parts.get(block)?.[0];
  if (node) $("view").scrollTop = node.getBoundingClientRect().top - 24;
}

// Scroll the pane: the frame is as tall as the page and never scrolls.
function reveal(node) {
  if (!node) return;
  const view = $("view");
  const { top, bottom } = node.getBoundingClientRect();
  if (top < view.scrollTop + 24 || bottom > view.scrollTop + view.clientHeight - 24)
    view.scrollTo({ top: top - view.clientHeight / 3, behavior: motion() });
}

function theme() {
  frame?.contentDocument?.documentElement.classList.toggle("dark", document.documentElement.dataset.theme === "dark");
}

function legend() {
  const item = (name, words) => el("span", null, el("i", { cls: name }), words);
  const hidden = state.answer?.hidden.length ? item("hidden", t("legend.hidden")) : null;
  if (state.second) {
    fill(
      $("legend"),
      item("both", t("legend.both")),
      item("first", methodTitle(state.method)),
      item("second", methodTitle(state.other)),
      hidden,
    );
  } else {
    fill(
      $("legend"),
      el("span", { title: t("legend.scale") }, "0", el("i", { cls: "scale" }), "1"),
      item("kept", t("legend.kept")),
      hidden,
    );
  }
}
