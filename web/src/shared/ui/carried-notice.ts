import { tabText } from '../storage/kept-text';

/**
 * A success is shown where saving leads to. One step back can be another document (after a reload, or a sign-in by
 * redirect), which would lose it; so the sentence is carried over in the tab's storage for as long as it is shown.
 */
const kept = tabText('notice');
export const SHOWN_MS = 8_000;

/** A sentence, and what stands beneath it. */
type Carried = [sentence: string, detail?: string];

export const carryNotice = (...carried: Carried) => kept.set(JSON.stringify([Date.now(), ...carried]));

export const dropCarriedNotice = () => kept.set(null);

/** What another document of this tab has just left, once. */
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
