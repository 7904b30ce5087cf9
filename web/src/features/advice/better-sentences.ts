import { t } from '@lingui/core/macro';
import type { AdvisedCrop, OtherSowable } from '@/shared/api/advice';

/** Tells what an alternative is better at than the first crop, or null. */
export function betterAt({ better_at }: Pick<AdvisedCrop, 'better_at'>): string | null {
  const reasons = better_at.map(betterAtWord).filter((word) => word !== null);
  return reasons.length > 0 ? reasons.join(' · ') : null;
}

function betterAtWord(key: string): string | null {
  switch (key) {
    case 'less-water':
      return t`Needs less water`;
    case 'known':
      return t`You know it`;
    case 'more-needed':
      return t`More is needed of it`;
    case 'sooner':
      return t`Harvested earlier`;
    default:
      return null;
  }
}

/** Tells why a crop that many grow is not advised. */
export function whyNot(why: OtherSowable['why']): string {
  switch (why) {
    case 'needs-water':
      return t`needs more water than your field has`;
    case 'full':
      return t`India has enough of it`;
    case 'others-sow':
      return t`shown to others, so that not everybody sows the same`;
  }
}
