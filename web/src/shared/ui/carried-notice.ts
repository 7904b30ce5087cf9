import { tabText } from '../storage/kept-text';

/**
 * Stores a success notice in the tab, so that it survives leaving the screen after a save. Going back may
 * load another document, after a reload or a redirect sign-in.
 */
const kept = tabText('notice');
export const SHOWN_MS = 8_000;

/** A sentence, and an optional detail below it. */
type Carried = [sentence: string, detail?: string];

export const carryNotice = (...carried: Carried) => kept.set(JSON.stringify([Date.now(), ...carried]));

export const dropCarriedNotice = () => kept.set(null);

/** Returns the notice that another document of this tab stored, and deletes it. */
export function carriedNotice(): Carried | null {
  const [at, sentence, detail] = parse(kept.get());
  dropCarriedNotice();
  if (typeof at !== 'number' || typeof sentence !== 'string') return null;
  const age = Date.now() - at;
  if (age < 0 || age >= SHOWN_MS) return null;
  return typeof detail === 'string' ? [sentence, detail] : [sentence];
}

function parse(text: string | null): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(text ?? '');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
