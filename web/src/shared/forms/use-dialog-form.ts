import type { ReactNode } from 'react';
import type * as v from 'valibot';
import { useNotices } from '../ui/notices';
import { focusTitle } from '../ui/page-title';
import { formProblem } from './form-problems';
import { useSaveForm } from './use-save-form';

interface DialogFormOptions<Value> {
  rules: v.GenericSchema<Record<string, string>, Value>;
  /** Returns what is said after saving, and below it; null if nothing is. */
  save: (value: Value) => Promise<readonly [sentence: string, detail?: ReactNode] | null>;
  onClose: () => void;
  /** Returns the message for a failed save. */
  failure?: (error: unknown) => string;
  /** Returns the member of the request that a failed save concerns. */
  fieldOf?: (error: unknown) => string | null;
}

/** The logic of a form in a dialog, and the members of the dialog that follow from it. After saving, it closes and says so, and the title of the page has the focus. */
export function useDialogForm<Value>({
  rules,
  save,
  onClose,
  failure = formProblem,
  fieldOf,
}: DialogFormOptions<Value>) {
  const { succeed } = useNotices();
  const { form, saving, ...told } = useSaveForm({
    rules,
    save: async (value) => {
      const said = await save(value);
      onClose();
      if (said) succeed(...said);
      requestAnimationFrame(focusTitle);
    },
    failure,
    fieldOf,
  });
  return { dialog: { form, busy: saving, onCancel: onClose }, ...told };
}
