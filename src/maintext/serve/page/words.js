// The language of the inspector: texts by key, numbers, and the words of the document.

import { meaningInChinese } from "./chinese-features.js";
import { ERRORS_IN_CHINESE, inChinese } from "./chinese-sentences.js";
import { WORDS } from "./texts.js";

let language = "en";

export function setLanguage(name) {
  language = name in WORDS ? name : "en";
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
}

export const getLanguage = () => language;

export function t(key, ...values) {
  const words = WORDS[language][key] ?? WORDS.en[key] ?? key;
  return words.replace(/\{(\d)\}/g, (_, at) => values[at] ?? "");
}

export const has = (key) => key in WORDS.en;

// Sentences of the library and the service, which are English.
export const say = (sentence) => (language === "zh" && sentence ? inChinese(sentence) : sentence);
export const sayMeaning = (feature, english) => (language === "zh" ? meaningInChinese(feature) : null) ?? english;
export const sayError = (code, reason) => (language === "zh" && ERRORS_IN_CHINESE[code]) || reason;

export const percent = (share) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

export const count = (number) => new Intl.NumberFormat(language).format(number);

export const megabytes = (bytes) =>
  new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }).format(bytes / 2 ** 20);

// Set the text of every element that names a key.
export function sayAll(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-title]")) node.title = t(node.dataset.tTitle);
  for (const node of root.querySelectorAll("[data-t-placeholder]")) node.placeholder = t(node.dataset.tPlaceholder);
}
