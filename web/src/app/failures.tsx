import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isPassing } from '@/shared/api/problem';
import { problemMessage } from '@/shared/api/problem-sentences';
import type { Failure } from '@/shared/ui/boundary';
import { LoadError } from '@/shared/ui/message';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { FieldScene } from './field-scene';
import styles from './shell.module.css';

const messageOf = ({ isOffline }: Failure) =>
  isOffline ? t`Check your connection.` : t`Something went wrong. Please try again.`;

/** Replaces a screen that failed. The frame around it stays. */
export const screenFailure = (failure: Failure) => (
  <>
    <PageTitle>{t`This screen could not be loaded`}</PageTitle>
    <Panel>
      <LoadError message={messageOf(failure)} onRetry={failure.retry} />
    </Panel>
  </>
);

/** Replaces the whole app after a failure. */
export const appFailure = (failure: Failure) => (
  <>
    <FieldScene />
    <main className={styles.main}>{screenFailure(failure)}</main>
  </>
);

/** Replaces a signed-in screen while the session request fails. */
export function SessionFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const [last, setLast] = useState(error);
  // Keep the message while the retry is pending, when there is no error.
  if (error && error !== last) setLast(error);
  return (
    <>
      <PageTitle>{t`Grow could not be reached`}</PageTitle>
      <Panel>
        <LoadError message={problemMessage(last)} onRetry={retry} />
        {isPassing(last) && (
          <p>{t`Once you have signed in on this phone, Grow opens without a network, too.`}</p>
        )}
      </Panel>
    </>
  );
}
