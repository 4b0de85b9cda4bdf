// Ways to open a page: a sample, pasted HTML, a file, a URL; and other pages of its site.

import { $, el, fill, notify } from "./dom.js";
import { findPage, keepPage } from "./local.js";
import { on, sourceKey, state } from "./state.js";
import { sampleWords } from "./summary.js";
import { getLanguage, megabytes, t } from "./words.js";

// Samples in the reader's language come first; the first one is shown at the start.
const FIRST = {
  en: ["english-article.html"],
  zh: ["chinese-news.html", "gbk-page.html"],
};

const fromSample = (name) => ({ name, place: { kind: "sample", value: name }, given: { sample: name } });
const fromQueue = (id) => ({ name: id, id, place: { kind: "page", value: id }, given: { page: id } });
const fromUrl = (url) => ({ name: url, place: { kind: "url", value: url }, given: { url } });
const fromLocal = (key, { name, file, siblings }) => ({ name, file, siblings, place: { kind: "local", value: key } });
const complete = (source) => ({ ...source, siblings: source.siblings ?? [] });

export const queued = (id) => complete(fromQueue(id));

// The source that a URL of the inspector names; the open one if it is the same, nothing if it has to be asked for.
export async function findSource({ place, fetched }, open) {
  if (place && open && sourceKey({ place }) === sourceKey(open)) return open;
  if (place?.kind === "sample" && state.config.samples.includes(place.value)) return complete(fromSample(place.value));
  if (place?.kind === "page" && state.config.labels) return complete(fromQueue(place.value));
  if (place?.kind === "url" && state.config.allow_fetch && fetched) return complete(fromUrl(place.value));
  if (place?.kind === "local") {
    const found = await findPage(place.value);
    if (found) return complete(fromLocal(place.value, found));
    notify(t("open.gone"), true);
  }
  if (place?.kind === "url" && state.config.allow_fetch) {
    $("url").value = place.value;
    $("open-dialog").showModal();
  }
  return complete(fromSample(sampleNames()[0]));
}

// open: shows a source; again: shows the same one again.
export function startOpening(open, again) {
  const openSource = (source) => open(complete(source));
  const openFile = async (file, name) => {
    const most = state.config.max_bytes;
    if (file.size > most) return notify(t("open.large", megabytes(file.size), megabytes(most)), true);
    const page = { name, file, siblings: state.source?.siblings ?? [] };
    openSource(fromLocal(await keepPage(page), page));
  };
  const openText = (html) => openFile(new Blob([html], { type: "text/html;charset=utf-8" }), "");
  const setSiblings = (texts) => {
    Object.assign(state.source, { siblings: texts, answers: new Map() });
    return again();
  };
  on("words", () => showSamples(openSource));
  on("answer", showSiblings);
  $("open").addEventListener("click", () => $("open-dialog").showModal());
  $("explain").addEventListener("click", () => $("pasted").value.trim() && openText($("pasted").value));
  $("file").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = ""; // so that the same file can be chosen again
    if (file) openFile(file, file.name);
  });
  $("siblings").addEventListener("change", async ({ target }) =>
    setSiblings(await Promise.all([...target.files].map((file) => file.text()))),
  );
  $("siblings-forget").addEventListener("click", () => setSiblings([]));
  $("fetch").addEventListener("click", () => {
    const url = $("url").value;
    if (url) openSource({ ...fromUrl(url), siblings: state.source?.siblings });
  });
  for (const dialog of document.querySelectorAll("dialog:not(#token-dialog)"))
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  $("pasted").addEventListener("paste", pasteAtOnce);
  listenForPaste(openText);
  listenForDrop((file) => openFile(file, file.name));
}

function sampleNames() {
  const first = FIRST[getLanguage()];
  const place = (name) => (first.includes(name) ? first.indexOf(name) : first.length);
  return (state.config.samples ?? []).slice().sort((a, b) => place(a) - place(b));
}

function showSamples(open) {
  const button = (name) =>
    el(
      "button",
      { type: "button", data: { sample: name }, on: { click: () => open(fromSample(name)) } },
      el("b", null, sampleWords(name) ?? name),
      el("span", null, sampleWords(name, ".says") ?? ""),
    );
  fill($("samples"), ...sampleNames().map(button));
  $("open-url").hidden = !state.config.allow_fetch;
  showSiblings();
}

function showSiblings() {
  const many = state.source?.siblings?.length ?? 0;
  $("siblings-words").textContent = many ? t("open.siblings.some", many) : t("open.siblings.none");
  $("siblings-forget").hidden = !many;
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
