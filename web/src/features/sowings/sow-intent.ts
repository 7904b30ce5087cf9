import * as v from 'valibot';
import { isRefused } from '@/shared/api/problem';
import { type KeptText, tabText } from '@/shared/storage/kept-text';
import type { NewSowing } from './sowing-rules';

/**
 * One wish to sow has one key, however often it is sent. A lost answer leaves open whether the sowing was recorded; the
 * same wish tried again, even after the page was loaded again, carries the same key, and the server answers with the
 * first sowing instead of making a second one. The tab keeps it until its farmer signs out.
 */
export const tabIntents = () => sowIntents(tabText('sow-intent'), newKey, Date.now);

/** After this time the same crop and size are taken as a new wish. */
const KEPT_MS = 60 * 60 * 1000;

const savedIntent = v.object({
  wish: v.string(),
  key: v.pipe(v.string(), v.minLength(8)),
  since: v.number(),
});
type SavedIntent = v.InferOutput<typeof savedIntent>;

export interface SowIntents {
  /** The key for this wish: a new one, or the one it was already sent with. */
  keyFor: (farmer: string, sowing: NewSowing) => string;
  /** The wish has its answer: recorded, or refused for good. */
  settle: () => void;
  /** Settles if this very wish was refused. Any other failure, also of the session, says nothing of an earlier try. */
  failed: (error: unknown) => void;
}

export function sowIntents(store: KeptText, newKey: () => string, now: () => number): SowIntents {
  const read = (): SavedIntent | null => {
    try {
      const parsed = v.safeParse(savedIntent, JSON.parse(store.get() ?? 'null'));
      return parsed.success ? parsed.output : null;
    } catch {
      return null;
    }
  };
  const settle = () => store.set(null);
  return {
    keyFor: (farmer, sowing) => {
      const wish = JSON.stringify([farmer, sowing.crop, sowing.field_size_ha]);
      const kept = read();
      const age = kept ? now() - kept.since : 0;
      if (kept?.wish === wish && age >= 0 && age < KEPT_MS) return kept.key;
      const intent: SavedIntent = { wish, key: newKey(), since: now() };
      store.set(JSON.stringify(intent));
      return intent.key;
    },
    settle,
    failed: (error) => {
      if (isRefused(error)) settle();
    },
  };
}

/** `randomUUID` exists on secure pages only; a phone in the village network may open a plain http address. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
