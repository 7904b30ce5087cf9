import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isAborted } from '@/shared/api/problem';
import { farmerOf } from '@/shared/api/query-client';
import { useNotices } from '@/shared/ui/notices';
import { followOutbox } from './follow-outbox';

const TOLD_FOR_MS = 10_000;

/**
 * Sends the farmer's outbox and shows the outcomes on every screen. Also reports unhandled rejections.
 */
export function OutboxWatch() {
  const client = useQueryClient();
  const { succeedBeside, fail } = useNotices();
  useEffect(() => {
    const farmer = farmerOf(client);
    return farmer === null ? undefined : followOutbox(client, farmer, { succeedBeside, fail });
  }, [client, succeedBeside, fail]);
  useEffect(() => {
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = ({ reason, timeStamp }: PromiseRejectionEvent) => {
      // One cause may fail in several places.
      if (isAborted(reason) || timeStamp - toldAt < TOLD_FOR_MS) return;
      toldAt = timeStamp;
      fail(t`Something did not work. Please try again.`);
    };
    addEventListener('unhandledrejection', tell);
    return () => removeEventListener('unhandledrejection', tell);
  }, [fail]);
  return null;
}
