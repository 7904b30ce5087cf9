import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { endOf, farmerOf } from '../api/query-client';
import { tabText } from '../storage/kept-text';
import { draftIn, type Texts } from './draft';
import { formFields, NOT_A_NUMBER } from './form-fields';

const kept = tabText('draft');

/** A form with a draft. With a crop, it restores only a draft about this crop. */
interface DraftOf {
  form: string;
  crop?: string | undefined;
}

/** Saves texts as the draft with which a form opens next. */
export function keepForForm(farmer: string, form: string, texts: Texts): void {
  draftIn(kept, farmer, form, Date.now).keep(texts);
}

/** The forms on the screen that keep a draft. */
const open = new Set<{ keep: () => void; forget: () => void }>();

/**
 * Drops the drafts of the open forms, which are a write now. Returns a function that restores them if it is refused.
 */
export function draftIsSaved(): () => void {
  const forms = [...open];
  for (const { forget } of forms) forget();
  return () => {
    for (const form of forms) if (open.has(form)) form.keep();
  };
}

/**
 * Keeps what is typed into a form while the session is lost, as after a sign-out in another tab. When the same farmer
 * is back, the form begins with these `texts`. Leaving the screen, saving and signing out here end it.
 */
export function useDraft({ form: name, crop }: DraftOf) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => draftIn(kept, farmerOf(client) ?? '', name, Date.now));
  const [texts] = useState(() => {
    const saved = draft.read();
    return crop === undefined || saved.crop === crop ? saved : {};
  });
  const typed = useRef<Texts>(undefined);

  /** Keeps the texts of the form as they are now. */
  const keep = useCallback(() => {
    if (!form.current) return;
    const fields = Object.entries(formFields(form.current)).filter(([, text]) => text !== NOT_A_NUMBER);
    typed.current = Object.fromEntries(fields);
    draft.keep(typed.current);
  }, [draft]);
  /** The form is saved. */
  const forget = useCallback(() => {
    typed.current = undefined;
    draft.forget();
  }, [draft]);

  // A layout effect: when the session is lost, its cleanup runs before the address changes.
  useLayoutEffect(() => {
    const [end, { pathname }] = [endOf(client), location];
    const shown = { keep, forget };
    open.add(shown);
    return () => {
      open.delete(shown);
      if (end.aborted || location.pathname !== pathname) draft.forget();
      // The sign-out has cleared the tab.
      else if (typed.current) draft.keep(typed.current);
    };
  }, [client, draft, keep, forget]);

  return { form, texts, keep, forget };
}
