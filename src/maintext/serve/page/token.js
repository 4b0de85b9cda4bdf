// The token of the service: asked for, tried at once, kept for this tab.

import { getSettings, getToken, setToken } from "./api.js";
import { $ } from "./dom.js";

export function askToken() {
  $("token-wrong").hidden = !getToken(); // there was one, and it was refused
  if (!$("token-dialog").open) $("token-dialog").showModal();
}

// resume: what to do when the token is right.
export function startToken(resume) {
  $("token-dialog").addEventListener("cancel", (event) => event.preventDefault()); // nothing works without it
  $("token-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    setToken($("token").value);
    try {
      await getSettings();
    } catch (error) {
      $("token-wrong").hidden = error.status !== 401;
      $("token").select();
      return;
    }
    $("token-dialog").close();
    resume();
  });
}
