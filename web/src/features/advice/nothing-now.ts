import { t } from '@lingui/core/macro';
import type { Advice } from '@/shared/api/advice';

/** Tells that nothing can be sown in these days, and why. */
export function nothingNow({ not_shown: others }: Pick<Advice, 'not_shown'>): string {
  if (others.length === 0) return t`None of Grow's sixteen crops is sown on land like yours in these days.`;
  if (others.every(({ why }) => why === 'needs-water'))
    return t`Those of Grow's sixteen crops that are sown here in these days need more water than your field has.`;
  if (others.every(({ why }) => why === 'late'))
    return t`It is late for what is sown here of Grow's sixteen crops.`;
  return t`None of Grow's sixteen crops that are sown here in these days is for your field.`;
}

/** Points to what opens later, if anything does. */
export const whatNext = ({ later }: Pick<Advice, 'later'>): string =>
  later.length > 0 ? t`Below is what comes next.` : t`We know of nothing that comes next.`;
