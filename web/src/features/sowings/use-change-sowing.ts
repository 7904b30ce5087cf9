import { useQueryClient } from '@tanstack/react-query';
import type { Maturity } from '@/domain/sowing/maturity';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { useSend } from '@/outbox/send/use-send';
import { inBackground } from '@/shared/in-background';

/** How a sowing ended. */
type Outcome = { outcome: 'harvested'; harvested_kg?: number } | { outcome: 'failed' };

/**
 * Returns a function that closes a sowing, or notes how long its variety stands. It resolves to true if that is kept
 * on the phone and sent later.
 */
export function useChangeSowing(id: string): (change: Outcome | { maturity: Maturity }) => Promise<boolean> {
  const client = useQueryClient();
  const send = useSend();
  return async (change) => {
    const sowing = { id };
    try {
      const sent = await ('maturity' in change
        ? send({ kind: 'mature', body: { sowing, ...change } })
        : send({ kind: 'close', body: { sowing, ...change } }));
      if (!sent.isQueued) await sent.shown;
      return sent.isQueued;
    } catch (error) {
      // It may have been closed in another window.
      inBackground(sowingsChanged(client), 'The list of sowings is not renewed');
      throw error;
    }
  };
}
