import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { recommendationsKey } from '@/shared/api/queries';
import type { FarmerRecord } from '@/shared/api/record';
import { recordQuery } from '@/shared/api/record';
import { inBackground } from '@/shared/in-background';

/**
 * Returns a function that puts the saved record into the cache. It also resets the recommendations, which
 * depend on soil and place.
 */
export function useKeepRecord(): (record: FarmerRecord) => void {
  const client = useQueryClient();
  return useCallback(
    (record) => {
      client.setQueryData(recordQuery.queryKey, record);
      inBackground(
        client.resetQueries({ queryKey: recommendationsKey }),
        'The recommendations are not renewed',
      );
    },
    [client],
  );
}
