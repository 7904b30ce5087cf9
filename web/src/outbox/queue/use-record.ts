import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import { entriesQuery, over, useEntries } from './entries';
import type { Entry } from './entry';
import { changed, isChange } from './record-changes';

/** The farmer's record as they left it: with the changes that the server does not have yet. */
export function useRecord() {
  const query = useQuery(recordQuery);
  const entries = useEntries();
  const { data: read, dataUpdatedAt } = query;
  const data = useMemo(
    () => read && withChanges(read, over(entries, dataUpdatedAt)),
    [read, entries, dataUpdatedAt],
  );
  return { ...query, data };
}

/** The same outside of a component; undefined before it was read. */
export function recordShown(client: QueryClient): FarmerRecord | undefined {
  const { data, dataUpdatedAt = 0 } = client.getQueryState(recordQuery.queryKey) ?? {};
  return data && withChanges(data, over(client.getQueryData(entriesQuery.queryKey) ?? [], dataUpdatedAt));
}

/** The record with changes. */
export const withChanges = (record: FarmerRecord, entries: readonly Entry[]): FarmerRecord =>
  entries
    .map(({ write }) => write)
    .filter(isChange)
    .reduce(changed, record);
