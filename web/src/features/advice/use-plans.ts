import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWithConsent } from '@/domain/consent/use-with-consent';
import type { UnitSize } from '@/domain/land/land-size';
import { useRememberUnit } from '@/domain/land/use-land-units';
import { tabIntents } from '@/domain/sowing/sow-intent';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { intention } from '@/shared/api/advice';
import { done, read } from '@/shared/api/client';
import { ApiError, isPassing } from '@/shared/api/problem';
import { useApi } from '@/shared/api/query-client';
import { sowing } from '@/shared/api/sowings';
import { useWrite } from '@/shared/api/use-write';

const intents = tabIntents('plan-intent');
const RETRIES = 2;

/** Both writes are safe to repeat: a plan by its key, a sowing of a plan by the plan. */
const repeats = {
  retry: (failures: number, error: Error) => failures < RETRIES && isPassing(error),
  retryDelay: (attempt: number) => 800 * 2 ** attempt,
};

/** Returns true if a plan has ended: it was dropped or sown, its days are over, or nobody knows it. */
export const isGone = (error: unknown) =>
  error instanceof ApiError && (error.type === 'not-found' || error.type === 'intention-ended');

interface NewPlan {
  crop: string;
  field_size_ha?: number;
  field_size?: UnitSize;
}

/** Records 'I plan to sow this'. */
export function usePlan(farmer: string) {
  const client = useQueryClient();
  const withConsent = useWithConsent();
  const remember = useRememberUnit();
  return useMutation({
    ...repeats,
    mutationFn: (body: NewPlan) => {
      const header = { 'Idempotency-Key': intents.keyFor(farmer, body) };
      return withConsent((api) =>
        read(
          api.POST('/api/v1/me/intentions', {
            params: { header },
            body,
          }),
          intention,
        ),
      );
    },
    onSuccess: (_, { field_size }) => {
      intents.settle();
      remember(field_size);
      void sowingsChanged(client);
    },
    onError: (error) => intents.failed(error),
  });
}

interface SownPlan {
  id: string;
  sown_on: string | undefined;
}

/** Makes a plan a sowing. */
export function useSowPlan() {
  const client = useQueryClient();
  const withConsent = useWithConsent();
  return useMutation({
    ...repeats,
    mutationFn: ({ id, sown_on }: SownPlan) =>
      withConsent((api) =>
        read(
          api.POST('/api/v1/me/intentions/{id}/sowing', {
            params: { path: { id } },
            body: { ...(sown_on && { sown_on }) },
          }),
          sowing,
        ),
      ),
    onSuccess: () => intents.settle(),
    // A plan that has ended leaves the screen, too.
    onSettled: () => void sowingsChanged(client),
  });
}

/** Drops a plan. One that has ended already is as good as dropped. */
export function useDropPlan(onDropped: () => void) {
  const client = useQueryClient();
  const api = useApi();
  return useWrite({
    mutationFn: async (id: string) => {
      try {
        await done(api.DELETE('/api/v1/me/intentions/{id}', { params: { path: { id } } }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    // The same crop and size are another plan from now on.
    onSuccess: () => {
      intents.settle();
      onDropped();
    },
    onSettled: () => sowingsChanged(client),
  });
}
