import { queryOptions } from '@tanstack/react-query';
import { farmerOf } from '@/shared/api/query-client';
import { outbox } from '@/shared/outbox/browser-outbox';

export const entriesKey = ['outbox'] as const;

/** How many entries of this phone cannot be read. */
export const unreadQuery = queryOptions({
  queryKey: [...entriesKey, 'unread'],
  queryFn: () => outbox.unread(),
});

/** What this phone keeps of the farmer's writes. */
export const entriesQuery = queryOptions({
  queryKey: entriesKey,
  queryFn: ({ client }) => outbox.entries(farmerOf(client) ?? ''),
  staleTime: Number.POSITIVE_INFINITY,
});
