// The menus of methods: names, printed forms, retrained models.

import { PRINTED, RETRAINED } from "./api.js";
import { $, el, fill } from "./dom.js";
import { state } from "./state.js";
import { hasModel } from "./training.js";
import { t } from "./words.js";

export const methodNames = () =>
  state.config.methods.flatMap(({ name, printed }) => [
    name,
    ...(Object.keys(printed ?? {}).length ? [name + PRINTED] : []), // otherwise, it is the same as the default
    ...(hasModel(name) ? [name + RETRAINED] : []),
  ]);

export const otherNames = () => methodNames().filter((name) => name !== state.method);

export function methodTitle(name) {
  if (name.endsWith(RETRAINED)) return t("method.retrained", name.slice(0, -1));
  return name.endsWith(PRINTED) ? t("method.printed", name.slice(0, -PRINTED.length)) : name;
}

export function showMethods() {
  if (!state.config.methods) return;
  const option = (name, chosen) => el("option", { value: name, selected: name === chosen }, methodTitle(name));
  fill($("method"), ...methodNames().map((name) => option(name, state.method)));
  fill(
    $("other"),
    el("option", { value: "" }, t("compare.none")),
    ...otherNames().map((name) => option(name, state.other)),
  );
  const method = state.config.methods.find(({ name }) => name === state.method.replace(PRINTED, ""));
  $("method").title = method?.paper ?? "";
}
