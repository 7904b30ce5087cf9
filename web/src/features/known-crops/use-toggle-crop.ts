import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWithConsent } from '@/domain/consent/use-with-consent';
import { read } from '@/shared/api/client';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { ApiError } from '@/shared/api/problem';
import { useApi } from '@/shared/api/query-client';
import { type FarmerRecord, farmerRecord, recordQuery } from '@/shared/api/record';

interface Toggle {
  crop: string;
  known: boolean;
}

const MUTATION_KEY = ['known-crop'];

export const withCrop = (record: FarmerRecord, { crop, known }: Toggle): FarmerRecord => {
  const others = record.known_crops.filter((key) => key !== crop);
  return { ...record, known_crops: known ? [...others, crop] : others };
};

/**
 * Toggles a known crop: updates the cache at once, sends the writes one after the other, and reverts those
 * that fail.
 */
export function useToggleCrop() {
  const client = useQueryClient();
  const api = useApi();
  const withConsent = useWithConsent();
  const change = (toggle: Toggle) =>
    client.setQueryData(recordQuery.queryKey, (record) => record && withCrop(record, toggle));

  return useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'known-crops' },
    mutationFn: async ({ crop, known }: Toggle) => {
      const params = { path: { crop } };
      try {
        return known
          ? await withConsent((own) =>
              read(own.PUT('/api/v1/me/known-crops/{crop}', { params, body: {} }), farmerRecord),
            )
          : await read(api.DELETE('/api/v1/me/known-crops/{crop}', { params }), farmerRecord);
      } catch (error) {
        // Without a record no crop is known, so there is nothing to remove.
        if (!(error instanceof ApiError && error.type === 'no-farmer-record')) throw error;
        console.warn("Document doesn't exist. No crop to remove.");
        return undefined;
      }
    },
    onMutate: async (toggle) => {
      await client.cancelQueries({ queryKey: recordQuery.queryKey });
      change(toggle);
    },
    onError: (_, toggle) => change({ crop: toggle.crop, known: !toggle.known }),
    onSettled: (record) => {
      // The answer lacks the toggles that are still pending.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) > 1) return;
      if (record) client.setQueryData(recordQuery.queryKey, record);
      void client.invalidateQueries({ queryKey: knownCropRecommendationsQuery.queryKey });
    },
  });
}
