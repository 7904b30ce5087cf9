/** A text that the browser keeps; where storage is switched off, the page keeps it as long as it stands. */
export interface KeptText {
  get: () => string | null;
  set: (text: string | null) => void;
}

/** All of our keys begin so: one address may serve other apps, too. */
const PREFIX = 'grow-';

const ofTheTab = new Set<KeptText>();

/** Kept on the device, over every sign-in. */
export const deviceText = (key: string) => keptText(key, () => localStorage);

/** Kept for the farmer of this tab, over every reload. */
export function tabText(key: string): KeptText {
  const text = keptText(key, () => sessionStorage);
  ofTheTab.add(text);
  return text;
}

/** Drops all that this tab keeps for its farmer, also what an earlier page of it has left. */
export function forgetTab(): void {
  for (const text of ofTheTab) text.set(null);
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is off: there is nothing in it.
  }
}

function keptText(name: string, storage: () => Storage): KeptText {
  const key = PREFIX + name;
  let inMemory: string | null = null;
  return {
    get: () => {
      try {
        return storage().getItem(key) ?? inMemory;
      } catch {
        return inMemory;
      }
    },
    set: (text) => {
      inMemory = text;
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Storage is off: memory is enough for this page.
      }
    },
  };
}
