import { useMutation } from '@tanstack/react-query';
import { keptNotice, useSend } from '@/domain/outbox/use-send';
import { useNotices } from '@/shared/ui/notices';

interface Toggle {
  crop: string;
  known: boolean;
}

/** Toggles a known crop. What waits lies over the record at once; the outbox sends one toggle after the other. */
export function useToggleCrop() {
  const send = useSend();
  const { succeed } = useNotices();
  return useMutation({
    mutationFn: (toggle: Toggle) => send({ kind: 'known-crop', body: toggle }),
    onSuccess: ({ isKept }) => isKept && succeed(keptNotice()),
  });
}
