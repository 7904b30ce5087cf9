import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSend } from '@/domain/outbox/use-send';
import { recordQuery } from '@/shared/api/record';
import { changed } from '@/shared/outbox/record-changes';

interface Toggle {
  crop: string;
  known: boolean;
}

/**
 * Toggles a known crop: updates the cache at once, and reverts it if the server refuses. The outbox sends one toggle
 * after the other.
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
    mutationFn: (toggle: Toggle) => send({ kind: 'known-crop', body: toggle }),
    onMutate: async (toggle) => {
      await client.cancelQueries({ queryKey: recordQuery.queryKey });
      change(toggle);
    },
    onError: (_, toggle) => change({ crop: toggle.crop, known: !toggle.known }),
  });
}
