import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWithConsent } from '@/domain/consent/use-with-consent';
import type { Maturity } from '@/domain/sowing/maturity';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { read } from '@/shared/api/client';
import { sowing } from '@/shared/api/sowings';

/** How a sowing ended. */
export type Outcome = { outcome: 'harvested'; harvested_kg?: number } | { outcome: 'failed' };

/** Closes a sowing, or notes how long its variety stands. */
export function useChangeSowing(id: string) {
  const client = useQueryClient();
  const withConsent = useWithConsent();
  return useMutation({
    mutationFn: (body: Outcome | { maturity: Maturity }) =>
      withConsent((api) =>
        read(
          api.PATCH('/api/v1/me/sowings/{id}', {
            params: { path: { id } },
            body,
          }),
          sowing,
        ),
      ),
    onSuccess: () => sowingsChanged(client),
    // It may have been closed in another window.
    onError: () => void sowingsChanged(client),
  });
}
