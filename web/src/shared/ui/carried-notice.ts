/**
 * A success is shown where saving leads to. One step back can be another document (after a reload, or a sign-in by
 * redirect), which would lose it; so the sentence is carried over in the tab's storage for as long as it is shown.
 */
const KEY = 'grow-notice';
export const SHOWN_MS = 8_000;

export function carryNotice(sentence: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([Date.now(), sentence]));
  } catch {
    // Storage is off: within one document the notice needs none.
  }
}

export function dropCarriedNotice(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** The sentence that another document of this tab has just left, once. */
export function carriedNotice(): string | null {
  try {
    const [at, sentence] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown[];
    dropCarriedNotice();
    if (typeof at !== 'number' || typeof sentence !== 'string') return null;
    const age = Date.now() - at;
    return age >= 0 && age < SHOWN_MS ? sentence : null;
  } catch {
    return null;
  }
}
