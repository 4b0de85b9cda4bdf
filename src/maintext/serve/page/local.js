// Pages from files and pasted HTML, kept by the browser so that reload and back find them.

const MOST = 20; // older pages are removed

function inStore(mode, act) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("maintext", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("pages");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction("pages", mode);
      const asked = act(change.objectStore("pages"));
      change.oncomplete = () => {
        opening.result.close();
        done(asked.result);
      };
      change.onabort = change.onerror = () => failed(change.error);
    };
  });
}

// Returns the key of the page. Keys sort by time.
export async function keepPage(page) {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  const key = `${Date.now().toString(36)}-${random.toString(36)}`;
  try {
    await inStore("readwrite", (store) => store.put(page, key));
    const keys = await inStore("readonly", (store) => store.getAllKeys());
    for (const old of keys.slice(0, -MOST)) await inStore("readwrite", (store) => store.delete(old));
  } catch {
    // No room, or no store in this browser: the page is shown, but not after a reload.
  }
  return key;
}

export const findPage = (key) => inStore("readonly", (store) => store.get(key)).catch(() => undefined);
