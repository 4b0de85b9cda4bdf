// The URL of the inspector: its fragment names the page, the methods, the pane, the form of the text and the
// block, so that reload, back and a shared link show the same.
//
//   #sample=forum-thread.html&method=ceds&other=auto&pane=text&form=diff&block=12

import { state } from "./state.js";

// Where a page is from: the samples, the queue of labels, a URL, or this browser's own store.
const PLACES = ["sample", "page", "url", "local"];

let following = false; // while the URL is followed, it is not written

export function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const kind = PLACES.find((name) => asked.get(name));
  const block = Number.parseInt(asked.get("block") ?? "", 10);
  return {
    place: kind ? { kind, value: asked.get(kind) } : null,
    // A link from elsewhere fills in a URL, but does not fetch it: only this tab's own history does.
    fetched: history.state?.fetched === true,
    method: asked.get("method"),
    other: asked.get("other") ?? "",
    pane: asked.get("pane") ?? "page",
    form: asked.get("form") ?? "read",
    block: Number.isNaN(block) ? -1 : block,
  };
}

// push: a new step of the history, to which "back" returns.
export function writeAddress(push = false) {
  if (following || !state.source) return;
  const { kind, value } = state.source.place;
  const parts = new URLSearchParams({ [kind]: value, method: state.method });
  if (state.other) parts.set("other", state.other);
  if (document.body.dataset.pane !== "page") parts.set("pane", document.body.dataset.pane);
  if (state.form !== "read") parts.set("form", state.form);
  if (state.selected >= 0) parts.set("block", state.selected);
  const hash = `#${parts}`;
  if (hash === location.hash) return;
  history[push ? "pushState" : "replaceState"]({ fetched: kind === "url" }, "", hash);
}

// act applies an address; it may be asynchronous. Nothing is written meanwhile.
export function startAddress(act) {
  addEventListener("popstate", () => follow(act));
}

export async function follow(act) {
  following = true;
  try {
    await act(readAddress());
  } finally {
    following = false;
    writeAddress();
  }
}
