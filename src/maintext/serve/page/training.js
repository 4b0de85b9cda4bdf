// Retraining: started here, done by the server; then its figures and the model.

import { getModel, getRetraining, retrain, stopRetraining } from "./api.js";
import { isLost } from "./connection.js";
import { $, el, motion, notify, save } from "./dom.js";
import { emit } from "./state.js";
import { say, t } from "./words.js";

const ASK_EVERY = 400; // milliseconds between requests while it runs
const LEAST_PAGES = 8;

let training = { state: "idle" };
let trained = "auto"; // the method to retrain

export async function refreshTraining() {
  training = await getRetraining();
  emit("trained");
  if (training.state === "running") watch();
}

// The buttons, for a place that is always in view.
export function trainButtons(labelled) {
  const running = training.state === "running";
  const enough = labelled >= LEAST_PAGES;
  return [
    el(
      "label",
      null,
      el("span", { cls: "unseen" }, t("train.method")),
      el(
        "select",
        {
          id: "trained",
          disabled: running,
          on: {
            change: (event) => {
              trained = event.target.value;
            },
          },
        },
        ...["auto", "naive_bayes"].map((name) => el("option", { selected: name === trained }, name)),
      ),
    ),
    el(
      "button",
      { type: "button", id: "train", disabled: running || !enough, on: { click: begin } },
      enough ? t("train.start", labelled) : t("train.few", labelled, LEAST_PAGES),
    ),
    running ? el("button", { type: "button", on: { click: stopRetraining } }, t("train.stop")) : null,
  ];
}

export function trainSection() {
  const running = training.state === "running";
  return el(
    "section",
    null,
    el("h3", null, t("train.heading")),
    el("p", null, t("train.says")),
    running
      ? el(
          "div",
          null,
          el("progress", { max: 1, value: training.progress ?? 0, "aria-label": t("train.heading") }),
          el("p", null, t("train.running", say(training.stage) ?? "")),
        )
      : null,
    training.state === "failed" ? el("p", { cls: "wrong" }, t("train.failed", say(training.error) ?? "")) : null,
    training.result && !running ? outcome(training.result) : null,
  );
}

function outcome({ before, after, changed, words, measured, pages }) {
  const validated = measured === "cross-validation";
  const figure = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));
  const mean = (key) => pages.reduce((sum, page) => sum + page[key], 0) / Math.max(pages.length, 1);
  const row = (cls, ...cells) => el("tr", { cls }, ...cells.map((cell) => el("td", null, cell)));
  const head = [t("pane.page"), t("train.before"), t("train.after")].map((name) => el("th", { scope: "col" }, name));
  return el(
    "div",
    { id: "outcome", cls: "outcome" },
    el(
      "p",
      null,
      changed ? t(validated ? "train.better" : "train.fitted", figure(before), figure(after)) : t("train.kept"),
    ),
    el(
      "table",
      { cls: "figures" },
      el("thead", null, el("tr", null, ...head)),
      el(
        "tbody",
        null,
        validated ? row("chosen", t("train.validated"), figure(before), figure(after)) : null,
        row("mean", t("train.mean"), figure(mean("before")), figure(mean("after"))),
        ...pages.map((page) => row("", page.id, figure(page.before), figure(page.after))),
      ),
    ),
    words
      ? el(
          "details",
          null,
          el("summary", null, t("train.how")),
          el("p", null, t("train.pages")),
          el("p", null, say(words)),
        )
      : null,
    el(
      "div",
      { cls: "row" },
      el("button", { type: "button", id: "model", on: { click: download } }, t("train.download")),
    ),
  );
}

async function begin() {
  try {
    training = await retrain(trained);
    emit("queue");
    watch();
  } catch (error) {
    if (error.status) notify(error.message, true);
  }
}

let watching = false;
async function watch() {
  if (watching) return;
  watching = true;
  while (training.state === "running") {
    await new Promise((done) => setTimeout(done, ASK_EVERY));
    if (!isLost()) training = await getRetraining().catch(() => training);
    emit("queue");
  }
  watching = false;
  emit("trained");
  $("outcome")?.scrollIntoView({ block: "nearest", behavior: motion() });
}

async function download() {
  const name = training.method === "naive_bayes" ? "naive_bayes.json" : "auto.npz";
  save(name, "application/octet-stream", await getModel());
}

// Models of earlier retrainings count as well.
export const hasModel = (method) => training.models?.includes(method) ?? false;
