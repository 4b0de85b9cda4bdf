// Labels: marks on blocks, saved by the server, page after page of a queue.

import { addPage, getLabel, getLabels, saveLabel, undoLabel } from "./api.js";
import { $, el, fill, notify } from "./dom.js";
import { emit, mark, markAll, on, state, undo } from "./state.js";
import { startTraining, trainSection } from "./training.js";
import { t } from "./words.js";

let queue = null; // the server's queue; null if there is none
let fields = {}; // title, author, date, as edited
let openPage = () => {};

export async function startLabels(open) {
  openPage = open;
  on("answer", readFields);
  for (const event of ["answer", "words", "marks", "side", "queue"]) on(event, show);
  on("point", showChosen);
  readFields();
  if (!state.config.labels) return;
  await refresh(getLabels());
  await startTraining();
  emit("queue");
}

async function refresh(asking) {
  queue = await asking;
  emit("queue");
}

// The marks of an earlier label of a page.
export async function readLabel(id) {
  const { label } = await getLabel(id);
  if (!label) return;
  const main = new Set(label.blocks);
  fields = { title: label.title ?? "", author: label.author ?? "", date: label.date ?? "" };
  markAll(state.answer.blocks.map((block) => [block.number, main.has(block.number)]));
  state.history = [];
  show();
}

function readFields() {
  if (fields.of === state.source) return;
  const { title, authors, date } = state.answer.metadata ?? {};
  fields = {
    of: state.source,
    title: title ?? "",
    author: (authors ?? []).join(", "),
    date: String(date ?? "").slice(0, 10),
  };
}

function show() {
  if (state.side !== "labels" || !state.answer) return;
  const typing = $("side-labels").contains(document.activeElement) && document.activeElement.matches("input");
  if (!typing) fill(part("page"), pageSection());
  fill(part("queue"), state.config.labels ? queueSection() : el("p", null, t("label.off")));
  fill(part("train"), state.config.labels ? trainSection(queue?.done ?? 0) : null);
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

// -- This page --------------------------------------------------------------------------------------

function pageSection() {
  const field = (name, type = "text") =>
    el(
      "label",
      null,
      t(`label.${name}`),
      el("input", {
        type,
        id: `label-${name}`,
        value: fields[name] ?? "",
        on: {
          input: (event) => {
            fields[name] = event.target.value;
          },
        },
      }),
    );
  const button = (key, act, properties = {}) =>
    el("button", { type: "button", id: `label-${key}`, on: { click: act }, ...properties }, t(`label.${key}`));
  return el(
    "section",
    null,
    el("h3", null, t("label.heading"), el("small", null, t("label.marked", state.marks.size))),
    el("p", null, t("label.says")),
    el("div", { id: "chosen-block", cls: "chosen-block", hidden: true }),
    el("div", { cls: "fields" }, field("title"), field("author"), field("date")),
    el(
      "div",
      { cls: "row" },
      button("accept", accept),
      button("undo", undo, { disabled: !state.history.length }),
      button("clear", () => markAll([]), { disabled: !state.marks.size }),
    ),
    state.config.labels
      ? el(
          "div",
          { cls: "row" },
          button("save", saveMarks, { cls: "primary" }),
          button("unsave", unsave, { disabled: !queue?.can_undo }),
        )
      : null,
  );
}

export const accept = () =>
  markAll(
    state.answer.blocks.map((block) => [block.number, state.marks.get(block.number) ?? state.kept[block.number]]),
  );

export async function saveMarks() {
  if (!state.config.labels) return notify(t("label.off"), true);
  try {
    state.source.id ??= (await addPage(state.source.given)).id;
    const blocks = state.answer.blocks.map((block) => block.number).filter((at) => state.kept[at]);
    await refresh(
      saveLabel(state.source.id, {
        blocks,
        title: fields.title || null,
        author: fields.author || null,
        date: fields.date || null,
      }),
    );
    notify(t("label.saved", queue.done));
  } catch (error) {
    notify(error.message, true);
  }
}

async function unsave() {
  try {
    await refresh(undoLabel());
    notify(t("label.unsaved"));
  } catch (error) {
    notify(error.message, true);
  }
}

// -- The queue --------------------------------------------------------------------------------------

function queueSection() {
  if (!queue) return null;
  const here = state.source.id;
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
                on: { click: () => openQueued(page.id) },
              },
              el("span", null, page.url ?? page.id),
              el("span", null, page.done ? t("queue.done") : ""),
            ),
          ),
        )
      : el("p", null, t("queue.empty")),
    el(
      "div",
      { cls: "row" },
      el(
        "button",
        { type: "button", id: "queue-next", disabled: !queue.next, on: { click: nextPage } },
        t("queue.next"),
      ),
    ),
  );
}

const openQueued = (id) => openPage({ name: id, id, given: { page: id } });

// The next page without a label, after the open one.
export function nextPage() {
  if (!queue) return;
  const at = queue.pages.findIndex((page) => page.id === state.source.id);
  const open = [...queue.pages.slice(at + 1), ...queue.pages.slice(0, at + 1)].find((page) => !page.done);
  const next = open?.id ?? queue.next; // the list is a part of a long queue
  if (next) openQueued(next);
}
