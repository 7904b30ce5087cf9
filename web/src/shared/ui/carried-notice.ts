/**
 * A success is shown where saving leads to. One step back can be another document (after a reload, or a sign-in by
 * redirect), which would lose it; so the sentence is carried over in the tab's storage for as long as it is shown.
 */
const KEY = 'grow-notice';
export const SHOWN_MS = 8_000;

/** A sentence, and what stands beneath it. */
type Carried = [sentence: string, detail?: string];

export function carryNotice(...carried: Carried): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([Date.now(), ...carried]));
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

/** What another document of this tab has just left, once. */
export function carriedNotice(): Carried | null {
  try {
    const [at, sentence, detail] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown[];
    dropCarriedNotice();
    if (typeof at !== 'number' || typeof sentence !== 'string') return null;
    const age = Date.now() - at;
    if (age < 0 || age >= SHOWN_MS) return null;
    return typeof detail === 'string' ? [sentence, detail] : [sentence];
  } catch {
    return null;
  }
}
