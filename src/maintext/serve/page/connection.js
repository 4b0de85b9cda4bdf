// Whether the service responds: a line says when it does not, and it is asked until it does.

import { responds } from "./api.js";
import { $ } from "./dom.js";
import { emit, on } from "./state.js";

const LOOK_EVERY = 5000; // milliseconds, while nothing else is asked
const RETRY_EVERY = 1000;

let lost = false;
let lookAgain;

export function startConnection() {
  on("lost", () => {
    if (lost) return;
    lost = true;
    $("offline").hidden = false;
    plan();
  });
  document.addEventListener("visibilitychange", plan);
  plan();
}

export const isLost = () => lost;

function plan() {
  clearTimeout(lookAgain);
  if (document.visibilityState === "visible") lookAgain = setTimeout(look, lost ? RETRY_EVERY : LOOK_EVERY);
}

async function look() {
  const here = await responds();
  if (!here) emit("lost");
  else if (lost) {
    lost = false;
    $("offline").hidden = true;
    emit("back");
  }
  plan();
}
