import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { farmerOf } from '@/shared/api/query-client';
import { outbox } from './browser-outbox';
import type { Entry } from './entry';

/** What this phone keeps of the farmer's writes. */
export const entriesQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ client }) => outbox.entries(farmerOf(client) ?? ''),
  staleTime: Number.POSITIVE_INFINITY,
});

export const entriesChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: entriesQuery.queryKey });

/** Shows a write as kept before the phone has written it down. */
export function showEntry(client: QueryClient, entry: Entry): void {
  client.setQueryData(entriesQuery.queryKey, (shown) => [...(shown ?? []), entry]);
}

const NONE: readonly Entry[] = [];

export const useEntries = (): readonly Entry[] => useQuery(entriesQuery).data ?? NONE;

/**
 * Returns the entries to apply to an answer of this time as optimistic updates: those that wait, and those answered since
 * then. So a refetch never hides what the farmer has saved.
 */
export const over = (entries: readonly Entry[], readAt: number): Entry[] =>
  entries.filter(({ state }) => state.name === 'waiting' || (state.name === 'answered' && state.on > readAt));
