// The extracted text: as a reader sees it, and in the formats of the library.

import { render } from "./api.js";
import { diff } from "./diff.js";
import { $, el, fill, motion, notify, save, tabs } from "./dom.js";
import { emit, on, pick, point, state } from "./state.js";
import { say, t } from "./words.js";

const FORMS = ["read", "text", "markdown", "html", "diff"]; // diff: only with a second method
const FILES = {
  read: ["txt", "text/plain"],
  text: ["txt", "text/plain"],
  markdown: ["md", "text/markdown"],
  html: ["html", "text/html"],
};

export function startText() {
  for (const event of ["answer", "choice", "words"]) on(event, show);
  on("point", follow);
  $("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(await rendered(state.form));
    notify(t("copied"));
  });
  $("download").addEventListener("click", async () => {
    const [ending, type] = FILES[state.form];
    save(`main-text.${ending}`, type, await rendered(state.form));
  });
}

const forms = () => (state.second ? FORMS : FORMS.slice(0, -1));

export function setForm(form) {
  const next = forms().includes(form) ? form : "read";
  if (next === state.form) return;
  state.form = next;
  show();
  emit("form");
}

function show() {
  tabs($("forms"), forms(), state.form, (form) => t(`form.${form}`), setForm);
  $("text").setAttribute("aria-labelledby", `forms-${state.form}`);
  document.body.dataset.form = state.form;
  $("actions").hidden = state.form === "diff"; // it is no text of one method
  if (!state.answer) return;
  if (state.form === "read") read();
  else if (state.form === "diff") showDiff();
  else source(state.form);
}

function showDiff() {
  fill($("text"), diff());
  follow();
}

// Block by block, so that each can point at its place in the other panes.
function read() {
  const either = (at) => state.kept[at] || (state.second !== null && state.classes[at] !== "");
  const lines = state.answer.blocks
    .filter((block) => either(block.number))
    .map((block) =>
      el(
        "div",
        {
          cls: `${look(block)} ${state.second ? state.classes[block.number] : ""}`,
          data: { block: block.number },
          on: {
            pointerenter: () => point(block.number),
            pointerleave: () => point(-1),
            click: () => pick(block.number, "text"),
          },
        },
        block.text,
      ),
    );
  fill(
    $("text"),
    lines.length
      ? el("article", { cls: "reading" }, ...lines)
      : el("p", { cls: "empty" }, say(state.answer.explanation) ?? t("blocks.none")),
  );
  follow();
}

function look(block) {
  if (/^h[1-6]$/.test(block.tag)) return `heading h${Math.min(Number(block.tag[1]), 3)}`;
  if (block.tag === "pre") return "pre";
  if (block.tag === "li" || block.tag === "dd" || block.tag === "dt") return "li";
  if (block.tag === "td" || block.tag === "th") return "cell";
  return block.xpath.includes("/blockquote") ? "quote" : "p";
}

let asked = 0;
async function source(form) {
  const turn = ++asked;
  const text = await rendered(form).catch(() => ""); // a lost service is shown elsewhere
  if (turn === asked && state.form === form) fill($("text"), el("pre", null, text));
}

// The library's rendering: known for the method's choice, requested for any other.
async function rendered(form) {
  const name = form === "read" ? "text" : form;
  if (state.threshold === null && !state.marks.size) return state.answer[name];
  return (await render(state.source, state.kept, name)) ?? "";
}

let marked = [];
function follow() {
  for (const node of marked) node.classList.remove("active", "selected");
  const find = (block) => (block < 0 ? null : $("text").querySelector(`[data-block="${block}"]`));
  const active = find(state.active),
    selected = find(state.selected);
  active?.classList.add("active");
  selected?.classList.add("selected");
  marked = [active, selected].filter(Boolean);
  if (selected && state.active === state.selected && state.from !== "text")
    selected.scrollIntoView({ block: "nearest", behavior: motion() });
}
