import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { farmerOf } from '@/shared/api/query-client';
import { useNotices } from '@/shared/ui/notices';
import { followOutbox } from './follow-outbox';

/** Sends what the farmer's phone keeps, and tells on any screen what becomes of it. */
export function OutboxWatch() {
  const client = useQueryClient();
  const { succeedBeside, fail } = useNotices();
  useEffect(() => {
    const farmer = farmerOf(client);
    return farmer === null ? undefined : followOutbox(client, farmer, { succeedBeside, fail });
  }, [client, succeedBeside, fail]);
  return null;
}
