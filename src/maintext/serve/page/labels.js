// Labels: marks on blocks, saved by the server, page after page of a queue. What is not saved yet is kept here.

import { addPage, getLabels, saveLabel, undoLabel } from "./api.js";
import { $, el, fill, notify } from "./dom.js";
import { dropDraft, fingerprint, hasDraft, keepDraft, readDraft } from "./drafts.js";
import { queued } from "./opening.js";
import { emit, mark, markAll, on, sourceKey, state, undo } from "./state.js";
import { refreshTraining, trainButtons, trainSection } from "./training.js";
import { t } from "./words.js";

const KINDS = ["article", "forum", "product", "collection", "listing", "documentation", "service"];
const FIELDS = ["title", "author", "date", "page_type"];

let queue = null; // the server's queue; null if there is none
let fields = {}; // title, author, date, page_type, as edited
let print = 0; // of the open page's blocks
let openPage = () => {};

export function startLabels(open) {
  openPage = open;
  on("marks", edited); // first: the list says what is not saved
  for (const event of ["answer", "words", "marks", "side", "queue"]) on(event, show);
  on("point", showChosen);
  addEventListener("beforeunload", (event) => state.unsaved === "lost" && event.preventDefault());
}

export async function refreshLabels() {
  queue = await getLabels();
  await refreshTraining();
  emit("queue");
}

async function refresh(asking) {
  queue = await asking;
  emit("queue");
}

// -- Marks that are saved, and marks that are not --------------------------------------------------------

// Another page is open: its draft, else its label, else no marks and the page's own metadata.
export function openLabels(label) {
  print = fingerprint(state.answer.blocks);
  const draft = readDraft(sourceKey(state.source), print);
  const main = label && new Set(label.blocks);
  const saved = main ? state.answer.blocks.map(({ number }) => [number, main.has(number)]) : [];
  fields = draft?.fields ?? (label ? pickFields(label) : proposedFields());
  Object.assign(state, {
    marks: draft?.marks ?? new Map(saved),
    history: [],
    unsaved: draft ? "kept" : "",
  });
}

const pickFields = (label) => Object.fromEntries(FIELDS.map((name) => [name, label[name] ?? ""]));

function proposedFields() {
  const { title, authors, date } = state.answer.metadata ?? {};
  const { name } = state.answer.kind;
  return {
    title: title ?? "",
    author: (authors ?? []).join(", "),
    date: String(date ?? "").slice(0, 10),
    page_type: KINDS.includes(name) ? name : "",
  };
}

// state.unsaved: "" for nothing, "kept" by the browser, "lost" if it has no room: then leaving is asked about.
function edited() {
  const isKept = keepDraft(sourceKey(state.source), print, state.marks, fields);
  state.unsaved = isKept ? "kept" : "lost";
}

function forgetDraft() {
  dropDraft(sourceKey(state.source));
  state.unsaved = "";
}

export async function saveMarks() {
  if (!state.config.labels) return notify(t("label.off"), true);
  const { source } = state;
  try {
    const id = source.id ?? (await addPage(source)).id;
    const blocks = state.answer.blocks.map((block) => block.number).filter((at) => state.kept[at]);
    const label = Object.fromEntries(FIELDS.map((name) => [name, fields[name] || null]));
    const saving = saveLabel(id, { blocks, ...label });
    await saving;
    dropDraft(sourceKey(source));
    if (source === state.source) {
      forgetDraft();
      if (!source.id) Object.assign(source, { id, place: { kind: "page", value: id } });
      emit("choice");
      emit("point"); // the URL names the page in the queue now
    }
    await refresh(saving);
    notify(t("label.saved", queue.done));
  } catch (error) {
    if (error.status) notify(error.message, true);
  }
}

async function unsave() {
  try {
    await refresh(undoLabel());
    notify(t("label.unsaved"));
  } catch (error) {
    if (error.status) notify(error.message, true);
  }
}

// -- The pane ---------------------------------------------------------------------------------------------

function show() {
  if (state.side !== "labels" || !state.answer) return;
  const on = state.config.labels;
  const typing = $("side-labels").contains(document.activeElement) && document.activeElement.matches("input");
  if (!typing) fill(part("page"), pageSection());
  fill(part("queue"), on ? queueSection() : el("p", null, t("label.off")));
  fill(part("train"), on ? trainSection() : null);
  fill(part("actions"), on ? actions() : null);
  showChosen();
}

// Parts are drawn separately, so that a field keeps its focus during retraining.
function part(name) {
  return $(`labels-${name}`) ?? $("side-labels").appendChild(el("div", { id: `labels-${name}` }));
}

let shownBlock = "";
function showChosen() {
  const holder = $("chosen-block");
  const now = `${state.selected} ${state.marks.get(state.selected)}`;
  if (!holder || (now === shownBlock && holder.childElementCount)) return;
  shownBlock = now;
  const block = state.answer.blocks[state.selected];
  holder.hidden = !block;
  if (!block) return;
  const button = (name, main) =>
    el(
      "button",
      {
        type: "button",
        cls: name,
        "aria-pressed": String(state.marks.get(block.number) === main),
        on: { click: () => mark(block.number, main) },
      },
      t(`label.${name}`),
    );
  fill(
    holder,
    el("p", null, block.text.slice(0, 300)),
    el("div", { cls: "row" }, button("main", true), button("not", false)),
  );
}

const button = (key, act, properties = {}) =>
  el("button", { type: "button", id: `label-${key}`, on: { click: act }, ...properties }, t(`label.${key}`));

function setField(name, value) {
  fields[name] = value;
  edited();
  emit("choice"); // the summary says that something is not saved
}

function pageSection() {
  const input = (name) =>
    el("input", {
      type: "text",
      id: `label-${name}`,
      value: fields[name] ?? "",
      on: { input: (event) => setField(name, event.target.value) },
    });
  const kinds = ["", ...KINDS].map((kind) =>
    el("option", { value: kind, selected: kind === fields.page_type }, kind ? t(`kind.${kind}`) : t("label.no-kind")),
  );
  const field = (name, control) => el("label", null, t(`label.${name}`), control);
  return el(
    "section",
    null,
    el("h3", null, t("label.heading"), el("small", null, t("label.marked", state.marks.size))),
    el("p", null, t("label.says")),
    el("div", { id: "chosen-block", cls: "chosen-block", hidden: true }),
    el(
      "div",
      { cls: "fields" },
      ...["title", "author", "date"].map((name) => field(name, input(name))),
      field(
        "page_type",
        el(
          "select",
          { id: "label-page_type", on: { change: (event) => setField("page_type", event.target.value) } },
          ...kinds,
        ),
      ),
    ),
    el(
      "div",
      { cls: "row" },
      button("accept", accept),
      button("undo", undo, { disabled: !state.history.length }),
      button("clear", () => markAll([]), { disabled: !state.marks.size }),
    ),
  );
}

export const accept = () =>
  markAll(
    state.answer.blocks.map((block) => [block.number, state.marks.get(block.number) ?? state.kept[block.number]]),
  );

// Always in view, whatever is above.
function actions() {
  return el(
    "div",
    { cls: "actions-bar" },
    el(
      "div",
      { cls: "row" },
      button("save", saveMarks, { cls: "primary" }),
      el(
        "button",
        { type: "button", id: "queue-next", disabled: !queue?.next, on: { click: nextPage } },
        t("queue.next"),
      ),
    ),
    el("div", { cls: "row" }, ...trainButtons(queue?.done ?? 0)),
  );
}

// -- The queue --------------------------------------------------------------------------------------

function queueSection() {
  if (!queue) return null;
  const here = state.source.id;
  const status = (page) => {
    if (hasDraft(`page:${page.id}`)) return t("queue.draft");
    return page.done ? t("queue.done") : "";
  };
  return el(
    "section",
    null,
    el("h3", null, t("queue.heading"), el("small", null, t("queue.progress", queue.done, queue.total))),
    el("progress", { max: Math.max(queue.total, 1), value: queue.done, "aria-label": t("queue.heading") }),
    queue.pages.length
      ? el(
          "div",
          { cls: "queue" },
          ...queue.pages.map((page) =>
            el(
              "button",
              {
                type: "button",
                cls: page.done ? "done" : "",
                "aria-current": String(page.id === here),
                on: { click: () => openPage(queued(page.id)) },
              },
              el("span", null, page.url ?? page.id),
              el("span", null, status(page)),
            ),
          ),
        )
      : el("p", null, t("queue.empty")),
    el("div", { cls: "row" }, button("unsave", unsave, { disabled: !queue.can_undo })),
  );
}

// The next page without a label, after the open one.
export function nextPage() {
  if (!queue) return;
  const at = queue.pages.findIndex((page) => page.id === state.source.id);
  const open = [...queue.pages.slice(at + 1), ...queue.pages.slice(0, at + 1)].find((page) => !page.done);
  const next = open?.id ?? queue.next; // the list is a part of a long queue
  if (next) openPage(queued(next));
}
