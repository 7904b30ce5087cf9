import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { endOf, farmerOf } from '../api/query-client';
import { tabText } from '../storage/kept-text';
import { type Draft, draftIn, enterDraft } from './draft';
import { formFields, NOT_A_NUMBER } from './form-fields';

const kept = tabText('draft');

/** A form whose texts are kept; of a crop that the screen has chosen, only those about this crop are entered again. */
export interface DraftOf {
  form: string;
  crop?: string | undefined;
}

/** Enters these texts into a form, by the names of its inputs, when it is opened next. */
export function keepForForm(farmer: string, form: string, texts: Readonly<Record<string, string>>): void {
  draftIn(kept, farmer, form, Date.now).keep(texts);
}

/** The forms on the screen that keep a draft. */
const open = new Set<{ keep: () => void; forget: () => void }>();

/**
 * What is typed into the open form is kept as a write now, so that no draft of it is kept as well. Returns a function
 * for a write that is refused: the draft is kept again.
 */
export function draftIsSaved(): () => void {
  const forms = [...open];
  for (const { forget } of forms) forget();
  return () => {
    for (const form of forms) if (open.has(form)) form.keep();
  };
}

/**
 * Keeps what is typed into a form while the session is lost, as after a sign-out in another tab, and enters it again
 * when the same farmer is back. Leaving the screen, saving and signing out here end it.
 */
export function useDraft(of: DraftOf | undefined) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const draft = useRef<Draft>(undefined);
  /** That of the form when it was last on the screen: it may be saved after the session was lost. */
  const last = useRef<Draft>(undefined);
  const texts = useRef<Readonly<Record<string, string>>>(undefined);
  const entering = useRef(false);
  const name = of?.form;
  const crop = of?.crop;

  /** Keeps the texts of the form as they are now. */
  const keep = useCallback(() => {
    if (!draft.current || !form.current || entering.current) return;
    const typed = Object.entries(formFields(form.current)).filter(([, text]) => text !== NOT_A_NUMBER);
    texts.current = Object.fromEntries(typed);
    draft.current.keep(texts.current);
  }, []);
  /** The form is saved. */
  const forget = useCallback(() => {
    texts.current = undefined;
    last.current?.forget();
  }, []);

  // A layout effect: when the session is lost, its cleanup runs before the address changes.
  useLayoutEffect(() => {
    const element = form.current;
    if (!name || !element) return;
    const [end, { pathname }] = [endOf(client), location];
    const own = draftIn(kept, farmerOf(client) ?? '', name, Date.now);
    const saved = own.read();
    draft.current = own;
    last.current = own;
    texts.current = undefined;
    const isOfCrop = crop === undefined || saved.crop === crop;
    entering.current = isOfCrop && Object.keys(saved).length > 0;
    const stop = entering.current
      ? enterDraft(element, saved, () => {
          entering.current = false;
        })
      : undefined;
    const shown = { keep, forget };
    open.add(shown);
    return () => {
      open.delete(shown);
      stop?.();
      draft.current = undefined;
      if (end.aborted || location.pathname !== pathname) own.forget();
      // The sign-out has cleared the tab.
      else if (texts.current) own.keep(texts.current);
    };
  }, [client, name, crop, keep, forget]);

  return { form, keep, forget };
}
