// Make elements from data. Text is only set as text, so no markup can get in.

export const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

export const el = (name, properties, ...children) => build(document.createElement(name), properties, children);
export const svg = (name, properties, ...children) =>
  build(document.createElementNS(SVG, name), properties, children);

function build(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") for (const [key, amount] of Object.entries(value)) node.style.setProperty(key, amount);
    else node.setAttribute(name === "cls" ? "class" : name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const fill = (node, ...children) => node.replaceChildren(...children.filter(Boolean));

// A row of tabs: arrow keys move; only the selected tab is in the tab order.
export function tabs(holder, names, chosen, say, choose) {
  const buttons = names.map((name) =>
    el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `${holder.id}-${name}`,
        "aria-selected": String(name === chosen),
        tabindex: name === chosen ? 0 : -1,
        on: { click: () => choose(name) },
      },
      ...[say(name)].flat(),
    ),
  );
  holder.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    choose(next);
    $(`${holder.id}-${next}`)?.focus();
  };
  fill(holder, ...buttons);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const motion = () => (calm.matches ? "auto" : "smooth");

export function save(name, type, parts) {
  const address = URL.createObjectURL(new Blob([parts], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

let timer;
export function notify(words, wrong = false) {
  const notice = $("notice");
  notice.textContent = words;
  notice.className = wrong ? "notice wrong" : "notice";
  notice.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      notice.hidden = true;
    },
    wrong ? 6000 : 2600,
  );
}
