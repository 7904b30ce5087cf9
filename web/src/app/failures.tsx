import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { problemMessage } from '@/shared/i18n/problems';
import type { Failure } from '@/shared/ui/boundary';
import { LoadError } from '@/shared/ui/message';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { FieldScene } from './field-scene';
import styles from './shell.module.css';

const messageOf = ({ isOffline }: Failure) =>
  isOffline ? t`Check your connection.` : t`Something went wrong. Please try again.`;

/** In place of a screen; the frame around it stays. */
export const screenFailure = (failure: Failure) => (
  <>
    <PageTitle>{t`This screen could not be loaded`}</PageTitle>
    <Panel>
      <LoadError message={messageOf(failure)} onRetry={failure.again} />
    </Panel>
  </>
);

/** In place of the whole app. */
export const appFailure = (failure: Failure) => (
  <>
    <FieldScene />
    <main className={styles.main}>{screenFailure(failure)}</main>
  </>
);

/** In place of a screen for farmers while the server cannot say who is signed in. */
export function SessionFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const [last, setLast] = useState(error);
  // While it is asked again there is no error, and the sentence stays.
  if (error && error !== last) setLast(error);
  return (
    <>
      <PageTitle>{t`Grow could not be reached`}</PageTitle>
      <Panel>
        <LoadError message={problemMessage(last)} onRetry={retry} />
      </Panel>
    </>
  );
}
