import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '@/shared/api/client';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { isPassing } from '@/shared/api/problem';
import { demandKey } from '@/shared/api/queries';
import { sowing, sowingsQuery } from '@/shared/api/sowings';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { tabIntents } from './sow-intent';
import type { NewSowing } from './sowing-rules';

const intents = tabIntents();
const RETRIES = 2;

/** Sends a sowing. Retries on a weak network are safe because of its idempotency key. */
export function useSow(farmer: string) {
  const client = useQueryClient();
  const withConsent = useWithConsent();
  return useMutation({
    mutationFn: (body: NewSowing) => {
      const header = { 'Idempotency-Key': intents.keyFor(farmer, body) };
      return withConsent((api) => read(api.POST('/api/v1/me/sowings', { params: { header }, body }), sowing));
    },
    retry: (failures, error) => failures < RETRIES && isPassing(error),
    retryDelay: (attempt) => 800 * 2 ** attempt,
    onSuccess: () => {
      intents.settle();
      for (const queryKey of [sowingsQuery.queryKey, demandKey, knownCropRecommendationsQuery.queryKey]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => intents.failed(error),
  });
}
