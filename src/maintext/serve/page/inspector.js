// The inspector: opens pages, requests the results of methods, and updates the panes.

import { follow, startAddress, writeAddress } from "./address.js";
import { Refused, explain, forget, getLabel, getMethods, getSamples, getSettings } from "./api.js";
import { startBlocks } from "./blocks.js";
import { startConnection } from "./connection.js";
import { startDial } from "./dial.js";
import { $, notify } from "./dom.js";
import { startFrame } from "./frame.js";
import { startKeys } from "./keys.js";
import { openLabels, refreshLabels, startLabels } from "./labels.js";
import { methodNames, otherNames, showMethods } from "./methods.js";
import { findSource, startOpening } from "./opening.js";
import { showPane, showSides, startPanes } from "./panes.js";
import { startPictures } from "./pictures.js";
import { Scale, choose, classes } from "./scores.js";
import { deselect, emit, on, select, sourceKey, state } from "./state.js";
import { startSummary } from "./summary.js";
import { setForm, startText } from "./text.js";
import { askToken, startToken } from "./token.js";
import { getLanguage, sayAll, setLanguage, t } from "./words.js";

async function start() {
  setLanguage(localStorage.getItem("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
  setTheme(localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  $("intro").hidden = localStorage.getItem("intro") === "read";
  for (const begin of [startSummary, startFrame, startText, startDial, startBlocks, startPictures, startPanes]) begin();
  startOpening(open, () => show({}));
  startLabels(open);
  startConnection();
  startToken(resume);
  startAddress(goTo);
  on("threshold", rechoose);
  on("marks", rechoose);
  on("marks", showSides);
  on("words", sayEverything);
  on("trained", () => {
    if (state.source) forget(state.source);
    showMethods();
  });
  on("back", resume);
  for (const event of ["side", "form"]) on(event, () => writeAddress(true));
  on("point", () => writeAddress());
  startKeys({
    open: () => $("open-dialog").showModal(),
    theme: () => setTheme(),
    language: switchLanguage,
    method: stepMethod,
    other: stepOther,
    side: showPane,
  });
  $("language").addEventListener("click", switchLanguage);
  $("theme").addEventListener("click", () => setTheme());
  $("method").addEventListener("change", (event) => setMethod(event.target.value));
  $("other").addEventListener("change", (event) => show({ other: event.target.value }));
  $("intro-close").addEventListener("click", () => {
    $("intro").hidden = true;
    localStorage.setItem("intro", "read");
  });
  sayEverything();
  await begin();
}

async function begin() {
  if (!(await attempt(configure))) return;
  emit("words");
  await follow(goTo);
}

// After the service has come back, or the token is known.
async function resume() {
  if (!state.config.methods) return begin();
  await attempt(refreshLabels);
  if (wanted) await show(wanted);
}

async function configure() {
  const [settings, methods, samples] = await Promise.all([getSettings(), getMethods(), getSamples()]);
  if (settings.labels) await refreshLabels();
  state.config = { ...settings, ...methods, ...samples };
}

// -- Opening a page and explaining it -----------------------------------------------------------------

let wanted = null; // what was asked for, until it is shown: { source, method, other, block }

async function open(source) {
  if (await show({ source, block: -1 })) $("open-dialog").close();
}

// Show another page, or the same by other methods. All of it is shown at once, when all of it is there.
async function show(next) {
  wanted = { source: state.source, method: state.method, other: state.other, ...next };
  if (wanted.other === wanted.method) wanted.other = "";
  const asked = wanted;
  let isShown = false;
  const done = await attempt(async () => {
    isShown = await load(asked);
  });
  if (done && !isShown) return false; // something else was asked for meanwhile
  showMethods(); // also after a failure: the menus say what is shown
  return done;
}

async function load(asked) {
  const { source, method, other } = asked;
  const isOther = source !== state.source;
  const [answer, second, saved] = await Promise.all([
    explain(source, method),
    other ? explain(source, other) : null,
    isOther && source.id ? getLabel(source.id) : null,
  ]);
  if (asked !== wanted) return false;
  wanted = null;
  for (const block of answer.blocks) block.chars = block.text.length;
  const isNew = isOther || method !== state.method;
  const isStep = isNew || other !== state.other;
  Object.assign(state, { source, method, other, answer, second, scale: new Scale(answer) });
  if (isNew) state.threshold = null;
  if (!other && state.form === "diff") state.form = "read";
  if (isOther) {
    Object.assign(state, { selected: -1, active: -1, from: "" });
    openLabels(saved?.label);
    emit("source");
  }
  writeAddress(isStep); // before anything else changes the URL without a step
  decide();
  emit("answer");
  emit("choice");
  if (asked.block >= 0) select(asked.block, "address");
  else emit("point");
  return true;
}

// Show what a URL names.
async function goTo(asked) {
  const source = await findSource(asked, state.source);
  const names = methodNames();
  const method = names.includes(asked.method) ? asked.method : state.config.default;
  const other = names.includes(asked.other) ? asked.other : "";
  if (!source) return;
  showPane(asked.pane); // first, so that the panes can scroll to the block
  const isShown = state.source && sourceKey(source) === sourceKey(state.source);
  if (!isShown || method !== state.method || other !== state.other || !state.answer) {
    if (!(await show({ source: isShown ? state.source : source, method, other, block: asked.block }))) return;
  } else if (asked.block >= 0 && asked.block !== state.selected) select(asked.block, "address");
  else if (asked.block < 0 && state.selected >= 0) deselect();
  setForm(asked.form);
}

// Which blocks are main text: by the method or the threshold, then by the marks.
function decide() {
  const chosen = choose(state.answer, state.scale, state.threshold);
  state.kept = chosen.map((kept, at) => state.marks.get(at) ?? kept);
  const others = state.second?.blocks.map((block) => block.kept);
  state.classes = others ? classes(state.kept, others) : [];
}

function rechoose() {
  decide();
  emit("choice");
}

// Run something that calls the server; returns whether it succeeded. Errors are shown, not thrown.
async function attempt(act) {
  $("busy").hidden = false;
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 401) askToken();
    else if (error.status) {
      wanted = null; // asking again would be refused again
      notify(t("error.open", error.message), true);
    }
    return false;
  } finally {
    $("busy").hidden = true;
  }
}

// -- Methods, theme, language ---------------------------------------------------------------------------

const setMethod = (method) => show({ method });
const neighbour = (names, name, by) => names[(names.indexOf(name) + by + names.length) % names.length];
const stepMethod = (by) => setMethod(neighbour(methodNames(), state.method, by));
const stepOther = (by) => show({ other: by ? neighbour(otherNames(), state.other, by) : "" });

function setTheme(theme) {
  const root = document.documentElement;
  root.dataset.theme = theme ?? (root.dataset.theme === "dark" ? "light" : "dark");
  if (!theme) localStorage.setItem("theme", root.dataset.theme);
  emit("theme");
}

function switchLanguage() {
  setLanguage(getLanguage() === "en" ? "zh" : "en");
  localStorage.setItem("language", getLanguage());
  emit("words");
}

function sayEverything() {
  sayAll(document);
  $("language").textContent = t("language");
  $("language").title = t("language.title");
  showMethods();
  showSides();
}

start();
