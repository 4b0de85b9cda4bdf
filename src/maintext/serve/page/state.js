// The state of the inspector, and listeners for its changes.

export const state = {
  config: {},
  // What is open: { name, place: { kind, value }, given or file, id (in the queue), siblings, answers }
  source: null,
  method: "auto",
  other: "", // the method to compare with, if any
  answer: null, // the server's result for `method`
  second: null, // the same by `other`
  scale: null, // positions of the blocks' values
  threshold: null, // null for the method's choice
  kept: [], // which blocks are main text
  classes: [], // with two methods: both, first, second or nothing, by block
  active: -1, // the block under the pointer
  selected: -1, // the selected block
  from: "", // what selected it
  marks: new Map(), // labels of this page: block → main text or not
  history: [], // earlier marks, for undo
  form: "read",
  side: "blocks",
};

const listeners = new Map();

// Events: source (another page is open), answer (a page was explained), choice (other blocks are kept), point
// (another block is under the pointer), marks (labels changed), words (the language changed), theme, side, form,
// queue, trained, lost and back (the service does not respond, and responds again).
export function on(event, act) {
  listeners.set(event, [...(listeners.get(event) ?? []), act]);
}

export function emit(event) {
  for (const act of listeners.get(event) ?? []) act();
}

export const sourceKey = ({ place }) => `${place.kind}:${place.value}`;

export function point(block) {
  if (state.active === block) return;
  state.active = block;
  emit("point");
}

export function select(block, from = "") {
  if (!state.answer?.blocks.length) return;
  state.selected = Math.min(Math.max(block, 0), state.answer.blocks.length - 1);
  state.active = state.selected;
  state.from = from;
  emit("point");
}

export function deselect() {
  Object.assign(state, { selected: -1, active: -1, from: "" });
  emit("point");
}

// A click on a block selects it; while labelling, it also toggles it.
export function pick(block, from) {
  select(block, from);
  if (state.side === "labels") mark(block, !state.kept[block]);
}

export function mark(block, main) {
  if (block < 0) return;
  remember();
  if (main === null || state.marks.get(block) === main) state.marks.delete(block);
  else state.marks.set(block, main);
  emit("marks");
}

export function markAll(marks) {
  remember();
  state.marks = new Map(marks);
  emit("marks");
}

export function undo() {
  if (!state.history.length) return;
  state.marks = state.history.pop();
  emit("marks");
}

function remember() {
  state.history.push(new Map(state.marks));
}
