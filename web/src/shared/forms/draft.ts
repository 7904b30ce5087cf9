import * as v from 'valibot';
import type { KeptText } from '../storage/kept-text';

/** A draft is kept as long as a farmer may need to sign in again, ms, and no longer than a form can be, in letters. */
const KEPT_MS = 12 * 60 * 60 * 1000;
const MOST_LETTERS = 4_000;

const savedDraft = v.object({
  farmer: v.string(),
  form: v.string(),
  since: v.number(),
  texts: v.record(v.string(), v.string()),
});

/** The texts of a form by the names of its inputs. */
export type Texts = Readonly<Record<string, string>>;

/** What a farmer has typed into a form of this tab and not saved. There is one at a time. */
interface Draft {
  /** Returns the texts by input name; an empty record if there are none of this farmer in this form. */
  read: () => Texts;
  keep: (texts: Texts) => void;
  forget: () => void;
}

export function draftIn(store: KeptText, farmer: string, form: string, now: () => number): Draft {
  const forget = () => store.set(null);
  return {
    read: () => {
      const saved = parsed(store.get());
      if (!saved || saved.form !== form) return {};
      const age = now() - saved.since;
      if (saved.farmer === farmer && age >= 0 && age < KEPT_MS) return saved.texts;
      forget();
      return {};
    },
    keep: (texts) => {
      const text = JSON.stringify({ farmer, form, since: now(), texts });
      store.set(text.length <= MOST_LETTERS ? text : null);
    },
    forget,
  };
}

function parsed(text: string | null): v.InferOutput<typeof savedDraft> | null {
  try {
    const { success, output } = v.safeParse(savedDraft, JSON.parse(text ?? 'null'));
    return success ? output : null;
  } catch {
    return null;
  }
}
