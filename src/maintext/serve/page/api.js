// The routes of the service as functions. Responses are JSON; a failure is an Error with the server's message.

import { state } from "./state.js";
import { t } from "./words.js";

export class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

const token = () => sessionStorage.getItem("token");
export const setToken = (value) => sessionStorage.setItem("token", value);

async function send(method, path, body, as = "json") {
  const headers = {
    ...(body && { "Content-Type": "application/json" }),
    ...(token() && { Authorization: `Bearer ${token()}` }),
  };
  let response;
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Refused(0, t("error.server"));
  }
  if (response.ok) return response[as]();
  const { reason } = await response.json().catch(() => ({}));
  throw new Refused(response.status, reason ?? response.statusText);
}

const get = (path) => send("GET", path);
const post = (path, body = {}) => send("POST", path, body);
const pagePath = (id) => `labels/pages/${encodeURIComponent(id)}`;

export const getSettings = () => get("settings");
export const getMethods = () => get("methods");
export const getSamples = () => get("samples");

// The result of a method for a page; requested once and cached with the page.
export async function explain(source, method) {
  source.answers ??= new Map();
  if (!source.answers.has(method)) {
    const asking = post("explain", {
      ...source.given,
      ...named(method),
      ...(source.siblings?.length && { site_pages: source.siblings }),
    });
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
  return send("POST", "extract", { ...source.given, ...named(state.method), kept: numbers, format }, "text");
}

export const getLabels = () => get("labels");
export const getLabel = (id) => get(pagePath(id));
export const addPage = (given) => post("labels/pages", given);
export const saveLabel = (id, label) => send("PUT", pagePath(id), label);
export const undoLabel = () => post("labels/undo");

export const retrain = (method) => post("retrain", { method });
export const getRetraining = () => get("retrain");
export const stopRetraining = () => send("DELETE", "retrain");
export const getModel = () => send("GET", "retrain/model", undefined, "blob");
