// Ways to open a page: a sample, pasted HTML, a file, a URL; and other pages of its site.

import { setToken } from "./api.js";
import { $, el, fill } from "./dom.js";
import { on, state } from "./state.js";
import { sampleWords } from "./summary.js";
import { t } from "./words.js";

export const FIRST_SAMPLE = "english-article.html";

// open: explains a source; again: explains the same one again.
export function startOpening(open, again) {
  const openText = (html) => open({ name: "", given: { html }, siblings: state.source?.siblings });
  const openFile = async (file) =>
    open({
      name: file.name,
      given: { html_base64: base64(await file.arrayBuffer()) },
      siblings: state.source?.siblings,
    });
  const setSiblings = (texts) => {
    Object.assign(state.source, { siblings: texts, answers: new Map() });
    return again();
  };
  on("words", () => showSamples(open));
  on("answer", showSiblings);
  $("open").addEventListener("click", () => $("open-dialog").showModal());
  $("explain").addEventListener("click", () => $("pasted").value.trim() && openText($("pasted").value));
  $("file").addEventListener("change", ({ target }) => target.files[0] && openFile(target.files[0]));
  $("siblings").addEventListener("change", async ({ target }) =>
    setSiblings(await Promise.all([...target.files].map((file) => file.text()))),
  );
  $("siblings-forget").addEventListener("click", () => setSiblings([]));
  $("fetch").addEventListener("click", () => {
    const url = $("url").value;
    if (url) open({ name: url, given: { url }, siblings: state.source?.siblings });
  });
  $("token-form").addEventListener("submit", () => {
    setToken($("token").value);
    location.reload();
  });
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  $("pasted").addEventListener("paste", pasteAtOnce);
  listenForPaste(openText);
  listenForDrop(openFile);
}

function showSamples(open) {
  const names = (state.config.samples ?? []).slice().sort((a, b) => (b === FIRST_SAMPLE) - (a === FIRST_SAMPLE));
  const button = (name) =>
    el(
      "button",
      { type: "button", data: { sample: name }, on: { click: () => open({ name, given: { sample: name } }) } },
      el("b", null, sampleWords(name) ?? name),
      el("span", null, sampleWords(name, ".says") ?? ""),
    );
  fill($("samples"), ...names.map(button));
  $("open-url").hidden = !state.config.allow_fetch;
  showSiblings();
}

function showSiblings() {
  const many = state.source?.siblings?.length ?? 0;
  $("siblings-words").textContent = many ? t("open.siblings.some", many) : t("open.siblings.none");
  $("siblings-forget").hidden = !many;
}

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(""));
}

// By default, Chromium inserts line by line, and a page of 150 KB takes a minute.
function pasteAtOnce(event) {
  const { target } = event;
  event.preventDefault();
  target.setRangeText(event.clipboardData.getData("text/plain"), target.selectionStart, target.selectionEnd, "end");
}

function listenForPaste(openText) {
  document.addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea")) return;
    const html = event.clipboardData.getData("text/plain") || event.clipboardData.getData("text/html");
    if (html.includes("<")) openText(html);
  });
}

function listenForDrop(openFile) {
  let depth = 0; // a child is entered before its parent is left
  const over = (by) => {
    depth = Math.max(depth + by, 0);
    $("drop").hidden = depth === 0;
  };
  document.addEventListener("dragenter", () => over(1));
  document.addEventListener("dragleave", () => over(-1));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    over(-depth);
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
  });
}
