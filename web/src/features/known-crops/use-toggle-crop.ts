import { useMutation } from '@tanstack/react-query';
import { useSend } from '@/domain/outbox/use-send';

interface Toggle {
  crop: string;
  known: boolean;
}

/** Toggles a known crop. What waits lies over the record at once; the outbox sends one toggle after the other. */
export function useToggleCrop() {
  const send = useSend();
  return useMutation({ mutationFn: (toggle: Toggle) => send({ kind: 'known-crop', body: toggle }) });
}
