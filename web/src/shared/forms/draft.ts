import * as v from 'valibot';
import type { KeptText } from '../storage/kept-text';
import { enter } from './enter';

/** A draft is kept as long as a farmer may need to sign in again, ms, and no longer than a form can be, in letters. */
const KEPT_MS = 12 * 60 * 60 * 1000;
const MOST_LETTERS = 4_000;

const savedDraft = v.object({
  farmer: v.string(),
  form: v.string(),
  since: v.number(),
  texts: v.record(v.string(), v.string()),
});

/** What a farmer has typed into a form of this tab and not saved. There is one at a time. */
export interface Draft {
  /** Returns the texts by input name; an empty record if there are none of this farmer in this form. */
  read: () => Readonly<Record<string, string>>;
  keep: (texts: Readonly<Record<string, string>>) => void;
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

/** Inputs and choices may come later than the form: the units of a state are asked for first. */
const WAITING_FRAMES = 180;

/**
 * Enters the texts of a draft as if they were typed. Choices come first and one in each frame, because other inputs
 * follow from them. Returns a function that stops; `onEnd` is called when everything is entered or has no place.
 */
export function enterDraft(
  form: HTMLFormElement,
  texts: Readonly<Record<string, string>>,
  onEnd: () => void,
): () => void {
  const left = new Map(Object.entries(texts));
  let frames = 0;
  let frame = 0;
  const step = () => {
    const [choices, others] = fieldsOf(form, left);
    const choice = choices.find((select) => has(select, left.get(select.name)));
    frames += 1;
    if (choice) {
      enter(choice, left.get(choice.name) ?? '');
      left.delete(choice.name);
    } else if (choices.length === 0 || frames > WAITING_FRAMES) {
      for (const input of others) enter(input, left.get(input.name) ?? '');
      return onEnd();
    }
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

const has = (select: HTMLSelectElement, value: string | undefined) =>
  [...select.options].some((option) => option.value === value);

type Control = HTMLSelectElement | HTMLInputElement;

/** Returns the choices and the other inputs that differ from the texts. */
function fieldsOf(form: HTMLFormElement, texts: ReadonlyMap<string, string>) {
  const open = [...form.elements]
    .filter((element): element is Control => 'type' in element && 'value' in element && 'name' in element)
    .filter((control) => isOpen(control, texts.get(control.name)));
  return [
    open.filter((control) => control instanceof HTMLSelectElement),
    open.filter((control) => control instanceof HTMLInputElement),
  ] as const;
}

/** Returns true if a control can be given the text, and does not have it. */
function isOpen(control: Control, text: string | undefined): boolean {
  if (text === undefined || control.type === 'hidden') return false;
  if (control instanceof HTMLInputElement && control.type === 'radio')
    return control.value === text && !control.checked;
  return control.value !== text && !(control instanceof HTMLInputElement && control.readOnly);
}
