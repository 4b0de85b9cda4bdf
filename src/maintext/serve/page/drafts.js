// Marks and fields that are not saved yet, kept by the browser: reload, other pages and a restart lose nothing.

const PREFIX = "draft:";

// A draft fits a page only if its blocks are the same: another folder may have a page of the same name.
export function fingerprint(blocks) {
  let sum = blocks.length;
  for (const { text } of blocks)
    for (let at = 0; at < text.length; at += 7) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

export function readDraft(key, print) {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key));
    return draft?.print === print ? { marks: new Map(draft.marks), fields: draft.fields } : null;
  } catch {
    return null;
  }
}

// Returns whether the browser kept it; it may have no room.
export function keepDraft(key, print, marks, fields) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ print, marks: [...marks], fields }));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (key) => localStorage.removeItem(PREFIX + key);
export const hasDraft = (key) => localStorage.getItem(PREFIX + key) !== null;
