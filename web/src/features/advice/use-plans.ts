import { useQueryClient } from '@tanstack/react-query';
import type { UnitSize } from '@/domain/land/land-size';
import { useRememberUnit } from '@/domain/land/use-land-units';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { type Sent, useSend } from '@/outbox/send/use-send';
import type { Intention } from '@/shared/api/advice';
import { ApiError } from '@/shared/api/problem';
import type { Sowing } from '@/shared/api/sowings';
import { inBackground } from '@/shared/in-background';
import { useWrite } from '@/shared/query/use-write';

/** Returns true if a plan has ended: it was dropped or sown, its days are over, or nobody knows it. */
export const isGone = (error: unknown) =>
  error instanceof ApiError && (error.type === 'not-found' || error.type === 'intention-ended');

interface NewPlan {
  crop: string;
  field_size_ha?: number;
  field_size?: UnitSize;
}

/** Returns a function that records 'I plan to sow this'. */
export function usePlan(): (plan: NewPlan) => Promise<Sent<Intention>> {
  const send = useSend();
  const remember = useRememberUnit();
  return async (body) => {
    await remember(body.field_size);
    return send({ kind: 'plan', body });
  };
}

/** Returns a function that makes a plan a sowing. */
export function useSowPlan(): (plan: string, sownOn: string | undefined) => Promise<Sent<Sowing>> {
  const client = useQueryClient();
  const send = useSend();
  return async (plan, sown_on) => {
    try {
      return await send({ kind: 'sow-plan', body: { plan: { id: plan }, ...(sown_on && { sown_on }) } });
    } catch (error) {
      // A plan that has ended leaves the screen, too.
      inBackground(sowingsChanged(client), 'The list of plans is not renewed');
      throw error;
    }
  };
}

/** Drops a plan. One that has ended already is as good as dropped. */
export function useDropPlan(onDropped: (isQueued: boolean) => void) {
  const client = useQueryClient();
  const send = useSend();
  return useWrite({
    mutationFn: (id: string) => send({ kind: 'drop-plan', body: { plan: { id } } }),
    onSuccess: ({ isQueued }) => onDropped(isQueued),
    onError: () => inBackground(sowingsChanged(client), 'The list of plans is not renewed'),
  });
}
