import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { read } from '@/shared/api/client';
import { coming } from '@/shared/api/coming';
import { sowing } from '@/shared/api/sowings';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { sowingsChanged } from '@/shared/sowing/sowings-changed';

/** How a sowing ended. */
export type Outcome = { outcome: 'harvested'; harvested_kg?: number } | { outcome: 'failed' };

/** Closes a sowing: harvested or failed. */
export function useClose(id: string) {
  const client = useQueryClient();
  const withConsent = useWithConsent();
  return useMutation({
    mutationFn: (body: Outcome) =>
      withConsent((api) =>
        read(
          coming(api).PATCH<v.InferInput<typeof sowing>>('/api/v1/me/sowings/{id}', {
            params: { path: { id } },
            body,
          }),
          sowing,
        ),
      ),
    onSuccess: () => sowingsChanged(client),
  });
}
