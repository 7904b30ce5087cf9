import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dayInIndia } from '@/domain/calendar/days';
import { useWithConsent } from '@/domain/consent/use-with-consent';
import { useRememberUnit } from '@/domain/land/use-land-units';
import { tabIntents } from '@/domain/sowing/sow-intent';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { read } from '@/shared/api/client';
import { isPassing } from '@/shared/api/problem';
import { sowing } from '@/shared/api/sowings';
import type { NewSowing } from './sowing-rules';

const intents = tabIntents('sow-intent');
const RETRIES = 2;

/** Sends a sowing. Retries on a weak network are safe because of its idempotency key. */
export function useSow(farmer: string) {
  const client = useQueryClient();
  const withConsent = useWithConsent();
  const remember = useRememberUnit();
  return useMutation({
    mutationFn: ({ crop, size, sown_on, maturity }: NewSowing) => {
      const body = { crop, ...size.body, ...(sown_on && { sown_on }), ...(maturity && { maturity }) };
      // The key belongs to the day that the form shows: a retry after midnight sends that day explicitly.
      const wish = { ...body, sown_on: sown_on ?? dayInIndia(Date.now()) };
      const header = { 'Idempotency-Key': intents.keyFor(farmer, wish) };
      return withConsent((api) => read(api.POST('/api/v1/me/sowings', { params: { header }, body }), sowing));
    },
    retry: (failures, error) => failures < RETRIES && isPassing(error),
    retryDelay: (attempt) => 800 * 2 ** attempt,
    onSuccess: (_, { size }) => {
      intents.settle();
      remember(size.body.field_size);
      void sowingsChanged(client);
    },
    onError: (error) => intents.failed(error),
  });
}
