import type { QueryClient } from '@tanstack/react-query';
import { adviceQuery } from '@/shared/api/advice';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { demandKey } from '@/shared/api/queries';
import { recordQuery } from '@/shared/api/record';
import { sowingsQuery } from '@/shared/api/sowings';
import { inBackground } from '@/shared/in-background';

/** Refetches everything that a sowing, a plan or a harvest changes. Resolves when the list of sowings is there. */
export async function sowingsChanged(client: QueryClient): Promise<void> {
  const others = [
    demandKey,
    knownCropRecommendationsQuery.queryKey,
    adviceQuery.queryKey,
    recordQuery.queryKey,
  ];
  for (const queryKey of others)
    inBackground(client.invalidateQueries({ queryKey }), 'What a sowing changes is not renewed');
  await client.invalidateQueries({ queryKey: sowingsQuery.queryKey });
}
