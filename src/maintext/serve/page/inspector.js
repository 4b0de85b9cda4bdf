// The inspector: opens pages, requests the results of methods, and updates the panes.

import { PRINTED, RETRAINED, Refused, explain, forget, getMethods, getSamples, getSettings } from "./api.js";
import { startBlocks } from "./blocks.js";
import { startDial } from "./dial.js";
import { $, el, fill, notify, tabs } from "./dom.js";
import { startFrame } from "./frame.js";
import { startKeys } from "./keys.js";
import { readLabel, startLabels } from "./labels.js";
import { FIRST_SAMPLE, startOpening } from "./opening.js";
import { startPictures } from "./pictures.js";
import { Scale, choose, classes } from "./scores.js";
import { emit, on, state } from "./state.js";
import { startSummary } from "./summary.js";
import { startText } from "./text.js";
import { hasModel } from "./training.js";
import { getLanguage, sayAll, setLanguage, t } from "./words.js";

const SIDES = ["blocks", "pictures", "labels"];
const PANES = ["page", "text", ...SIDES];

async function start() {
  setLanguage(localStorage.getItem("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
  setTheme(localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  for (const begin of [startSummary, startFrame, startText, startDial, startBlocks, startPictures]) begin();
  startOpening(open, () => attempt(ask));
  on("threshold", rechoose);
  on("marks", rechoose);
  on("marks", sides);
  on("words", () => {
    sayAll(document);
    $("language").textContent = t("language");
    $("language").title = t("language.title");
    methods();
    sides();
  });
  on("trained", () => {
    forget(state.source);
    methods();
  });
  startKeys({
    open: () => $("open-dialog").showModal(),
    theme: () => setTheme(),
    language: switchLanguage,
    method: stepMethod,
    other: stepOther,
    side: setSide,
  });
  $("language").addEventListener("click", switchLanguage);
  $("theme").addEventListener("click", () => setTheme());
  $("method").addEventListener("change", (event) => setMethod(event.target.value));
  $("other").addEventListener("change", (event) => setOther(event.target.value));
  sayAll(document);
  if (!(await attempt(configure))) return;
  const asked = new URLSearchParams(location.hash.slice(1)); // #sample=index-page.html&method=ceds&other=auto
  for (const key of ["method", "other"]) if (methodNames().includes(asked.get(key))) state[key] = asked.get(key);
  emit("words");
  const sample = state.config.samples.includes(asked.get("sample")) ? asked.get("sample") : FIRST_SAMPLE;
  await open({ name: sample, given: { sample } });
  await attempt(() => startLabels(open));
}

async function configure() {
  const [settings, methods, samples] = await Promise.all([getSettings(), getMethods(), getSamples()]);
  state.config = { ...settings, ...methods, ...samples };
}

// -- Opening a page and explaining it -----------------------------------------------------------------

async function open(source) {
  const before = { source: state.source, marks: state.marks, history: state.history };
  Object.assign(state, {
    source: { ...source, siblings: source.siblings ?? [] },
    threshold: null,
    selected: -1,
    active: -1,
    marks: new Map(),
    history: [],
  });
  if (!(await attempt(ask))) return void Object.assign(state, before.source ? before : {});
  $("open-dialog").close();
  if (state.source.id) await attempt(() => readLabel(state.source.id));
}

async function ask() {
  const { source, method, other } = state;
  const [answer, second] = await Promise.all([explain(source, method), other ? explain(source, other) : null]);
  if (source !== state.source || method !== state.method || other !== state.other) return;
  for (const block of answer.blocks) block.chars = block.text.length;
  Object.assign(state, { answer, second, scale: new Scale(answer) });
  decide();
  emit("answer");
  emit("choice");
  emit("point");
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
    if (error instanceof Refused && error.status === 401) $("token-dialog").showModal();
    else if (error instanceof Refused) notify(t("error.open", error.message), true);
    else throw error;
    return false;
  } finally {
    $("busy").hidden = true;
  }
}

// -- Methods --------------------------------------------------------------------------------------------

const methodNames = () =>
  state.config.methods.flatMap(({ name, printed }) => [
    name,
    ...(Object.keys(printed ?? {}).length ? [name + PRINTED] : []), // otherwise, it is the same as the default
    ...(hasModel(name) ? [name + RETRAINED] : []),
  ]);
const otherNames = () => methodNames().filter((name) => name !== state.method);

function methods() {
  if (!state.config.methods) return;
  const title = (name) => {
    if (name.endsWith(RETRAINED)) return t("method.retrained", name.slice(0, -1));
    return name.endsWith(PRINTED) ? t("method.printed", name.slice(0, -PRINTED.length)) : name;
  };
  const option = (name, chosen) => el("option", { value: name, selected: name === chosen }, title(name));
  fill($("method"), ...methodNames().map((name) => option(name, state.method)));
  fill(
    $("other"),
    el("option", { value: "" }, t("compare.none")),
    ...otherNames().map((name) => option(name, state.other)),
  );
  const method = state.config.methods.find(({ name }) => name === state.method.replace(PRINTED, ""));
  $("method").title = method?.paper ?? "";
}

function setMethod(name) {
  Object.assign(state, { method: name, threshold: null, other: state.other === name ? "" : state.other });
  methods();
  return attempt(ask);
}

function setOther(name) {
  state.other = name;
  methods();
  return attempt(ask);
}

const neighbour = (names, name, by) => names[(names.indexOf(name) + by + names.length) % names.length];
const stepMethod = (by) => setMethod(neighbour(methodNames(), state.method, by));
const stepOther = (by) => setOther(by ? neighbour(otherNames(), state.other, by) : "");

// -- Panes, theme, language -------------------------------------------------------------------------------

function setSide(side) {
  state.side = side;
  document.body.dataset.pane = side;
  sides();
  emit("side");
}

function sides() {
  const labelled = state.marks.size;
  tabs(
    $("sides"),
    SIDES,
    state.side,
    (side) => [t(`side.${side}`), side === "labels" && labelled ? el("span", { cls: "count" }, labelled) : ""],
    setSide,
  );
  for (const side of SIDES) {
    $(`side-${side}`).hidden = side !== state.side;
    $(`side-${side}`).setAttribute("aria-labelledby", `sides-${side}`);
  }
  const word = (pane) => (SIDES.includes(pane) ? t(`side.${pane}`) : t(`pane.${pane}`));
  fill(
    $("phone"),
    ...PANES.map((pane) =>
      el(
        "button",
        {
          type: "button",
          "aria-current": String(document.body.dataset.pane === pane),
          on: { click: () => showPane(pane) },
        },
        word(pane),
      ),
    ),
  );
}

function showPane(pane) {
  document.body.dataset.pane = pane;
  if (SIDES.includes(pane)) setSide(pane);
  else sides();
}

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

start();
