import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { done } from '@/shared/api/client';
import { useApi } from '@/shared/api/query-client';
import { formProblem } from '@/shared/forms/form-problems';
import { useWrite } from '@/shared/query/use-write';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';

/** Confirmation word; the same in every language. */
const WORD = 'DELETE';

/** Explains the deletion, and deletes the account after the confirmation word is typed. */
export function EraseAccount({ onErased, onCancel }: { onErased: () => void; onCancel: () => void }) {
  const [typed, setTyped] = useState('');
  const { succeedAndLeave } = useNotices();
  const api = useApi();
  const erase = useWrite({
    mutationFn: () => done(api.DELETE('/api/v1/me', { body: { confirmation: WORD } })),
    onSuccess: () =>
      succeedAndLeave(onErased, t`Your account is closed. What Grow kept about you is being deleted now.`),
  });
  return (
    <ConfirmDialog
      title={t`Delete your account?`}
      confirm={erase.isPending ? t`Deleting...` : t`Delete everything`}
      cancel={t`Keep my account`}
      busy={erase.isPending}
      isIncomplete={typed.trim().toUpperCase() !== WORD}
      onConfirm={() => erase.mutate()}
      onCancel={onCancel}
    >
      <p>
        {t`Your account is closed at once, and you are signed out everywhere. Then your name, number, place, soil values, crops and sowings are deleted, and your sowings leave the figures that everyone sees. It cannot be undone: download your data first if you want to keep it.`}
      </p>
      <TextField
        label={t`To go on, type ${WORD}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {erase.error && <ErrorMessage>{formProblem(erase.error)}</ErrorMessage>}
    </ConfirmDialog>
  );
}
