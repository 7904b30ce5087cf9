import * as v from 'valibot';
import type { UnitSize } from '@/domain/land/land-size';
import { isRefused } from '@/shared/api/problem';
import { type KeptText, tabText } from '@/shared/storage/kept-text';

/** What a farmer wants to record. */
export interface Wish {
  crop: string;
  field_size_ha?: number;
  field_size?: UnitSize;
  sown_on?: string | undefined;
}

/**
 * Idempotency keys of sowings, or of plans. If an answer is lost, a retry of the same wish, also after a reload, sends
 * the same key. The server then returns the first record instead of adding a second one. The tab keeps the
 * key until the farmer signs out.
 */
export const tabIntents = (kind: 'sow-intent' | 'plan-intent') => sowIntents(tabText(kind), newKey, Date.now);

/** Lifetime of a key in ms. Afterwards, the same crop and size are a new sowing. */
const KEPT_MS = 60 * 60 * 1000;

const savedIntent = v.object({
  wish: v.string(),
  key: v.pipe(v.string(), v.minLength(8)),
  since: v.number(),
});
type SavedIntent = v.InferOutput<typeof savedIntent>;

export interface SowIntents {
  /** Returns the key for a wish: new, or the one sent before. */
  keyFor: (farmer: string, wanted: Wish) => string;
  /** Discards the key: the wish was recorded or refused. */
  settle: () => void;
  /**
   * Discards the key if the server refused this wish. Other errors, including a lost session, do not tell
   * whether an earlier attempt was recorded.
   */
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
    keyFor: (farmer, { crop, field_size_ha, field_size, sown_on }) => {
      const size = field_size_ha ?? field_size;
      const wish = JSON.stringify([farmer, crop, size, ...(sown_on ? [sown_on] : [])]);
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

/** `randomUUID` exists only in secure contexts. A phone in the village network may use plain HTTP. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
