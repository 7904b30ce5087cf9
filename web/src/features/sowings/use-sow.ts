import { useRememberUnit } from '@/domain/land/use-land-units';
import { type Sent, useSend } from '@/domain/outbox/use-send';
import type { Sowing } from '@/shared/api/sowings';
import type { NewSowing } from './sowing-rules';

/** Returns a function that records a sowing. Without a day it is of today, even if it arrives weeks later. */
export function useSow(): (sowing: NewSowing) => Promise<Sent<Sowing>> {
  const send = useSend();
  const remember = useRememberUnit();
  return async ({ crop, size, sown_on, maturity }) => {
    await remember(size.body.field_size);
    return send({
      kind: 'sow',
      body: { crop, ...size.body, ...(sown_on && { sown_on }), ...(maturity && { maturity }) },
    });
  };
}
