import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Agreement } from '@/domain/consent/agreement';
import { done } from '@/shared/api/client';
import { useApi } from '@/shared/api/query-client';
import { formProblem } from '@/shared/forms/form-problems';
import { useWrite } from '@/shared/query/use-write';
import { Button, OutwardLink } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Disclosure } from '@/shared/ui/disclosure';
import { TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Actions, Stack, TitledStack } from '@/shared/ui/stack';

const Download = ({ href, children }: { href: string; children: string }) => (
  <OutwardLink look="secondary" download href={href}>
    {children}
  </OutwardLink>
);

export function OwnData({ onErased }: { onErased: () => void }) {
  const [erasing, setErasing] = useState(false);
  return (
    <Stack loose>
      <Agreement />
      <TitledStack title={t`Take a copy`}>
        <p>{t`Everything that Grow holds about you. Tables open in a spreadsheet; JSON is for other programs, and has all of it in one file.`}</p>
        <Actions areLong>
          <Download href="/api/v1/me/export.csv">{t`Download my sowings (table)`}</Download>
          <Download href="/api/v1/me/export">{t`Download my data (JSON)`}</Download>
        </Actions>
        <Disclosure label={t`Other tables`}>
          {() => (
            <Actions areLong>
              <Download href="/api/v1/me/export.csv?part=plans">{t`Plans`}</Download>
              <Download href="/api/v1/me/export.csv?part=record">{t`Account and record`}</Download>
              <Download href="/api/v1/me/export.csv?part=requests">{t`Everything you asked to change`}</Download>
              <Download href="/api/v1/me/export.csv?part=consents">{t`Agreements`}</Download>
            </Actions>
          )}
        </Disclosure>
      </TitledStack>
      <TitledStack title={t`Leave Grow`}>
        <p>{t`Closes your account and deletes everything in it. It cannot be undone.`}</p>
        <Actions>
          <Button look="danger" onClick={() => setErasing(true)}>{t`Delete my account`}</Button>
        </Actions>
      </TitledStack>
      {erasing && <EraseAccount onErased={onErased} onCancel={() => setErasing(false)} />}
    </Stack>
  );
}

/** Confirmation word; the same in every language. */
const WORD = 'DELETE';

/** Explains the deletion, and deletes the account after the confirmation word is typed. */
function EraseAccount({ onErased, onCancel }: { onErased: () => void; onCancel: () => void }) {
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
