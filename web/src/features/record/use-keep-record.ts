import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { recommendationsKey, recordQuery } from '@/shared/api/queries';
import type { FarmerRecord } from '@/shared/api/shapes';

/**
 * Puts what the server answered to a save into the cache, so that every screen reads it back at once. Advice that stood on
 * the soil or the place before is dropped: no screen shows it again.
 */
export function useKeepRecord(): (record: FarmerRecord) => void {
  const client = useQueryClient();
  return useCallback(
    (record) => {
      client.setQueryData(recordQuery.queryKey, record);
      void client.resetQueries({ queryKey: recommendationsKey });
    },
    [client],
  );
}
