// The keyboard. All shortcuts are in one table, which the help is made from.

import { step, toggleWhy } from "./blocks.js";
import { nudge, setThreshold } from "./dial.js";
import { $, el, fill } from "./dom.js";
import { accept, nextPage, saveMarks } from "./labels.js";
import { mark, on, state, undo } from "./state.js";
import { setForm } from "./text.js";
import { t } from "./words.js";

// act: other actions of the inspector: open, theme, language, method, other, side.
export function startKeys(act) {
  const keys = [
    {
      keys: ["j", "k"],
      and: ["ArrowDown", "ArrowUp"],
      words: "key.next",
      run: (key) => step("jArrowDown".includes(key) ? 1 : -1),
    },
    { keys: ["e"], words: "key.why", run: toggleWhy },
    {
      keys: ["m", "n", "x"],
      words: "key.marks",
      run: (key) => mark(state.selected, { m: true, n: false, x: null }[key]),
    },
    { keys: ["u"], words: "key.undo", run: undo },
    { keys: ["a"], words: "key.accept", run: accept },
    { keys: ["s"], words: "key.save", run: saveMarks },
    { keys: ["g"], words: "key.queue", run: nextPage },
    { keys: [".", ","], words: "key.method", run: (key) => act.method(key === "." ? 1 : -1) },
    { keys: ["c", "C"], words: "key.compare", run: (key) => act.other(key === "c" ? 1 : 0) },
    {
      keys: ["[", "]", "0"],
      words: "key.threshold",
      run: (key) => (key === "0" ? setThreshold(null) : nudge(key === "[" ? -1 : 1)),
    },
    {
      keys: ["1", "2", "3", "4", "5"],
      words: "key.forms",
      run: (key) => setForm(["read", "text", "markdown", "html", "diff"][key - 1]),
    },
    {
      keys: ["b", "p", "l"],
      words: "key.sides",
      run: (key) => act.side({ b: "blocks", p: "pictures", l: "labels" }[key]),
    },
    {
      keys: ["/"],
      words: "key.find",
      run: () => {
        act.side("blocks");
        $("filter").focus();
      },
    },
    { keys: ["o"], words: "key.open", run: act.open },
    { keys: ["d"], words: "key.theme", run: act.theme },
    { keys: ["z"], words: "key.language", run: act.language },
    { keys: ["?"], words: "key.help", run: () => $("help-dialog").showModal() },
  ];
  const byKey = new Map(keys.flatMap((entry) => [...entry.keys, ...(entry.and ?? [])].map((key) => [key, entry])));

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=range]), textarea, select");
    if (event.key === "Escape" && typing) typing.blur();
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("[role=tablist], input[type=range]") && event.key.startsWith("Arrow")) return;
    if (event.target.closest("#text, #view, #side-pictures, #side-labels") && event.key.startsWith("Arrow")) return;
    const entry = byKey.get(event.key);
    if (!entry || !state.answer) return;
    event.preventDefault();
    entry.run(event.key);
  });

  const list = () =>
    fill(
      $("keys"),
      ...keys.flatMap((entry) => [
        el("dt", null, ...entry.keys.map((key) => el("kbd", null, key))),
        el("dd", null, t(entry.words)),
      ]),
    );
  on("words", list);
  $("help").addEventListener("click", () => $("help-dialog").showModal());
}
