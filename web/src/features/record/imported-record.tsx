import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWithConsent } from '@/domain/consent/use-with-consent';
import { done } from '@/shared/api/client';
import { problemMessage } from '@/shared/api/problem-sentences';
import { demandKey, ownKey } from '@/shared/api/queries';
import { useApi } from '@/shared/api/query-client';
import { importedRecordQuery } from '@/shared/api/record';
import { localDate } from '@/shared/format/dates';
import { hectares } from '@/shared/format/field-figures';
import { whole } from '@/shared/format/numbers';
import { formProblem } from '@/shared/forms/form-problems';
import { useWrite } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { ErrorMessage, LoadError } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';
import { Actions } from '@/shared/ui/stack';
import { RecordLines } from './record-lines';
import { testedValues } from './tested';

export function ImportedRecord({ email, onDecided }: { email: string; onDecided: () => Promise<unknown> }) {
  const [erasing, setErasing] = useState(false);
  const { data, error, refetch } = useQuery(importedRecordQuery);
  const { succeed } = useNotices();
  const client = useQueryClient();
  const api = useApi();
  const withConsent = useWithConsent();
  // One write, so that the record is not kept and erased at once.
  const decide = useWrite({
    mutationFn: (decision: 'keep' | 'erase') =>
      decision === 'keep'
        ? withConsent((own) => done(own.POST('/api/v1/me/imported-record', { body: {} })))
        : done(api.DELETE('/api/v1/me/imported-record')),
    onSuccess: async (_, decision) => {
      succeed(
        decision === 'keep'
          ? t`Your earlier record is in your account now.`
          : t`Your earlier record is erased.`,
      );
      await Promise.all([
        onDecided(),
        client.invalidateQueries({ queryKey: ownKey }),
        client.invalidateQueries({ queryKey: demandKey }),
      ]);
      requestAnimationFrame(focusTitle);
    },
  });

  const title = t`We found your earlier record`;
  if (!data) {
    return (
      <Panel title={title}>
        {error ? <LoadError message={problemMessage(error)} onRetry={() => refetch()} /> : <Loading />}
      </Panel>
    );
  }
  const { record } = data;
  if (!record) return null;
  const sowings = whole(record.sowings);
  const area = hectares(record.area_ha);
  const day = localDate(record.imported_at);
  const pending = decide.isPending ? decide.variables : null;
  const failureOf = (decision: 'keep' | 'erase') =>
    decide.error && decide.variables === decision && <ErrorMessage>{formProblem(decide.error)}</ErrorMessage>;
  return (
    <Panel title={title}>
      <p>
        {t`It was kept under ${email} in another application, and came here on ${day}. Nothing is worked out from it until you decide.`}
      </p>
      <RecordLines
        lines={[
          { label: t`Number`, value: record.number },
          { label: t`Place`, value: record.place },
          { label: t`N, P, K (kg per hectare)`, value: testedValues(record.npk) },
          { label: t`Known crops`, value: whole(record.known_crops.length) },
          { label: t`Sowings`, value: sowings },
          { label: t`Area of the sowings (hectares)`, value: area },
        ]}
      />
      {failureOf('keep')}
      <Actions>
        <Button disabled={decide.isPending} onClick={() => decide.mutate('keep')}>
          {pending === 'keep' ? t`Saving...` : t`Keep it`}
        </Button>
        <Button
          look="secondary"
          disabled={decide.isPending}
          onClick={() => setErasing(true)}
        >{t`Erase it`}</Button>
      </Actions>
      {erasing && (
        <ConfirmDialog
          title={t`Erase your earlier record?`}
          confirm={pending === 'erase' ? t`Deleting...` : t`Erase it`}
          cancel={t`Go back`}
          busy={decide.isPending}
          onConfirm={() => decide.mutate('erase')}
          onCancel={() => setErasing(false)}
        >
          <p>{t`It is deleted here, and its sowings leave the figures that everyone sees. It cannot be undone. What you saved here stays.`}</p>
          {failureOf('erase')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
