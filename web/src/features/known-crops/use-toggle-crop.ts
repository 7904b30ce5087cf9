import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSend } from '@/domain/outbox/use-send';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { recordQuery } from '@/shared/api/record';
import { changed } from '@/shared/outbox/record-changes';

interface Toggle {
  crop: string;
  known: boolean;
}

const MUTATION_KEY = ['known-crop'];

/**
 * Toggles a known crop: updates the cache at once, sends the writes one after the other, and reverts those
 * that fail.
 */
export function useToggleCrop() {
  const client = useQueryClient();
  const send = useSend();
  const change = (toggle: Toggle) =>
    client.setQueryData(
      recordQuery.queryKey,
      (record) => record && changed(record, { kind: 'known-crop', body: toggle }),
    );

  return useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'known-crops' },
    mutationFn: async (toggle: Toggle) => {
      const sent = await send({ kind: 'known-crop', body: toggle });
      return sent.isKept ? null : sent.answer;
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
