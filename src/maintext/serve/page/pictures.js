// The papers' figures, drawn from the results of their methods.

import { explain } from "./api.js";
import { $, el, fill, svg } from "./dom.js";
import { number } from "./scores.js";
import { on, point, select, state } from "./state.js";
import { say, t } from "./words.js";

const WIDTH = 460;
const NOTHING = { pictures: {}, blocks: [] }; // without a result of a method, its figure is missing

export function startPictures() {
  on("source", () => fill($("side-pictures"))); // the drawings of another page
  for (const event of ["answer", "words", "side"]) on(event, draw);
  on("point", follow);
}

let drawing = 0;
async function draw() {
  if (state.side !== "pictures" || !state.source) return;
  const turn = ++drawing;
  const { source } = state;
  const [p, ceds, marks] = await Promise.all(
    ["p_value", "ceds", "punctuation"].map((name) => explain(source, name).catch(() => NOTHING)),
  );
  if (turn !== drawing || source !== state.source) return;
  const all = [treeOfP(p), importances(ceds), vectors(marks), template(ceds)].filter(Boolean);
  fill($("side-pictures"), ...(all.length ? all : [el("p", { cls: "empty" }, t("picture.none"))]));
}

function picture(name, cite, ...drawn) {
  return el(
    "figure",
    { cls: "picture", data: { picture: name } },
    el("h3", null, t(`picture.${name}`)),
    cite ? el("p", { cls: "cite" }, cite) : null,
    el("p", { cls: "says" }, t(`picture.${name}.says`)),
    ...drawn,
  );
}

function canvas(name, height, ...drawn) {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": t(`picture.${name}`) }, ...drawn);
}

// A shape that represents blocks: pointing at it points at them.
function hot(node, first, last = first) {
  node.classList.add("hot");
  node.dataset.first = first;
  node.dataset.last = last;
  node.addEventListener("pointerenter", () => point(first));
  node.addEventListener("pointerleave", () => point(-1));
  node.addEventListener("click", () => select(first, "picture"));
  return node;
}

function follow() {
  for (const node of $("side-pictures").querySelectorAll(".hot"))
    node.classList.toggle(
      "active",
      state.active >= Number(node.dataset.first) && state.active <= Number(node.dataset.last),
    );
}

const cite = (name) => state.config.methods.find((method) => method.name === name)?.paper ?? "";

// -- Paper 3: P along the tree ----------------------------------------------------------------------

function treeOfP(answer) {
  const tree = answer.pictures.tree ?? [];
  const best = tree.findIndex((node) => node.best);
  if (best < 0) return null;
  const rows = alongTheWay(tree, best);
  const top = rows[0].depth;
  const height = rows.length * 22 + 22;
  return picture(
    "p",
    cite("p_value"),
    canvas(
      "p",
      height,
      ...rows.flatMap((node, at) => {
        const y = at * 22 + 4;
        const x = Math.min(node.depth - top, 12) * 11;
        const left = 176,
          widest = WIDTH - left - 44;
        return [
          svg(
            "text",
            { x, y: y + 13, cls: node.best ? "mono strong" : "mono" },
            shorten(step(node), 24 - Math.round(x / 7)),
          ),
          hot(
            svg(
              "rect",
              {
                cls: node.best ? "bar-kept" : "bar-left",
                x: left,
                y: y + 3,
                height: 13,
                rx: 2.5,
                width: Math.max(node.p * widest, 1.5),
              },
              svg("title", null, node.xpath),
            ),
            node.first,
            node.last,
          ),
          svg(
            "text",
            { x: left + Math.max(node.p * widest, 1.5) + 7, y: y + 13, cls: node.best ? "strong" : null },
            node.p.toFixed(node.p < 0.1 ? 3 : 2),
          ),
        ];
      }),
    ),
  );
}

// The best element, its ancestors, and the strongest elements next to that path.
function alongTheWay(tree, best) {
  const way = new Set();
  for (let at = best; at >= 0; at = tree[at].parent) way.add(at);
  const beside = tree
    .map((_node, at) => at)
    .filter((at) => !way.has(at) && (way.has(tree[at].parent) || tree[at].parent === best) && tree[at].p > 0)
    .sort((a, b) => tree[b].p - tree[a].p)
    .slice(0, Math.max(4, 16 - way.size));
  return [...way, ...beside].sort((a, b) => a - b).map((at) => tree[at]);
}

const step = (node) => node.xpath.slice(node.xpath.lastIndexOf("/") + 1) || node.tag;
const shorten = (text, most) => (text.length > most ? `${text.slice(0, Math.max(most - 1, 1))}…` : text);

// -- Paper 5: ContentImportance -----------------------------------------------------------------------

function importances(answer) {
  const units = answer.pictures.units ?? [];
  if (!units.length) return null;
  const high = Math.max(...units.map((unit) => unit.value), 1e-9);
  const bend = high / 300;
  const tall = (value) => (Math.asinh(Math.max(value, 0) / bend) / Math.asinh(high / bend)) * 110;
  const left = 46,
    room = WIDTH - left,
    each = room / units.length;
  const keptLeast = Math.min(...units.filter((unit) => unit.kept).map((unit) => unit.value));
  const leftMost = Math.max(...units.filter((unit) => !unit.kept).map((unit) => unit.value), 0);
  const bound = Number.isFinite(keptLeast) ? 122 - (tall(keptLeast) + tall(leftMost)) / 2 : null;
  const powers = [0, 1, 2, 3, 4, 5]
    .map((power) => 10 ** power)
    .filter((value) => value <= high && value > high / 1000);
  const ticks = [0, ...powers].map((value) =>
    svg("text", { x: left - 8, y: 126 - tall(value), "text-anchor": "end", cls: "note" }, value),
  );
  return picture(
    "ceds",
    cite("ceds"),
    canvas(
      "ceds",
      138,
      ...ticks,
      ...units.map((unit, at) =>
        hot(
          svg(
            "rect",
            {
              cls: unit.kept ? "bar-kept" : "bar-left",
              x: left + at * each,
              width: Math.max(each - Math.min(1.5, each / 3), 0.5),
              y: 122 - tall(unit.value) - 1.5,
              height: tall(unit.value) + 1.5,
              rx: Math.min(2, each / 4),
            },
            svg("title", null, say(unit.words)),
          ),
          unit.first,
          unit.last,
        ),
      ),
      svg("line", { cls: "axis", x1: left, x2: WIDTH, y1: 122.5, y2: 122.5 }),
      ...(bound === null
        ? []
        : [
            svg("line", { cls: "bound", x1: left, x2: WIDTH, y1: bound, y2: bound }),
            svg("text", { x: WIDTH, y: bound - 4, "text-anchor": "end" }, "τ"),
          ]),
    ),
  );
}

// -- Paper 2: punctuation vectors ---------------------------------------------------------------------

function vectors(answer) {
  const { marks = [], units = [] } = answer.pictures.marks ?? {};
  if (!units.length) return null;
  const seen = units.slice(0, 400);
  const left = 34,
    each = Math.min((WIDTH - left) / seen.length, 24),
    row = 17;
  const bottom = marks.length * row;
  const cells = seen.flatMap((unit, at) => {
    const length = Math.hypot(...unit.counts) || 1;
    const column = unit.counts.flatMap((many, mark) =>
      many
        ? [
            svg("rect", {
              cls: "cell-kept",
              opacity: 0.18 + (0.82 * many) / length,
              x: left + at * each,
              y: mark * row + 1,
              width: Math.max(each - 1, 0.6),
              height: row - 2,
              rx: 2,
            }),
          ]
        : [],
    );
    const title = svg(
      "title",
      null,
      `${unit.counts
        .map((many, mark) => (many ? `${marks[mark][0]} × ${many}` : ""))
        .filter(Boolean)
        .join("  ")}   I = ${number(unit.value)}`,
    );
    const foot = svg("rect", {
      cls: unit.kept ? "bar-kept" : "bar-left",
      x: left + at * each,
      y: bottom + 5,
      width: Math.max(each - 1, 0.6),
      height: 6,
      rx: 1.5,
    });
    return [
      hot(
        svg(
          "g",
          null,
          svg("rect", { x: left + at * each, y: 0, width: each, height: bottom + 12, fill: "transparent" }),
          ...column,
          foot,
          title,
        ),
        unit.block,
      ),
    ];
  });
  return picture(
    "marks",
    cite("punctuation"),
    canvas(
      "marks",
      bottom + 16,
      ...marks.map((mark, at) =>
        svg(
          "text",
          { x: left - 10, y: at * row + 13, "text-anchor": "end", cls: "sign" },
          [...mark].slice(0, 2).join(" "),
        ),
      ),
      ...cells,
    ),
  );
}

// -- Paper 4: template nodes ---------------------------------------------------------------------------

function template(answer) {
  const repeats = new Set(answer.template?.blocks ?? []);
  if (!answer.template)
    return el(
      "figure",
      { cls: "picture", data: { picture: "template" } },
      el("h3", null, t("picture.template")),
      el("p", { cls: "cite" }, cite("path_similarity")),
      el("p", { cls: "says" }, t("picture.template.none")),
    );
  const most = Math.sqrt(Math.max(...answer.blocks.map((block) => block.text.length), 1));
  const each = WIDTH / answer.blocks.length;
  return picture(
    "template",
    cite("path_similarity"),
    canvas(
      "template",
      78,
      ...answer.blocks.map((block, at) => {
        const tall = 4 + (Math.sqrt(block.text.length) / most) * 66;
        return hot(
          svg(
            "rect",
            {
              cls: repeats.has(at) ? "bar-template" : "bar-left",
              x: at * each,
              width: Math.max(each - Math.min(1.5, each / 3), 0.5),
              y: 74 - tall,
              height: tall,
              rx: Math.min(2, each / 4),
            },
            svg("title", null, block.text.slice(0, 120)),
          ),
          at,
        );
      }),
      svg("line", { cls: "axis", x1: 0, x2: WIDTH, y1: 74.5, y2: 74.5 }),
    ),
  );
}
