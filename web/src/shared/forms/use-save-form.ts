import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react';
import * as v from 'valibot';
import { ApiError } from '../api/problem';
import { useLanguage } from '../i18n/language';
import { useOneAtATime } from '../query/use-write';
import { fieldDoubts, focusFirst, formFields, inputOf, isOfGroup } from './form-fields';
import type { useDraft } from './use-draft';

interface SaveFormOptions<Value> {
  /** Validates the texts of the form. The farmer reads the messages of its issues. */
  rules: v.GenericSchema<Record<string, string>, Value>;
  save: (value: Value) => Promise<void>;
  /** Returns the message for a failed save. */
  failure: (error: unknown) => string;
  /** Returns the member of the request that a failed save concerns. */
  fieldOf?: ((error: unknown) => string | null) | undefined;
  /** Keeps what is typed while the session is lost. */
  draft?: ReturnType<typeof useDraft>;
}

/** Returns the member of the request that the server refused. */
export const refusedField = (error: unknown) => (error instanceof ApiError ? error.field : null);

/**
 * The submit logic of all forms. Validates, then shows the first error and focuses its field, or saves once.
 * The button is disabled during the save. Shows a message if the save fails.
 */
export function useSaveForm<Value>({
  rules,
  save,
  failure,
  fieldOf = refusedField,
  draft,
}: SaveFormOptions<Value>) {
  const [saving, setSaving] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const alertId = useId();
  const language = useLanguage();
  // Clear sentences in the previous language.
  const [saidIn, setSaidIn] = useState(language);
  if (saidIn !== language) {
    setSaidIn(language);
    setAlert(null);
    setErrors({});
  }
  const oneAtATime = useOneAtATime();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent;
    const refuse = (found: Record<string, string>) => {
      const first = Object.values(found)[0] ?? null;
      setErrors(found);
      setAlert(first);
      focusFirst(form, new Set(Object.keys(found).filter((name) => found[name] === first)));
    };
    const doubts = fieldDoubts(form);
    if (Object.keys(doubts).length > 0) return refuse(doubts);
    const checked = v.safeParse(rules, formFields(form), { abortPipeEarly: true });
    if (!checked.success) return refuse(firstIssues(checked.issues));

    setErrors({});
    setAlert(null);
    setSaving(true);
    try {
      await save(checked.output);
      draft?.forget();
    } catch (error) {
      setAlert(failure(error));
      const field = fieldOf(error);
      const input = field && inputOf(form, field);
      if (input) {
        setErrors({ [input]: failure(error) });
        focusFirst(form, new Set([input]));
        return;
      }
      // The disabled button lost the focus. Restore it, so that the farmer can retry.
      requestAnimationFrame(() => submitter?.focus());
    } finally {
      setSaving(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    return oneAtATime(() => submit(event));
  };

  /** Clears the error of a field when it, or what belongs to it, is edited; one of the whole form with any edit. */
  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    draft?.keep();
    const all = Object.entries(errors);
    const left = all.filter(([name]) => !isOfGroup(name, target.name));
    if (left.length === all.length && left.length > 0) return;
    setErrors(Object.fromEntries(left));
    setAlert(left[0]?.[1] ?? null);
  };

  return { form: { ref: draft?.form, onSubmit, onChange, noValidate: true }, saving, alert, alertId, errors };
}

function firstIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of issues) {
    const name = String(issue.path?.[0]?.key ?? '');
    found[name] ??= issue.message;
  }
  return found;
}
