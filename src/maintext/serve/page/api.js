// The routes of the service as functions. Responses are JSON; a failure is an Error with the server's message.

import { emit, state } from "./state.js";
import { sayError, t } from "./words.js";

export class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

export const getToken = () => sessionStorage.getItem("token");
export const setToken = (value) => sessionStorage.setItem("token", value);
// A header holds bytes: other letters are sent as UTF-8.
const bytes = (text) => String.fromCharCode(...new TextEncoder().encode(text));

async function send(method, path, body, as = "json") {
  const isForm = body instanceof FormData; // the browser sets its content type
  const headers = {
    ...(body && !isForm && { "Content-Type": "application/json" }),
    ...(getToken() && { Authorization: `Bearer ${bytes(getToken())}` }),
  };
  let response;
  try {
    response = await fetch(path, { method, headers, body: isForm ? body : body && JSON.stringify(body) });
  } catch {
    emit("lost");
    throw new Refused(0, t("error.server"));
  }
  if (response.ok) return response[as]();
  const { error, reason } = await response.json().catch(() => ({}));
  throw new Refused(response.status, sayError(error, reason ?? response.statusText));
}

const get = (path) => send("GET", path);
const post = (path, body = {}) => send("POST", path, body);
const pagePath = (id) => `labels/pages/${encodeURIComponent(id)}`;

export const responds = () => fetch("health").then(({ ok }) => ok, () => false);
export const getSettings = () => get("settings");
export const getMethods = () => get("methods");
export const getSamples = () => get("samples");

// A request about a page. A file is sent as a file, in a form; anything else is named in JSON.
function about({ file, given }, options) {
  if (!file) return { ...given, ...options };
  const form = new FormData();
  form.append("page", file);
  form.append("options", JSON.stringify(options));
  return form;
}

// The result of a method for a page; requested once and cached with the page.
export async function explain(source, method) {
  source.answers ??= new Map();
  if (!source.answers.has(method)) {
    const siblings = source.siblings?.length ? { site_pages: source.siblings } : {};
    const asking = post("explain", about(source, { ...named(method), ...siblings }));
    source.answers.set(method, asking);
    asking.catch(() => source.answers.delete(method));
  }
  return source.answers.get(method);
}

// Cached results of a retrained model are outdated when it is retrained again.
export function forget(source) {
  for (const method of [...source.answers.keys()]) if (method.endsWith(RETRAINED)) source.answers.delete(method);
}

// A method name may refer to its retrained model.
export const RETRAINED = "+";
export const PRINTED = ":printed"; // the form printed in the paper
const named = (method) =>
  method.endsWith(RETRAINED) ? { method: method.slice(0, -1), retrained: true } : { method };

// Render any choice of blocks with the library.
export function render(source, kept, format) {
  const numbers = kept.flatMap((main, at) => (main ? [at] : []));
  return send("POST", "extract", about(source, { ...named(state.method), kept: numbers, format }), "text");
}

export const getLabels = () => get("labels");
export const getLabel = (id) => get(pagePath(id));
export const addPage = (source) => post("labels/pages", about(source, {}));
export const saveLabel = (id, label) => send("PUT", pagePath(id), label);
export const undoLabel = () => post("labels/undo");

export const retrain = (method) => post("retrain", { method });
export const getRetraining = () => get("retrain");
export const stopRetraining = () => send("DELETE", "retrain");
export const getModel = () => send("GET", "retrain/model", undefined, "blob");
