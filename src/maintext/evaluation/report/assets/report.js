"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const f1 = (thousandths) => (thousandths === 1000 ? "1.000" : `.${String(thousandths).padStart(3, "0")}`);

/* All text of pages goes through here: it becomes text nodes, never markup. */
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

function draw(name, attributes = {}, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/* Tables as tabs. */
for (const tabs of document.querySelectorAll(".tabs")) {
  const panels = [...tabs.querySelectorAll(":scope > .part")];
  const buttons = panels.map((panel) => make("button", { type: "button", textContent: panel.dataset.title }));
  const choose = (chosen) => panels.forEach((panel, at) => {
    panel.hidden = at !== chosen;
    buttons[at].setAttribute("aria-selected", String(at === chosen));
  });
  buttons.forEach((button, at) => {
    button.setAttribute("role", "tab");
    button.addEventListener("click", () => choose(at));
  });
  const list = make("div", { className: "tablist" }, ...buttons);
  list.setAttribute("role", "tablist");
  tabs.prepend(list);
  tabs.classList.add("ready");
  choose(0);
}

/* A click on a heading sorts the column: figures with the best first, words from A. */
for (const table of document.querySelectorAll(".tabs table")) {
  table.classList.add("sortable");
  const heads = [...table.tHead.rows[0].cells];
  for (const [at, head] of heads.entries()) head.addEventListener("click", () => {
    const words = head.classList.contains("words");
    const down = head.hasAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : !words;
    const value = (row) => words ? row.cells[at].textContent : Number(row.cells[at].dataset.n ?? -Infinity);
    const order = (a, b) => words ? value(a).localeCompare(value(b)) : value(a) - value(b) || 0;
    const rows = [...table.tBodies[0].rows].sort((a, b) => down ? order(b, a) : order(a, b));
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...rows);
  });
}

/* Page by page. */
const [left, top_, size] = [48, 16, 560];
const tip = make("div", { id: "tip", hidden: true });
document.body.append(tip);

function fill(select, names, chosen) {
  select.append(...names.map((name, at) => make("option", { value: at, textContent: name, selected: at === chosen })));
  select.addEventListener("change", scatter);
}

function scatter() {
  const svg = byId("scatter");
  const across = data.extractors[byId("across").value], up = data.extractors[byId("up").value];
  const set = Number(byId("set").value) - 1;
  svg.replaceChildren(draw("title", {}, `Token F1 of ${across[0]} and ${up[0]}, page by page`));
  for (let tick = 0; tick <= 10; tick += 2) {
    const x = left + tick / 10 * size, y = top_ + size - tick / 10 * size;
    svg.append(
      draw("path", { class: "grid", d: `M${x} ${top_}V${top_ + size}M${left} ${y}H${left + size}` }),
      draw("text", { class: "muted", x, y: top_ + size + 20, "text-anchor": "middle" }, f1(tick * 100)),
      draw("text", { class: "muted", x: left - 8, y: y + 4, "text-anchor": "end" }, f1(tick * 100)));
  }
  svg.append(
    draw("path", { class: "front", d: `M${left} ${top_ + size}L${left + size} ${top_}` }),
    draw("text", { x: left + size / 2, y: top_ + size + 46, "text-anchor": "middle" }, across[0]),
    draw("text", { transform: `translate(12 ${top_ + size / 2}) rotate(-90)`, "text-anchor": "middle" }, up[0]));
  const shown = data.pages.map((_page, at) => at).filter((at) => set < 0 || data.pages[at][0] === set);
  for (const at of shown) {
    svg.append(draw("circle", {
      cx: left + across[2][at] / 1000 * size, cy: top_ + size - up[2][at] / 1000 * size, r: 4,
      style: `fill:var(--s${data.pages[at][0] % 7})`, "data-at": at }));
  }
  tally(shown, across, up);
}

function tally(shown, across, up) {
  const mean = (extractor) => f1(Math.round(shown.reduce((sum, at) => sum + extractor[2][at], 0) / (shown.length || 1)));
  const ahead = shown.filter((at) => across[2][at] > up[2][at]).length;
  const behind = shown.filter((at) => across[2][at] < up[2][at]).length;
  const counts = data.sets.map((name, set) => [name, set, shown.filter((at) => data.pages[at][0] === set).length]);
  byId("tally").replaceChildren(
    make("p", {}, make("strong", {}, `${shown.length.toLocaleString("en")} pages`)),
    make("p", {}, `${across[0]} is better on ${ahead}, mean F1 ${mean(across)}.`),
    make("p", {}, `${up[0]} is better on ${behind}, mean F1 ${mean(up)}.`),
    make("p", {}, `Alike on ${shown.length - ahead - behind}.`),
    ...counts.filter((count) => count[2]).map(([name, set, count]) => {
      const dot = make("i", { className: "dot" });
      dot.style.cssText = `background:var(--s${set % 7});border-radius:50%`;
      return make("div", {}, dot, `${name}, ${count.toLocaleString("en")}`);
    }));
}

function pointAt(event) {
  const at = event.target.dataset?.at;
  tip.hidden = at === undefined;
  if (tip.hidden) return;
  const page = data.pages[at];
  const line = (select) => {
    const extractor = data.extractors[byId(select).value];
    return make("div", {}, `${extractor[0]} ${f1(extractor[2][at])}`);
  };
  tip.replaceChildren(make("strong", {}, `${data.sets[page[0]]}/${page[1]}`), make("div", {}, page[2]), line("across"), line("up"));
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
}

/* One page: every extractor on it, or the difference of one. */
const dialog = byId("page");
const anchorOf = new Map(Object.entries(data.differences).map(([anchor, entry]) => [`${entry[0]} ${entry[1]}`, anchor]));

function open(at, body) {
  const page = data.pages[at];
  byId("page-title").textContent = `${data.sets[page[0]]}/${page[1]}`;
  const address = page[2] ? make("a", { href: page[2], textContent: page[2], rel: "noopener noreferrer nofollow", target: "_blank" }) : "";
  const facts = [page[3], page[4]].filter(Boolean).join(", ");
  byId("page-facts").replaceChildren(facts, facts && page[2] ? " · " : "", address);
  byId("page-body").replaceChildren(...body);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function ranking(at) {
  const order = data.extractors.map((_extractor, number) => number).sort((a, b) => data.extractors[b][2][at] - data.extractors[a][2][at]);
  const rows = order.map((number) => {
    const [name, family, values] = data.extractors[number];
    const anchor = anchorOf.get(`${number} ${at}`);
    return make("tr", {}, make("td", {}, make("i", { className: `dot ${family}` }), name),
      make("td", { className: "figure" }, f1(values[at])),
      make("td", {}, anchor ? make("a", { href: `#${anchor}`, textContent: "difference" }) : ""));
  });
  return make("table", {}, make("tbody", {}, ...rows));
}

function openPage(at) {
  const [across, up] = ["across", "up"].map((id) => anchorOf.get(`${byId(id).value} ${at}`));
  if (across || up) {
    location.hash = across || up;
  } else {
    open(at, [make("p", { className: "key" }, "Token F1 of every extractor. Texts are kept for the worst pages of each."), ranking(at)]);
  }
}

function stretch([change, head, leftOut, tail]) {
  const name = { same: "span", missing: "del", extra: "ins" }[change];
  const gap = leftOut ? [make("i", {}, `… ${leftOut.toLocaleString("en")} characters …`)] : [];
  return make(name, { title: { same: "", missing: "missing", extra: "extra" }[change] }, head, ...gap, tail);
}

function openDifference() {
  const anchor = location.hash.slice(1);
  if (!Object.hasOwn(data.differences, anchor)) return;
  const [number, at, status, error, precision, recall, stretches] = data.differences[anchor];
  const extractor = data.extractors[number];
  const figures = `${extractor[0]}: F1 ${f1(extractor[2][at])}, precision ${f1(Math.round(1000 * precision))}, recall ${f1(Math.round(1000 * recall))}`;
  const failure = status === "ok" ? "" : ` (${status}${error ? `: ${error}` : ""})`;
  const key = make("p", { className: "key text" }, `${figures}${failure}.  `,
    make("del", {}, "in the gold text only: missing"), "  ", make("ins", {}, "in the extraction only: extra"));
  open(at, [key, make("div", { className: "text" }, ...stretches.map(stretch)), make("h3", {}, "All extractors on this page"), ranking(at)]);
}

function closed() {
  if (location.hash.startsWith("#diff/")) history.replaceState(null, "", location.pathname + location.search);
}

byId("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", closed);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
addEventListener("hashchange", openDifference);
byId("scatter").addEventListener("pointermove", pointAt);
byId("scatter").addEventListener("pointerleave", () => { tip.hidden = true; });
byId("scatter").addEventListener("click", (event) => event.target.dataset.at !== undefined && openPage(Number(event.target.dataset.at)));
const names = data.extractors.map((extractor) => extractor[0]);
fill(byId("across"), names, Math.min(1, names.length - 1));
fill(byId("up"), names, 0);
fill(byId("set"), ["all", ...data.sets], 0);
scatter();
openDifference();
