/** A text in the browser's storage. If storage is disabled, it lasts as long as the page. */
export interface KeptText {
  get: () => string | null;
  /** Returns false if it lasts only as long as the page. */
  set: (text: string | null) => boolean;
}

/** Prefix of all keys: another app may use the same origin. */
const PREFIX = 'grow-';

const ofTheTab = new Set<KeptText>();

/** Stored on the device. Survives sign-out. */
export const deviceText = (key: string) => keptText(key, () => localStorage);

/** The texts on the device whose keys have this prefix. */
export function deviceTexts(start: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + start));
    return keys.map((key) => localStorage.getItem(key) ?? '');
  } catch {
    return [];
  }
}

/** A text that all tabs read and write: it is stored, or `set` throws and it stays as it was. */
export function sharedText(name: string) {
  const key = PREFIX + name;
  return {
    get: () => {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set: (text: string | null) => {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    },
  };
}

/** Stored for the farmer of this tab. Survives reloads. */
export function tabText(key: string): KeptText {
  const text = keptText(key, () => sessionStorage);
  ofTheTab.add(text);
  return text;
}

/** Deletes everything that this tab stores for its farmer, also from earlier pages. */
export function forgetTab(): void {
  for (const text of ofTheTab) text.set(null);
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is disabled, so there is nothing to delete.
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
        return true;
      } catch {
        // Storage is disabled or full. Remove an older value, which `get` would prefer to the one in memory.
        try {
          storage().removeItem(key);
        } catch {}
        return false;
      }
    },
  };
}
