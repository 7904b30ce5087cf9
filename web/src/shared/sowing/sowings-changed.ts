import type { QueryClient } from '@tanstack/react-query';
import { adviceQuery } from '../api/advice';
import { knownCropRecommendationsQuery } from '../api/known-crops';
import { demandKey } from '../api/queries';
import { sowingsQuery } from '../api/sowings';

/** Refetches everything that a sowing, a plan or a harvest changes. Resolves when the list of sowings is there. */
export async function sowingsChanged(client: QueryClient): Promise<void> {
  const others = [demandKey, knownCropRecommendationsQuery.queryKey, adviceQuery.queryKey];
  for (const queryKey of others) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: sowingsQuery.queryKey });
}
